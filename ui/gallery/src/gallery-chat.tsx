import { useState } from 'react';
import { type ChatLine, QuickChat, QuickChatButton } from '../../src/chat/index.ts';

const at = (days: number, minutes: number) => new Date(Date.now() - days * 86_400_000 - minutes * 60_000).toISOString();

const LINES: readonly ChatLine[] = [
  { id: '1', value: 'Have you seen the delinquency figures of December?', createdAt: at(3, 50), mine: false },
  { id: '2', value: 'Not yet. Are they in?', createdAt: at(3, 48), mine: true },
  { id: '3', value: 'Since this morning.', createdAt: at(1, 20), mine: false },
  {
    id: '4',
    value: 'Used vehicle loans look strange to me: 2.4 % against 1.1 % a quarter ago.',
    createdAt: at(1, 19),
    mine: false,
  },
  { id: '5', value: 'I will look at the definition first.', createdAt: at(0, 9), mine: true },
  { id: '6', value: 'And ask the people who load them.', createdAt: at(0, 8), mine: true, state: 'failed' },
];

const PEOPLE = ['Lale Öztürk', 'Peter Ashdown', 'Rebecca Stone', 'Jun Watanabe'].map((name, index) => ({
  id: String(index),
  name,
  unread: index === 1 ? 3 : 0,
}));

export function useGalleryChat() {
  const [opened, setOpened] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const [lines, setLines] = useState(LINES);
  return {
    button: <QuickChatButton unread={3} onOpen={() => setOpened(true)} />,
    rail: (
      <QuickChat
        people={PEOPLE}
        lines={lines}
        opened={opened}
        onOpenChange={setOpened}
        selected={selected}
        onSelect={setSelected}
        onRetryLine={() => undefined}
        onSend={(value) =>
          setLines([...lines, { id: String(lines.length + 1), value, createdAt: new Date().toISOString(), mine: true }])
        }
      />
    ),
  };
}
