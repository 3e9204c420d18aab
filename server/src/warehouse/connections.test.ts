import type { QueryResult, RouteKey, SqlResult } from '@rise/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../host/config/config.ts';
import { connectWarehouse, disconnectWarehouse, readWarehouse } from '../command-line/operations/warehouses.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { ModelService } from '../models/models.service.ts';
import { TemplateService } from '../models/templates.service.ts';
import { LOAN_MODEL, LOAN_REPORT, loansSql } from '../testing/loan-warehouse.ts';
import { startSocketProxy, type SocketProxy } from '../testing/socket-proxy.ts';
import { startTrinoProxy } from '../testing/trino-proxy.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let door: SocketProxy;
let outside: Client;
let admin: string;
let ada: string;
let cem: string;
let settings: Record<string, unknown>;

beforeAll(async () => {
  portal = await startTestPortal({ warehouseHosts: ['localhost', '10.9.9.9'] });
  const { alder, birch } = portal.tenants;
  admin = (await portal.signIn({ email: 'boss@rise.example', roles: ['global.admin'] })).cookie;
  ada = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] })).cookie;
  cem = (await portal.signIn({ email: 'cem@birch.example', roles: ['tenant.user'], tenants: [birch] })).cookie;
  for (const tenant of [alder, birch]) {
    await portal.warehouses.ensureModel(systemIn(tenant), LOAN_MODEL, 'model.yaml');
    await portal.warehouses.load(systemIn(tenant), {
      title: 'Loans',
      sourceDir: import.meta.dirname,
      tables: [{ table: 'loan', select: loansSql("range(getvariable('rows'))"), rows: 200 }],
      sortKey: 'loan',
      asOf: { table: 'loan', column: 'day' },
    });
    await portal.database.withTenant(
      systemIn(tenant),
      (tx) => tx.run`UPDATE report SET document = ${JSON.stringify(LOAN_REPORT)}::jsonb WHERE tenant_id = ${tenant}`,
    );
  }

  outside = new Client(portal.superuserUrl);
  await outside.connect();
  const { database } = outside;
  await outside.query(`
    CREATE SCHEMA figures;
    CREATE TABLE figures.loan (tenant_id, loan, branch, day, amount, loaded) AS
      SELECT 'birch', loan, branch, day, amount, 1 FROM (${loansSql('generate_series(0, 199)')}) AS made
      UNION ALL SELECT 'another tenant', 999, 'north', DATE '2027-01-01', 1000000, 9;
    CREATE ROLE ${database}_reader LOGIN PASSWORD 'very-secret';
    GRANT USAGE ON SCHEMA figures TO ${database}_reader;
    GRANT SELECT ON figures.loan TO ${database}_reader`);
  door = await startSocketProxy(`${outside.host}/.s.PGSQL.${outside.port}`);
  settings = {
    engine: 'postgres',
    host: 'localhost',
    port: door.port,
    database,
    schema: 'figures',
    user: `${database}_reader`,
    password: 'very-secret',
    tls: 'off',
    tenant: { value: '{slug}' },
    freshness: { table: 'loan', column: 'loaded' },
    asOf: { table: 'loan', column: 'day' },
    maxAgeSeconds: 3600,
  };
});
afterAll(async () => {
  await outside
    ?.query(`DROP OWNED BY ${outside.database}_reader; DROP ROLE ${outside.database}_reader`)
    .catch(() => {});
  // Before the portal, which closes its database.
  await outside?.end();
  await portal?.close();
  await door?.close();
});

const OWN = ' /api/v1/global/tenants/:id/warehouse';
const at = (method: 'GET' | 'PUT' | 'DELETE', body?: unknown, tenant = portal.tenants.birch) =>
  portal.fetch(`${method}${OWN}` as RouteKey, { id: tenant, cookie: admin, body });
const put = (more: Record<string, unknown> = {}) => at('PUT', { ...settings, ...more });
const sendQuery = async (cookie: string, query: object) => {
  const response = await portal.fetch('POST /api/v1/query', { cookie, body: { dataset: 'loans', ...query } });
  return { status: response.status, ...((await response.json()) as QueryResult) };
};
const BY_BRANCH = { dimensions: ['branch'], measures: ['loans', 'amount', 'mean'], totals: true };

async function runReport(cookie: string): Promise<unknown[]> {
  const listed = await portal.fetch('GET /api/v1/reports', { cookie });
  const { reports } = (await listed.json()) as { reports: { id: string }[] };
  const run = await portal.fetch('POST /api/v1/reports/:id/run', { id: reports[0]!.id, cookie, body: {} });
  const lines = (await run.text())
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { type: string; tile?: string; results?: Record<string, { result: QueryResult }> },
    );
  return lines
    .filter(({ type }) => type === 'tile')
    .map(({ tile, results }) => [
      tile,
      Object.values(results!).map(({ result }) => [result.columns, result.rows, result.totals]),
    ])
    .toSorted();
}

describe('settings that fail the test are rejected, with the setting and the remedy, and change nothing', () => {
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['a wrong password', { password: 'wrong' }, 'password', /Set it again/],
    ['a wrong database', { database: 'nowhere' }, 'database', /no database 'nowhere'/],
    ['a wrong schema', { schema: 'nowhere' }, 'schema', /no schema 'nowhere'/],
    ['an unknown host', { host: 'nowhere.invalid' }, 'host', /no host 'nowhere.invalid'/],
    ['an internal host', { host: '127.0.0.1' }, 'host', /WAREHOUSE_HOSTS/],
    ['an internal address in another notation', { host: '2130706433' }, 'host', /WAREHOUSE_HOSTS/],
    ['a closed port', { port: 1 }, 'port', /port 1/],
    ['a missing tenant column', { tenant: { column: 'whose' } }, 'tenant.column', /'loan' has no column 'whose'/],
    ['a missing freshness column', { freshness: { table: 'loan', column: 'x' } }, 'freshness.column', /no column 'x'/],
  ])('%s', async (_, more, field, message) => {
    const response = await put(more);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { field: string; message: string }[] } };
    expect(error.details).toEqual([{ field, message: expect.stringMatching(message) }]);
    expect(JSON.stringify(error)).not.toContain('very-secret');
    expect(await (await at('GET')).json()).toEqual({ connection: null });
  });

  test('an as-of table without the tenant column is refused with the remedy, also where no model uses it', async () => {
    await outside.query('CREATE TABLE figures.trans (day date)');
    await outside.query(`GRANT SELECT ON figures.trans TO ${outside.database}_reader`);
    const { error } = (await (await put({ asOf: { table: 'trans', column: 'day' } })).json()) as { error: object };
    await outside.query('DROP TABLE figures.trans');
    expect(error).toMatchObject({
      details: [{ field: 'tenant.column', message: expect.stringMatching(/'trans' has no column .*'tenant: none'/) }],
    });
  });

  test.each([
    { host: '/var/run' },
    { host: 'http://dw' },
    { options: '-c role=postgres' },
    { file: 'x' },
    { engine: 'mysql' },
  ])('rejects invalid settings: %j', async (more) => {
    expect((await put(more)).status).toBe(400);
  });

  test('a tenant’s own administrator gets 404', async () => {
    const { birch } = portal.tenants;
    const { cookie } = await portal.signIn({ email: 'a@b.example', roles: ['tenant.admin'], tenants: [birch] });
    const key: RouteKey = 'PUT /api/v1/global/tenants/:id/warehouse';
    expect((await portal.fetch(key, { id: birch, cookie, body: settings })).status).toBe(404);
  });

  test('rejects a role that could change data', async () => {
    await outside.query(`GRANT DELETE ON figures.loan TO ${outside.database}_reader`);
    const { error } = (await (await put()).json()) as { error: { details: object[] } };
    await outside.query(`REVOKE DELETE ON figures.loan FROM ${outside.database}_reader`);
    expect(error.details).toEqual([{ field: 'user', message: expect.stringContaining("may change the table 'loan'") }]);
  });
});

describe('a tenant connected to a PostgreSQL', () => {
  test('gets the same results and reports as from its own file, its own rows alone', async () => {
    const before = [await sendQuery(cem, BY_BRANCH), await runReport(cem)] as const;
    const response = await put();
    expect(await response.json()).toEqual({
      connection: {
        settings: expect.objectContaining({
          engine: 'postgres',
          host: 'localhost',
          connections: 8,
          deadlineSeconds: 30,
        }),
        proven: true,
        note: null,
        of: 'tenant',
        connectedAt: expect.any(String),
      },
    });
    const after = await sendQuery(cem, BY_BRANCH);
    expect(after.rows).toEqual(before[0].rows);
    expect(after.totals).toEqual(before[0].totals);
    expect(after.totals).toEqual([null, 200, expect.any(String), expect.any(Number)]);
    expect(after.meta).toMatchObject({
      asOf: '2026-06-30',
      cache: 'miss',
      dataVersion: before[0].meta.dataVersion + 1,
    });
    expect(after.meta.unmapped).toEqual(before[0].meta.unmapped);
    expect(await runReport(cem)).toEqual(before[1]);
    expect((await sendQuery(cem, BY_BRANCH)).meta.cache).toBe('hit');
    const explained = await portal.fetch('POST /api/v1/query/explanation', {
      cookie: cem,
      body: { query: { dataset: 'loans', measures: ['amount'] }, measure: 'amount' },
    });
    expect(await explained.json()).toMatchObject({ parameters: ['birch'], dataVersion: after.meta.dataVersion });
  });

  test('never returns its secrets or stores them unencrypted', async () => {
    const shown = await (await at('GET')).text();
    expect(shown).not.toMatch(/very-secret|password/);
    const stored = await portal.database.withGlobal(SYSTEM, (tx) => tx.rows`SELECT * FROM warehouse_connection`);
    expect(JSON.stringify(stored)).not.toContain('very-secret');
    expect(Buffer.from((stored[0] as { secrets: Buffer }).secrets).toString('latin1')).not.toContain('very-secret');
  });

  test('gets new figures under a new version once the freshness column has increased', async () => {
    const before = await sendQuery(cem, { measures: ['loans'] });
    await outside.query(`INSERT INTO figures.loan VALUES ('birch', 201, 'north', '2026-07-31', 5, 2)`);
    expect((await sendQuery(cem, { measures: ['loans'] })).meta.dataVersion).toBe(before.meta.dataVersion);
    // Connecting again checks at once; otherwise freshness is checked every maxAgeSeconds.
    await portal.warehouses.refresh(systemIn(portal.tenants.birch));
    const after = await sendQuery(cem, { measures: ['loans'] });
    expect(after.rows).toEqual([[201]]);
    expect(after.meta).toMatchObject({ dataVersion: before.meta.dataVersion + 1, asOf: '2026-07-31' });
    await portal.warehouses.refresh(systemIn(portal.tenants.birch));
    expect((await sendQuery(cem, { measures: ['loans'] })).meta.dataVersion).toBe(after.meta.dataVersion);
  });

  test('can run ad-hoc SQL: on its own rows alone, also with view as, with an audit record for each statement', async () => {
    const { birch } = portal.tenants;
    const { cookie } = await portal.signIn({ email: 'bea@birch.example', roles: ['tenant.admin'], tenants: [birch] });
    const post = async (sql: string, more: object = {}, headers = {}) => {
      const response = await portal.fetch('POST /api/v1/sql', { cookie, headers, body: { sql, ...more } });
      return (await response.json()) as SqlResult & { error?: { code: string; details: { message: string }[] } };
    };
    const count = 'SELECT count(*), max(loan), max(day), sum(amount) FROM loan';
    const own = await outside.query<unknown[]>({
      text: "SELECT count(*)::int, max(loan), max(day)::text, sum(amount)::float8 FROM figures.loan WHERE tenant_id = 'birch'",
      rowMode: 'array',
    });
    const { rows, meta } = await post(count);
    expect([rows[0]![0], rows[0]![1], rows[0]![2], Number(rows[0]![3])]).toEqual(own.rows[0]);
    expect(meta).toMatchObject({ restricted: [], cache: 'miss', asOf: '2026-07-31' });
    const north = await post('SELECT DISTINCT branch FROM loan', { viewAs: { roles: [], groups: ['north'] } });
    expect(north.rows).toEqual([['north']]);
    expect(north.meta.restricted).toEqual([{ table: 'loan', rules: ['north_only'], masked: [] }]);
    const refused = await post('SELECT *\nFROM figures.loan', {}, { 'accept-language': 'tr' });
    expect(refused.error).toMatchObject({
      code: 'QUERY_INVALID',
      details: [
        {
          field: 'sql',
          message: "Satır 2, sütun 6: Tabloları şema ya da veritabanı olmadan adlandırın: 'loan'.",
          line: 2,
          column: 6,
        },
      ],
    });
    const records = await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.rows`SELECT outcome, details->>'sql' AS sql FROM audit_record WHERE action = 'query.sql' ORDER BY id`,
    );
    expect(records).toEqual([
      { outcome: 'done', sql: count },
      { outcome: 'done', sql: 'SELECT DISTINCT branch FROM loan' },
      { outcome: 'denied', sql: 'SELECT *\nFROM figures.loan' },
    ]);
  });

  test('is not held up by a table that never ends: rows, counts, profiles, files and drafts of models end at the deadline', async () => {
    const { birch } = portal.tenants;
    await outside.query(`CREATE VIEW figures.endless AS SELECT 'birch' AS tenant_id, 1 AS id, now() AS at FROM pg_sleep(3600);
      GRANT SELECT ON figures.endless TO ${outside.database}_reader`);
    // Long enough for the others' query on a busy machine.
    expect((await put({ deadlineSeconds: 4 })).status).toBe(200);
    const { cookie } = await portal.signIn({ email: 'bea@birch.example', roles: ['tenant.admin'], tenants: [birch] });
    const post = (key: RouteKey, body: object) => portal.fetch(key, { cookie, body });
    const document = `${LOAN_MODEL}
  - name: endless
    title: { en: Endless }
    description: { en: Endless }
    owner: Lending
    table: endless
    dimensions: [{ name: id, title: { en: Id }, type: integer, column: { table: endless, column: id } }]
    measures: [{ name: rows, kind: count, title: { en: Rows }, definition: { en: Rows }, format: { unit: count } }]
`;
    const query = { dataset: 'endless', measures: ['rows'] };
    const table = 'endless';
    const ending = Promise.all(
      [
        post('POST /api/v1/data-view/rows', { table }),
        post('POST /api/v1/data-view/count', { table }),
        post('POST /api/v1/data-view/profile', { table, columns: ['id'] }),
        post('POST /api/v1/data-view/export', { table, format: 'csv' }),
        post('POST /api/v1/model/draft/query', { document, query }),
      ].map(async (sent) => (await sent).text().catch(() => 'broken')),
    );
    // Meanwhile, others of the tenant are served.
    expect((await sendQuery(cem, { dimensions: ['loan'], measures: ['loans'] })).status).toBe(200);
    for (const [place, text] of (await ending).entries()) expect([place, text]).toEqual([place, expect.stringMatching(/QUERY_TIMEOUT|^broken$/)]); // prettier-ignore
    // Nothing of it goes on at the server.
    const running = await outside.query(`SELECT query FROM pg_stat_activity WHERE usename = '${outside.database}_reader' AND state = 'active'`); // prettier-ignore
    expect(running.rows).toEqual([]);
    await outside.query('DROP VIEW figures.endless');
    await put();
  });

  test('cannot be connected to rows that another tenant reads', async () => {
    const body = { ...settings, tenant: { value: 'birch' } };
    const response = await at('PUT', body, portal.tenants.alder);
    expect(await response.json()).toMatchObject({
      error: {
        details: [{ field: 'tenant', message: expect.stringContaining("The tenant 'birch' reads these rows") }],
      },
    });
    expect((await at('PUT', { ...settings, tenant: 'none' }, portal.tenants.alder)).status).toBe(400);
  });

  async function shutDown(): Promise<void> {
    await outside.query(
      `REVOKE CONNECT ON DATABASE "${outside.database}" FROM PUBLIC; ALTER ROLE ${outside.database}_reader NOLOGIN`,
    );
    await outside.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${outside.database}_reader'`,
    );
  }

  async function bringBack(): Promise<void> {
    await outside.query(
      `ALTER ROLE ${outside.database}_reader LOGIN; GRANT CONNECT ON DATABASE "${outside.database}" TO PUBLIC`,
    );
  }

  test('does not keep a template’s new version from others while its server is down, and gets it afterwards', async () => {
    const { database, warehouses } = portal;
    const models = new ModelService({ database, warehouses });
    const templates = new TemplateService({ database, models });
    const push = (document: string) =>
      templates.put({ document, message: '', file: 'model.yaml', origin: 'command', author: null });
    const { template } = await push(LOAN_MODEL);
    for (const tenant of [portal.tenants.alder, portal.tenants.birch])
      await warehouses.ensureModel(systemIn(tenant), `extends: ${template.name}\n`, 'model.yaml');
    await put();
    await shutDown();
    const newer = `${LOAN_MODEL}# newer\n`;
    const outcome = await push(newer);
    expect(outcome).toMatchObject({ followed: ['alder'], staying: [{ slug: 'birch' }] });
    expect(outcome.staying[0]!.problems.join()).toMatch(/cannot be reached/);
    await bringBack();
    expect(await push(newer)).toMatchObject({ changed: false, followed: ['birch'], staying: [] });
  });

  test('gets an error while the server is down, and its own file after the connection is removed', async () => {
    await put({ maxAgeSeconds: 1, freshness: undefined, asOf: undefined });
    await shutDown();
    const away = await sendQuery(cem, { measures: ['amount'] });
    expect(away).toMatchObject({ status: 503, error: { code: 'WAREHOUSE_UNAVAILABLE' } });
    await bringBack();
    expect((await sendQuery(cem, { measures: ['loans'] })).rows).toEqual([[201]]);
    expect(await (await at('DELETE')).json()).toEqual({ connection: null });
    expect((await sendQuery(cem, { measures: ['loans'] })).rows).toEqual([[200]]);
  });
});

describe('a tenant connected to a Trino', () => {
  test('gets its own rows from there, under the configured user, with what the connection was tested on', async () => {
    await outside.query('SET search_path = figures');
    const trino = await startTrinoProxy(async ({ sql, values }) => {
      const types = { getTypeParser: () => String };
      const { rows } = await outside.query<string[]>({ text: sql, values, rowMode: 'array', types });
      return rows;
    });
    const { password: _, database: catalog, user: _user, ...others } = settings;
    const body = { ...others, engine: 'trino', port: trino.port, catalog, user: 'rise_reader' };
    const response = await at('PUT', body);
    expect(await response.json()).toMatchObject({
      connection: {
        settings: { engine: 'trino', catalog },
        proven: false,
        note: { en: expect.stringMatching(/^Not tested/), tr: expect.stringMatching(/test edilmedi/) },
      },
    });
    const shown = await sendQuery(cem, BY_BRANCH);
    const { rows } = await outside.query<{ branch: string | null; loans: number; amount: string }>(
      "SELECT branch, count(*)::int AS loans, sum(amount)::float8 AS amount FROM loan WHERE tenant_id = 'birch' GROUP BY branch ORDER BY branch",
    );
    expect(shown.rows.map(([branch, loans, amount]) => ({ branch, loans, amount: Number(amount) }))).toEqual(rows);
    expect(shown.rows).toHaveLength(3);
    expect(trino.requests.at(-1)).toEqual({ user: 'rise_reader', tags: `tenant=${portal.tenants.birch}` });
    const wrong = await at('PUT', { ...body, schema: 'nowhere' });
    expect(await wrong.json()).toMatchObject({ error: { details: [{ field: 'schema' }] } });
    await at('DELETE');
    await trino.close();
    await outside.query('RESET search_path');
  });
});

describe('a connection for all tenants', () => {
  const everybody = (method: 'GET' | 'PUT' | 'DELETE', body?: unknown) =>
    portal.fetch(`${method} /api/v1/global/warehouse` as RouteKey, { cookie: admin, body });

  test('separates the rows of the tenants', async () => {
    for (const tenant of ['none', { value: 'fixed' }])
      expect(await (await everybody('PUT', { ...settings, tenant })).json()).toMatchObject({
        error: { details: [{ field: expect.stringMatching(/^tenant/) }] },
      });
  });

  test('applies to each tenant without its own, until it is removed', async () => {
    await at('PUT', { engine: 'duckdb' }, portal.tenants.alder);
    expect((await everybody('PUT', settings)).status).toBe(200);
    expect((await sendQuery(ada, { measures: ['loans'] })).rows).toEqual([[200]]);
    expect((await sendQuery(cem, { measures: ['loans'] })).rows).toEqual([[201]]);
    expect(await (await at('GET')).json()).toMatchObject({ connection: { of: 'everybody' } });
    await at('DELETE', undefined, portal.tenants.alder);
    expect((await sendQuery(ada, { measures: ['loans'] })).rows).toEqual([[0]]);
    await everybody('DELETE');
    expect((await sendQuery(ada, { measures: ['loans'] })).rows).toEqual([[200]]);
  });

  test('can be set by a command too, which reports issues line by line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rise-connect-'));
    const file = join(folder, 'warehouse.yaml');
    const config = loadConfig(
      { RISE_DATA: folder, SESSION_SECRET: 's'.repeat(32), WAREHOUSE_HOSTS: 'localhost' },
      folder,
    );
    const context = { database: portal.database, config };
    const connect = (slug = 'birch') => connectWarehouse(context, slug, file).catch((error: Error) => error.message);
    expect(await connect()).toContain(`${file} cannot be read`);
    await writeFile(file, stringify({ ...settings, port: 'many', extra: 1 }));
    expect(await connect()).toMatch(/warehouse\.yaml: port: .*\n.*: the file: .*extra/s);
    await writeFile(file, stringify({ ...settings, password: 'wrong' }));
    expect(await connect()).toContain('warehouse.yaml: password: The warehouse does not take this password');
    expect(await readWarehouse(context, 'birch')).toBeNull();
    await writeFile(file, stringify(settings));
    expect(await connect('nobody')).toContain("no tenant with the slug 'nobody'");
    expect(await connect()).toMatchObject({ of: 'tenant' });
    expect(await readWarehouse(context, 'birch')).toMatchObject({ settings: { engine: 'postgres', port: door.port } });
    expect(await sendQuery(cem, { measures: ['loans'] })).toMatchObject({
      status: 503,
      error: { message: expect.stringContaining('Connect the warehouse again') },
    });
    expect(await disconnectWarehouse(context, 'birch')).toBeNull();
    expect((await sendQuery(cem, { measures: ['loans'] })).rows).toEqual([[200]]);
    await rm(folder, { recursive: true });
  });

  test('every change is in the audit trail', async () => {
    const { rows } = await outside.query<{ action: string }>(
      "SELECT DISTINCT action FROM audit_record WHERE action LIKE 'warehouse.%' AND outcome = 'done' ORDER BY action",
    );
    expect(rows.map(({ action }) => action)).toEqual(['warehouse.connect', 'warehouse.disconnect']);
  });
});
