import type { Chat, ChatContact, ChatMessage, ChatSummary, NewChatMessage } from '@rise/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentSession } from '../../session/session.ts';
import { ALDER, fill, openPortal, person, server, usePortal } from '../tests/portal.fixture.tsx';

usePortal();

const CHAT = '11111111-1111-4111-8111-111111111111';
const LALE: ChatContact = { id: 'lale', name: 'Lale Öztürk', avatar: null, presence: 'busy', active: true };
const PETER: ChatContact = { id: 'peter', name: 'Peter Ashdown', avatar: null, presence: 'offline', active: true };
const refused = (status: number) =>
  Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'r' } }, { status });

/** A fake server with one chat, with Lale. */
function chatServer(written: { value: string; mine?: boolean }[] = []) {
  const state = {
    messages: [] as ChatMessage[],
    unread: 0,
    muted: false,
    refuse: null as Response | null,
    pageSize: 200,
  };
  const add = (value: string, mine = false, id: string = crypto.randomUUID()): ChatMessage => {
    const createdAt = new Date(Date.UTC(2026, 10, 20, 8, 0, state.messages.length)).toISOString();
    const contactId = mine ? 'me' : 'lale';
    const message = { id, chatId: CHAT, contactId, isMine: mine, value, createdAt };
    state.messages.push(message);
    if (!mine) state.unread += 1;
    return message;
  };
  for (const { value, mine } of written) add(value, mine);
  const summary = (): ChatSummary => {
    const last = state.messages.at(-1)!;
    const { unread: unreadCount, muted } = state;
    const end = { lastMessage: last.value, lastMessageAt: last.createdAt };
    return { id: CHAT, contactId: 'lale', contact: LALE, unreadCount, muted, ...end };
  };
  const read = (query: URLSearchParams): Chat => {
    const at = (name: string) => state.messages.findIndex(({ id }) => id === query.get(name));
    const to = query.has('before') ? at('before') : state.messages.length;
    const from = query.has('after') ? at('after') + 1 : Math.max(0, to - state.pageSize);
    return { ...summary(), messages: state.messages.slice(from, to), earlier: from > 0, later: false };
  };
  const answers = {
    'GET /api/apps/chat/chats': () => Response.json(state.messages.length > 0 ? [summary()] : []),
    'GET /api/apps/chat/contacts': () => Response.json([LALE, PETER]),
    'PATCH /api/apps/chat/chat': (body: unknown) => {
      const { chat } = body as { chat: { unreadCount?: 0; muted?: boolean } };
      if (chat.unreadCount === 0) state.unread = 0;
      if (chat.muted !== undefined) state.muted = chat.muted;
      return Response.json(summary());
    },
    'POST /api/apps/chat/message': (body: unknown) => {
      const { id, value } = body as NewChatMessage;
      return state.refuse ?? Response.json(add(value, true, id));
    },
  };
  server.answers = new Proxy({ ...server.answers, ...answers } as typeof server.answers, {
    get: (own, key: string) => {
      const [path, query] = key.split('?');
      return path === 'GET /api/apps/chat/chat' ? () => Response.json(read(new URLSearchParams(query))) : own[key];
    },
  });
  return { state, add };
}

const requests = (start: string) => server.requests.filter(({ key }) => key.startsWith(start)).map(({ key }) => key);
const open = (name: RegExp | string) => screen.findByRole('button', { name }).then((button) => userEvent.click(button));
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Lale Öztürk' });
const log = () => screen.getByRole('log');

beforeEach(() => sessionStorage.clear());

describe('quick chat', () => {
  it('shows who wrote, and marks visible messages as read', async () => {
    chatServer([{ value: 'Good morning' }, { value: 'Are you there?' }]);
    await openPortal('/user', person('tenant.user'));
    await open('Lale Öztürk, Busy, 2 unread');
    await within(await screen.findByRole('dialog', { name: 'Lale Öztürk' })).findByText('Are you there?');
    await screen.findByRole('button', { name: 'Lale Öztürk, Busy' });
    expect(server.sent('PATCH /api/apps/chat/chat')).toEqual([{ id: CHAT, chat: { unreadCount: 0 } }]);
    // The narrow screens' button is in the toolbar as well, with the same count.
    expect(screen.getByRole('button', { name: 'Chat', hidden: true })).toBeTruthy();
  });

  it('fetches only the messages after the last known one', async () => {
    const { state, add } = chatServer([{ value: 'One' }]);
    const { cache } = await openPortal('/user', person('tenant.user'));
    await open(/^Lale/);
    await within(log()).findByText('One');
    const first = state.messages[0]!.id;
    add('Two');
    await act(() => cache.invalidateQueries({ queryKey: ['chat'] }));
    await within(log()).findByText('Two');
    expect(within(log()).getAllByText('One')).toHaveLength(1);
    expect(requests('GET /api/apps/chat/chat?')).toEqual([
      `GET /api/apps/chat/chat?id=${CHAT}`,
      `GET /api/apps/chat/chat?id=${CHAT}&after=${first}`,
    ]);
  });

  it('loads earlier messages on demand, and keeps them', async () => {
    const { state, add } = chatServer(['One', 'Two', 'Three'].map((value) => ({ value })));
    state.pageSize = 2;
    const { cache } = await openPortal('/user', person('tenant.user'));
    await open(/^Lale/);
    await within(log()).findByText('Two');
    expect(within(log()).queryByText('One')).toBeNull();
    await open('Earlier messages');
    await within(log()).findByText('One');
    expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull();
    add('Four');
    await act(() => cache.invalidateQueries({ queryKey: ['chat'] }));
    await within(log()).findByText('Four');
    expect(log().textContent).toMatch(/One.*Two.*Three.*Four/);
  });

  it('starts a chat with the selected person, and shows each message once', async () => {
    chatServer();
    await openPortal('/user', person('tenant.user'));
    await open('Chat: all people');
    await fill(await screen.findByRole('textbox', { name: 'Find people' }), 'ozturk', '{Enter}');
    await userEvent.type(await box(), ' Hello {Enter}there{Enter}');
    await waitFor(() => expect(server.sent('POST /api/apps/chat/message')).toHaveLength(2));
    expect(server.sent('POST /api/apps/chat/message')).toMatchObject([
      { contactId: 'lale', value: 'Hello' },
      { contactId: 'lale', value: 'there' },
    ]);
    await waitFor(() => expect(within(log()).queryByText('Sending')).toBeNull());
    // The messages of the chat that has begun are loaded first.
    expect(await within(log()).findAllByText('Hello')).toHaveLength(1);
    expect(log().textContent).toMatch(/Hello.*there/);
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  it('keeps unsent messages and drafts across a reload; a resent message keeps its id', async () => {
    const { state } = chatServer([{ value: 'Hi' }]);
    state.refuse = refused(500);
    await openPortal('/user', person('tenant.user'));
    await open(/^Lale/);
    await fill(await box(), 'Not yet', '{Enter}');
    await within(log()).findByRole('alert');
    await userEvent.type(await box(), 'A dra');

    cleanup();
    state.refuse = null;
    await openPortal('/user', person('tenant.user'));
    await open(/^Lale/);
    expect((await box()).value).toBe('A dra');
    await userEvent.click(await within(log()).findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(within(log()).queryByRole('alert')).toBeNull());
    const [first, second] = server.sent('POST /api/apps/chat/message') as NewChatMessage[];
    expect(second).toEqual(first);
    await waitFor(() => expect(sessionStorage.getItem(sessionStorage.key(0)!)).not.toContain('Not yet'));
  });

  it('leaves no drafts to the next account in the tab', async () => {
    chatServer([{ value: 'Hi' }]);
    await openPortal('/user', person('tenant.user'));
    await open(/^Lale/);
    await userEvent.type(await box(), 'Secret');
    expect(sessionStorage).toHaveLength(1);
    cleanup();
    const other = person('tenant.user');
    await openPortal('/user', { ...other, account: { ...other.account, id: 'another account' } });
    await open(/^Lale/);
    expect((await box()).value).toBe('');
    expect(sessionStorage).toHaveLength(0);
  });

  it('discards an unsent message', async () => {
    const { state } = chatServer([{ value: 'Hi' }]);
    state.refuse = refused(500);
    await openPortal('/user', person('tenant.user'));
    await open(/^Lale/);
    await fill(await box(), 'Oh well', '{Enter}');
    await open('Discard');
    const question = await screen.findByRole('dialog', { name: 'Delete unsent message?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete unsent message?' })).toBeNull());
    expect(within(log()).getByText('Oh well')).toBeTruthy();
    await open('Discard');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(within(log()).queryByText('Oh well')).toBeNull());
    expect(sessionStorage).toHaveLength(0);
  });

  it('mutes: its unread messages are no longer counted', async () => {
    // Nothing of it is unread, so that no message is marked as read when it is opened.
    const { add } = chatServer([{ value: 'Hi', mine: true }]);
    const { cache } = await openPortal('/user', person('tenant.user'));
    await open(/^Lale/);
    await open('Mute');
    await screen.findByRole('button', { name: 'Unmute' });
    await userEvent.keyboard('{Escape}');
    add('Again');
    await act(() => cache.invalidateQueries({ queryKey: ['chat'] }));
    await screen.findByRole('button', { name: 'Lale Öztürk, Busy, muted, 1 unread' });
    expect(screen.getByRole('button', { name: 'Chat', hidden: true })).toBeTruthy();
  });

  it('says why a person can no longer receive messages', async () => {
    chatServer([{ value: 'Farewell' }]);
    const gone = { ...LALE, presence: 'offline', active: false };
    const summary = {
      id: CHAT,
      contactId: 'lale',
      contact: gone,
      unreadCount: 0,
      muted: false,
      lastMessage: 'Farewell',
      lastMessageAt: '2026-11-20T08:00:00.000Z',
    };
    server.answers['GET /api/apps/chat/chats'] = () => Response.json([summary]);
    await openPortal('/user', person('tenant.user'));
    await open(/^Lale/);
    await screen.findByText('Lale Öztürk can no longer receive messages. Earlier messages stay here.');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows that it could not be loaded, and retries', async () => {
    chatServer([{ value: 'Hi' }]);
    const { 'GET /api/apps/chat/contacts': answer } = server.answers;
    server.answers['GET /api/apps/chat/contacts'] = () => refused(500);
    await openPortal('/user', person('tenant.user'));
    await open('Chat: all people');
    const dialog = await screen.findByRole('dialog', { name: 'Chat' });
    const again = await within(dialog).findByRole('button', { name: 'Try again' });
    server.answers['GET /api/apps/chat/contacts'] = answer!;
    await userEvent.click(again);
    expect(await within(dialog).findByRole('textbox', { name: 'Find people' })).toBeTruthy();
  });
});

describe('without chat', () => {
  it.each([
    [
      'the tenant switched it off',
      person('tenant.user', { features: { chatbot: false, insights: false, chat: false } }),
    ],
    ['the role may not', person('tenant.user', { permissions: ['shell.use'] })],
  ])('%s: nothing of it is shown or requested', async (_why, session) => {
    await openPortal('/user', session);
    await screen.findByRole('button', { name: 'Help' });
    expect(screen.queryByRole('button', { name: /^Chat/, hidden: true })).toBeNull();
    expect(requests('GET /api/apps/chat')).toEqual([]);
  });

  it('disappears at once when it is switched off, the open conversation too', async () => {
    chatServer([{ value: 'Hi' }]);
    await openPortal('/user', person('tenant.user', { tenant: ALDER }));
    await open(/^Lale/);
    await screen.findByRole('dialog');
    const session = currentSession.get()!;
    act(() => currentSession.set({ ...session, features: { ...session.features, chat: false } }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => currentSession.set(session));
    await screen.findByRole('button', { name: /^Lale/ });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens from the toolbar in the layouts without a rail', async () => {
    chatServer([{ value: 'Hi' }]);
    const preferences = { scheme: null, theme: null, layout: 'centered', language: null } as const;
    await openPortal('/user', person('tenant.user', { preferences }));
    const rail = await screen.findByRole('complementary', { name: 'Chat' });
    expect(rail.closest('[data-rise-rail]')?.getAttribute('data-rise-rail')).toBe('drawer');
    await userEvent.click(await screen.findByRole('button', { name: /^Chat(,|$)/ }));
    expect(await screen.findByRole('dialog', { name: 'Chat' })).toBeTruthy();
  });
});
