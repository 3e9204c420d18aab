import { randomUUID } from 'node:crypto';
import {
  CONVERSATION_LIMITS,
  type AssistantAnswer,
  type Conversation,
  type ErrorBody,
  type RatedMessage,
  type RouteKey,
  type Session,
  type SharedConversation,
} from '@rise/contract';
import { pino } from 'pino';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { ConversationCleaner } from './conversation-cleaner.service.ts';

const ALL = 'GET /api/v1/openai/conversations';
const ONE = '/api/v1/openai/conversations/:id';
const SHARED = 'GET /api/v1/openai/shared/:id';
type Person = Awaited<ReturnType<TestPortal['signIn']>>;

let portal: TestPortal;
let sql: Client;
let ada: Person;
let cem: Person;
let ben: Person;
beforeAll(async () => {
  portal = await startTestPortal();
  sql = new Client({ connectionString: portal.superuserUrl });
  await sql.connect();
  const join = (email: string, tenant: string) => portal.signIn({ email, roles: ['tenant.user'], tenants: [tenant] });
  ada = await join('ada@alder.example', portal.tenants.alder);
  cem = await join('cem@alder.example', portal.tenants.alder);
  ben = await join('ben@birch.example', portal.tenants.birch);
});
afterAll(async () => {
  await sql?.end();
  await portal?.close();
});

/** Asks a question, in a new conversation unless one is named; returns its id. */
async function ask(person: Person, message: string, chatId: string | null = null): Promise<string> {
  const body = { message, chatId, openAIRequest: { messages: [{ role: 'user', content: message }] } };
  const response = await portal.fetch('POST /api/v1/openai/confluence/chat', { cookie: person.cookie, body });
  return ((await response.json()) as AssistantAnswer).chatId;
}
const call = async <T>(person: Person, key: RouteKey, id: string, body?: unknown, number?: number) => {
  const response = await portal.fetch(key, {
    cookie: person.cookie,
    id,
    ...(body !== undefined && { body }),
    ...(number !== undefined && { number }),
  });
  return { status: response.status, reply: (await response.json()) as T & ErrorBody };
};
async function list(person: Person, search = ''): Promise<Conversation[]> {
  const key = `${ALL}?search=${encodeURIComponent(search)}` as RouteKey;
  const response = await portal.fetch(key, { cookie: person.cookie });
  return ((await response.json()) as { conversations: Conversation[] }).conversations;
}
const titles = async (person: Person, search = '') => (await list(person, search)).map(({ title }) => title);

describe('the list', () => {
  test('shows a person’s own conversations, those asked in last first, pinned ones before them', async () => {
    const first = await ask(cem, 'How do I change the layout?');
    const second = await ask(cem, 'Which reports are there?');
    expect(await list(cem)).toMatchObject([
      { id: second, title: 'Which reports are there?', pinned: false, messages: 2, shared: null },
      { id: first, title: 'How do I change the layout?' },
    ]);
    await ask(cem, 'And the language?', first);
    expect((await list(cem))[0]).toMatchObject({ id: first, title: 'How do I change the layout?', messages: 4 });
    expect((await call<Conversation>(cem, `PATCH ${ONE}`, second, { pinned: true })).reply.pinned).toBe(true);
    expect((await list(cem)).map(({ id }) => id)).toEqual([second, first]);
    expect(await list(ben)).toEqual([]);
  });

  test('is searched in titles, questions and answers, without regard to case and diacritics', async () => {
    const dan = await portal.signIn({
      email: 'dan@alder.example',
      roles: ['tenant.user'],
      tenants: [portal.tenants.alder],
    });
    const id = await ask(dan, 'How do I change the layout?');
    await ask(dan, 'What is the net worth ratio?');
    expect(await titles(dan, 'LAYOUT?')).toEqual(['How do I change the layout?']);
    expect(await titles(dan, 'ten layouts show')).toEqual(['How do I change the layout?']);
    await call(dan, `PATCH ${ONE}`, id, { title: '  Görünüm   soruları ' });
    expect(await titles(dan, 'gorunum')).toEqual(['Görünüm soruları']);
    expect(await titles(dan, '100% _')).toEqual([]);
  });

  test('pins no more than the limit', async () => {
    const eli = await portal.signIn({
      email: 'eli@alder.example',
      roles: ['tenant.user'],
      tenants: [portal.tenants.alder],
    });
    const id = await ask(eli, 'Layout');
    await sql.query(
      `INSERT INTO assistant_chat (tenant_id, account_id, pinned_at) SELECT tenant_id, account_id, now()
         FROM assistant_chat, generate_series(1, $2::int) WHERE id = $1`,
      [id, CONVERSATION_LIMITS.pinned],
    );
    expect((await call(eli, `PATCH ${ONE}`, id, { pinned: true })).reply.error.code).toBe('CONFLICT');
    expect((await call(eli, `PATCH ${ONE}`, id, { title: 'Still renamed' })).status).toBe(200);
  });
});

test('a deleted conversation is gone everywhere, can be restored, and is deleted for good a day later', async () => {
  const id = await ask(ada, 'Layout');
  await call(ada, `PUT ${ONE}/share`, id);
  expect((await call(ada, `DELETE ${ONE}`, id)).reply).toEqual({ deleted: true });
  const gone: [RouteKey, Person][] = [
    [`GET ${ONE}`, ada],
    [`DELETE ${ONE}`, ada],
    ['GET /api/v1/openai/confluence/chat/:id', ada],
    ['DELETE /api/v1/openai/confluence/chat/:id', ada],
    [`PUT ${ONE}/share`, ada],
    [SHARED, cem],
  ];
  for (const [key, person] of gone) expect([key, (await call(person, key, id)).status]).toEqual([key, 404]);
  expect(await titles(ada)).not.toContain('Layout');
  expect((await call<Conversation>(ada, `POST ${ONE}/restore`, id)).reply).toMatchObject({ id, shared: null });
  expect((await call(ada, `POST ${ONE}/restore`, id)).status).toBe(404);

  const cleaner = new ConversationCleaner({ database: portal.database, log: pino({ level: 'silent' }) });
  await call(ada, `DELETE ${ONE}`, id);
  await cleaner.run();
  const rows = () => sql.query('SELECT 1 FROM assistant_message WHERE chat_id = $1', [id]);
  expect((await rows()).rowCount).toBe(2);
  await sql.query(`UPDATE assistant_chat SET deleted_at = now() - interval '25 hours' WHERE id = $1`, [id]);
  expect((await call(ada, `POST ${ONE}/restore`, id)).status).toBe(404);
  await cleaner.run();
  expect((await rows()).rowCount).toBe(0);
});

test('idle conversations are deleted for good, pinned ones stay', async () => {
  const [idle, pinned] = [await ask(ada, 'Layout'), await ask(ada, 'Language')];
  await call(ada, `PATCH ${ONE}`, pinned, { pinned: true });
  await sql.query(`UPDATE assistant_chat SET asked_at = now() - interval '366 days' WHERE id = ANY ($1)`, [
    [idle, pinned],
  ]);
  await new ConversationCleaner({ database: portal.database, log: pino({ level: 'silent' }) }).run();
  expect((await call(ada, `GET ${ONE}`, idle)).status).toBe(404);
  expect((await call(ada, `GET ${ONE}`, pinned)).status).toBe(200);
});

describe('a rating', () => {
  const RATE = `PUT ${ONE}/messages/:number/rating` as const;
  const rated = async (id: string) =>
    (await call<{ messages: RatedMessage[] }>(ada, `GET ${ONE}`, id)).reply.messages.map(({ rating }) => rating);

  test('is stored with its reason, changed and removed', async () => {
    const id = await ask(ada, 'Layout');
    await call(ada, RATE, id, { rating: { value: 'unhelpful', reason: 'outdated' } }, 1);
    expect(await rated(id)).toEqual([null, { value: 'unhelpful', reason: 'outdated' }]);
    await call(ada, RATE, id, { rating: { value: 'helpful', reason: null } }, 1);
    expect(await rated(id)).toEqual([null, { value: 'helpful', reason: null }]);
    await call(ada, RATE, id, { rating: null }, 1);
    expect(await rated(id)).toEqual([null, null]);
  });

  test('is refused for a question, for what does not exist, and for others’ answers', async () => {
    const id = await ask(ada, 'Layout');
    const rating = { value: 'helpful', reason: null };
    for (const [person, number] of [
      [ada, 0],
      [ada, 2],
      [cem, 1],
      [ben, 1],
    ] as const)
      // prettier-ignore
      expect((await call(person, RATE, id, { rating }, number)).status).toBe(404);
    const wrong = await call(ada, RATE, id, { rating: { value: 'helpful', reason: 'wrong' } }, 1);
    expect(wrong.reply.error.code).toBe('VALIDATION_FAILED');
    expect(await rated(id)).toEqual([null, null]);
  });
});

describe('a shared conversation', () => {
  const read = (person: Person, id: string) => call<SharedConversation>(person, SHARED, id);

  test('is read by people of the tenant only, as it was when it was shared, until that is revoked', async () => {
    const id = await ask(ada, 'How do I change the layout?');
    expect((await read(cem, id)).status).toBe(404);
    const { reply: shared } = await call<Conversation>(ada, `PUT ${ONE}/share`, id);
    expect(shared.shared).toMatchObject({ messages: 2 });
    await ask(ada, 'And the language?', id);
    const { reply } = await read(cem, id);
    expect(reply).toMatchObject({ id, title: 'How do I change the layout?', owner: 'Test Person', own: false });
    expect(reply.messages.map(({ index, role }) => `${index}${role}`)).toEqual(['0user', '1assistant']);
    expect(reply.messages[1]!.content).toContain('Ten layouts show the same pages.');
    expect((await read(ada, id)).reply.own).toBe(true);
    await call(ada, `PUT ${ONE}/share`, id);
    expect((await read(cem, id)).reply.messages).toHaveLength(4);

    expect((await read(ben, id)).status).toBe(404);
    for (const key of [`GET ${ONE}`, `DELETE ${ONE}`, `DELETE ${ONE}/share`] as const)
      expect([key, (await call(cem, key, id)).status]).toEqual([key, 404]);
    await call(ada, `DELETE ${ONE}/share`, id);
    expect((await read(cem, id)).status).toBe(404);
  });

  test('does not show an answer from what the reader may not open, nor from what is not known', async () => {
    const id = await ask(ada, 'What is the net worth ratio?');
    await call(ada, `PUT ${ONE}/share`, id);
    const passages = async () => (await read(cem, id)).reply.messages[1]!.data!.passages;
    expect(await passages()).toContain('Net worth (997)');
    const hide = (permission: string) =>
      sql.query(`UPDATE search_entry SET permission = $1 WHERE kind = 'data' AND id LIKE '%net_worth_ratio%'`, [
        permission,
      ]);
    await hide('global.administer');
    expect(await passages()).toBe('');
    await hide('report.read');
    expect(await passages()).toContain('Net worth (997)');
    await sql.query('UPDATE assistant_message SET sources = NULL WHERE chat_id = $1', [id]);
    expect(await passages()).toBe('');
  });

  test('has the query of figures, and not the figures, which depend on who reads', async () => {
    const id = await ask(ada, 'What is the net worth ratio?');
    await call(ada, `PUT ${ONE}/share`, id);
    const own = await call<{ messages: RatedMessage[] }>(ada, `GET ${ONE}`, id);
    expect(own.reply.messages[1]!.content).toMatch(/\d+\.\d+%/);
    // Its owner is shown what others see.
    for (const person of [cem, ada]) {
      const [question, answer] = (await read(person, id)).reply.messages;
      expect(question!.content).toBe('What is the net worth ratio?');
      expect([answer!.content, answer!.data!.choices]).toEqual([null, []]);
      expect(answer!.data!.query).toMatchObject({ measures: ['net_worth_ratio'] });
    }
  });

  test('that never existed gets the same response', async () => {
    const id = await ask(ada, 'Layout');
    const [hidden, never] = [await read(cem, id), await read(cem, randomUUID())];
    expect([hidden.status, hidden.reply.error.code]).toEqual([never.status, never.reply.error.code]);
  });
});

test('a tenant whose assistant is off has none of it, in menus neither, and everything again once it is on', async () => {
  const id = await ask(ben, 'How do I change the layout?');
  const set = (enabled: boolean | null) => sql.query('UPDATE tenant SET chatbot_enabled = $1 WHERE id = $2', [enabled, portal.tenants.birch]); // prettier-ignore
  const menus = async (person: Person) =>
    (await portal.fetch('GET /api/common/navigation', { cookie: person.cookie })).text();
  const features = async (person: Person) =>
    ((await (await portal.fetch('GET /api/v1/session', { cookie: person.cookie })).json()) as Session).features;
  const body = { message: 'Layout', chatId: null, openAIRequest: { messages: [{ role: 'user', content: 'Layout' }] } };
  await set(false);
  expect((await features(ben)).chatbot).toBe(false);
  expect(await menus(ben)).not.toContain('/openai');
  for (const [key, sent] of [
    ['POST /api/v1/openai/confluence/chat', body],
    [`GET ${ONE}`, undefined],
    [`DELETE ${ONE}`, undefined],
    [ALL, undefined],
    [SHARED, undefined],
    ['GET /api/v1/knowledge/:id', undefined],
  ] as const)
    expect([key, (await call(ben, key, id, sent)).status]).toEqual([key, 404]);
  expect(await menus(ada)).toContain('/openai');
  expect((await call(ada, 'POST /api/v1/openai/confluence/chat', '', body)).status).toBe(200);
  await set(null);
  expect((await features(ben)).chatbot).toBe(true);
  expect(await list(ben)).toMatchObject([{ id }]);
});

test('what a person stored is in their own data', async () => {
  const id = await ask(ada, 'How do I change the layout?');
  await call(ada, `PATCH ${ONE}`, id, { title: 'Mine' });
  const response = await portal.fetch('GET /api/v1/account/data', { cookie: ada.cookie });
  const text = await response.text();
  expect(text).toContain('"title":"Mine"');
});
