import { randomUUID } from 'node:crypto';
import type { Chat, ChatContact, ChatMessage, ChatSummary, RouteKey, Session } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import type { GlobalTx } from '../kernel/database/database.ts';
import { setTenantChat } from '../tenants/tenants.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

type Person = Awaited<ReturnType<TestPortal['signIn']>>;

let portal: TestPortal;
let ada: Person;
let cem: Person;
let zoe: Person;
let foreigner: Person;
let support: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const join = (firstName: string, lastName: string, tenant = alder) =>
    portal.signIn({
      email: `${firstName.toLowerCase()}@alder.example`,
      firstName,
      lastName,
      roles: ['tenant.user'],
      tenants: [tenant],
    });
  ada = await join('Ada', 'Lovelace');
  cem = await join('Cem', 'Yılmaz');
  zoe = await join('Zoe', 'Young');
  foreigner = await join('Ben', 'Birch', birch);
  support = await portal.signIn({ email: 'support@rise.example', roles: ['global.support'], enter: alder });
});
afterAll(() => portal?.close());

async function call<T>(
  person: Person,
  key: RouteKey,
  request: { body?: unknown; search?: string; headers?: Record<string, string> } = {},
) {
  const response = await portal.fetch(key, { cookie: person.cookie, ...request });
  const reply = (await response.json()) as T & { error?: { code: string; message: string } };
  return { status: response.status, reply };
}

const chats = async (person: Person) => (await call<ChatSummary[]>(person, 'GET /api/apps/chat/chats')).reply;
const read = async (person: Person, id: string, place = '') =>
  (await call<Chat>(person, 'GET /api/apps/chat/chat', { search: `?id=${id}${place}` })).reply;
const contacts = async (person: Person, language = 'en') =>
  (await call<ChatContact[]>(person, 'GET /api/apps/chat/contacts', { headers: { 'accept-language': language } }))
    .reply;
const write = (person: Person, to: { contactId: string } | { chatId: string }, value: string, id = randomUUID()) =>
  call<ChatMessage>(person, 'POST /api/apps/chat/message', { body: { id, value, ...to } });
const change = (person: Person, id: string, chat: object) =>
  call<ChatSummary>(person, 'PATCH /api/apps/chat/chat', { body: { id, chat } });

describe('contacts', () => {
  test('are the other people of the tenant, and viewing them creates no chat', async () => {
    expect(await contacts(ada)).toEqual([
      { id: cem.accountId, name: 'Cem Yılmaz', avatar: null, presence: 'online', active: true },
      { id: zoe.accountId, name: 'Zoe Young', avatar: null, presence: 'online', active: true },
    ]);
    expect(await chats(ada)).toEqual([]);
  });

  test('are sorted by the reader’s language', async () => {
    const { alder } = portal.tenants;
    for (const firstName of ['Çağla', 'Işık', 'İpek']) {
      await portal.signIn({
        email: 'x@alder.example',
        firstName,
        lastName: 'T',
        roles: ['tenant.user'],
        tenants: [alder],
      });
    }
    const names = async (language: string) => (await contacts(ada, language)).map(({ name }) => name.split(' ')[0]);
    expect(await names('tr')).toEqual(['Cem', 'Çağla', 'Işık', 'İpek', 'Zoe']);
    expect(await names('en')).toEqual(['Çağla', 'Cem', 'İpek', 'Işık', 'Zoe']);
  });

  test('have details that are fetched one at a time, and a person sees their own as others do', async () => {
    const { reply } = await call(ada, 'GET /api/apps/chat/contact', { search: `?id=${cem.accountId}` });
    expect(reply).toMatchObject({ name: 'Cem Yılmaz', details: { emails: [{ email: 'cem@alder.example' }] } });
    const profile = await call(cem, 'GET /api/apps/chat/profile');
    expect(profile.reply).toEqual({ id: cem.accountId, name: 'Cem Yılmaz', email: 'cem@alder.example', avatar: null });
  });

  test('appear with their chosen status while they are active', async () => {
    const { birch } = portal.tenants;
    const seen = async () => (await contacts(ada)).find(({ id }) => id === zoe.accountId)?.presence;
    const set = (status: string) => call(zoe, 'PATCH /api/common/user', { body: { user: { status } } });
    for (const [status, presence] of [
      ['away', 'away'],
      ['busy', 'busy'],
      ['invisible', 'offline'],
      ['online', 'online'],
    ] as const) {
      await set(status);
      expect(await seen()).toBe(presence);
    }
    const write = (change: string) =>
      portal.database.withGlobal(SYSTEM, (tx) =>
        change === 'long ago'
          ? tx.run`UPDATE session SET last_seen_at = now() - interval '11 minutes' WHERE id = ${zoe.sessionId}`
          : tx.run`UPDATE session SET last_seen_at = now(), tenant_id = ${change} WHERE id = ${zoe.sessionId}`,
      );
    await write('long ago');
    expect(await seen()).toBe('offline');
    await write(birch);
    expect(await seen()).toBe('offline');
    await write(portal.tenants.alder);
    expect(await seen()).toBe('online');
  });

  test('of another tenant are not found', async () => {
    const response = await call(ada, 'GET /api/apps/chat/contact', { search: `?id=${foreigner.accountId}` });
    expect(response).toMatchObject({ status: 404, reply: { error: { code: 'NOT_FOUND' } } });
    expect((await write(ada, { contactId: foreigner.accountId }, 'Hello')).status).toBe(404);
    expect((await write(ada, { contactId: ada.accountId }, 'Hello')).status).toBe(404);
    expect(await chats(ada)).toEqual([]);
  });
});

describe('a chat', () => {
  let chatId: string;

  test('starts with the first message, which both see', async () => {
    const { reply } = await write(ada, { contactId: cem.accountId }, '  Good morning\n<b>Cem</b>  ');
    chatId = reply.chatId;
    expect(reply).toMatchObject({ value: 'Good morning\n<b>Cem</b>', isMine: true, contactId: ada.accountId });
    expect(await chats(ada)).toMatchObject([{ id: chatId, contactId: cem.accountId, unreadCount: 0 }]);
    expect(await chats(cem)).toMatchObject([
      {
        id: chatId,
        contact: { id: ada.accountId, name: 'Ada Lovelace', active: true },
        unreadCount: 1,
        muted: false,
        lastMessage: 'Good morning\n<b>Cem</b>',
        lastMessageAt: reply.createdAt,
      },
    ]);
    expect(await read(cem, chatId)).toMatchObject({
      messages: [{ isMine: false, contactId: ada.accountId }],
      earlier: false,
    });
  });

  test('is shared by its two people, regardless of who writes first', async () => {
    const both = await Promise.all([
      write(ada, { contactId: zoe.accountId }, 'From Ada'),
      write(zoe, { contactId: ada.accountId }, 'From Zoe'),
    ]);
    expect(new Set(both.map(({ reply }) => reply.chatId)).size).toBe(1);
    expect((await read(zoe, both[0].reply.chatId)).messages.map(({ value }) => value).toSorted()).toEqual([
      'From Ada',
      'From Zoe',
    ]);
  });

  test('with newer messages comes first', async () => {
    await write(cem, { chatId }, 'And to you');
    expect((await chats(ada)).map(({ contact }) => contact.name)).toEqual(['Cem Yılmaz', 'Zoe Young']);
    const { reply } = await write(zoe, { contactId: ada.accountId }, 'Here I am');
    expect((await chats(ada)).map(({ lastMessage }) => lastMessage)).toEqual(['Here I am', 'And to you']);
    expect((await chats(ada))[0]!.id).toBe(reply.chatId);
  });

  test('is muted and marked as read by each person separately', async () => {
    const unread = async (person: Person) => (await chats(person)).find(({ id }) => id === chatId);
    expect(await unread(ada)).toMatchObject({ unreadCount: 1, muted: false });
    expect((await change(ada, chatId, { muted: true })).reply).toMatchObject({ unreadCount: 1, muted: true });
    expect((await change(ada, chatId, { unreadCount: 0 })).reply).toMatchObject({ unreadCount: 0, muted: true });
    expect(await unread(cem)).toMatchObject({ unreadCount: 1, muted: false });
    expect((await change(ada, chatId, { unreadCount: 7 })).status).toBe(400);
    expect((await change(ada, chatId, { contactId: zoe.accountId })).status).toBe(400);
  });

  test('of other people, or that does not exist, is not found by its id', async () => {
    for (const id of [chatId, randomUUID(), 'nonsense']) {
      const response = await call(zoe, 'GET /api/apps/chat/chat', { search: `?id=${id}` });
      expect(response).toMatchObject({
        status: 404,
        reply: { error: { code: 'NOT_FOUND', message: `Could not found chat with id of ${id}!` } },
      });
      expect((await change(zoe, id, { muted: true })).reply).toEqual({
        error: { ...response.reply.error, requestId: expect.any(String) },
      });
      expect((await write(zoe, { chatId: id }, 'Let me in')).reply.error?.message).toBe(response.reply.error?.message);
    }
    expect(await read(cem, chatId)).toMatchObject({ muted: false, messages: [{}, {}] });
  });

  test('accepts messages of 1 to 4,000 characters, to one recipient', async () => {
    for (const value of ['', ' \n ', 'x'.repeat(4001)]) expect((await write(ada, { chatId }, value)).status).toBe(400);
    expect((await write(ada, { chatId, contactId: cem.accountId }, 'Twice')).status).toBe(400);
    const longest = await write(ada, { chatId }, 'x'.repeat(4000));
    expect(longest.reply.value).toHaveLength(4000);
    expect((await chats(ada)).find(({ id }) => id === chatId)?.lastMessage).toHaveLength(200);
  });

  test('stores a message once, however often it is sent, even concurrently', async () => {
    const before = (await read(cem, chatId)).unreadCount;
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => write(ada, { chatId }, 'Just once', id)));
    expect(new Set(answers.map(({ status, reply }) => `${status} ${reply.createdAt}`)).size).toBe(1);
    const { messages, unreadCount } = await read(cem, chatId);
    expect(messages.filter(({ value }) => value === 'Just once')).toHaveLength(1);
    expect(unreadCount).toBe(before + 1);
    expect(await write(ada, { chatId }, 'Something else', id)).toMatchObject({ status: 409 });
    expect(await write(cem, { chatId }, 'Just once', id)).toMatchObject({ status: 409 });
  });

  test('is read 200 messages at a time, oldest first', async () => {
    const { reply } = await write(cem, { contactId: zoe.accountId }, '1');
    for (let n = 2; n <= 205; n += 1) await write(n % 2 ? cem : zoe, { chatId: reply.chatId }, String(n));
    const last = await read(zoe, reply.chatId);
    expect(last.messages.map(({ value }) => Number(value))).toEqual(Array.from({ length: 200 }, (_, n) => n + 6));
    expect(last).toMatchObject({ earlier: true, later: false });
    const first = await read(zoe, reply.chatId, `&before=${last.messages[0]!.id}`);
    expect(first.messages.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5']);
    expect(first).toMatchObject({ earlier: false, later: true });
    const after = (id: string) => read(zoe, reply.chatId, `&after=${id}`);
    const next = await after(first.messages[2]!.id);
    expect(next.messages.map(({ value }) => Number(value))).toEqual(Array.from({ length: 200 }, (_, n) => n + 4));
    expect(next).toMatchObject({ earlier: true, later: true });
    const rest = await after(next.messages.at(-1)!.id);
    expect(rest).toMatchObject({ messages: [{ value: '204' }, { value: '205' }], later: false });
    expect(await after(rest.messages[1]!.id)).toMatchObject({ messages: [], later: false });
    const elsewhere = (await read(ada, (await chats(ada))[0]!.id)).messages[0]!.id;
    expect(await after(elsewhere)).toMatchObject({ messages: [], later: false });
    const both = `?id=${reply.chatId}&before=${elsewhere}&after=${elsewhere}`;
    expect((await call(zoe, 'GET /api/apps/chat/chat', { search: both })).status).toBe(400);
  });
});

describe('a person who has left', () => {
  test.each<[string, (tx: GlobalTx, id: string) => Promise<number>]>([
    [
      'is disabled in the tenant',
      (tx, id) => tx.run`UPDATE tenant_user SET disabled_at = now() WHERE account_id = ${id}`,
    ],
    ['is no longer in the tenant', (tx, id) => tx.run`DELETE FROM tenant_user WHERE account_id = ${id}`],
    ['is disabled', (tx, id) => tx.run`UPDATE account SET disabled_at = now() WHERE id = ${id}`],
    ['is removed', (tx, id) => tx.run`DELETE FROM account WHERE id = ${id}`],
  ])('who %s keeps the messages, but the chat is read-only', async (how, leave) => {
    const { alder } = portal.tenants;
    const gone = await portal.signIn({
      email: 'gone@alder.example',
      firstName: 'Gone',
      lastName: how,
      roles: ['tenant.user'],
      tenants: [alder],
    });
    const { reply } = await write(gone, { contactId: ada.accountId }, 'Farewell');
    await portal.database.withGlobal(SYSTEM, (tx) => leave(tx, gone.accountId));

    expect(await read(ada, reply.chatId)).toMatchObject({
      contact: { name: `Gone ${how}`, active: false },
      messages: [{ value: 'Farewell', isMine: false }],
    });
    for (const to of [{ chatId: reply.chatId }, { contactId: gone.accountId }]) {
      expect(await write(ada, to, 'Are you there?')).toMatchObject({
        status: 409,
        reply: { error: { code: 'CONFLICT', message: 'This person can no longer receive messages.' } },
      });
    }
    expect((await contacts(ada)).map(({ id }) => id)).not.toContain(gone.accountId);
    const details = await call(ada, 'GET /api/apps/chat/contact', { search: `?id=${gone.accountId}` });
    expect(details.reply).toMatchObject({ active: false, details: { emails: [] } });
    expect((await call(gone, 'GET /api/apps/chat/chats')).status).toBe(401);
  });
});

test('a global user who enters a tenant cannot use its chats', async () => {
  const { reply: session } = await call<Session>(support, 'GET /api/v1/session');
  expect(session.features.chat).toBe(false);
  expect(await chats(support)).toEqual([]);
  expect(await contacts(support)).toEqual([]);
  const [{ id }] = (await chats(ada)) as [ChatSummary];
  expect((await call(support, 'GET /api/apps/chat/chat', { search: `?id=${id}` })).status).toBe(404);
  expect((await write(support, { contactId: ada.accountId }, 'From above')).status).toBe(404);
  expect((await write(ada, { contactId: support.accountId }, 'To above')).status).toBe(404);
});

test('a tenant without chat has none of its routes, and gets its chats back when it is enabled again', async () => {
  const before = await chats(ada);
  const [{ id }] = before as [ChatSummary];
  const features = async (person: Person) => (await call<Session>(person, 'GET /api/v1/session')).reply.features;
  expect(await features(ada)).toMatchObject({ chat: true });
  expect(await setTenantChat(portal.database, 'alder', false)).toBe(true);
  const answers = [
    await call(ada, 'GET /api/apps/chat/chats'),
    await call(ada, 'GET /api/apps/chat/chat', { search: `?id=${id}` }),
    await change(ada, id, { muted: true }),
    await call(ada, 'GET /api/apps/chat/contacts'),
    await call(ada, 'GET /api/apps/chat/contact', { search: `?id=${cem.accountId}` }),
    await call(ada, 'GET /api/apps/chat/profile'),
    await write(ada, { contactId: cem.accountId }, 'Hello'),
    await call(support, 'GET /api/apps/chat/chats'),
  ];
  expect(answers.map(({ status, reply }) => `${status} ${reply.error?.message}`)).toEqual(
    answers.map(() => '404 Not found.'),
  );
  expect(await features(ada)).toMatchObject({ chat: false });
  expect(await features(foreigner)).toMatchObject({ chat: true });
  expect(await setTenantChat(portal.database, 'alder', true)).toBe(true);
  expect(await chats(ada)).toEqual(before);
});
