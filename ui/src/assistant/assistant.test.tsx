import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { AssistantDrawer, type AssistantDrawerProps } from './assistant-drawer.tsx';
import type { AssistantLine } from './assistant-lines.tsx';

const LINES: readonly AssistantLine[] = [
  { role: 'user', content: 'What is <b>that</b>?', timestamp: '2026-01-20T08:00:00Z' },
  { role: 'assistant', content: 'A layout.', timestamp: '2026-01-20T08:00:02Z' },
];

let width: number;
beforeEach(() => {
  width = 1440;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('width < 960px') ? width < 960 : false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page(props: Partial<AssistantDrawerProps>) {
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState('');
  return (
    <Rise>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <AssistantDrawer
        opened={opened}
        onClose={() => setOpened(false)}
        product="Rise"
        lines={[]}
        waiting={false}
        draft={draft}
        onDraft={setDraft}
        onSend={() => undefined}
        onClear={() => undefined}
        renderAnswer={(content) => <p>{content}</p>}
        {...props}
      />
    </Rise>
  );
}
async function open(props: Partial<AssistantDrawerProps> = {}) {
  const page = render(<Page {...props} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return { ...page, drawer: screen.getByRole('dialog', { name: 'Ask RiseIQ' }) };
}
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });

describe('the drawer', () => {
  it('shows a welcome, and has nothing to clear', async () => {
    const onSend = vi.fn<(text: string) => void>();
    const { drawer } = await open({ examples: ['What is a peer?'], onSend });
    expect(drawer.textContent).toContain('Welcome to RiseIQ!');
    expect(drawer.textContent).toContain('Your Virtual Assistant for the Rise Portal');
    expect(screen.getByRole('button', { name: 'Clear Chat' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: 'close' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    const item = await screen.findByRole('menuitem', { name: 'Clear conversation' });
    expect(item).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'What is a peer?' }));
    expect(onSend).toHaveBeenCalledExactlyOnceWith('What is a peer?');
  });

  it('shows both sides with short times, questions as plain text, answers as rendered', async () => {
    const { drawer } = await open({ lines: LINES, renderAnswer: (content) => <strong>{content}</strong> });
    const [question, answer] = within(drawer).getAllByRole('listitem');
    expect(question!.textContent).toContain('You');
    expect(question!.textContent).toContain('What is <b>that</b>?');
    expect(question!.dataset['role']).toBe('user');
    expect(within(answer!).getByText('A layout.').tagName).toBe('STRONG');
    const short = new Intl.DateTimeFormat('en', { timeStyle: 'short' });
    expect(question!.querySelector('time')!.textContent).toBe(short.format(new Date(LINES[0]!.timestamp)));
    expect(drawer.textContent).not.toContain('Welcome to RiseIQ!');
    expect(within(drawer).getByRole('log', { name: 'Conversation with RiseIQ' })).toBeTruthy();
  });

  it('closes by its button, by the divider below the lines and on Escape, and returns focus', async () => {
    await open({ lines: LINES });
    for (const leave of [
      () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
      () => userEvent.click(screen.getByRole('button', { name: 'close' })),
      () => userEvent.keyboard('{Escape}'),
    ]) {
      expect(document.activeElement).toBe(box());
      await leave();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
      await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    }
  });

  it('keeps focus that moved to the page, and closes its menu before itself', async () => {
    const { rerender } = await open({ lines: LINES });
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Clear conversation' });
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Ask RiseIQ' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    document.body.focus();
    const other = document.body.appendChild(document.createElement('input'));
    other.focus();
    rerender(<Page opened={false} />);
    expect(document.activeElement).toBe(other);
    other.remove();
  });

  it('is beside a usable page, and over it on a narrow screen', async () => {
    const { drawer, unmount } = await open();
    expect(drawer.getAttribute('aria-modal')).toBeNull();
    unmount();
    width = 390;
    const narrow = await open();
    expect(narrow.drawer.getAttribute('aria-modal')).toBe('true');
  });

  it('links to the insights only if their address is given', async () => {
    const { unmount } = await open();
    expect(screen.queryByRole('link', { name: 'Insights' })).toBeNull();
    unmount();
    await open({ insights: '/insights-ai' });
    expect(screen.getByRole('link', { name: 'Insights' }).getAttribute('href')).toBe('/insights-ai');
  });

  it('clears by button and menu', async () => {
    const onClear = vi.fn<() => void>();
    await open({ lines: LINES, onClear });
    await userEvent.click(screen.getByRole('button', { name: 'Clear Chat' }));
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Clear conversation' }));
    expect(onClear).toHaveBeenCalledTimes(2);
  });
});

describe('the box', () => {
  it('has three rows and sends what is not blank, trimmed, by Enter and by its button', async () => {
    const onSend = vi.fn<(text: string) => void>();
    await open({ onSend });
    expect(box().getAttribute('rows')).toBe('3');
    expect(box().placeholder).toBe('Type your question here...');
    const send = screen.getByRole('button', { name: 'Send' });
    expect(send).toHaveProperty('disabled', true);
    await userEvent.type(box(), '  \n{Enter}');
    expect(send).toHaveProperty('disabled', true);
    expect(onSend).not.toHaveBeenCalled();
    await userEvent.clear(box());
    await userEvent.type(box(), ' one{Shift>}{Enter}{/Shift}two {Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('one\ntwo');
    await userEvent.click(send);
    expect(onSend).toHaveBeenCalledTimes(2);
  });

  it('is disabled and announces the pending reply, and has focus again after it', async () => {
    const { rerender } = await open({ lines: LINES });
    await userEvent.type(box(), 'x{Enter}');
    rerender(<Page lines={LINES} waiting />);
    expect(box().disabled).toBe(true);
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('status').textContent).toBe('RiseIQ is responding');
    expect(screen.queryByRole('button', { name: 'close' })).toBeNull();
    box().blur();
    rerender(<Page lines={LINES} />);
    expect(screen.queryByRole('status')).toBeNull();
    expect(document.activeElement).toBe(box());
  });

  it('shows the remaining characters, and is disabled when the conversation is full', async () => {
    await open({ lines: LINES, draft: 'x'.repeat(1990), full: true });
    expect(screen.getByText('10 characters left')).toBeTruthy();
    expect(screen.getByText('This conversation is full. Clear it to start a new one.')).toBeTruthy();
    expect(box().disabled).toBe(true);
  });
});
