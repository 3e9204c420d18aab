import type { AnswerEvent, AssistantMessage, Conversation, RatedMessage } from '@rise/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const ID = '55555555-5555-4555-8555-555555555555';
const OTHER = '66666666-6666-4666-8666-666666666666';
const ASK = 'POST /api/v1/openai/confluence/chat';
const LIST = 'GET /api/v1/openai/conversations?search=';
const ONE = `/api/v1/openai/conversations/${ID}`;

const conversation = (change: Partial<Conversation> = {}): Conversation => ({
  id: ID,
  title: 'What is a layout?',
  pinned: false,
  lastQuestionAt: '2026-01-20T08:00:00.000Z',
  messages: 2,
  shared: null,
  ...change,
});
const MESSAGES: RatedMessage[] = [
  { role: 'user', content: 'What is a layout?', index: 0, timestamp: '2026-01-20T08:00:00.000Z', rating: null },
  { role: 'assistant', content: 'The **frame**.', index: 1, timestamp: '2026-01-20T08:00:01.000Z', rating: null },
];
const history: AssistantMessage[] = MESSAGES.map(({ role, content, index, timestamp }) => ({
  role,
  content,
  index,
  timestamp,
}));
const answered: AnswerEvent = {
  type: 'answered',
  answer: { chatId: ID, message: { content: 'The **frame**.' }, conversationHistory: history },
};
const asker = (change: object = {}) =>
  person('tenant.user', { features: { chatbot: true, insights: false, chat: true }, ...change });

/** Answers with events that the test sends one by one. */
function streaming() {
  const encoder = new TextEncoder();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (started) => void (controller = started) });
  server.answers[ASK] = () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  return {
    send: (event: AnswerEvent) =>
      act(async () => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))),
    end: () => act(async () => controller.close()),
  };
}
const show = (...conversations: Conversation[]) => {
  server.answers[LIST] = () => Response.json({ conversations });
};
const readable = (change: Partial<Conversation> = {}, messages = MESSAGES) => {
  server.answers[`GET ${ONE}`] = () => Response.json({ conversation: conversation(change), messages });
};
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
const list = () => screen.getByRole('navigation', { name: 'Conversations' });
const log = () => screen.getByRole('log', { name: 'Conversation with RiseIQ' });

beforeEach(() => {
  show();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe('a new conversation', () => {
  it('shows the answer as it is written, then as it is stored, under its own address', async () => {
    const stream = streaming();
    const { address } = await openPortal('/openai', asker());
    await screen.findByText('Welcome to RiseIQ!');
    expect(await within(list()).findByText('No conversations yet')).toBeTruthy();
    await fill(box(), 'What is a layout?', '{Enter}');
    await stream.send({ type: 'started' });
    await stream.send({ type: 'text', from: 0, text: 'The frme' });
    expect(await within(log()).findByText('The frme')).toBeTruthy();
    expect(log().getAttribute('aria-busy')).toBe('true');
    await stream.send({ type: 'text', from: 6, text: 'ame' });
    expect(await within(log()).findByText('The frame')).toBeTruthy();
    expect(box().disabled).toBe(true);
    show(conversation());
    readable();
    await stream.send(answered);
    await stream.end();
    expect((await within(log()).findByText('frame')).tagName).toBe('STRONG');
    expect(await within(list()).findByRole('button', { name: /What is a layout/ })).toBeTruthy();
    expect(address()).toBe(`/openai?conversation=${ID}`);
    expect(log().getAttribute('aria-busy')).toBeNull();
    expect(localStorage.getItem('chat_session')).toBeNull();
  });

  it('is stopped: what has arrived stays, says that it is not saved, and is asked again', async () => {
    const stream = streaming();
    await openPortal('/openai', asker());
    await fill(await screen.findByRole('textbox', { name: 'Your question' }), 'What is a layout?', '{Enter}');
    await stream.send({ type: 'text', from: 0, text: 'The fra' });
    await within(log()).findByText('The fra');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    expect(within(log()).getByText('The fra')).toBeTruthy();
    expect(screen.getByText(/You stopped the answer/)).toBeTruthy();
    expect(box().disabled).toBe(false);
    show(conversation());
    readable();
    server.answers[ASK] = () => Response.json(answered.type === 'answered' && answered.answer);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await within(log()).findByText('frame')).tagName).toBe('STRONG');
    expect(screen.queryByText(/You stopped the answer/)).toBeNull();
    expect(within(log()).getAllByText('What is a layout?')).toHaveLength(1);
    expect(server.sent(ASK)).toHaveLength(2);
    expect(server.sent(ASK)[1]).toEqual(server.sent(ASK)[0]);
  });

  it.each([
    ['slow', 'The language model did not answer in time. Your question was not saved.'],
    ['busy', /too many requests at the moment/],
    ['unavailable', 'The assistant could not answer. Your question was not saved.'],
  ] as const)('says why there is no answer: %s', async (reason, text) => {
    const stream = streaming();
    await openPortal('/openai', asker());
    await fill(await screen.findByRole('textbox', { name: 'Your question' }), 'Layout?', '{Enter}');
    await stream.send({ type: 'text', from: 0, text: 'The fra' });
    await stream.send({ type: 'failed', reason });
    await stream.end();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(within(log()).queryByText('The fra')).toBeNull();
  });

  it('says so where the connection is lost, or too many questions were asked', async () => {
    const stream = streaming();
    await openPortal('/openai', asker());
    await fill(await screen.findByRole('textbox', { name: 'Your question' }), 'Layout?', '{Enter}');
    await stream.send({ type: 'started' });
    await stream.end();
    expect(await screen.findByText(/The connection was lost/)).toBeTruthy();
    server.answers[ASK] = () =>
      Response.json({ error: { code: 'RATE_LIMITED', message: 'x', requestId: 'r' } }, { status: 429 });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/many questions in a short time/)).toBeTruthy();
  });
});

describe('a stored conversation', () => {
  const open = async (change: Partial<Conversation> = {}, messages = MESSAGES) => {
    show(conversation(change), conversation({ id: OTHER, title: 'Peers', pinned: true }));
    readable(change, messages);
    const opened = await openPortal(`/openai?conversation=${ID}`, asker());
    await within(await screen.findByRole('log')).findByText('What is a layout?');
    return opened;
  };
  const menu = async (name: string) => {
    const region = screen.getByRole('region', { name: 'Conversation' });
    await userEvent.click(within(region).getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };

  it('is listed with its state, searched for, and opened', async () => {
    const { address } = await open();
    expect(
      within(list())
        .getByRole('button', { name: /What is a layout/ })
        .getAttribute('aria-current'),
    ).toBe('true');
    expect(
      within(within(list()).getByRole('button', { name: /Peers/ })).getByRole('img', { name: 'Pinned' }),
    ).toBeTruthy();
    server.answers[`${LIST}zzz`] = () => Response.json({ conversations: [] });
    await fill(screen.getByRole('searchbox', { name: 'Search conversations' }), 'zzz');
    expect(await within(list()).findByText('No matching conversations')).toBeTruthy();
    expect(address()).toBe(`/openai?conversation=${ID}&q=zzz`);
  });

  it('is renamed and pinned', async () => {
    await open();
    server.answers[`PATCH ${ONE}`] = () => Response.json(conversation());
    await menu('Rename');
    const field = await screen.findByRole('textbox', { name: 'Title of the conversation' });
    await userEvent.clear(field);
    await fill(field, ' Layouts ', '{Enter}');
    await waitFor(() => expect(server.sent(`PATCH ${ONE}`)).toEqual([{ title: 'Layouts' }]));
    await menu('Pin to the top');
    await waitFor(() => expect(server.sent(`PATCH ${ONE}`)[1]).toEqual({ pinned: true }));
  });

  it('is deleted, and restored by Undo', async () => {
    const { address } = await open();
    server.answers[`DELETE ${ONE}`] = () => Response.json({ deleted: true });
    server.answers[`POST ${ONE}/restore`] = () => Response.json(conversation());
    await menu('Delete');
    expect(await screen.findByText(/“What is a layout\?” was deleted/)).toBeTruthy();
    await screen.findByText('Welcome to RiseIQ!');
    expect(address()).toBe('/openai');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await within(await screen.findByRole('log')).findByText('What is a layout?');
    expect(address()).toBe(`/openai?conversation=${ID}`);
    expect(server.sent(`POST ${ONE}/restore`)).toHaveLength(1);
  });

  it('is shared after a confirmation that says who reads what, and no longer', async () => {
    await open();
    server.answers[`PUT ${ONE}/share`] = () => Response.json(conversation());
    await userEvent.click(screen.getByRole('button', { name: 'Share' }));
    const dialog = await screen.findByRole('dialog', { name: 'Share this conversation' });
    expect(dialog.textContent).toContain('can read the messages so far');
    readable({ shared: { at: '2026-01-20T08:00:00.000Z', messages: 2 }, messages: 4 });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Share' }));
    expect(await screen.findByText(/the first 2 messages/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Share newer messages too' })).toBeTruthy();
    server.answers[`DELETE ${ONE}/share`] = () => Response.json(conversation());
    readable();
    await userEvent.click(screen.getByRole('button', { name: 'Stop sharing' }));
    await waitFor(() => expect(screen.queryByText(/the first 2 messages/)).toBeNull());
  });

  it('has answers that are rated, with a reason', async () => {
    await open();
    const RATE = `PUT ${ONE}/messages/1/rating`;
    server.answers[RATE] = (body) => Response.json(body);
    await userEvent.click(screen.getByRole('button', { name: 'Not helpful' }));
    await userEvent.click(await screen.findByRole('button', { name: 'It is outdated' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'It is outdated' }).getAttribute('aria-pressed')).toBe('true'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Helpful' }));
    await waitFor(() => expect(server.sent(RATE)).toHaveLength(3));
    expect(server.sent(RATE)).toEqual([
      { rating: { value: 'unhelpful', reason: null } },
      { rating: { value: 'unhelpful', reason: 'outdated' } },
      { rating: { value: 'helpful', reason: null } },
    ]);
    expect(screen.queryByRole('button', { name: 'It is outdated' })).toBeNull();
  });

  it('that does not exist says so', async () => {
    server.answers[`GET ${ONE}`] = () =>
      Response.json({ error: { code: 'NOT_FOUND', message: 'x', requestId: 'r' } }, { status: 404 });
    await openPortal(`/openai?conversation=${ID}`, asker());
    expect(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('a conversation that someone has shared', () => {
  const SHARED = `GET /api/v1/openai/shared/${ID}`;

  it('is read, without what the reader may not open', async () => {
    server.answers[SHARED] = () =>
      Response.json({
        id: ID,
        title: 'What is a layout?',
        owner: 'Cem Alder',
        own: false,
        sharedAt: '2026-01-20T08:00:00.000Z',
        messages: [
          ...history,
          { ...history[0], index: 2, content: 'And?' },
          { ...history[1], index: 3, content: null },
        ],
      });
    await openPortal(`/openai?shared=${ID}`, asker());
    expect(await screen.findByRole('heading', { name: 'What is a layout?' })).toBeTruthy();
    expect(screen.getByText(/Shared by Cem Alder/)).toBeTruthy();
    expect(within(log()).getByText(/may not open all of its sources/)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Your question' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Ask your own question' }).getAttribute('href')).toBe('/openai');
  });

  it('is no longer: the page says so', async () => {
    server.answers[SHARED] = () =>
      Response.json({ error: { code: 'NOT_FOUND', message: 'x', requestId: 'r' } }, { status: 404 });
    await openPortal(`/openai?shared=${ID}`, asker());
    expect(await screen.findByText('This conversation is not shared')).toBeTruthy();
  });
});

it('says that the assistant is not available where it is switched off', async () => {
  await openPortal('/openai', person('tenant.user'));
  expect(await screen.findByText('The assistant is not available')).toBeTruthy();
});
