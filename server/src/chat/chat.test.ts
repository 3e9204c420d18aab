import { randomUUID } from 'node:crypto';
import type { Chat, ChatContact, ChatMessage, ChatSummary, RouteKey, Session } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import type { GlobalTx } from '../kernel/database.ts';
import { switchChat } from '../tenants/tenants.service.ts';
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
  const told = (await response.json()) as T & { error?: { code: string; message: string } };
  return { status: response.status, told };
}

const chats = async (person: Person) => (await call<ChatSummary[]>(person, 'GET /api/apps/chat/chats')).told;
const read = async (person: Person, id: string, place = '') =>
  (await call<Chat>(person, 'GET /api/apps/chat/chat', { search: `?id=${id}${place}` })).told;
const contacts = async (person: Person, language = 'en') =>
  (await call<ChatContact[]>(person, 'GET /api/apps/chat/contacts', { headers: { 'accept-language': language } })).told;
const write = (person: Person, to: { contactId: string } | { chatId: string }, value: string, id = randomUUID()) =>
  call<ChatMessage>(person, 'POST /api/apps/chat/message', { body: { id, value, ...to } });
const change = (person: Person, id: string, chat: object) =>
  call<ChatSummary>(person, 'PATCH /api/apps/chat/chat', { body: { id, chat } });

describe('contacts', () => {
  test('are one’s colleagues without oneself, and looking at them begins no chat', async () => {
    expect(await contacts(ada)).toEqual([
      { id: cem.accountId, name: 'Cem Yılmaz', avatar: null, presence: 'online', active: true },
      { id: zoe.accountId, name: 'Zoe Young', avatar: null, presence: 'online', active: true },
    ]);
    expect(await chats(ada)).toEqual([]);
  });

  test('stand in the order of the reader’s language', async () => {
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

  test('tell their details one at a time, and oneself how one appears', async () => {
    const { told } = await call(ada, 'GET /api/apps/chat/contact', { search: `?id=${cem.accountId}` });
    expect(told).toMatchObject({ name: 'Cem Yılmaz', details: { emails: [{ email: 'cem@alder.example' }] } });
    const profile = await call(cem, 'GET /api/apps/chat/profile');
    expect(profile.told).toEqual({ id: cem.accountId, name: 'Cem Yılmaz', email: 'cem@alder.example', avatar: null });
  });

  test('are seen as they wish to be, while they are here', async () => {
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
    const asked = await call(ada, 'GET /api/apps/chat/contact', { search: `?id=${foreigner.accountId}` });
    expect(asked).toMatchObject({ status: 404, told: { error: { code: 'NOT_FOUND' } } });
    expect((await write(ada, { contactId: foreigner.accountId }, 'Hello')).status).toBe(404);
    expect((await write(ada, { contactId: ada.accountId }, 'Hello')).status).toBe(404);
    expect(await chats(ada)).toEqual([]);
  });
});

describe('a chat', () => {
  let chatId: string;

  test('begins with the first message, which both see', async () => {
    const { told } = await write(ada, { contactId: cem.accountId }, '  Good morning\n<b>Cem</b>  ');
    chatId = told.chatId;
    expect(told).toMatchObject({ value: 'Good morning\n<b>Cem</b>', isMine: true, contactId: ada.accountId });
    expect(await chats(ada)).toMatchObject([{ id: chatId, contactId: cem.accountId, unreadCount: 0 }]);
    expect(await chats(cem)).toMatchObject([
      {
        id: chatId,
        contact: { id: ada.accountId, name: 'Ada Lovelace', active: true },
        unreadCount: 1,
        muted: false,
        lastMessage: 'Good morning\n<b>Cem</b>',
        lastMessageAt: told.createdAt,
      },
    ]);
    expect(await read(cem, chatId)).toMatchObject({
      messages: [{ isMine: false, contactId: ada.accountId }],
      earlier: false,
    });
  });

  test('is one for its two people, whoever writes first', async () => {
    const both = await Promise.all([
      write(ada, { contactId: zoe.accountId }, 'From Ada'),
      write(zoe, { contactId: ada.accountId }, 'From Zoe'),
    ]);
    expect(new Set(both.map(({ told }) => told.chatId)).size).toBe(1);
    expect((await read(zoe, both[0].told.chatId)).messages.map(({ value }) => value).toSorted()).toEqual([
      'From Ada',
      'From Zoe',
    ]);
  });

  test('stands before those that were written in earlier', async () => {
    await write(cem, { chatId }, 'And to you');
    expect((await chats(ada)).map(({ contact }) => contact.name)).toEqual(['Cem Yılmaz', 'Zoe Young']);
    const { told } = await write(zoe, { contactId: ada.accountId }, 'Here I am');
    expect((await chats(ada)).map(({ lastMessage }) => lastMessage)).toEqual(['Here I am', 'And to you']);
    expect((await chats(ada))[0]!.id).toBe(told.chatId);
  });

  test('is muted and read by each for themselves', async () => {
    const unread = async (person: Person) => (await chats(person)).find(({ id }) => id === chatId);
    expect(await unread(ada)).toMatchObject({ unreadCount: 1, muted: false });
    expect((await change(ada, chatId, { muted: true })).told).toMatchObject({ unreadCount: 1, muted: true });
    expect((await change(ada, chatId, { unreadCount: 0 })).told).toMatchObject({ unreadCount: 0, muted: true });
    expect(await unread(cem)).toMatchObject({ unreadCount: 1, muted: false });
    expect((await change(ada, chatId, { unreadCount: 7 })).status).toBe(400);
    expect((await change(ada, chatId, { contactId: zoe.accountId })).status).toBe(400);
  });

  test('that one is not in, or that never was, is told by its id', async () => {
    for (const id of [chatId, randomUUID(), 'nonsense']) {
      const asked = await call(zoe, 'GET /api/apps/chat/chat', { search: `?id=${id}` });
      expect(asked).toMatchObject({
        status: 404,
        told: { error: { code: 'NOT_FOUND', message: `Could not found chat with id of ${id}!` } },
      });
      expect((await change(zoe, id, { muted: true })).told).toEqual({
        error: { ...asked.told.error, requestId: expect.any(String) },
      });
      expect((await write(zoe, { chatId: id }, 'Let me in')).told.error?.message).toBe(asked.told.error?.message);
    }
    expect(await read(cem, chatId)).toMatchObject({ muted: false, messages: [{}, {}] });
  });

  test('takes messages of 1 to 4,000 characters, to one place', async () => {
    for (const value of ['', ' \n ', 'x'.repeat(4001)]) expect((await write(ada, { chatId }, value)).status).toBe(400);
    expect((await write(ada, { chatId, contactId: cem.accountId }, 'Twice')).status).toBe(400);
    const longest = await write(ada, { chatId }, 'x'.repeat(4000));
    expect(longest.told.value).toHaveLength(4000);
    expect((await chats(ada)).find(({ id }) => id === chatId)?.lastMessage).toHaveLength(200);
  });

  test('takes a message once, however often it is sent, also at the same time', async () => {
    const before = (await read(cem, chatId)).unreadCount;
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => write(ada, { chatId }, 'Just once', id)));
    expect(new Set(answers.map(({ status, told }) => `${status} ${told.createdAt}`)).size).toBe(1);
    const { messages, unreadCount } = await read(cem, chatId);
    expect(messages.filter(({ value }) => value === 'Just once')).toHaveLength(1);
    expect(unreadCount).toBe(before + 1);
    expect(await write(ada, { chatId }, 'Something else', id)).toMatchObject({ status: 409 });
    expect(await write(cem, { chatId }, 'Just once', id)).toMatchObject({ status: 409 });
  });

  test('is read 200 messages at a time, the oldest of them first', async () => {
    const { told } = await write(cem, { contactId: zoe.accountId }, '1');
    for (let n = 2; n <= 205; n += 1) await write(n % 2 ? cem : zoe, { chatId: told.chatId }, String(n));
    const last = await read(zoe, told.chatId);
    expect(last.messages.map(({ value }) => Number(value))).toEqual(Array.from({ length: 200 }, (_, n) => n + 6));
    expect(last).toMatchObject({ earlier: true, later: false });
    const first = await read(zoe, told.chatId, `&before=${last.messages[0]!.id}`);
    expect(first.messages.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5']);
    expect(first).toMatchObject({ earlier: false, later: true });
    const after = (id: string) => read(zoe, told.chatId, `&after=${id}`);
    const next = await after(first.messages[2]!.id);
    expect(next.messages.map(({ value }) => Number(value))).toEqual(Array.from({ length: 200 }, (_, n) => n + 4));
    expect(next).toMatchObject({ earlier: true, later: true });
    const rest = await after(next.messages.at(-1)!.id);
    expect(rest).toMatchObject({ messages: [{ value: '204' }, { value: '205' }], later: false });
    expect(await after(rest.messages[1]!.id)).toMatchObject({ messages: [], later: false });
    const elsewhere = (await read(ada, (await chats(ada))[0]!.id)).messages[0]!.id;
    expect(await after(elsewhere)).toMatchObject({ messages: [], later: false });
    const both = `?id=${told.chatId}&before=${elsewhere}&after=${elsewhere}`;
    expect((await call(zoe, 'GET /api/apps/chat/chat', { search: both })).status).toBe(400);
  });
});

describe('somebody who left', () => {
  test.each<[string, (tx: GlobalTx, id: string) => Promise<number>]>([
    [
      'is disabled in the tenant',
      (tx, id) => tx.run`UPDATE tenant_user SET disabled_at = now() WHERE account_id = ${id}`,
    ],
    ['is no longer in the tenant', (tx, id) => tx.run`DELETE FROM tenant_user WHERE account_id = ${id}`],
    ['is disabled', (tx, id) => tx.run`UPDATE account SET disabled_at = now() WHERE id = ${id}`],
    ['is removed', (tx, id) => tx.run`DELETE FROM account WHERE id = ${id}`],
  ])('and %s: what was written stays, and nothing can be added', async (how, leave) => {
    const { alder } = portal.tenants;
    const gone = await portal.signIn({
      email: 'gone@alder.example',
      firstName: 'Gone',
      lastName: how,
      roles: ['tenant.user'],
      tenants: [alder],
    });
    const { told } = await write(gone, { contactId: ada.accountId }, 'Farewell');
    await portal.database.withGlobal(SYSTEM, (tx) => leave(tx, gone.accountId));

    expect(await read(ada, told.chatId)).toMatchObject({
      contact: { name: `Gone ${how}`, active: false },
      messages: [{ value: 'Farewell', isMine: false }],
    });
    for (const to of [{ chatId: told.chatId }, { contactId: gone.accountId }]) {
      expect(await write(ada, to, 'Are you there?')).toMatchObject({
        status: 409,
        told: { error: { code: 'CONFLICT', message: 'This person can no longer be written to.' } },
      });
    }
    expect((await contacts(ada)).map(({ id }) => id)).not.toContain(gone.accountId);
    const details = await call(ada, 'GET /api/apps/chat/contact', { search: `?id=${gone.accountId}` });
    expect(details.told).toMatchObject({ active: false, details: { emails: [] } });
    expect((await call(gone, 'GET /api/apps/chat/chats')).status).toBe(401);
  });
});

test('who enters a tenant from above takes no part in its chats', async () => {
  const { told: session } = await call<Session>(support, 'GET /api/v1/session');
  expect(session.features.chat).toBe(false);
  expect(await chats(support)).toEqual([]);
  expect(await contacts(support)).toEqual([]);
  const [{ id }] = (await chats(ada)) as [ChatSummary];
  expect((await call(support, 'GET /api/apps/chat/chat', { search: `?id=${id}` })).status).toBe(404);
  expect((await write(support, { contactId: ada.accountId }, 'From above')).status).toBe(404);
  expect((await write(ada, { contactId: support.accountId }, 'To above')).status).toBe(404);
});

test('a tenant without chat has none of its routes, and gets everything back', async () => {
  const before = await chats(ada);
  const [{ id }] = before as [ChatSummary];
  const features = async (person: Person) => (await call<Session>(person, 'GET /api/v1/session')).told.features;
  expect(await features(ada)).toMatchObject({ chat: true });
  expect(await switchChat(portal.database, 'alder', false)).toBe(true);
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
  expect(answers.map(({ status, told }) => `${status} ${told.error?.message}`)).toEqual(
    answers.map(() => '404 Not found.'),
  );
  expect(await features(ada)).toMatchObject({ chat: false });
  expect(await features(foreigner)).toMatchObject({ chat: true });
  expect(await switchChat(portal.database, 'alder', true)).toBe(true);
  expect(await chats(ada)).toEqual(before);
});
