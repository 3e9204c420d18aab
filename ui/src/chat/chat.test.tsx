import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { type ChatLine, type ChatPerson, findPeople, groupLines, splitLinks } from './chat-model.ts';
import type { ConversationState } from './conversation.tsx';
import { QuickChat, type QuickChatProps } from './quick-chat.tsx';

const line = (id: string, createdAt: string, mine: boolean): ChatLine => ({ id, value: `text ${id}`, createdAt, mine });
const LINES = [
  line('1', '2026-01-19T21:30:00Z', true),
  line('2', '2026-01-20T08:00:00Z', true),
  line('3', '2026-01-20T08:01:00Z', true),
  line('4', '2026-01-20T08:02:00Z', false),
];
const LALE: ChatPerson = {
  id: 'a',
  name: 'Lale Öztürk',
  presence: 'busy',
  unread: 2,
  last: { text: 'text 4', at: '2026-01-20T08:02:00Z' },
};
const PEOPLE: readonly ChatPerson[] = [
  LALE,
  { id: 'b', name: 'Peter Ashdown', presence: 'offline', unread: 0, closed: 'Peter has left.' },
  { id: 'c', name: 'Işıl Şen', presence: 'online', unread: 0 },
];

const ignore = () => undefined;

type Changes = Partial<Omit<QuickChatProps, 'conversation'>> & Partial<ConversationState>;

function Chat({ people = PEOPLE, onMute = ignore, status, onRetry, ...conversation }: Changes) {
  const [opened, setOpened] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <Rise>
      <button type="button">Elsewhere</button>
      <QuickChat
        people={people}
        {...(status && { status })}
        {...(onRetry && { onRetry })}
        opened={opened}
        onOpenChange={setOpened}
        selected={selected}
        onSelect={setSelected}
        onMute={onMute}
        conversation={{ lines: LINES, onSend: ignore, ...conversation }}
      />
    </Rise>
  );
}

const openLale = () => userEvent.click(screen.getByRole('button', { name: 'Lale Öztürk, Busy, 2 unread' }));
const openAll = () => userEvent.click(screen.getByRole('button', { name: 'Chat: all people' }));
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Lale Öztürk' });

afterEach(cleanup);

describe('lines', () => {
  const shape = (timeZone: string, lines: readonly ChatLine[] = LINES, from?: string) =>
    groupLines(lines, timeZone, from).map(({ day, runs }) => ({
      day,
      runs: runs.map(({ mine, lines }) => `${mine ? 'me' : 'they'}: ${lines.map(({ id }) => id).join(' ')}`),
    }));

  it('are grouped by day, and within it by author', () => {
    expect(shape('UTC')).toEqual([
      { day: '2026-01-19', runs: ['me: 1'] },
      { day: '2026-01-20', runs: ['me: 2 3', 'they: 4'] },
    ]);
  });

  it('belong to the day in the reader’s time zone', () => {
    expect(shape('Europe/Istanbul')[0]).toEqual({ day: '2026-01-20', runs: ['me: 1', 'me: 2 3', 'they: 4'] });
  });

  it('form a new run after a pause of ten minutes, and at the first new one', () => {
    const times = ['08:00', '08:09', '08:20', '08:21'];
    const lines = times.map((time, at) => line(String(at), `2026-01-20T${time}:00Z`, false));
    expect(shape('UTC', lines, '3')[0]!.runs).toEqual(['they: 0 1', 'they: 2', 'they: 3']);
  });

  it('form a new run for each writer, where several people write', () => {
    const authors = ['Ada', 'Ada', 'Cem'];
    const lines = authors.map((author, at) => ({ ...line(String(at), `2026-01-20T08:0${at}:00Z`, false), author }));
    expect(shape('UTC', lines)[0]!.runs).toEqual(['they: 0 1', 'they: 2']);
  });

  it('contain links, without trailing punctuation', () => {
    expect(splitLinks('See https://a.example/x?y=1#z, and (http://b.example/). javascript:alert(1)')).toEqual([
      { text: 'See ' },
      { text: 'https://a.example/x?y=1#z', href: 'https://a.example/x?y=1#z' },
      { text: ', and (' },
      { text: 'http://b.example/', href: 'http://b.example/' },
      { text: '). javascript:alert(1)' },
    ]);
    expect(splitLinks('https:// alone')).toEqual([{ text: 'https:// alone' }]);
  });
});

it('people are found by any part of their name, with or without accents and dots', () => {
  const find = (query: string) => findPeople(PEOPLE, query).map(({ id }) => id);
  expect(find('ozt')).toEqual(['a']);
  expect(find('isil')).toEqual(['c']);
  expect(find('ŞEN ışıl')).toEqual(['c']);
  expect(find('  ')).toEqual(['a', 'b', 'c']);
  expect(find('nobody')).toEqual([]);
});

describe('the quick chat', () => {
  it('shows presence and unread messages, and opens with the conversation', async () => {
    render(<Chat />);
    await openLale();
    const dialog = screen.getByRole('dialog', { name: 'Lale Öztürk' });
    const log = within(dialog).getByRole('log', { name: 'Messages with Lale Öztürk' });
    expect(within(log).getAllByRole('heading', { level: 3 })).toHaveLength(groupLines(LINES).length);
    expect(within(dialog).getByText('Busy')).toBeTruthy();
  });

  it('lists all people, finds one by name, and goes back to the list', async () => {
    render(<Chat />);
    await openAll();
    const field = screen.getByRole('textbox', { name: 'Find people' });
    expect(document.activeElement).toBe(field);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Conversations',
      'Colleagues',
    ]);
    await userEvent.type(field, 'isil{Enter}');
    await screen.findByRole('dialog', { name: 'Işıl Şen' });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message to Işıl Şen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Find people' }), 'xyz');
    expect(screen.getByText('No people match “xyz”')).toBeTruthy();
  });

  it('closes on Escape and on a click outside, and returns focus', async () => {
    const { container } = render(<Chat />);
    const head = screen.getByRole('button', { name: 'Chat: all people' });
    await openAll();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(head);
    await openLale();
    await userEvent.click(container.querySelector('[role="presentation"]')!);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Lale/ }));
  });

  it('is one tab stop; arrows move between people', async () => {
    render(<Chat />);
    screen.getByRole('button', { name: /^Lale/ }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Peter Ashdown, Offline' }));
    const stops = within(screen.getByRole('complementary')).getAllByRole('button');
    expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(2);
  });

  it('sends trimmed text with Enter, and starts a new line with Shift+Enter', async () => {
    const onSend = vi.fn<(text: string) => void>();
    const onDraft = vi.fn<(text: string) => void>();
    render(<Chat onSend={onSend} onDraft={onDraft} draft="  " />);
    await openLale();
    await userEvent.type(box(), '{Enter}');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    expect(onSend).not.toHaveBeenCalled();
    await userEvent.type(box(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('one\ntwo');
    expect(box().value).toBe('');
    expect(onDraft.mock.calls.slice(-2)).toEqual([['  one\ntwo'], ['']]);
  });

  it('restores the draft, and shows when few characters remain', async () => {
    render(<Chat draft="Dear Lale" maxLength={210} />);
    await openLale();
    expect(box().value).toBe('Dear Lale');
    await userEvent.type(box(), ', it');
    expect(screen.getByText('197 characters left')).toBeTruthy();
  });

  it('offers to resend or discard a failed message', async () => {
    const [onRetryLine, onDiscardLine] = [vi.fn<(line: ChatLine) => void>(), vi.fn<(line: ChatLine) => void>()];
    const failed: ChatLine = { ...LINES[1]!, state: 'failed' };
    render(<Chat lines={[failed]} onRetryLine={onRetryLine} onDiscardLine={onDiscardLine} />);
    await openLale();
    expect(screen.getByRole('alert').textContent).toContain('Not sent');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onRetryLine).toHaveBeenCalledWith(failed);
    expect(onDiscardLine).toHaveBeenCalledWith(failed);
  });

  it('has no box for people who cannot receive messages', async () => {
    render(<Chat />);
    await userEvent.click(screen.getByRole('button', { name: /^Peter/ }));
    expect(screen.getByText('Peter has left.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Peter Ashdown' }));
  });

  it('mutes a conversation', async () => {
    const onMute = vi.fn<(id: string, muted: boolean) => void>();
    const { rerender } = render(<Chat onMute={onMute} />);
    await openLale();
    await userEvent.click(screen.getByRole('button', { name: 'Mute' }));
    expect(onMute).toHaveBeenCalledExactlyOnceWith('a', true);
    rerender(<Chat onMute={onMute} people={[{ ...LALE, muted: true }]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Unmute' }));
    expect(onMute).toHaveBeenLastCalledWith('a', false);
  });

  it('shows loading, error and empty states', async () => {
    const onRetry = vi.fn<() => void>();
    const { rerender } = render(<Chat people={[]} status="loading" />);
    await openAll();
    expect(screen.getByRole('img', { name: 'Loading' })).toBeTruthy();
    rerender(<Chat people={[]} status="error" onRetry={onRetry} />);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
    rerender(<Chat people={[]} />);
    expect(screen.getByText('No one to write to yet')).toBeTruthy();
  });

  it('loads earlier messages on demand, and retries', async () => {
    const onEarlier = vi.fn<() => void>();
    const { rerender } = render(<Chat earlier="more" onEarlier={onEarlier} />);
    await openLale();
    await userEvent.click(screen.getByRole('button', { name: 'Earlier messages' }));
    rerender(<Chat earlier="loading" onEarlier={onEarlier} />);
    await userEvent.click(screen.getByRole('button', { name: 'Loading' }));
    expect(onEarlier).toHaveBeenCalledOnce();
    rerender(<Chat earlier="failed" onEarlier={onEarlier} />);
    await userEvent.click(screen.getByRole('button', { name: 'Could not load. Try again' }));
    expect(onEarlier).toHaveBeenCalledTimes(2);
  });
});

describe('new messages', () => {
  const newer = line('5', '2026-01-20T08:03:00Z', false);
  const after = { ...LALE, unread: 3, last: { text: 'text 5', at: newer.createdAt } };

  it('are seen when visible, not while only announced or while the page is hidden', async () => {
    const onSeen = vi.fn<() => void>();
    const { rerender } = render(<Chat onSeen={onSeen} people={[after]} />);
    await userEvent.click(screen.getByRole('button', { name: /^Lale/ }));
    expect(onSeen).not.toHaveBeenCalled();
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    rerender(<Chat onSeen={onSeen} people={[after]} lines={[...LINES, newer]} />);
    expect(onSeen).not.toHaveBeenCalled();
    visible.mockRestore();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(onSeen).toHaveBeenCalledOnce();
    // A failure must not cause endless retries.
    rerender(<Chat onSeen={onSeen} people={[{ ...after }]} lines={[...LINES, newer]} />);
    expect(onSeen).toHaveBeenCalledOnce();
  });

  it('start with a marker that stays while reading', async () => {
    const people = [{ ...LALE, unread: 1 }];
    const { rerender } = render(<Chat people={people} />);
    await userEvent.click(screen.getByRole('button', { name: /^Lale/ }));
    const mark = () => screen.getByText('New', { selector: 'li' }).nextElementSibling?.textContent;
    expect(mark()).toContain('text 4');
    rerender(<Chat people={[{ ...LALE, unread: 0 }]} lines={[...LINES, newer]} />);
    expect(mark()).toContain('text 4');
  });

  it('are announced: the text in the open conversation, else the author; not if muted', async () => {
    const [ada, cem] = [LALE, PEOPLE[2]!];
    const { rerender } = render(<Chat people={[ada, cem]} />);
    const announcement = () => screen.getAllByRole('status')[0]!.textContent;
    expect(announcement()).toBe('');
    rerender(<Chat people={[ada, { ...cem, unread: 1 }]} />);
    expect(announcement()).toBe('New message from Işıl Şen');
    rerender(<Chat people={[{ ...ada, muted: true, unread: 3 }, cem]} />);
    expect(announcement()).toBe('New message from Işıl Şen');
    await userEvent.click(screen.getByRole('button', { name: /^Lale/ }));
    rerender(<Chat people={[after, cem]} lines={[...LINES, newer]} />);
    expect(announcement()).toBe('Lale Öztürk: text 5');
  });
});
