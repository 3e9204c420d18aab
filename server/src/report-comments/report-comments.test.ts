import type { CommentThread, ErrorBody, Mentionable, Notification, RouteKey, Workspace } from '@rise/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let boss: SignedIn;
let ada: SignedIn;
let eve: SignedIn;
let other: SignedIn;
/** A report that all of alder may open. */
let id: string;
/** One that the boss and Ada may open. */
let closed: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const signIn = (email: string, firstName: string, role: 'tenant.admin' | 'tenant.user', tenant = alder) =>
    portal.signIn({ email, firstName, lastName: 'Test', roles: [role], tenants: [tenant] });
  boss = await signIn('boss@alder.example', 'Bea', 'tenant.admin');
  ada = await signIn('ada@alder.example', 'Ada', 'tenant.user');
  eve = await signIn('eve@alder.example', 'Eve', 'tenant.user');
  other = await signIn('oda@birch.example', 'Oda', 'tenant.admin', birch);
  const { reports } = await call<{ reports: { id: string }[] }>(boss, 'GET /api/v1/reports');
  id = reports[0]!.id;
  const content = { name: 'Closed', description: '', icon: 'folder', color: 'gray', everyone: null };
  const { id: workspace } = await call<Workspace>(boss, 'POST /api/v1/workspaces', { body: content });
  await call(boss, 'PUT /api/v1/workspaces/:id/members', {
    id: workspace,
    body: { who: { kind: 'person', account: ada.accountId }, role: 'edit' },
  });
  const copy = { body: { workspace, title: { en: 'Closed', tr: 'Kapalı' } } };
  closed = (await call<{ id: string }>(boss, 'POST /api/v1/reports/:id/copy', copy)).id;
});
afterAll(() => portal?.close());
beforeEach(async () => {
  for (const who of [boss, ada, eve])
    for (const { id: item } of await notifications(who))
      await call(who, 'DELETE /api/common/notifications', { search: `?id=${item}` });
});

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;

async function call<T = CommentThread>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function fail(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}
const START = 'POST /api/v1/reports/:id/comments';
const REPLY = 'POST /api/v1/reports/:id/comments/:thread/replies';
const EDIT = 'PATCH /api/v1/reports/:id/comments/:thread/replies/:comment';
const DELETE = 'DELETE /api/v1/reports/:id/comments/:thread/replies/:comment';
const RESOLVE = 'POST /api/v1/reports/:id/comments/:thread/resolve';
const REOPEN = 'POST /api/v1/reports/:id/comments/:thread/reopen';

const threadOf = (text: string, more: object = {}) => ({ tile: null, place: null, seen: null, text, ...more });
const start = (who: SignedIn, text: string, more: object = {}, report = id) =>
  call(who, START, { id: report, body: threadOf(text, more) });
const reply = (who: SignedIn, thread: string, text: string, more: object = {}) =>
  call(who, REPLY, { thread, body: { text, ...more } });
const list = async (who: SignedIn, report = id) =>
  (await call<{ threads: CommentThread[] }>(who, 'GET /api/v1/reports/:id/comments', { id: report })).threads;
const notifications = (who: SignedIn, language = 'en') =>
  call<Notification[]>(who, 'GET /api/common/notifications', { headers: { 'accept-language': language } });
const texts = ({ comments }: CommentThread) => comments.map(({ text }) => text);

test('a thread stores its tile, the point there and the value that its author saw', async () => {
  const about = {
    tile: 'ranking',
    place: { text: 'Texas · Net worth ratio', measure: 'net_worth_ratio', values: { state: 'TX' } },
    seen: { value: '10.21%', figure: '0.1021', asOf: '2025-12-31', dataVersion: 1 },
  };
  const thread = await start(ada, 'Why so low?', about);
  expect(thread).toMatchObject({ ...about, resolvedAt: null, resolvedBy: null });
  expect(thread.comments).toMatchObject([
    { text: 'Why so low?', author: { account: ada.accountId, name: 'Ada Test' }, isOwn: true, editedAt: null },
  ]);
  const later = await start(boss, 'Well done');
  const threads = await list(eve);
  expect(threads.slice(0, 2).map((one) => one.id)).toEqual([later.id, thread.id]);
  expect(threads[1]!.comments[0]).toMatchObject({ isOwn: false, can: { edit: false, delete: false } });
  expect(threads[1]!.can).toEqual({ resolve: false, reopen: false });
});

test('comments are found by those who may open the report, and by nobody of another tenant', async () => {
  const thread = await start(ada, 'Between us', {}, closed);
  const [comment] = thread.comments;
  const at = { id: closed, thread: thread.id, comment: comment!.id };
  for (const who of [eve, other]) {
    expect(await fail(who, 'GET /api/v1/reports/:id/comments', at)).toMatchObject({ status: 404 });
    expect(await fail(who, 'GET /api/v1/reports/:id/comments/people', at)).toMatchObject({ status: 404 });
    expect(await fail(who, START, { ...at, body: threadOf('A') })).toMatchObject({ status: 404 });
    expect(await fail(who, REPLY, { ...at, body: { text: 'A' } })).toMatchObject({ status: 404 });
    expect(await fail(who, EDIT, { ...at, body: { text: 'A' } })).toMatchObject({ status: 404 });
    expect(await fail(who, DELETE, at)).toMatchObject({ status: 404 });
    expect(await fail(who, RESOLVE, { ...at, body: {} })).toMatchObject({ status: 404 });
    // Not through a report that they may open, either.
    const theirs = who === other ? (await call<{ reports: { id: string }[] }>(who, 'GET /api/v1/reports')).reports : [];
    const way = theirs[0]?.id ?? id;
    expect(await fail(who, REPLY, { ...at, id: way, body: { text: 'A' } })).toMatchObject({ status: 404 });
    expect(await fail(who, DELETE, { ...at, id: way })).toMatchObject({ status: 404 });
  }
  expect((await list(boss, closed)).map(texts)).toEqual([['Between us']]);
});

test('only people who may open the report can be mentioned, and the message names the others', async () => {
  const people = (who: SignedIn, report: string) =>
    call<{ people: Mentionable[] }>(who, 'GET /api/v1/reports/:id/comments/people', { id: report });
  const names = ({ people: found }: { people: Mentionable[] }) => found.map(({ name }) => name);
  expect(names(await people(ada, closed))).toEqual(['Ada Test', 'Bea Test']);
  expect(names(await people(ada, id))).toEqual(['Ada Test', 'Bea Test', 'Eve Test']);
  const mention = (account: string) => ({ id: closed, body: threadOf('@Eve Test look', { mentions: [account] }) });
  expect(await fail(ada, START, mention(eve.accountId))).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('Eve Test can’t open this report.') as string,
  });
  // A person of another tenant has no name here.
  const foreign = await fail(ada, START, mention(other.accountId));
  expect(foreign).toMatchObject({ status: 400 });
  expect(JSON.stringify(foreign)).not.toContain('Oda');
  expect(texts((await list(ada, closed))[0]!)).toEqual(['Between us']);
  expect(await notifications(eve)).toEqual([]);
});

test('who is mentioned, and who wrote in a thread, is notified with a link to it, in their language', async () => {
  const thread = await start(ada, 'See this, @Bea Test', { mentions: [boss.accountId, ada.accountId] }, closed);
  const link = `/reports/${closed}?comment=${thread.id}`;
  expect(await notifications(boss)).toMatchObject([
    { title: 'Ada Test mentioned you in a comment', description: 'Closed: See this, @Bea Test', link, useRouter: true },
  ]);
  expect(await notifications(boss, 'tr')).toMatchObject([
    { title: 'Ada Test bir yorumda sizden bahsetti', description: 'Kapalı: See this, @Bea Test' },
  ]);
  expect(thread.comments[0]!.mentions).toEqual([
    { account: boss.accountId, name: 'Bea Test' },
    { account: ada.accountId, name: 'Ada Test' },
  ]);
  expect(await notifications(ada)).toEqual([]);
  const body = { text: 'Seen' };
  await call(boss, REPLY, { id: closed, thread: thread.id, body });
  expect(await notifications(ada)).toMatchObject([{ title: 'Bea Test replied to a thread of yours', link }]);
  expect(await notifications(boss)).toHaveLength(1);
});

test('an edit is its author’s alone, and notifies those who are mentioned in addition', async () => {
  const thread = await start(ada, 'Hi @Bea Test', { mentions: [boss.accountId] });
  const at = { thread: thread.id, comment: thread.comments[0]!.id };
  const mentions = [boss.accountId, eve.accountId];
  const edited = await call(ada, EDIT, { ...at, body: { text: 'Hi @Bea Test, @Eve Test', mentions } });
  expect(edited.comments[0]).toMatchObject({ text: 'Hi @Bea Test, @Eve Test', editedAt: expect.any(String) as string });
  expect(await notifications(boss)).toHaveLength(1);
  expect(await notifications(eve)).toHaveLength(1);
  expect(await fail(boss, EDIT, { ...at, body: { text: 'Mine' } })).toMatchObject({ status: 404 });
  expect(await fail(ada, EDIT, { ...at, body: { text: '   ' } })).toMatchObject({ status: 400 });
  expect(await fail(ada, EDIT, { ...at, body: { text: 'a'.repeat(2001) } })).toMatchObject({ status: 400 });
});

test('a deleted comment leaves its place where replies follow, and the last one takes the thread along', async () => {
  const { id: thread, comments } = await start(ada, 'First');
  await reply(eve, thread, 'Second');
  const [first, second] = (await reply(ada, thread, 'Third')).comments;
  const remove = (who: SignedIn, comment: string) =>
    call<{ thread: CommentThread | null }>(who, DELETE, { thread, comment });
  expect(await fail(ada, DELETE, { thread, comment: second!.id })).toMatchObject({ status: 404 });
  const left = (await remove(ada, first!.id)).thread!;
  expect(texts(left)).toEqual(['', 'Second', 'Third']);
  expect(left.comments[0]).toMatchObject({
    deletedAt: expect.any(String) as string,
    can: { edit: false, delete: false },
  });
  expect(await fail(ada, EDIT, { thread, comment: comments[0]!.id, body: { text: 'Again' } })).toMatchObject({
    status: 404,
  });
  expect(texts((await remove(ada, left.comments[2]!.id)).thread!)).toEqual(['', 'Second']);
  // Who manages the workspace deletes those of others, too.
  expect((await remove(boss, second!.id)).thread).toBeNull();
  expect((await list(ada)).some((one) => one.id === thread)).toBe(false);
});

test('a thread is resolved and reopened by those who wrote in it, and by those who edit the workspace', async () => {
  const { id: thread } = await start(ada, 'Settled?');
  expect(await fail(eve, RESOLVE, { thread, body: {} })).toMatchObject({ status: 404 });
  const resolved = await call(ada, RESOLVE, { thread, body: {} });
  expect(resolved).toMatchObject({ resolvedBy: 'Ada Test', can: { resolve: false, reopen: true } });
  expect((await call(boss, RESOLVE, { thread, body: {} })).resolvedBy).toBe('Ada Test');
  expect(await fail(eve, REPLY, { thread, body: { text: 'Late' } })).toMatchObject({ status: 409, code: 'CONFLICT' });
  expect(await call(boss, REOPEN, { thread, body: {} })).toMatchObject({
    resolvedAt: null,
    resolvedBy: null,
    can: { resolve: true, reopen: false },
  });
  expect(texts(await reply(eve, thread, 'In time'))).toEqual(['Settled?', 'In time']);
});

test('replies at the same moment are all stored, each once', async () => {
  const { id: thread } = await start(ada, 'Count');
  const numbers = Array.from({ length: 12 }, (_, index) => String(index));
  await Promise.all(numbers.map((number, index) => reply([ada, boss, eve][index % 3]!, thread, number)));
  const found = (await list(ada)).find((one) => one.id === thread)!;
  expect(
    texts(found)
      .slice(1)
      .toSorted((one, next) => Number(one) - Number(next)),
  ).toEqual(numbers);
  const times = found.comments.map(({ createdAt }) => createdAt);
  expect(times.toSorted()).toEqual(times);
});

test('a report has so many comments at most', async () => {
  const { id: thread } = await start(ada, 'Full', {}, closed);
  await portal.database.withTenant(
    systemIn(portal.tenants.alder),
    (tx) =>
      tx.run`INSERT INTO report_comment (tenant_id, report_id, thread_id, author, text)
           SELECT ${tx.tenantId}, ${closed}, ${thread}, '', 'x' FROM generate_series(1, 2000)`,
  );
  expect(await fail(ada, START, { id: closed, body: threadOf('One more') })).toMatchObject({ status: 409 });
  expect(await fail(ada, REPLY, { id: closed, thread, body: { text: 'One more' } })).toMatchObject({
    message: 'A thread can have 200 comments at most. Start another one.',
  });
});
