import type { AssistantAnswer, AssistantMessage } from '@rise/contract';
import { loading } from '@rise/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BIRCH, fill, openPortal, person, server, usePortal } from '../tests/portal.fixture.tsx';

usePortal();

const CHAT = 'POST /api/v1/openai/confluence/chat';
const ID = '55555555-5555-4555-8555-555555555555';
const GET = `GET /api/v1/openai/confluence/chat/${ID}`;
const DELETE = `DELETE /api/v1/openai/confluence/chat/${ID}`;
const SORRY = 'Sorry, I encountered an error. Please try again.';

const asker = (change: object = {}) =>
  person('tenant.user', { features: { chatbot: true, insights: false, chat: true }, ...change });
const failure = (status = 502, code = 'ASSISTANT_UNAVAILABLE') =>
  Response.json({ error: { code, message: 'x', requestId: 'r' } }, { status });
const turn = (index: number, question: string, answer: string): AssistantMessage[] => [
  { role: 'user', content: question, index, timestamp: '2026-01-20T08:00:00Z' },
  { role: 'assistant', content: answer, index: index + 1 },
];
const answer = (conversationHistory: AssistantMessage[]): AssistantAnswer => ({
  chatId: ID,
  message: { content: conversationHistory.at(-1)!.content },
  conversationHistory,
});
const LAYOUT = turn(0, 'What is a layout?', 'See [Layout](/docs/guides/make-it-yours#layout).');

const button = () => screen.findByRole('button', { name: 'Ask RiseIQ' });
const drawer = () => screen.findByRole('dialog', { name: 'Ask RiseIQ' });
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
async function openDrawer(session = asker()) {
  const portal = await openPortal('/user', session);
  await userEvent.click(await button());
  return { ...portal, drawer: await drawer() };
}
const lines = () => screen.queryAllByRole('listitem').filter((line) => line.dataset['role']);
const askQuestion = (text: string) => fill(box(), text, '{Enter}');
const stored = () => JSON.parse(localStorage.getItem('chat_session') ?? 'null') as { chatId: string } | null;

let warned: ReturnType<typeof vi.spyOn>;
let erred: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  erred = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  // Open state is global to the page, which the next test shares.
  const opened = screen.queryByRole('dialog', { name: 'Ask RiseIQ', hidden: true });
  if (opened) await userEvent.click(within(opened).getByRole('button', { name: 'Close', hidden: true }));
  vi.restoreAllMocks();
});

describe('the assistant’s button', () => {
  it('is shown if the feature is on and a tenant is active, in every layout', async () => {
    for (const layout of ['classic', 'modern'] as const) {
      const preferences = { scheme: null, theme: null, layout, language: null };
      await openPortal('/user', asker({ preferences }));
      expect((await button()).getAttribute('aria-expanded')).toBe('false');
      document.body.innerHTML = '';
    }
  });

  it.each([
    ['the feature is off', { features: { chatbot: false, insights: false, chat: true } }],
    ['the right is missing', { permissions: ['shell.use', 'account.self'] }],
    ['no tenant is entered', { tenant: null, tenants: [BIRCH] }],
  ])('is hidden if %s', async (_why, change) => {
    await openPortal('/user', asker(change));
    await screen.findByRole('button', { name: 'Help' });
    expect(screen.queryByRole('button', { name: 'Ask RiseIQ' })).toBeNull();
  });
});

describe('a conversation', () => {
  it('sends the trimmed question with the history, shows the server’s history and stores the session once', async () => {
    server.answers[CHAT] = () => Response.json(answer(LAYOUT));
    const { drawer } = await openDrawer();
    expect(drawer.textContent).toContain('Your Virtual Assistant for the Rise Portal');
    await askQuestion('  What is a layout?  ');
    const link = await within(drawer).findByRole('link', { name: 'Layout' });
    expect(link).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' });
    expect(lines()).toHaveLength(2);
    expect(stored()).toMatchObject({ chatId: ID, timestamp: expect.any(Number) as number });
    expect(box().value).toBe('');
    const first = localStorage.getItem('chat_session');

    server.answers[CHAT] = () => Response.json(answer([...LAYOUT, ...turn(2, 'And?', 'That is all.')]));
    await askQuestion('And?');
    await within(drawer).findByText('That is all.');
    expect(lines()).toHaveLength(4);
    expect(localStorage.getItem('chat_session')).toBe(first);
    const message = (content: string, role = 'user') => ({ role, content });
    expect(server.sent(CHAT)).toEqual([
      { message: 'What is a layout?', chatId: null, openAIRequest: { messages: [message('What is a layout?')] } },
      {
        message: 'And?',
        chatId: ID,
        openAIRequest: {
          messages: [message('What is a layout?'), message(LAYOUT[1]!.content, 'assistant'), message('And?')],
        },
      },
    ]);
  });

  it('disables the box and shows an indicator instead of the loading bar while waiting', async () => {
    let reply: (response: Response) => void = () => {};
    server.answers[CHAT] = () => new Promise((resolve) => (reply = resolve));
    const { drawer } = await openDrawer();
    await askQuestion('What is a layout?');
    expect(lines()).toHaveLength(1);
    expect(box().disabled).toBe(true);
    expect(within(drawer).getByText('RiseIQ is responding')).toBeTruthy();
    expect(loading.state()).toMatchObject({ mode: 'manual', visible: false });
    await act(async () => reply(Response.json(answer(LAYOUT))));
    await waitFor(() => expect(box().disabled).toBe(false));
    expect(loading.state().mode).toBe('auto');
    expect(document.activeElement).toBe(box());
  });

  it('shows an answer as it is written; stopped, it stays with the question back in the box', async () => {
    const encoder = new TextEncoder();
    const event = (value: object) => encoder.encode(`data: ${JSON.stringify(value)}\n\n`);
    let stream!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
    server.answers[CHAT] = () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    const { drawer } = await openDrawer();
    await askQuestion('What is a layout?');
    await act(async () => {
      stream.enqueue(event({ type: 'started' }));
      stream.enqueue(event({ type: 'text', from: 0, text: 'Ten **layouts' }));
      stream.enqueue(event({ type: 'text', from: 13, text: '** show' }));
    });
    expect((await within(drawer).findByText('layouts')).tagName).toBe('STRONG');
    expect(loading.state()).toMatchObject({ mode: 'manual', visible: false });
    await userEvent.click(within(drawer).getByRole('button', { name: 'Stop' }));
    expect(lines()).toHaveLength(2);
    expect(box()).toMatchObject({ disabled: false, value: 'What is a layout?' });
    expect(stored()).toBeNull();
    // As a browser ends the response of an aborted request.
    await act(async () => stream.error(new DOMException('Aborted', 'AbortError')));
    await waitFor(() => expect(loading.state().mode).toBe('auto'));
    server.answers[CHAT] = () => Response.json(answer(LAYOUT));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await within(drawer).findByRole('link', { name: 'Layout' });
    expect(lines()).toHaveLength(2);
  });

  it('goes on while the drawer is closed', async () => {
    let reply: (response: Response) => void = () => {};
    server.answers[CHAT] = () => new Promise((resolve) => (reply = resolve));
    await openDrawer();
    await askQuestion('What is a layout?');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(async () => reply(Response.json(answer(LAYOUT))));
    await userEvent.click(await button());
    expect(lines()).toHaveLength(2);
    expect(server.sent(GET)).toHaveLength(0);
  });

  it('apologizes if there is no answer, and puts the question back into the box', async () => {
    server.answers[CHAT] = () => failure();
    await openDrawer();
    await askQuestion('What is a layout?');
    await screen.findByText(SORRY);
    expect(lines()).toHaveLength(2);
    expect(box()).toMatchObject({ disabled: false, value: 'What is a layout?' });
    expect(loading.state().mode).toBe('auto');
    expect(erred).toHaveBeenCalledOnce();
    expect(stored()).toBeNull();
    server.answers[CHAT] = () => Response.json(answer(LAYOUT));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByText(SORRY)).toBeNull());
    expect(lines()).toHaveLength(2);
    expect(server.sent(CHAT)).toHaveLength(2);
    expect(server.sent(CHAT)[1]).toEqual(server.sent(CHAT)[0]);
  });

  it('starts over after it was cleared in another window', async () => {
    server.answers[CHAT] = () => Response.json(answer(LAYOUT));
    await openDrawer();
    await askQuestion('What is a layout?');
    await waitFor(() => expect(lines()).toHaveLength(2));
    server.answers[CHAT] = () => failure(404, 'NOT_FOUND');
    await askQuestion('And?');
    await screen.findByText(SORRY);
    expect(stored()).toBeNull();
    server.answers[CHAT] = () => Response.json(answer(turn(0, 'And?', 'Another answer.')));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Another answer.');
    expect(server.sent(CHAT).at(-1)).toMatchObject({
      chatId: null,
      openAIRequest: { messages: [{ content: 'And?' }] },
    });
  });
});

describe('a stored session', () => {
  const store = (timestamp: number) => localStorage.setItem('chat_session', JSON.stringify({ chatId: ID, timestamp }));
  // No midnight comes meanwhile, and the day before is 24 hours long.
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 0, 20, 12), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('from today is restored when the drawer opens; a missing timestamp becomes now', async () => {
    store(Date.now());
    server.answers[GET] = () => Response.json(LAYOUT);
    await openDrawer();
    await waitFor(() => expect(lines()).toHaveLength(2));
    const [request, answered] = lines().map((line) => line.querySelector('time')!.dateTime);
    expect(request).toBe('2026-01-20T08:00:00Z');
    expect(Date.parse(answered!)).toBe(Date.now());
    expect(warned).not.toHaveBeenCalled();
  });

  it('from another day is cleared with a warning, without a request', async () => {
    store(Date.now() - 86_400_000);
    const { drawer } = await openDrawer();
    expect(drawer.textContent).toContain('Welcome to RiseIQ!');
    expect(stored()).toBeNull();
    expect(server.sent(GET)).toHaveLength(0);
    expect(warned).toHaveBeenCalled();
  });

  it('that the server does not find, such as another account’s, is cleared with a warning', async () => {
    store(Date.now());
    server.answers[GET] = () => failure(404, 'NOT_FOUND');
    const { drawer } = await openDrawer();
    await waitFor(() => expect(stored()).toBeNull());
    expect(within(drawer).getByText('Welcome to RiseIQ!')).toBeTruthy();
    expect(warned).toHaveBeenCalled();
  });
});

describe('clearing', () => {
  const talk = async () => {
    server.answers[CHAT] = () => Response.json(answer(LAYOUT));
    server.answers[DELETE] = () => Response.json({ deleted: true });
    const opened = await openDrawer();
    await askQuestion('What is a layout?');
    await waitFor(() => expect(lines()).toHaveLength(2));
    return opened;
  };
  const confirming = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Clear conversation' });
    expect(dialog.textContent).toContain('Are you sure you want to clear the chat?');
    return within(dialog);
  };

  it('asks for confirmation, and removes it everywhere', async () => {
    const { drawer } = await talk();
    await userEvent.click(screen.getByRole('button', { name: 'Clear Chat' }));
    await userEvent.click((await confirming()).getByRole('button', { name: 'Cancel' }));
    expect(lines()).toHaveLength(2);
    await userEvent.click(within(drawer).getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Clear conversation' }));
    await userEvent.click((await confirming()).getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(lines()).toHaveLength(0));
    await waitFor(() => expect(document.activeElement).toBe(within(drawer).getByRole('button', { name: 'More' })));
    expect(stored()).toBeNull();
    await waitFor(() => expect(server.sent(DELETE)).toHaveLength(1));
    await askQuestion('What is a layout?');
    await waitFor(() => expect(server.sent(CHAT)).toHaveLength(2));
    expect(server.sent(CHAT)[1]).toMatchObject({ chatId: null });
  });

  it('cancels the pending answer', async () => {
    await talk();
    let reply: (response: Response) => void = () => {};
    server.answers[CHAT] = () => new Promise((resolve) => (reply = resolve));
    await askQuestion('And?');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Chat' }));
    await userEvent.click((await confirming()).getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(lines()).toHaveLength(0));
    await act(async () => reply(Response.json(answer([...LAYOUT, ...turn(2, 'And?', 'Late.')]))));
    expect(lines()).toHaveLength(0);
    expect(stored()).toBeNull();
    expect(box().disabled).toBe(false);
  });

  it('reports an error if the server could not delete it', async () => {
    await talk();
    server.answers[DELETE] = () => failure(503, 'SERVICE_UNAVAILABLE');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Chat' }));
    await userEvent.click((await confirming()).getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Too many requests right now')).toBeTruthy();
    expect(lines()).toHaveLength(0);
  });
});
