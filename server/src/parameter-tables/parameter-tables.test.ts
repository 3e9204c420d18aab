import type { RouteKey, SourceStep, TenantParameterTable } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { startSocketProxy, type SocketProxy } from '../testing/socket-proxy.ts';

const model = (lateDays: number) => `
name: bank
title: { en: Bank }
description: { en: Bank }
parameters:
  - { name: late_days, title: { en: Late after }, type: integer, default: ${lateDays} }
  - { name: reserve, title: { en: Reserve }, type: percent, default: '0.02' }
  - { name: core, title: { en: Core }, type: list, default: [north, "O'Hare \\\\ \\"x\\""] }
datasets:
  - name: trans
    title: { en: Transactions }
    description: { en: A row a transaction }
    owner: Lending
    table: trans
    dimensions:
      - { name: org, title: { en: Org }, type: string, column: { table: trans, column: org } }
    measures:
      - { name: late, kind: count, where: "late >= :late_days", title: { en: L }, definition: { en: L }, format: { unit: count } }
`;

let portal: TestPortal;
let door: SocketProxy;
/** The warehouse: another schema of the test's own database, reached over TCP as any server is. */
let bank: Client;
let oak: string;
let ada: string;
let joe: string;
let cem: string;
let settings: Record<string, unknown>;

beforeAll(async () => {
  portal = await startTestPortal({ warehouseHosts: ['localhost'], parameterRetryMs: 50 });
  const admin = async (slug: string) => {
    const { tenant } = await ensureTenant(portal.database, { slug, name: slug });
    await portal.warehouses.ensureModel(systemIn(tenant.id), model(60), 'model.yaml');
    const who = { email: `admin@${slug}.example`, roles: ['tenant.admin' as const], tenants: [tenant.id] };
    return { id: tenant.id, cookie: (await portal.signIn(who)).cookie };
  };
  const first = await admin('oak');
  oak = first.id;
  ada = first.cookie;
  cem = (await admin('elm')).cookie;
  joe = (await portal.signIn({ email: 'joe@oak.example', roles: ['tenant.user'], tenants: [oak] })).cookie;
  bank = new Client(portal.superuserUrl);
  await bank.connect();
  const { database } = bank;
  await bank.query(`
    CREATE SCHEMA bank;
    CREATE TABLE bank.trans AS
      SELECT org, DATE '2026-03-31' AS day, i AS late FROM unnest(ARRAY['oak', 'elm']) org, generate_series(1, 100) i;
    CREATE ROLE ${database}_reader LOGIN PASSWORD 'very-secret';
    CREATE ROLE ${database}_writer LOGIN PASSWORD 'other-secret';
    GRANT USAGE ON SCHEMA bank TO ${database}_reader;
    GRANT SELECT ON ALL TABLES IN SCHEMA bank TO ${database}_reader`);
  door = await startSocketProxy(`${bank.host}/.s.PGSQL.${bank.port}`);
  settings = {
    engine: 'postgres',
    host: 'localhost',
    port: door.port,
    database,
    schema: 'bank',
    user: `${database}_reader`,
    password: 'very-secret',
    tls: 'off',
    tenant: { column: 'org', value: '{slug}' },
    asOf: { table: 'trans', column: 'day' },
    parameterTable: 'rise.parameters',
    parameterUser: `${database}_writer`,
    parameterPassword: 'other-secret',
  };
});
afterAll(async () => {
  for (const role of ['reader', 'writer'])
    await bank?.query(`DROP OWNED BY ${bank.database}_${role}; DROP ROLE ${bank.database}_${role}`).catch(() => {});
  await bank?.end();
  await portal?.close();
  await door?.close();
});
beforeEach(() => door.resume());

interface Sent {
  body?: unknown;
  cookie?: string;
}
async function json<T>(key: RouteKey, { body, cookie = ada }: Sent = {}): Promise<T> {
  const response = await portal.fetch(key, { cookie, ...(body !== undefined && { body }) });
  const answer = (await response.json()) as T;
  expect([response.status, answer]).toEqual([200, answer]);
  return answer;
}
const set = (body: object, cookie = ada) => json('PATCH /api/v1/parameters', { body, cookie });
const stateFor = async (cookie = ada) =>
  (await json<{ table: TenantParameterTable | null }>('GET /api/v1/parameters/table', { cookie })).table;
const reaches = (state: Partial<TenantParameterTable>, cookie = ada) =>
  expect.poll(() => stateFor(cookie)).toMatchObject(state);
/** Name, value and days of a tenant's rows, as another tool reads them. */
async function rowsOf(tenant: string, name = '%'): Promise<string[]> {
  const { rows } = await bank.query<{ row: string }>(
    `SELECT concat_ws(' ', name, value, number, valid_from, valid_until, is_current) AS row
     FROM rise.parameters WHERE tenant_id = $1 AND name LIKE $2 ORDER BY name, valid_from NULLS FIRST, value`,
    [tenant, name],
  );
  return rows.map(({ row }) => row);
}
async function figure(): Promise<number> {
  const body = { dataset: 'trans', measures: ['late'] };
  return Number((await json<{ rows: unknown[][] }>('POST /api/v1/query', { body })).rows[0]![0]);
}
async function tableStep(more: Record<string, unknown> = {}): Promise<SourceStep> {
  const body = { ...settings, ...more };
  const { steps } = await json<{ steps: SourceStep[] }>('POST /api/v1/source/test', { body });
  expect(JSON.stringify(steps)).not.toMatch(/very-secret|other-secret/);
  return steps.at(-1)!;
}

describe('the test of a source', () => {
  test('names what the table lacks, with statements that remedy it', async () => {
    const writer = `${bank.database}_writer`;
    const missing = await tableStep();
    expect(missing).toMatchObject({ step: 'parameterTable', state: 'failed', issues: [{ field: 'parameterTable' }] });
    const [{ message } = { message: '' }] = missing.issues;
    await bank.query(message.slice(message.indexOf('CREATE SCHEMA'), message.indexOf('GRANT ')));
    const denied = (await tableStep()).issues[0]!.message;
    expect(denied).toContain(`'${writer}' may not write the table 'rise.parameters'.`);
    await bank.query(denied.slice(denied.indexOf('GRANT ')));
    expect(await tableStep()).toMatchObject({ step: 'parameterTable', state: 'passed' });
    expect(await rowsOf('oak')).toEqual([]);
  });

  test('says of a wrong password that it is the writing user’s, and of other columns what they should be', async () => {
    expect((await tableStep({ parameterPassword: 'wrong' })).issues).toEqual([
      { field: 'parameterPassword', message: expect.stringContaining('Set it again') },
    ]);
    await bank.query(`CREATE TABLE rise.other (tenant_id text); GRANT ALL ON rise.other TO ${bank.database}_writer`);
    const { issues } = await tableStep({ parameterTable: 'rise.other' });
    expect(issues[0]!.message).toMatch(/has other columns than parameters need .*CREATE TABLE "rise"\."other"/s);
  });

  test('has no such step for a source without a table', async () => {
    const none = { parameterTable: undefined, parameterUser: undefined, parameterPassword: undefined };
    expect((await tableStep(none)).step).toBe('model');
    expect(await stateFor()).toBeNull();
  });

  test.each([
    ['a table without a schema', { parameterTable: 'parameters' }, 'parameterTable'],
    ['a statement', { parameterTable: 'rise.parameters; DROP TABLE x' }, 'parameterTable'],
    ['three parts', { parameterTable: 'a.b.c' }, 'parameterTable'],
    ['a user without a table', { parameterTable: undefined }, 'parameterTable'],
    ['a password without a user', { parameterUser: undefined }, 'parameterUser'],
    ['a user without a password', { parameterPassword: undefined }, 'parameterPassword'],
  ])('refuses %s', async (_, more, field) => {
    const response = await portal.fetch('POST /api/v1/source/test', { cookie: ada, body: { ...settings, ...more } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: [{ field: expect.stringContaining(field) }] } });
  });
});

describe('parameters in a table of the warehouse', () => {
  test('are written when it is connected, and with each change, beside those of another tenant', async () => {
    for (const cookie of [cem, ada]) {
      const { connection } = await json<{ connection: unknown }>('PUT /api/v1/source', { body: settings, cookie });
      expect(JSON.stringify(connection)).not.toContain('secret');
      await reaches({ state: 'written', table: 'rise.parameters', issue: null }, cookie);
    }
    const defaults = [
      `core north t`,
      `core O'Hare \\ "x" t`,
      'late_days 60 60.0000000000 t',
      'reserve 0.02 0.0200000000 t',
    ];
    expect((await rowsOf('oak')).toSorted()).toEqual(defaults.toSorted());
    const theirs = await rowsOf('elm');
    expect(theirs).toHaveLength(4);

    await set({
      values: { late_days: 30, core: ['west'] },
      changes: { late_days: [{ from: '2026-01-01', value: 45 }] },
    });
    const changed = [
      'core west t',
      'late_days 30 30.0000000000 2025-12-31 f',
      'late_days 45 45.0000000000 2026-01-01 t',
      'reserve 0.02 0.0200000000 t',
    ];
    await expect.poll(() => rowsOf('oak')).toEqual(changed);
    expect(await rowsOf('elm')).toEqual(theirs);
    expect(await figure()).toBe(56);
  });

  test('follow the model’s defaults', async () => {
    await portal.warehouses.ensureModel(systemIn(oak), model(60).replace("'0.02'", "'0.05'"), 'model.yaml');
    await expect.poll(() => rowsOf('oak', 'reserve')).toEqual(['reserve 0.05 0.0500000000 t']);
  });

  test('without the right to write say so with the remedy, while figures go on; then they are written again', async () => {
    const writer = `${bank.database}_writer`;
    await bank.query(`REVOKE INSERT ON rise.parameters FROM ${writer}`);
    await set({ values: { late_days: 90 }, changes: { late_days: [] } });
    await reaches({
      state: 'failed',
      issue: expect.stringContaining('GRANT SELECT, INSERT, DELETE ON "rise"."parameters"'),
    });
    expect(await figure()).toBe(11);
    // In one transaction: what was there stays.
    expect(await rowsOf('oak', 'late_days')).toHaveLength(2);
    expect(await stateFor(joe)).toMatchObject({ state: 'failed', issue: null });
    await bank.query(`GRANT INSERT ON rise.parameters TO ${writer}`);
    await json('POST /api/v1/parameters/table/write');
    await reaches({ state: 'written', issue: null, retryAt: null });
    expect(await rowsOf('oak', 'late_days')).toEqual(['late_days 90 90.0000000000 t']);
    const { rows } = await bank.query<{ outcome: string }>(
      `SELECT outcome FROM audit_record
       WHERE action = 'parameter.write-table' AND target = 'rise.parameters' AND tenant_id = $1 ORDER BY id`,
      [oak],
    );
    const outcomes = rows.map(({ outcome }) => outcome);
    // The failure of each retry is no news. A retry may write, too, before the request does.
    expect(outcomes.filter((outcome) => outcome !== 'done')).toEqual(['failed']);
    expect(outcomes.at(-1)).toBe('done');
  });

  test('are written by themselves once the server is back', async () => {
    await bank.query(`ALTER ROLE ${bank.database}_writer NOLOGIN`);
    await set({ values: { late_days: 20 } });
    await reaches({ state: 'failed' });
    await bank.query(`ALTER ROLE ${bank.database}_writer LOGIN`);
    await expect.poll(() => rowsOf('oak', 'late_days')).toEqual(['late_days 20 20.0000000000 t']);
    await reaches({ state: 'written' });
  });

  test('that someone removed are there again on request', async () => {
    await bank.query("DELETE FROM rise.parameters WHERE tenant_id = 'oak'");
    const denied = await portal.fetch('POST /api/v1/parameters/table/write', { cookie: joe });
    expect(denied.status).toBe(404);
    await json('POST /api/v1/parameters/table/write');
    await expect.poll(() => rowsOf('oak')).toHaveLength(3);
  });

  test('of two tenants never share rows', async () => {
    const body = { ...settings, tenant: { column: 'org', value: 'oak' }, schema: 'bank' };
    await bank.query(`
      CREATE SCHEMA branch; CREATE TABLE branch.trans AS TABLE bank.trans;
      GRANT USAGE ON SCHEMA branch TO ${bank.database}_reader; GRANT SELECT ON branch.trans TO ${bank.database}_reader`);
    const response = await portal.fetch('PUT /api/v1/source', { cookie: cem, body: { ...body, schema: 'branch' } });
    const text = await response.text();
    expect([response.status, text]).toEqual([400, expect.stringContaining('another organization')]);
    expect(text).toContain('parameterTable');
  });

  test('stay as they are once the source is gone', async () => {
    await json('DELETE /api/v1/source');
    expect(await stateFor()).toBeNull();
    await set({ values: { late_days: 10 } });
    expect(await rowsOf('oak', 'late_days')).toEqual(['late_days 20 20.0000000000 t']);
  });
});
