import { useState } from 'react';
import { type ChatLine, type ChatPerson, QuickChat, QuickChatButton } from '../../src/chat/index.ts';

const at = (days: number, minutes: number) => new Date(Date.now() - days * 86_400_000 - minutes * 60_000).toISOString();

const LINES: readonly ChatLine[] = [
  { id: '1', value: 'Have you seen the delinquency figures of December?', createdAt: at(3, 50), mine: false },
  { id: '2', value: 'Not yet. Are they in?', createdAt: at(3, 48), mine: true },
  {
    id: '3',
    value: 'Since this morning: https://rise.example/reports/delinquency.',
    createdAt: at(1, 20),
    mine: false,
  },
  {
    id: '4',
    value: 'Used vehicle loans look strange to me: 2.4 % against 1.1 % a quarter ago.',
    createdAt: at(1, 19),
    mine: false,
  },
  { id: '5', value: 'I will look at the definition first.', createdAt: at(0, 9), mine: true },
  { id: '6', value: 'And ask the people who load them.', createdAt: at(0, 8), mine: true, state: 'failed' },
];

const LAST = { text: 'Used vehicle loans look strange to me', at: at(0, 8) };

const PEOPLE: readonly ChatPerson[] = [
  { id: '1', name: 'Peter Ashdown', presence: 'online', unread: 2, last: LAST },
  { id: '0', name: 'Lale Öztürk', presence: 'busy', unread: 0, last: LAST },
  { id: '2', name: 'Rebecca Stone', presence: 'away', unread: 12, muted: true, last: LAST },
  { id: '3', name: 'Maximiliane Karaosmanoğlu-Wolfeschlegelstein', presence: 'offline', unread: 0 },
  { id: '4', name: 'Jun Watanabe', presence: 'online', unread: 0 },
];

export function useGalleryChat() {
  const [opened, setOpened] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const [people, setPeople] = useState(PEOPLE);
  const [lines, setLines] = useState(LINES);
  const change = (id: string, to: Partial<ChatPerson>) =>
    setPeople((all) => all.map((person) => (person.id === id ? { ...person, ...to } : person)));
  const write = (value: string) =>
    setLines((all) => [...all, { id: crypto.randomUUID(), value, createdAt: new Date().toISOString(), mine: true }]);
  const discard = (line: ChatLine) => setLines((all) => all.filter(({ id }) => id !== line.id));
  return {
    button: <QuickChatButton unread={2} opened={opened} onOpen={() => setOpened(true)} />,
    rail: (
      <QuickChat
        people={people}
        opened={opened}
        onOpenChange={setOpened}
        selected={selected}
        onSelect={setSelected}
        onMute={(id, muted) => change(id, { muted })}
        conversation={{
          lines: people.find(({ id }) => id === selected)?.last ? lines : [],
          earlier: 'more',
          onSend: write,
          onSeen: () => selected !== null && change(selected, { unread: 0 }),
          onRetryLine: (line) => {
            discard(line);
            write(line.value);
          },
          onDiscardLine: discard,
        }}
      />
    ),
  };
}
