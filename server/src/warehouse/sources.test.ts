import type { RouteKey, SourceStep, WarehouseConnection } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { startSocketProxy, type SocketProxy } from '../testing/socket-proxy.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let door: SocketProxy;
let outside: Client;
let tenantId: string;
let ada: string;
let cem: string;
let settings: Record<string, unknown>;

beforeAll(async () => {
  portal = await startTestPortal({ warehouseHosts: ['localhost'] });
  // New tenants, of which nothing says yet which tables are needed.
  const admin = async (slug: string) => {
    const { tenant } = await ensureTenant(portal.database, { slug, name: slug });
    const who = { email: `admin@${slug}.example`, roles: ['tenant.admin' as const], tenants: [tenant.id] };
    return { id: tenant.id, cookie: (await portal.signIn(who)).cookie };
  };
  const oak = await admin('oak');
  tenantId = oak.id;
  ada = oak.cookie;
  cem = (await admin('elm')).cookie;
  outside = new Client(portal.superuserUrl);
  await outside.connect();
  const { database } = outside;
  await outside.query(`
    CREATE SCHEMA bank;
    CREATE TABLE bank.trans AS SELECT 1 AS trans_id, DATE '1998-12-31' AS day, 5 AS amount;
    CREATE ROLE ${database}_source LOGIN PASSWORD 'very-secret';
    GRANT USAGE ON SCHEMA bank TO ${database}_source;
    GRANT SELECT ON ALL TABLES IN SCHEMA bank TO ${database}_source`);
  door = await startSocketProxy(`${outside.host}/.s.PGSQL.${outside.port}`);
  settings = {
    engine: 'postgres',
    host: 'localhost',
    port: door.port,
    database,
    schema: 'bank',
    user: `${database}_source`,
    password: 'very-secret',
    tls: 'off',
    tenant: 'none',
    asOf: { table: 'trans', column: 'day' },
  };
});
afterAll(async () => {
  await outside
    ?.query(`DROP OWNED BY ${outside.database}_source; DROP ROLE ${outside.database}_source`)
    .catch(() => {});
  await outside?.end();
  await portal?.close();
  await door?.close();
});

const send = (key: RouteKey, body?: unknown, cookie = ada) => portal.fetch(key, { cookie, body });
async function diagnose(more: Record<string, unknown> = {}): Promise<SourceStep[]> {
  const response = await send('POST /api/v1/source/test', { ...settings, ...more });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text).not.toContain('very-secret');
  return (JSON.parse(text) as { steps: SourceStep[] }).steps;
}
const stateOf = (steps: SourceStep[]) => steps.map(({ step, state }) => `${step} ${state}`).join(', ');
const read = async (cookie = ada) =>
  ((await (await send('GET /api/v1/source', undefined, cookie)).json()) as { connection: WarehouseConnection | null })
    .connection;

describe('a test of a source', () => {
  test('passes step by step, with the tables and the latest day, and changes nothing', async () => {
    const steps = await diagnose();
    expect(steps.map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'passed'));
    expect(steps.find(({ step }) => step === 'tables')).toMatchObject({ count: 1, names: ['trans'] });
    expect(steps.find(({ step }) => step === 'freshness')?.value).toMatch(/^1998-12-31/);
    expect(await read()).toBeNull();
  });

  test.each<[string, Record<string, unknown>, string, string, RegExp]>([
    ['a host that the operator does not allow', { host: '10.1.2.3' }, 'host', 'host', /WAREHOUSE_HOSTS/],
    ['a host that does not exist', { host: 'nowhere.invalid' }, 'host|reach', 'host', /no host|WAREHOUSE_HOSTS/],
    ['a closed port', { port: 1 }, 'reach', 'port', /port 1/],
    ['a wrong password', { password: 'wrong' }, 'signIn', 'password', /Set it again/],
    ['a wrong schema', { schema: 'nowhere' }, 'schema', 'schema', /no schema 'nowhere'/],
    ['a tenant column that no table has, without a model', { tenant: { column: 'tenant_id' } }, 'tenant', 'tenant.column', /'trans' has no column 'tenant_id' .*'tenant: none'/], // prettier-ignore
    ['a wrong as-of column', { asOf: { table: 'trans', column: 'x' } }, 'freshness', 'asOf.column', /no column 'x'/],
  ])('says of %s in which step it fails, and the remedy', async (_, more, step, field, message) => {
    const steps = await diagnose(more);
    const failed = steps.filter(({ state }) => state === 'failed');
    expect(failed).toHaveLength(1);
    expect(failed[0]!.step).toMatch(new RegExp(`^(${step})$`));
    expect(failed[0]!.issues).toEqual([{ field, message: expect.stringMatching(message) }]);
    const before = steps.slice(0, steps.indexOf(failed[0]!));
    expect(before.every(({ state }) => state === 'passed')).toBe(true);
  });

  test('finds out that the user could change data, and skips what follows', async () => {
    await outside.query(`GRANT DELETE ON bank.trans TO ${outside.database}_source`);
    const steps = await diagnose();
    await outside.query(`REVOKE DELETE ON bank.trans FROM ${outside.database}_source`);
    expect(stateOf(steps)).toBe(
      'host passed, reach passed, signIn passed, schema passed, readOnly failed, tables skipped, tenant skipped, freshness skipped, model skipped',
    );
  });
});

describe('a source of a tenant', () => {
  test('is connected by its administrator, stored without readable secrets, never shown again, and removed', async () => {
    const refused = await send('PUT /api/v1/source', { ...settings, password: 'wrong' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { details: [{ field: 'password' }] } });
    expect(await read()).toBeNull();

    const response = await send('PUT /api/v1/source', settings);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(text).not.toMatch(/very-secret|password/);
    expect(await read()).toMatchObject({ of: 'tenant', settings: { engine: 'postgres', schema: 'bank' } });
    expect(JSON.stringify(await read())).not.toMatch(/very-secret|password/);
    const [stored] = await portal.database.withGlobal(SYSTEM, (tx) => tx.rows`SELECT * FROM warehouse_connection`);
    expect(JSON.stringify(stored)).not.toContain('very-secret');
    expect(Buffer.from((stored as { secrets: Buffer }).secrets).toString('latin1')).not.toContain('very-secret');
    const state = await (await send('GET /api/v1/data-version')).json();
    expect(state).toMatchObject({ asOf: expect.any(String) });
    expect(await read(cem)).toBeNull();
  });

  test('cannot be one whose rows another tenant reads, and learns no more about that', async () => {
    const response = await send('PUT /api/v1/source', settings, cem);
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toContain('Another organization of this installation reads these rows');
    expect(text).not.toMatch(/oak/i);
    // Nor without its password.
    const wrong = await (await send('PUT /api/v1/source', { ...settings, password: 'wrong' }, cem)).text();
    expect(wrong).not.toContain('Another organization');
  });

  test('is removed, after which the embedded warehouse applies again', async () => {
    expect(await (await send('DELETE /api/v1/source')).json()).toEqual({ connection: null });
    expect(await read()).toBeNull();
  });

  test('of the installation is named by its kind alone', async () => {
    const stored = JSON.stringify({ ...settings, tenant: { value: '{slug}' }, password: undefined });
    await outside.query('INSERT INTO warehouse_connection (settings) VALUES ($1)', [stored]);
    expect(await read()).toMatchObject({ of: 'everybody', settings: { engine: 'postgres' } });
    expect(Object.keys((await read())!.settings)).toEqual(['engine']);
    await outside.query('DELETE FROM warehouse_connection');
  });

  test('is not for others than administrators', async () => {
    const { cookie } = await portal.signIn({ email: 'joe@oak.example', roles: ['tenant.user'], tenants: [tenantId] });
    for (const key of ['GET /api/v1/source', 'DELETE /api/v1/source'] as const)
      expect((await send(key, undefined, cookie)).status).toBe(404);
    expect((await send('PUT /api/v1/source', settings, cookie)).status).toBe(404);
  });
});

describe.each(['POST /api/v1/source/test', 'PUT /api/v1/source'] as const)('%s rejects', (key) => {
  test.each<Record<string, unknown>>([
    { options: '-c role=postgres' },
    { file: 'file:/etc/passwd' },
    { host: 'file:///etc/passwd' },
    { host: '/var/run/postgresql' },
    { initSql: 'SET ROLE postgres' },
    { database: 'x\u0000y' },
    { engine: 'duckdb' },
    { engine: 'mysql' },
    { tenantId: '018f3a52-7d1c-7000-8000-0000000000a1' },
    { tenants: ['birch'] },
  ])('%j as no setting of a source', async (more) => {
    expect((await send(key, { ...settings, ...more })).status).toBe(400);
  });

  test('addresses of this machine and of its network, in every spelling', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '10.0.0.1',
      '[fd00::1]',
    ]) {
      // prettier-ignore
      const text = await (await send(key, { ...settings, host })).text();
      expect(text, host).toMatch(/WAREHOUSE_HOSTS|Enter a host name/);
    }
  });
});
