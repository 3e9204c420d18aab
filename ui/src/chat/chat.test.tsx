import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../theme/rise-for-tests.tsx';
import { type ChatLine, type ChatPerson, groupLines } from './chat-model.ts';
import { QuickChat, type QuickChatProps } from './quick-chat.tsx';

const line = (id: string, createdAt: string, mine: boolean): ChatLine => ({ id, value: `text ${id}`, createdAt, mine });
const LINES = [
  line('1', '2026-01-19T21:30:00Z', true),
  line('2', '2026-01-20T08:00:00Z', true),
  line('3', '2026-01-20T08:01:00Z', true),
  line('4', '2026-01-20T08:02:00Z', false),
];
const PEOPLE: readonly ChatPerson[] = [
  { id: 'a', name: 'Lale Öztürk', unread: 2 },
  { id: 'b', name: 'Peter Ashdown', unread: 0, closed: 'Peter has left.' },
];

function Chat(props: Partial<QuickChatProps>) {
  const [opened, setOpened] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <Rise>
      <QuickChat
        people={PEOPLE}
        lines={LINES}
        opened={opened}
        onOpenChange={setOpened}
        selected={selected}
        onSelect={setSelected}
        onSend={() => undefined}
        {...props}
      />
    </Rise>
  );
}

afterEach(cleanup);

describe('lines', () => {
  const shape = (timeZone: string) =>
    groupLines(LINES, timeZone).map(({ day, runs }) => ({
      day,
      runs: runs.map(({ mine, lines }) => `${mine ? 'me' : 'they'}: ${lines.map(({ id }) => id).join(' ')}`),
    }));

  it('are grouped by day, and within it by who wrote them', () => {
    expect(shape('UTC')).toEqual([
      { day: '2026-01-19', runs: ['me: 1'] },
      { day: '2026-01-20', runs: ['me: 2 3', 'they: 4'] },
    ]);
  });

  it('belong to the day of the reader’s clock', () => {
    expect(shape('Europe/Istanbul')).toEqual([{ day: '2026-01-20', runs: ['me: 1 2 3', 'they: 4'] }]);
  });
});

describe('the quick chat', () => {
  it('says who has written, and slides out with their conversation', async () => {
    render(<Chat />);
    await userEvent.click(screen.getByRole('button', { name: 'Lale Öztürk, 2 unread' }));
    const room = screen.getByRole('dialog', { name: 'Lale Öztürk' });
    expect(within(room).getByRole('log', { name: 'Messages with Lale Öztürk' }).textContent).toContain('text 4');
    expect(within(room).getAllByRole('heading', { level: 3 })).toHaveLength(groupLines(LINES).length);
  });

  it('asks to choose somebody, and closes by Escape and by a click outside', async () => {
    const { container } = render(<Chat />);
    const head = screen.getByRole('button', { name: 'Chat' });
    await userEvent.click(head);
    expect(screen.getByText('Choose a conversation')).toBeTruthy();
    screen.getByRole('button', { name: 'Close' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(head);
    await userEvent.click(container.querySelector('[role="presentation"]')!);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sends with Enter what is not blank, and begins a line with Shift and Enter', async () => {
    const onSend = vi.fn<(text: string) => void>();
    render(<Chat onSend={onSend} />);
    await userEvent.click(screen.getByRole('button', { name: /Lale/ }));
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Lale Öztürk' });
    await userEvent.type(box, '   {Enter}');
    expect(onSend).not.toHaveBeenCalled();
    await userEvent.type(box, 'one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('one\ntwo');
    expect(box.value).toBe('');
  });

  it('offers to send again what did not arrive', async () => {
    const onRetryLine = vi.fn<(line: ChatLine) => void>();
    const failed: ChatLine = { ...LINES[1]!, state: 'failed' };
    render(<Chat lines={[failed]} onRetryLine={onRetryLine} />);
    await userEvent.click(screen.getByRole('button', { name: /Lale/ }));
    expect(screen.getByRole('alert').textContent).toContain('Not sent');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetryLine).toHaveBeenCalledWith(failed);
  });

  it('has no box where nobody would read it', async () => {
    render(<Chat />);
    await userEvent.click(screen.getByRole('button', { name: 'Peter Ashdown' }));
    expect(screen.getByText('Peter has left.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
