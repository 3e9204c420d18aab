import type {
  NewSearchSynonym,
  SearchCuration,
  SearchIndex,
  SearchLogPage,
  SearchSet,
  SearchSynonym,
  SearchTrial,
} from '@rise/contract';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { indexEntries } from './search-index.service.ts';

let portal: TestPortal;
let boss: string;
let guest: string;
let analyst: string;
let neighbor: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const signIn = async (...args: Parameters<TestPortal['signIn']>) => (await portal.signIn(...args)).cookie;
  boss = await signIn({ email: 'boss@rise.example', roles: ['global.admin'] });
  guest = await signIn({ email: 'guest@rise.example', roles: ['global.admin'], enter: alder });
  analyst = await signIn({ email: 'zehra.ilgaz@alder.example', roles: ['tenant.user'], tenants: [alder] });
  neighbor = await signIn({ email: 'bora@birch.example', roles: ['tenant.admin'], tenants: [birch] });
  const report = (id: string, en: string, tr: string) => ({
    id,
    permission: 'report.read' as const,
    title: { en, tr },
    link: `/reports/${id}`,
    icon: 'report' as const,
  });
  await portal.database.withTenant(systemIn(alder), (tx) =>
    indexEntries(tx, 'reports', [
      report('test-ıssız', 'Isolated branches', 'Issız şubeler'),
      report('test-member', 'Narwhal growth', 'Narval artışı'),
      { ...report('test-secret', 'Narwhal secrets', 'Narval sırları'), permission: 'tenant.administer' },
    ]),
  );
});
afterAll(() => portal?.close());
afterEach(() =>
  portal.database.withGlobal(SYSTEM, async (tx) => {
    await tx.run`DELETE FROM search_synonym`;
    await tx.run`DELETE FROM search_pin`;
    await tx.run`DELETE FROM search_hidden`;
    await tx.run`DELETE FROM search_log`;
  }),
);

type Key = Parameters<TestPortal['fetch']>[0];
type Request = Parameters<TestPortal['fetch']>[1];
async function call<T>(key: Key, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { cookie: boss, ...request });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
}
const find = async (query: string, cookie = analyst) =>
  call<SearchSet[]>('POST /api/common/search', { cookie, body: { query } });
const idsIn = async (set: string, query: string, cookie = analyst) =>
  ((await find(query, cookie)).find(({ id }) => id === set)?.results ?? []).map(({ id }) => id);
const addSynonym = (synonym: Partial<NewSearchSynonym>) =>
  call<SearchSynonym>('POST /api/v1/global/search/synonyms', {
    body: { language: 'en', isTwoWay: false, ...synonym },
  });

test('only global administrators reach it', async () => {
  const support = await portal.signIn({ email: 'support@rise.example', roles: ['global.support'] });
  for (const cookie of [analyst, neighbor, support.cookie]) {
    for (const key of ['index', 'synonyms', 'curation', 'log'] as const)
      expect((await portal.fetch(`GET /api/v1/global/search/${key}`, { cookie })).status).toBe(404);
    const body = { query: 'member', role: 'global.admin', language: 'en' };
    expect((await portal.fetch('POST /api/v1/global/search/trial', { cookie, body })).status).toBe(404);
  }
});

test('a synonym finds what it means from the next search on, one way or both', async () => {
  expect(await idsIn('reports', 'patron growth')).toEqual([]);
  const { id } = await addSynonym({ from: 'patron', to: 'narwhal' });
  expect(await idsIn('reports', 'patron growth')).toEqual(['test-member']);
  // In another form, another order, and with more words.
  expect(await idsIn('reports', 'growth PATRONS')).toEqual(['test-member']);
  await addSynonym({ from: 'lonely offices', to: 'isolated branches' });
  expect(await idsIn('reports', 'offices lonely')).toEqual(['test-ıssız']);
  await call('PUT /api/v1/global/search/synonyms/:id', {
    id,
    body: { language: 'en', from: 'growth', to: 'patron', isTwoWay: true },
  });
  expect(await idsIn('reports', 'patron narwhal')).toEqual(['test-member']);
  await call('DELETE /api/v1/global/search/synonyms/:id', { id });
  expect(await idsIn('reports', 'patron narwhal')).toEqual([]);
});

test('a Turkish synonym is compared like all words: İ, I, ı and i are one letter, endings are Turkish', async () => {
  await addSynonym({ language: 'tr', from: 'İştirakçi', to: 'narval' });
  for (const query of ['iştirakçi artışı', 'ISTIRAKCI ARTISI', 'ıştırakcı artisi', 'iştirakçiler artış'])
    expect(await idsIn('reports', query)).toEqual(['test-member']);
  await addSynonym({ language: 'tr', from: 'tenha', to: 'ISSIZ' });
  expect(await idsIn('reports', 'TENHA şubeler')).toEqual(['test-ıssız']);
});

test('pages and documentation are found by synonyms too', async () => {
  expect(await idsIn('documentation', 'zeppelin')).toEqual([]);
  await addSynonym({ from: 'zeppelin', to: 'about this number' });
  expect((await find('zeppelin')).find(({ id }) => id === 'documentation')?.results[0]?.title).toContain('number');
});

test('what can’t be a synonym is refused with the field', async () => {
  const refused = async (body: object) => {
    const response = await portal.fetch('POST /api/v1/global/search/synonyms', {
      cookie: boss,
      body: { language: 'en', isTwoWay: false, ...body },
    });
    const { error } = (await response.json()) as { error: { code: string; details?: { field: string }[] } };
    return [error.code, error.details?.[0]?.field];
  };
  expect(await refused({ from: '!!', to: 'narwhal' })).toEqual(['VALIDATION_FAILED', 'from']);
  expect(await refused({ from: 'Iğdır', to: 'ığdır' })).toEqual(['VALIDATION_FAILED', 'to']);
  await addSynonym({ from: 'patron', to: 'narwhal', isTwoWay: true });
  expect(await refused({ from: 'Patron', to: 'NARWHAL' })).toEqual(['CONFLICT', undefined]);
  expect(await refused({ from: 'narwhal', to: 'patron' })).toEqual(['CONFLICT', undefined]);
});

test('a pinned result comes first for its term, to those alone who may open it', async () => {
  const pin = (entry: string, set = 'reports') =>
    portal.fetch('POST /api/v1/global/search/pins', { cookie: guest, body: { term: 'quarter end', set, entry } });
  // Outside the organization its entries are unknown, and a member's right is needed inside.
  const outside = { cookie: boss, body: { term: 'quarter end', set: 'reports', entry: 'test-member' } };
  expect((await portal.fetch('POST /api/v1/global/search/pins', outside)).status).toBe(400);
  expect((await pin('test-secret')).status).toBe(400);
  expect((await pin('test-member')).status).toBe(200);
  expect((await pin('test-member')).status).toBe(409);
  expect((await pin('users', 'pages')).status).toBe(200);
  expect((await idsIn('reports', 'End  QUARTER'))[0]).toBe('test-member');
  // A page that only administrators may open.
  expect(await idsIn('pages', 'quarter end')).toEqual([]);
  expect(await idsIn('pages', 'quarter end', neighbor)).toEqual(['users']);
  expect(await idsIn('reports', 'quarter end', neighbor)).not.toContain('test-member');
  // Who is not in the organization reads that something is pinned, not what.
  const { pins } = await call<SearchCuration>('GET /api/v1/global/search/curation');
  expect(pins.map(({ entry, title }) => [entry, title])).toEqual([
    [null, null],
    ['users', 'Users'],
  ]);
  await call('DELETE /api/v1/global/search/pins/:id', { id: pins[0]!.id });
  expect(await idsIn('reports', 'quarter end')).not.toContain('test-member');
});

test('a hidden entry is gone for everyone, and the ones behind it move up', async () => {
  const hide = (set: string, entry: string) =>
    call<SearchCuration>('POST /api/v1/global/search/hidden', { cookie: guest, body: { set, entry } });
  expect(await idsIn('reports', 'narwhal growth')).toEqual(['test-member']);
  const before = await idsIn('pages', 're');
  await hide('reports', 'test-member');
  const { hidden } = await hide('pages', before[0]!);
  for (const cookie of [analyst, guest, boss]) {
    expect(await idsIn('reports', 'narwhal growth', cookie)).not.toContain('test-member');
    expect(await idsIn('pages', 're', cookie)).not.toContain(before[0]);
  }
  expect((await idsIn('pages', 're')).slice(0, before.length - 1)).toEqual(before.slice(1));
  for (const { id } of hidden) await call('DELETE /api/v1/global/search/hidden/:id', { id });
  expect(await idsIn('reports', 'narwhal growth')).toEqual(['test-member']);
});

test('the log says what was searched for and found, and neither who nor where', async () => {
  const report = (query: string, opened: { set: string; id: string } | null = null, cookie = analyst) =>
    call('POST /api/common/search/outcome', { cookie, body: { query, opened } });
  const log = (of: string) => call<SearchLogPage>('GET /api/v1/global/search/log', { search: `?of=${of}` });
  await report('Narwhal growth', { set: 'reports', id: 'test-member' });
  await report('narwhal GROWTH');
  await report('isolated branches');
  await report('isolated branches', { set: 'reports', id: 'never-found' });
  await report('wombat of zehra.ilgaz@alder.example, account 4417 1234 5678');
  await report('wombats Zehra', null, neighbor);
  await report('zehra ilgaz');
  await report('12345');
  const of = async (kind: string) =>
    (await log(kind)).searches.map(({ text, searches, opened, results, roles }) => [
      text,
      searches,
      opened,
      results,
      roles,
    ]);
  expect(await of('without-results')).toEqual([
    // In another organization, that is no one’s name.
    ['wombats Zehra', 1, 0, 0, ['tenant.admin']],
    ['wombat of ••• account •••', 1, 0, 0, ['tenant.user']],
  ]);
  expect(await of('without-clicks')).toEqual([['isolated branches', 2, 0, 1, ['tenant.user']]]);
  expect((await of('all')).find(([text]) => text === 'narwhal GROWTH')).toEqual([
    'narwhal GROWTH',
    2,
    1,
    1,
    ['tenant.user'],
  ]);
  const { columns, rows } = await portal.database.withGlobal(SYSTEM, async (tx) => ({
    columns: await tx.rows<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'search_log'`,
    rows: await tx.rows<object>`SELECT * FROM search_log`,
  }));
  expect(columns.map(({ name }) => name).filter((name) => /account|tenant|session|address/.test(name))).toEqual([]);
  expect(JSON.stringify(rows)).not.toMatch(/ilgaz|4417|alder/);
});

test('a trial explains the order: words, fields, synonyms and pins; with the role’s rights, and nothing beyond the caller’s', async () => {
  await addSynonym({ from: 'patron', to: 'narwhal' });
  await call('POST /api/v1/global/search/pins', {
    cookie: guest,
    body: { term: 'patron', set: 'pages', entry: 'users' },
  });
  const run = (query: string, role: string, cookie = guest) =>
    call<SearchTrial>('POST /api/v1/global/search/trial', { cookie, body: { query, role, language: 'en' } });
  const trial = await run('patron', 'tenant.admin');
  expect(trial.expansions).toEqual([{ text: 'narwhal', synonym: 'patron → narwhal' }]);
  const set = (id: string, of = trial) => of.sets.find((one) => one.id === id)?.results ?? [];
  expect(set('pages')[0]).toMatchObject({ id: 'users', rank: 'pinned', weight: null });
  expect(set('reports')).toMatchObject([
    {
      id: 'test-member',
      rank: 'name-beginning',
      synonym: 'patron → narwhal',
      matches: [{ word: 'narwhal', field: 'title', kind: 'word' }],
    },
  ]);
  expect(set('pages', await run('patron', 'tenant.user'))).toEqual([]);
  expect(set('reports', await run('growht narwhal', 'tenant.user'))[0]).toMatchObject({ id: 'test-member' });
  const outside = await run('patron', 'tenant.admin', boss);
  expect([outside.isInTenant, set('reports', outside)]).toEqual([false, []]);
});

test('rebuilding runs in the background, can be canceled, and goes on where it was interrupted', async () => {
  const read = () => call<SearchIndex>('GET /api/v1/global/search/index');
  const before = await read();
  const alder = before.tenants.find(({ id }) => id === portal.tenants.alder)!;
  expect(alder).toMatchObject({ isCurrent: true, people: expect.any(Number) });
  expect(alder.reports).toBeGreaterThan(0);
  expect(before.shared.documentation).toBeGreaterThan(10);

  const superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  try {
    // Nothing can be rebuilt while this transaction holds the tenants' entries.
    await superuser.query('BEGIN; LOCK TABLE search_edition IN SHARE ROW EXCLUSIVE MODE');
    const started = await call<SearchIndex>('POST /api/v1/global/search/rebuilds');
    expect(started.rebuild).toMatchObject({ state: 'running', rebuilt: 0, total: before.tenants.length });
    expect((await portal.fetch('POST /api/v1/global/search/rebuilds', { cookie: boss })).status).toBe(409);
    // Meanwhile everything is found as before, whatever a rebuild has deleted and written so far.
    for (let times = 0; times < 20; times++) expect(await idsIn('reports', 'board scorecard')).toHaveLength(1);
    const id = started.rebuild!.id;
    const canceled = await call<SearchIndex>('POST /api/v1/global/search/rebuilds/:id/cancel', { id });
    expect(canceled.rebuild).toMatchObject({ id, state: 'canceled', rebuilt: 0 });
    expect((await portal.fetch('POST /api/v1/global/search/rebuilds/:id/cancel', { cookie: boss, id })).status).toBe(
      409,
    );
  } finally {
    await superuser.query('ROLLBACK');
    await superuser.end();
  }
  await call('POST /api/v1/global/search/rebuilds');
  await expect.poll(async () => {
    expect(await idsIn('reports', 'board scorecard')).toHaveLength(1);
    expect(await idsIn('people', 'zehra')).toHaveLength(1);
    return (await read()).rebuild;
  }).toMatchObject({ state: 'done', rebuilt: before.tenants.length, total: before.tenants.length }); // prettier-ignore
  const after = (await read()).tenants.find(({ id }) => id === portal.tenants.alder)!;
  expect(after.indexedAt! > alder.indexedAt!).toBe(true);
  // Entries that no slice knows are gone, those of people are all there.
  expect(after.people).toBe(alder.people);
  expect(await idsIn('reports', 'narwhal growth')).toEqual([]);
});
