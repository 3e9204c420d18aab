import type { ErrorBody, SavedQuery, SqlHistoryEntry, SqlResult, SqlTab } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let eda: SignedIn;
let ali: SignedIn;
let cora: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const person = (email: string, tenant: string, role: 'tenant.admin' | 'tenant.user' = 'tenant.admin') =>
    portal.signIn({ email, roles: [role], tenants: [tenant] });
  eda = await person('eda@alder.example', alder);
  ali = await person('ali@alder.example', alder);
  cora = await person('cora@birch.example', birch);
  user = await person('user@alder.example', alder, 'tenant.user');
});
afterAll(() => portal?.close());

const call = (
  key: Parameters<TestPortal['fetch']>[0],
  { cookie }: SignedIn,
  more: { id?: string; body?: unknown } = {},
) => portal.fetch(key, { cookie, ...more });
async function read<T>(response: Promise<Response>): Promise<T> {
  const { status, ok, ...answer } = await response.then(async (got) => ({
    status: got.status,
    ok: got.ok,
    body: (await got.json()) as T,
  }));
  expect(ok, `${status} ${JSON.stringify(answer.body)}`).toBe(true);
  return answer.body;
}
const statusOf = async (response: Promise<Response>) => {
  const got = await response;
  await got.body?.cancel();
  return got.status;
};
const TAB = { title: 'States', sql: 'SELECT 1', parameters: [], savedQuery: null };
const tabsOf = async (who: SignedIn) => (await read<{ tabs: SqlTab[] }>(call('GET /api/v1/sql/tabs', who))).tabs;
const historyOf = async (who: SignedIn) =>
  (await read<{ entries: SqlHistoryEntry[] }>(call('GET /api/v1/sql/history', who))).entries;
const queriesOf = async (who: SignedIn) =>
  (await read<{ queries: SavedQuery[] }>(call('GET /api/v1/sql/queries', who))).queries;

test('tabs are on every device of their person, and nobody else’s', async () => {
  const tab = await read<SqlTab>(call('POST /api/v1/sql/tabs', eda, { body: TAB }));
  expect(await tabsOf(eda)).toEqual([tab]);
  expect(await tabsOf(ali)).toEqual([]);
  const parameters = [{ name: 'state', type: 'text', text: 'VT' }];
  const change = { ...TAB, sql: 'SELECT {{state}}', parameters };
  const saved = await read<SqlTab>(
    call('PATCH /api/v1/sql/tabs/:id', eda, { id: tab.id, body: { ...change, basedOn: tab.revision } }),
  );
  expect(await tabsOf(eda)).toEqual([{ ...saved, ...change }]);
  // Another device, which has the tab as it was, does not overwrite it.
  const late = { id: tab.id, body: { ...TAB, sql: 'lost?', basedOn: tab.revision } };
  expect(await statusOf(call('PATCH /api/v1/sql/tabs/:id', eda, late))).toBe(409);
  const other = { id: tab.id, body: { ...TAB, basedOn: saved.revision } };
  expect(await statusOf(call('PATCH /api/v1/sql/tabs/:id', ali, other))).toBe(404);
  expect(await statusOf(call('DELETE /api/v1/sql/tabs/:id', ali, { id: tab.id }))).toBe(404);
  await read(call('DELETE /api/v1/sql/tabs/:id', eda, { id: tab.id }));
  expect(await tabsOf(eda)).toEqual([]);
});

test('a person has a limited number of tabs', async () => {
  const tabs = await Promise.all(
    Array.from({ length: 32 }, () => call('POST /api/v1/sql/tabs', ali, { body: TAB }).then(({ status }) => status)),
  );
  expect(tabs.filter((status) => status === 409)).toHaveLength(2);
  await Promise.all((await tabsOf(ali)).map(({ id }) => call('DELETE /api/v1/sql/tabs/:id', ali, { id })));
});

test('the history has each statement with its outcome, only for its person, until they clear it', async () => {
  const sql = 'SELECT count(*) AS institutions FROM foicu WHERE STATE = {{state}}';
  const parameters = { state: { type: 'text', value: 'VT' } };
  const result = await read<SqlResult>(call('POST /api/v1/sql', eda, { body: { sql, parameters } }));
  expect(await statusOf(call('POST /api/v1/sql', eda, { body: { sql: 'SELECT nothing FROM foicu' } }))).toBe(400);
  const exported = await call('POST /api/v1/sql/export', eda, { body: { sql, parameters } });
  expect(await exported.text()).toBe(`institutions\r\n${String(result.rows[0]![0])}\r\n`);
  const { dataVersion } = result.meta;
  await expect.poll(async () => (await historyOf(eda)).length).toBe(3);
  expect(await historyOf(eda)).toMatchObject([
    { kind: 'export', outcome: 'done', sql, parameters, rowCount: 1, dataVersion },
    { kind: 'run', outcome: 'failed', rowCount: null, problem: expect.stringContaining('nothing') as string },
    { kind: 'run', outcome: 'done', sql, parameters, rowCount: 1, truncated: false, problem: null, dataVersion },
  ]);
  expect(await historyOf(ali)).toEqual([]);
  await read(call('DELETE /api/v1/sql/history', eda));
  expect(await historyOf(eda)).toEqual([]);
});

test('a parameter gives the rows that its value gives in the text', async () => {
  const rows = async (sql: string, parameters = {}) =>
    (await read<SqlResult>(call('POST /api/v1/sql', eda, { body: { sql, parameters } }))).rows;
  const counted = await rows("SELECT count(*) FROM foicu WHERE STATE IN ('VT', 'ME')");
  const bound = await rows('SELECT count(*) FROM foicu WHERE STATE IN {{states}}', {
    states: { type: 'list', values: ['VT', 'ME'] },
  });
  expect(Number(bound[0]![0])).toBeGreaterThan(0);
  expect(bound).toEqual(counted);
});

test('a canceled statement is in the history as canceled', async () => {
  const leave = new AbortController();
  const sql = 'SELECT sum(n) FROM range(1000000000000) r(n)';
  const running = fetch(`${portal.url}/api/v1/sql`, {
    method: 'POST',
    headers: { cookie: eda.cookie, 'content-type': 'application/json', 'x-rise-request': '1' },
    body: JSON.stringify({ sql }),
    signal: leave.signal,
  }).catch(() => null);
  await expect.poll(() => portal.engine.stats().sql.processes.some(({ idle }) => !idle)).toBe(true);
  leave.abort();
  await running;
  await expect.poll(async () => (await historyOf(eda))[0]?.outcome).toBe('canceled');
});

test('a shared query is found by colleagues, changed by its author, and runs with the rights of who runs it', async () => {
  const body = { name: 'Institutions', description: 'By state', sql: 'SELECT count(*) FROM foicu', shared: false };
  const own = await read<SavedQuery>(call('POST /api/v1/sql/queries', eda, { body }));
  expect(own).toMatchObject({ ...body, author: 'eda@alder.example', isOwn: true, can: { change: true, delete: true } });
  expect(await queriesOf(ali)).toEqual([]);
  const change = { ...body, shared: true, basedOn: own.revision };
  const shared = await read<SavedQuery>(call('PATCH /api/v1/sql/queries/:id', eda, { id: own.id, body: change }));
  expect(await queriesOf(ali)).toMatchObject([{ id: own.id, isOwn: false, can: { change: false, delete: true } }]);
  expect(await queriesOf(cora)).toEqual([]);
  const stale = { id: own.id, body: { ...body, basedOn: own.revision } };
  expect(await statusOf(call('PATCH /api/v1/sql/queries/:id', eda, stale))).toBe(409);
  const foreign = { id: own.id, body: { ...body, basedOn: shared.revision } };
  expect(await statusOf(call('PATCH /api/v1/sql/queries/:id', ali, foreign))).toBe(404);
  expect(await statusOf(call('PATCH /api/v1/sql/queries/:id', cora, foreign))).toBe(404);
  // Who may not run SQL has neither the list nor the statement.
  expect(await statusOf(call('GET /api/v1/sql/queries', user))).toBe(404);
  expect(await statusOf(call('POST /api/v1/sql', user, { body: { sql: shared.sql } }))).toBe(404);
  await read(call('DELETE /api/v1/sql/queries/:id', ali, { id: own.id }));
  expect(await queriesOf(eda)).toEqual([]);
});

test('the plan is shown without running the statement, and an invalid one is refused at its place', async () => {
  const sql = 'SELECT STATE, count(*) FROM foicu GROUP BY 1';
  const { plan } = await read<{ plan: string }>(call('POST /api/v1/sql/plan', eda, { body: { sql } }));
  expect(plan).toContain('foicu');
  const refused = await call('POST /api/v1/sql/plan', eda, { body: { sql: 'EXPLAIN ANALYZE SELECT 1' } });
  expect(refused.status).toBe(400);
  await refused.body?.cancel();
});

test.each([
  'SELECT 1; SELECT 2',
  "COPY foicu TO '/tmp/out.csv'",
  "ATTACH '/etc/passwd' AS other",
  'INSTALL httpfs',
  'LOAD httpfs',
  "EXPORT DATABASE '/tmp/out'",
  'PRAGMA database_list',
  'SET threads = 1',
  'RESET ALL',
  'CREATE TEMP TABLE mine AS SELECT 1',
  'WITH gone AS (DELETE FROM foicu RETURNING *) SELECT * FROM gone',
  'CREATE MACRO f(x) AS x',
  'PREPARE p AS SELECT 1',
  "SELECT * FROM read_csv('/etc/passwd')",
  "FROM '/etc/passwd'",
  "SELECT * FROM read_parquet('https://example.org/a.parquet')",
  "SELECT getenv('SESSION_SECRET')",
  'SELECT * FROM duckdb_secrets()',
  "SELECT current_setting('temp_directory')",
  "SELECT * FROM query('SELECT 1')",
])('%s may be saved, and is refused wherever it would run', async (sql) => {
  const body = { name: 'Harmless', description: '', sql, shared: true };
  const saved = await read<SavedQuery>(call('POST /api/v1/sql/queries', eda, { body }));
  for (const key of ['POST /api/v1/sql', 'POST /api/v1/sql/plan', 'POST /api/v1/sql/export'] as const) {
    const response = await call(key, ali, { body: { sql: saved.sql } });
    const { error } = (await response.json()) as ErrorBody;
    expect([key, response.status, error.details?.map(({ field }) => field)]).toEqual([key, 400, ['sql']]);
    expect(error.message).not.toMatch(/root:|\.duckdb|v[0-9a-f]{32}/);
  }
  await read(call('DELETE /api/v1/sql/queries/:id', eda, { id: saved.id }));
});

test('parameters are values whatever they are called or contain, and none of them is a table, a column or a file', async () => {
  const send = (sql: string, parameters: unknown) => call('POST /api/v1/sql', eda, { body: { sql, parameters } });
  const text = (value: string) => ({ type: 'text', value });
  const injection = "VT' OR '1'='1";
  const { rows } = await read<SqlResult>(
    send('SELECT count(*) FROM foicu WHERE STATE = {{s}}', { s: text(injection) }),
  );
  expect(Number(rows[0]![0])).toBe(0);
  for (const sql of ['SELECT * FROM {{t}}', 'SELECT * FROM read_text({{t}})', 'SELECT {{t}}.STATE FROM foicu'])
    expect([sql, await statusOf(send(sql, { t: text('/etc/passwd') }))]).toEqual([sql, 400]);
  // As text, since an object of ours would not have the member.
  const named = JSON.parse(
    '{"__proto__":{"type":"text","value":"x"},"constructor":{"type":"text","value":"y"}}',
  ) as object;
  expect(await statusOf(send('SELECT 1', named))).toBeLessThan(500);
  expect(await statusOf(send('SELECT {{constructor}}', {}))).toBe(400);
});
