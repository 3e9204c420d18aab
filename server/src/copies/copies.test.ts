import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CopyDraft, CopyRun, DataCopy, DataImport, DataVersion, RouteKey } from '@rise/contract';
import { AUTHORITY, SERVER } from '@rise/engine/certificates';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { importClient } from '../testing/import-client.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { startSocketProxy, type SocketProxy } from '../testing/socket-proxy.ts';
import { until } from '../testing/until.ts';

let portal: TestPortal;
let door: SocketProxy;
/** The core system: another schema of the test's own database, read over TCP as any server is. */
let core: Client;
let oak: string;
let ada: string;
let cem: string;
let settings: Record<string, unknown>;
let source: string;
/** Serves files over TLS, by path, and what was asked of it. */
let site: Server;
let origin: string;
const files = new Map<string, string>();
const requested: string[] = [];

beforeAll(async () => {
  portal = await startTestPortal({
    warehouseHosts: ['localhost', '127.0.0.1'],
    copyScanMs: 50,
    fileAuthority: AUTHORITY,
  });
  site = createServer(SERVER, ({ url = '' }, response) => {
    requested.push(url);
    const file = files.get(url);
    if (file?.startsWith('https:')) return void response.writeHead(302, { location: file }).end();
    return void response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  origin = `https://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const admin = async (slug: string) => {
    const { tenant } = await ensureTenant(portal.database, { slug, name: slug });
    const who = { email: `admin@${slug}.example`, roles: ['tenant.admin' as const], tenants: [tenant.id] };
    return { id: tenant.id, cookie: (await portal.signIn(who)).cookie };
  };
  const first = await admin('oak');
  oak = first.id;
  ada = first.cookie;
  cem = (await admin('elm')).cookie;
  core = new Client(portal.superuserUrl);
  await core.connect();
  const { database } = core;
  await core.query(`
    CREATE SCHEMA core;
    CREATE TABLE core.branch (branch_id integer, name text, opened_on date);
    INSERT INTO core.branch VALUES (1, 'Ankara', '1990-01-05'), (2, 'İzmir', '2001-06-30');
    CREATE TABLE core.trans (trans_id bigint, account integer, amount numeric(12, 2), fee numeric, booked_at timestamptz);
    INSERT INTO core.trans SELECT i, i % 3, i * 1.25, i / 8.0, TIMESTAMPTZ '2026-03-01 00:00:00.000001+00' + i * INTERVAL '1 hour' FROM generate_series(1, 100) i;
    CREATE TABLE core.account (account_id integer, status text, changed_on date);
    INSERT INTO core.account SELECT i, 'open', DATE '2026-01-01' FROM generate_series(1, 5) i;
    CREATE ROLE ${database}_core LOGIN PASSWORD 'very-secret';
    GRANT USAGE ON SCHEMA core TO ${database}_core;
    GRANT SELECT ON ALL TABLES IN SCHEMA core TO ${database}_core`);
  door = await startSocketProxy(`${core.host}/.s.PGSQL.${core.port}`);
  settings = {
    engine: 'postgres',
    host: 'localhost',
    port: door.port,
    database,
    schema: 'core',
    user: `${database}_core`,
    password: 'very-secret',
    tls: 'off',
    tenant: 'none',
  };
  source = (await json<{ id: string }>('POST /api/v1/copy-sources', { body: { name: 'Core', settings } })).id;
});
afterAll(async () => {
  await core?.query(`DROP OWNED BY ${core.database}_core; DROP ROLE ${core.database}_core`).catch(() => {});
  await core?.end();
  await portal?.close();
  await door?.close();
  await new Promise((resolve) => site?.close(resolve));
});

interface Sent {
  id?: string;
  body?: unknown;
  cookie?: string;
}
const send = (key: RouteKey, { cookie = ada, ...sent }: Sent = {}) => portal.fetch(key, { cookie, ...sent });
async function json<T>(key: RouteKey, sent: Sent = {}): Promise<T> {
  const response = await send(key, sent);
  const body = (await response.json()) as T;
  expect([response.status, body]).toEqual([200, body]);
  return body;
}
async function refusal(key: RouteKey, sent: Sent) {
  const response = await send(key, sent);
  return { status: response.status, text: await response.text() };
}

type Table = Extract<CopyDraft['content'], { kind: 'tables' }>['tables'][number];
const BRANCH = ['branch_id', 'name', 'opened_on'];
const TRANS = ['trans_id', 'account', 'amount', 'fee', 'booked_at'];
const ACCOUNT = ['account_id', 'status', 'changed_on'];
const table = (name: string, columns: string[], more: Partial<Table> = {}): Table => ({
  table: name,
  target: name,
  columns,
  known: columns,
  mode: 'replace',
  watermark: null,
  key: [],
  asOf: null,
  ...more,
});
const trans = (more: Partial<Table> = {}) =>
  table('trans', TRANS, { mode: 'append', watermark: 'booked_at', asOf: 'booked_at', ...more });
const draft = (name: string, tables: Table[], more: Partial<CopyDraft> = {}) => ({
  name,
  content: { kind: 'tables', source, tables },
  schedule: null,
  ...more,
});
const create = (name: string, tables: Table[], more?: Partial<CopyDraft>) =>
  json<DataCopy>('POST /api/v1/copies', { body: draft(name, tables, more) });
const runsOf = async (id: string) => (await json<{ runs: CopyRun[] }>('GET /api/v1/copies/:id/runs', { id })).runs;

/** The end of the newest run, once there are so many. */
async function ended(id: string, count: number): Promise<CopyRun> {
  const isWaiting = (run: CopyRun) => run.status === 'waiting' || run.status === 'running';
  const runs = await until(
    () => runsOf(id),
    (found) => found.length >= count && !isWaiting(found[0]!),
  );
  return runs[0]!;
}
async function run(id: string): Promise<CopyRun> {
  const before = (await runsOf(id)).length;
  await json('POST /api/v1/copies/:id/run', { id });
  return ended(id, before + 1);
}
async function rows(name: string, columns: string[], sort: string): Promise<unknown[][]> {
  const body = { table: name, columns, sort: [{ column: sort, direction: 'asc' }], limit: 1000 };
  return (await json<{ rows: unknown[][] }>('POST /api/v1/data-view/rows', { body })).rows;
}
const versions = async () => (await json<{ versions: DataVersion[] }>('GET /api/v1/data-version/history')).versions;

describe('a server to copy from', () => {
  test('is tested without a question about figures, stored sealed, and never shown with its secrets', async () => {
    const { steps } = await json<{ steps: { step: string; state: string }[] }>('POST /api/v1/copy-sources/test', {
      body: settings,
    });
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual(
      ['host', 'reach', 'signIn', 'schema', 'readOnly', 'tables', 'tenant'].map((step) => `${step} passed`),
    );
    const text = await (await send('GET /api/v1/copy-sources')).text();
    expect(text).toContain('"name":"Core"');
    expect(text).not.toMatch(/very-secret|password/);
    const stored = await core.query('SELECT settings::text, encode(secrets, $1) AS secrets FROM copy_source', [
      'escape',
    ]);
    expect(JSON.stringify(stored.rows)).not.toContain('very-secret');
    const { tables } = await json<{ tables: { name: string; columns: { name: string; native: string }[] }[] }>(
      'GET /api/v1/copy-sources/:id/tables',
      { id: source },
    );
    expect(tables.map(({ name }) => name)).toEqual(['account', 'branch', 'trans']);
    expect(tables[2]!.columns.find(({ name }) => name === 'amount')?.native).toBe('numeric(12,2)');
  });

  test('has a name of its own, a host that is allowed, a password that is right, and a user who only reads', async () => {
    const add = (more: object, name = 'Another') =>
      refusal('POST /api/v1/copy-sources', { body: { name, settings: { ...settings, ...more } } });
    expect((await add({}, 'core')).text).toContain('Another server has this name');
    expect((await add({ host: '10.1.2.3' })).text).toContain('WAREHOUSE_HOSTS');
    for (const host of ['10.0.0.1', '169.254.169.254', '[fd00::1]', '[::ffff:10.0.0.1]', '167772161'])
      expect([host, (await add({ host })).text]).toEqual([host, expect.stringMatching(/WAREHOUSE_HOSTS|Enter a host name/)]); // prettier-ignore
    expect((await add({ password: 'wrong' })).text).toContain('"field":"password"');
    await core.query(`GRANT DELETE ON core.branch TO ${core.database}_core`);
    expect(await add({})).toMatchObject({ status: 400, text: expect.stringMatching(/core\.branch|could change|may/i) });
    await core.query(`REVOKE DELETE ON core.branch FROM ${core.database}_core`);
  });

  test('is no other tenant’s: not its rows, its tables, its copies or its runs', async () => {
    const stolen = await refusal('POST /api/v1/copy-sources', { cookie: cem, body: { name: 'Core', settings } });
    expect(stolen.status).toBe(400);
    expect(stolen.text).toContain('Another organization of this installation reads these rows');
    expect(stolen.text).not.toContain('oak');
    const { id } = await create('Hidden', [table('branch', BRANCH)]);
    expect((await send('GET /api/v1/copy-sources/:id/tables', { id: source, cookie: cem })).status).toBe(404);
    for (const key of [
      'POST /api/v1/copies/:id/run',
      'POST /api/v1/copies/:id/cancel',
      'GET /api/v1/copies/:id/runs',
      'DELETE /api/v1/copies/:id',
    ] as const)
      // prettier-ignore
      expect([key, (await send(key, { id, cookie: cem })).status]).toEqual([key, 404]);
    const borrowed = draft('Borrowed', [table('branch', BRANCH)]);
    expect((await send('POST /api/v1/copies', { cookie: cem, body: borrowed })).status).toBe(404);
    const reader = await portal.signIn({ email: 'joe@oak.example', roles: ['tenant.user'], tenants: [oak] });
    expect((await send('GET /api/v1/copies', { cookie: reader.cookie })).status).toBe(404);
    await json('DELETE /api/v1/copies/:id', { id });
  });
});

describe('a copy', () => {
  test.each<[string, Partial<Table>, RegExp]>([
    ['a table that is not there', { table: 'nowhere' }, /no table 'nowhere'/],
    ['a column that is not there', { columns: ['trans_id', 'booked_at', 'x'] }, /no column 'x'/],
    ['no column that grows', { watermark: null }, /column of 'trans' that grows/],
    ['a key that is not copied', { mode: 'upsert', key: ['nothing'] }, /'nothing' is not among the copied columns/],
    ['no key', { mode: 'upsert' }, /columns that identify a row/],
    ['an as-of date that is none', { asOf: 'amount' }, /'amount' of 'trans' is no date/],
  ])('of %s is refused with the remedy', async (_, more, message) => {
    const refused = await refusal('POST /api/v1/copies', { body: draft('Wrong', [trans(more)]) });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(message);
    expect(refused.text).toContain('"field":"content.tables.0.');
  });

  test('brings whole tables as one version, exactly, and replaces them with the next', async () => {
    const { id } = await create('Nightly', [table('branch', BRANCH), table('account', ACCOUNT)]);
    const first = await run(id);
    expect(first).toMatchObject({ status: 'loaded', scheduled: false, startedBy: 'admin@oak.example', failure: null });
    expect(first.results).toMatchObject([{ table: 'branch', loaded: 2 }, { table: 'account', loaded: 5 }]); // prettier-ignore
    expect((await versions())[0]).toMatchObject({ number: first.version, source: 'branch, account', origin: 'copy', note: 'Nightly' }); // prettier-ignore
    await core.query(`UPDATE core.branch SET name = 'Van' WHERE branch_id = 2; DELETE FROM core.account WHERE account_id > 3`); // prettier-ignore
    expect((await run(id)).results).toMatchObject([{ loaded: 2, rows: 2, before: 2 }, { loaded: 3, rows: 3, before: 5 }]); // prettier-ignore
    expect(await rows('branch', BRANCH, 'branch_id')).toEqual([
      ['1', 'Ankara', '1990-01-05'],
      ['2', 'Van', '2001-06-30'],
    ]);
  });

  test('stops where a table that had rows has none, and replaces nothing', async () => {
    const [{ id }] = (await json<{ copies: [DataCopy] }>('GET /api/v1/copies')).copies;
    await core.query('CREATE TABLE core.saved AS SELECT * FROM core.account; DELETE FROM core.account');
    const empty = await run(id);
    expect(empty).toMatchObject({ status: 'failed', failure: { code: 'empty' }, version: null });
    expect(empty.failure!.message).toContain('account has no rows, while account has 3');
    await core.query('INSERT INTO core.account SELECT * FROM core.saved; DROP TABLE core.saved');
    expect((await rows('account', ACCOUNT, 'account_id')).length).toBe(3);
    await json('DELETE /api/v1/copies/:id', { id });
  });

  test('appends what is new by a watermark, to the microsecond and the cent, and nothing twice', async () => {
    const { id } = await create('Transactions', [trans()]);
    expect((await run(id)).results).toMatchObject([{ table: 'trans', loaded: 100, before: null }]);
    expect((await run(id)).status).toBe('unchanged');
    await core.query(`INSERT INTO core.trans VALUES (101, 1, 0.10, 0.3333333, '2026-03-05 04:00:00.000002+00'), (102, 2, 0.20, NULL, '2026-04-01 02:00:00+02')`); // prettier-ignore
    expect((await run(id)).results).toMatchObject([{ loaded: 2, rows: 102, before: 100 }]);
    const all = await rows('trans', TRANS, 'trans_id');
    expect(all.map(([number]) => Number(number))).toEqual(Array.from({ length: 102 }, (_, index) => index + 1));
    expect(all.slice(-2).map(([, , amount, fee]) => [Number(amount), fee === null ? null : Number(fee)])).toEqual([
      [0.1, 0.3333333],
      [0.2, null],
    ]);
    expect(all[101]![4]).toMatch(/^2026-04-01[T ]00:00:00/);
    const [version] = await versions();
    expect(version!.tables.find(({ table: name }) => name === 'trans')).toMatchObject({ rows: 102 });
  });

  test('goes on from where the restored version was', async () => {
    const { copies } = await json<{ copies: DataCopy[] }>('GET /api/v1/copies');
    const { id } = copies.find(({ name }) => name === 'Transactions')!;
    const first = (await versions()).find(({ tables }) =>
      tables.some((item) => item.table === 'trans' && item.rows === 100),
    )!;
    await json('POST /api/v1/data-version/restore', { body: { version: first.number } });
    expect((await rows('trans', ['trans_id'], 'trans_id')).length).toBe(100);
    expect((await run(id)).results).toMatchObject([{ loaded: 2, rows: 102 }]);
    expect((await rows('trans', ['trans_id'], 'trans_id')).length).toBe(102);
  });

  test('updates rows by their key', async () => {
    const accounts = table('account', ACCOUNT, { mode: 'upsert', watermark: 'changed_on', key: ['account_id'] });
    const { id } = await create('Accounts', [accounts]);
    expect((await run(id)).status).toBe('loaded');
    await core.query(`UPDATE core.account SET status = 'closed', changed_on = '2026-02-01' WHERE account_id = 2; INSERT INTO core.account VALUES (9, 'open', '2026-02-01')`); // prettier-ignore
    expect((await run(id)).results).toMatchObject([{ rows: 4, before: 3 }]);
    expect(await rows('account', ACCOUNT, 'account_id')).toEqual([
      ['1', 'open', '2026-01-01'],
      ['2', 'closed', '2026-02-01'],
      ['3', 'open', '2026-01-01'],
      ['9', 'open', '2026-02-01'],
    ]);
  });

  test('stops where columns came and went, and goes on once a person has decided', async () => {
    const { copies } = await json<{ copies: DataCopy[] }>('GET /api/v1/copies');
    const { id } = copies.find(({ name }) => name === 'Accounts')!;
    await core.query('ALTER TABLE core.account ADD COLUMN officer text; ALTER TABLE core.account DROP COLUMN status');
    const stopped = await run(id);
    expect(stopped).toMatchObject({ status: 'stopped', version: null, failure: { code: 'columns' } });
    expect(stopped.failure!.columns).toEqual([
      { table: 'account', column: 'officer', change: 'came' },
      { table: 'account', column: 'status', change: 'went' },
    ]);
    expect(stopped.failure!.message).toMatch(/Edit the copy, choose the columns/);
    const now = ['account_id', 'changed_on', 'officer'];
    const accounts = table('account', now, { mode: 'upsert', watermark: 'changed_on', key: ['account_id'] });
    await json('PUT /api/v1/copies/:id', { id, body: draft('Accounts', [accounts]) });
    await core.query(`UPDATE core.account SET officer = 'Deniz', changed_on = '2026-03-01' WHERE account_id = 1`);
    expect((await run(id)).status).toBe('loaded');
    expect(await rows('account', ['account_id', 'status', 'officer'], 'account_id')).toEqual([
      ['1', null, 'Deniz'],
      // Changed on the last day that was copied: others of that day may have come since, so they are read again.
      ['2', null, null],
      ['3', 'open', null],
      ['9', null, null],
    ]);
  });

  test('leaves a change of type to a person, who decides in its import', async () => {
    const { copies } = await json<{ copies: DataCopy[] }>('GET /api/v1/copies');
    const { id } = copies.find(({ name }) => name === 'Transactions')!;
    await core.query(`
      ALTER TABLE core.trans ALTER COLUMN account TYPE text;
      INSERT INTO core.trans VALUES (103, '2', 7, 1, '2026-05-01 00:00:00+00')`);
    const stopped = await run(id);
    expect(stopped).toMatchObject({ status: 'stopped', failure: { code: 'decision' } });
    expect(stopped.failure!.message).toContain('account');
    const imports = importClient(portal, ada);
    const waiting: DataImport = await imports.get(stopped.importId!);
    const loaded = await imports.run(
      await imports.change(waiting, { decisions: [{ column: 'account', decision: 'reject' }] }),
    );
    expect(loaded.status).toBe('loaded');
    expect((await runsOf(id))[0]).toMatchObject({ status: 'loaded', version: loaded.version });
    expect((await run(id)).status).toBe('unchanged');
    expect((await rows('trans', ['trans_id'], 'trans_id')).length).toBe(103);
  });

  test('says of a server that refuses what to do, and works again after it', async () => {
    const { copies } = await json<{ copies: DataCopy[] }>('GET /api/v1/copies');
    const { id } = copies.find(({ name }) => name === 'Transactions')!;
    await core.query(`ALTER ROLE ${core.database}_core NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${core.database}_core'`); // prettier-ignore
    const failed = await run(id);
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'source' } });
    expect(failed.failure!.message).toMatch(/Test the server’s settings/);
    await core.query(`ALTER ROLE ${core.database}_core LOGIN`);
    expect((await run(id)).status).toBe('unchanged');
  });
});

/** The copy's time has come. */
const makeDue = (id: string) =>
  core.query(`UPDATE data_copy SET next_run_at = now() - interval '1 minute' WHERE id = $1`, [id]);
const NIGHTLY = { every: 'day', at: '02:15' } as const;

describe('a file at an address', () => {
  const file = (url: string, more: object = {}) => ({
    name: 'Nightly file',
    content: { kind: 'file', url, target: 'loans', mode: 'replace' },
    schedule: null,
    ...more,
  });
  const LOANS = 'loan_id;opened_on;balance\n1;05.01.2026;1.200,50\n2;31.01.2026;99,75\n';
  const loans = () => rows('loans', ['loan_id', 'opened_on', 'balance'], 'loan_id');

  test('is fetched when it is due, read as the one that was imported by hand, and becomes the next version', async () => {
    const imports = importClient(portal, ada);
    const byHand = await imports.draft({ 'loans 2026-01.csv': LOANS });
    expect((await imports.run(await imports.change(byHand, { target: 'loans' }))).status).toBe('loaded');
    files.set('/exports/loans.csv?signed=secret', LOANS.replace('99,75', '100,25').concat('3;01.02.2026;5,00\n'));
    const body = file(`${origin}/exports/loans.csv?signed=secret`, { schedule: NIGHTLY });
    const { id } = await json<DataCopy>('POST /api/v1/copies', { body });
    await makeDue(id);
    const done = await ended(id, 1);
    expect(done).toMatchObject({ status: 'loaded', scheduled: true, startedBy: null, failure: null });
    expect(done.results).toMatchObject([{ table: 'loans', loaded: 3, rows: 3, before: 2 }]);
    expect((await versions())[0]).toMatchObject({ number: done.version, origin: 'copy', note: 'Nightly file' });
    expect(await loans()).toEqual([
      ['1', '2026-01-05', '1200.5'],
      ['2', '2026-01-31', '100.25'],
      ['3', '2026-02-01', '5'],
    ]);
  });

  test('that is gone, redirects or has another shape changes nothing, and the next one is loaded', async () => {
    const { copies } = await json<{ copies: DataCopy[] }>('GET /api/v1/copies');
    const { id } = copies.find(({ name }) => name === 'Nightly file')!;
    const before = await loans();
    const address = '/exports/loans.csv?signed=secret';
    files.delete(address);
    expect((await run(id)).failure?.message).toContain('answered 404');
    files.set(address, `${origin}/inside`);
    expect((await run(id)).failure?.message).toContain('redirects to another one');
    expect(requested).not.toContain('/inside');
    files.set(address, LOANS.replace('1.200,50', 'soon').replace('99,75', 'later'));
    expect(await run(id)).toMatchObject({ status: 'failed', version: null, failure: { code: 'load' } });
    expect(await loans()).toEqual(before);
    // Day and month can’t be told from this one alone: they are in the order of the first.
    files.set(address, 'loan_id;opened_on;balance\n7;05.03.2026;1,00\n');
    const next = await run(id);
    expect([next.failure, next.results]).toMatchObject([null, [{ rows: 1, before: 3 }]]);
    expect(await loans()).toEqual([['7', '2026-03-05', '1']]);
    await json('DELETE /api/v1/copies/:id', { id });
  });

  test.each([
    ['http://files.example.org/loans.csv', /https:/],
    ['https://me:secret@files.example.org/loans.csv', /Remove the name and password/],
  ])('%s is refused', async (url, message) => {
    expect(await refusal('POST /api/v1/copies', { body: file(url) })).toMatchObject({
      status: 400,
      text: expect.stringMatching(message),
    });
  });

  test('is fetched from no host that the operator does not allow', async () => {
    const { id } = await json<DataCopy>('POST /api/v1/copies', { body: file('https://127.0.0.2:1/loans.csv') });
    const failed = await run(id);
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'source' } });
    expect(failed.failure!.message).toContain('WAREHOUSE_HOSTS');
    await json('DELETE /api/v1/copies/:id', { id });
  });
});

describe('a schedule', () => {
  test('runs a copy when it is due, once, and says when it is due next', async () => {
    const { id, nextRunAt, timeZone } = await create('Scheduled', [table('branch', BRANCH)], { schedule: NIGHTLY });
    expect(timeZone).toBe('UTC');
    expect(nextRunAt).toMatch(/T02:15:00\.000Z$/);
    await makeDue(id);
    const done = await ended(id, 1);
    expect(done).toMatchObject({ status: 'loaded', scheduled: true, startedBy: null });
    const copy = (await json<{ copies: DataCopy[] }>('GET /api/v1/copies')).copies.find((item) => item.id === id)!;
    expect(copy.nextRunAt).toMatch(/T02:15:00\.000Z$/);
    expect(copy.lastRun!.id).toBe(done.id);
    expect((await runsOf(id)).length).toBe(1);
  });

  test('is paused and resumed', async () => {
    const { copies } = await json<{ copies: DataCopy[] }>('GET /api/v1/copies');
    const { id } = copies.find(({ name }) => name === 'Scheduled')!;
    const pause = (paused: boolean) => json<DataCopy>('POST /api/v1/copies/:id/pause', { id, body: { paused } });
    expect(await pause(true)).toMatchObject({ paused: true, nextRunAt: null });
    expect(await pause(false)).toMatchObject({ paused: false, nextRunAt: expect.stringMatching(/T02:15/) });
  });

  test('that fails tells the tenant’s administrators, and nobody else', async () => {
    const { id } = await create('Failing', [table('branch', BRANCH)], { schedule: NIGHTLY });
    await core.query('ALTER TABLE core.branch ADD COLUMN manager text');
    await makeDue(id);
    expect((await ended(id, 1)).status).toBe('stopped');
    const notes = async (cookie: string) =>
      (await json<{ title: unknown; link: string }[]>('GET /api/common/notifications', { cookie })).filter(
        ({ link }) => link === `/copies?copy=${id}`,
      );
    const [note] = await notes(ada);
    expect(JSON.stringify(note)).toMatch(/Failing needs a decision.*New: branch\.manager/);
    const reader = await portal.signIn({ email: 'joe@oak.example', roles: ['tenant.user'], tenants: [oak] });
    expect(await notes(reader.cookie)).toEqual([]);
    await core.query('ALTER TABLE core.branch DROP COLUMN manager');
  });
});

describe('a copy that is cut off', () => {
  /** Runs a copy of many rows, through a door that is held while it reads. */
  async function startSlow(name: string): Promise<string> {
    await core.query(`DROP TABLE IF EXISTS core.big; CREATE TABLE core.big AS SELECT i AS id, repeat('x', 200) AS filler FROM generate_series(1, 60000) i; GRANT SELECT ON core.big TO ${core.database}_core`); // prettier-ignore
    const big = table('big', ['id', 'filler'], { mode: 'append', watermark: 'id' });
    const { id } = await create(name, [big]);
    await core.query('BEGIN; LOCK TABLE core.big IN ACCESS EXCLUSIVE MODE');
    await json('POST /api/v1/copies/:id/run', { id });
    while ((await runsOf(id))[0]!.status !== 'running');
    return id;
  }

  test('by a person changes nothing, and can be run again', async () => {
    const id = await startSlow('Canceled');
    const before = (await versions())[0]?.number;
    await json('POST /api/v1/copies/:id/cancel', { id });
    await core.query('COMMIT');
    expect((await runsOf(id))[0]).toMatchObject({ status: 'canceled', version: null });
    expect((await versions())[0]?.number).toBe(before);
    expect((await refusal('POST /api/v1/copies/:id/cancel', { id })).status).toBe(409);
    expect((await run(id)).results).toMatchObject([{ loaded: 60_000 }]);
  });

  test('by the server’s end begins again after its start, and repeats or loses nothing', async () => {
    const id = await startSlow('Restarted');
    // As a killed process leaves it: an import of it, too, would be discarded.
    await Promise.all([portal.restart(), core.query('COMMIT')]);
    const done = await ended(id, 1);
    expect(done.failure).toBeNull();
    expect(done).toMatchObject({ status: 'loaded', results: [{ table: 'big', loaded: 60_000, rows: 60_000 }] });
    expect((await runsOf(id)).length).toBe(1);
    expect((await run(id)).status).toBe('unchanged');
  });

  test('by a kill begins again, and is given up after three times', async () => {
    const { id } = await create('Killed', [table('branch', BRANCH)]);
    const leave = (attempt: number) =>
      core.query(
        `INSERT INTO copy_run (tenant_id, copy, status, scheduled, attempt, process, started_at) VALUES ($1, $2, 'running', false, $3, '999999999 gone', now())`,
        [oak, id, attempt],
      );
    await leave(1);
    await portal.restart();
    expect((await ended(id, 1)).status).toBe('loaded');
    await leave(3);
    await portal.restart();
    expect(await ended(id, 2)).toMatchObject({ status: 'failed', failure: { code: 'interrupted' } });
  });
});
