import { EventEmitter, once } from 'node:events';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { SYSTEM, systemIn, type TenantActor } from '../actor.ts';
import { fragment, type TenantTx } from './database.ts';

let fixture: TestDatabase;
let alder: TenantActor;
let birch: TenantActor;

beforeAll(async () => {
  fixture = await createTestDatabase();
  [alder, birch] = (await Promise.all(['alder', 'birch'].map(tenant))) as [TenantActor, TenantActor];
  for (const actor of [alder, birch]) {
    await fixture.database.withTenant(actor, async (tx) => {
      await tx.run`INSERT INTO model (tenant_id, version, hash, document) VALUES (${actor.tenantId}, 1, 'h', 'd')`;
      await tx.run`
        WITH place AS (INSERT INTO workspace (tenant_id, name, icon, color, position)
                       VALUES (${actor.tenantId}, '{"en": "w"}', 'folder', 'gray', 1) RETURNING id)
        INSERT INTO report (tenant_id, template, workspace_id, document, key) SELECT ${actor.tenantId}, 't', id, '{}', 't' FROM place`;
    });
  }
});
afterAll(() => fixture.close());

async function tenant(slug: string): Promise<TenantActor> {
  const row = await fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.first<{ id: string }>`INSERT INTO tenant (slug, name) VALUES (${slug}, ${slug}) RETURNING id`,
  );
  return systemIn(row!.id);
}

async function catalog<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: fixture.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a tenant’s transaction and another tenant’s rows', () => {
  test('reading by the other tenant’s id finds nothing', async () => {
    const seen = await fixture.database.withTenant(
      alder,
      (tx) => tx.rows<{ tenant_id: string }>`SELECT tenant_id FROM model WHERE tenant_id = ${birch.tenantId} OR true`,
    );
    expect(seen).toEqual([{ tenant_id: alder.tenantId }]);
  });

  test('updating and deleting affect no rows', async () => {
    const { database } = fixture;
    const changed = await database.withTenant(
      alder,
      (tx) => tx.run`UPDATE report SET template = 'x' WHERE tenant_id = ${birch.tenantId}`,
    );
    const deleted = await database.withTenant(
      alder,
      (tx) => tx.run`DELETE FROM report WHERE tenant_id = ${birch.tenantId}`,
    );
    const left = await database.withTenant(birch, (tx) => tx.rows<{ template: string }>`SELECT template FROM report`);
    expect({ changed, deleted, left }).toEqual({ changed: 0, deleted: 0, left: [{ template: 't' }] });
  });

  test('versions of a model, including a tenant’s own, cannot be updated or deleted', async () => {
    const { database } = fixture;
    await expect(database.withTenant(alder, (tx) => tx.run`UPDATE model SET hash = 'x'`)).rejects.toThrow(/denied/);
    await expect(database.withTenant(alder, (tx) => tx.run`DELETE FROM model`)).rejects.toThrow(/denied/);
    const template = (tx: TenantTx) =>
      tx.run`INSERT INTO model_template (name, version, hash, document, origin) VALUES ('x', 1, 'h', 'd', 'sample')`;
    await expect(database.withTenant(alder, template)).rejects.toThrow(/row-level security/);
  });

  test('the database rejects inserting into the other tenant or moving a row there', async () => {
    const { database } = fixture;
    await expect(
      database.withTenant(
        alder,
        (tx) => tx.run`INSERT INTO model (tenant_id, version, hash, document) VALUES (${birch.tenantId}, 2, 'x', 'x')`,
      ),
    ).rejects.toThrow(/row-level security/);
    await expect(
      database.withTenant(alder, (tx) => tx.run`UPDATE report SET tenant_id = ${birch.tenantId}`),
    ).rejects.toThrow(/row-level security/);
  });

  test('a tenant sees no accounts, sessions or other tenants; a global transaction sees no tenant’s content', async () => {
    const { database } = fixture;
    const tenants = await database.withTenant(alder, (tx) => tx.rows<{ id: string }>`SELECT id FROM tenant`);
    const accounts = await database.withTenant(alder, (tx) => tx.rows`SELECT id FROM account`);
    const models = await database.withGlobal(SYSTEM, (tx) => tx.rows`SELECT tenant_id FROM model`);
    expect({ tenants, accounts, models }).toEqual({ tenants: [{ id: alder.tenantId }], accounts: [], models: [] });
  });

  test('no state of a transaction leaks into the next one on the same connection', async () => {
    const client = new Client({ connectionString: fixture.url });
    await client.connect();
    await client.query(`BEGIN; SELECT set_config('rise.tenant', '${alder.tenantId}', true)`);
    expect((await client.query('SELECT FROM model')).rowCount).toBe(1);
    await client.query('COMMIT');
    expect((await client.query('SELECT FROM model')).rowCount).toBe(0);
    await client.end();
  });

  test('a tenant id that is not a UUID never reaches SQL', () => {
    expect(() => fixture.database.withTenant(systemIn(`x', true); --`), async () => {})).toThrow(TypeError);
  });
});

test('a lost listening connection is re-established, and the handler is called', async () => {
  const { database } = fixture;
  const heard = new EventEmitter();
  const listening = await database.listen('rise_test', () => heard.emit('heard'));
  const again = once(heard, 'heard');
  const superuser = new Client({ connectionString: fixture.superuserUrl });
  await superuser.connect();
  const { rowCount } = await superuser.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN "rise_test"'`,
  );
  await superuser.end();
  expect(rowCount).toBe(1);
  await again;
  const notified = once(heard, 'heard');
  await database.withGlobal(SYSTEM, (tx) => tx.run`SELECT pg_notify('rise_test', '')`);
  await notified;
  await listening.stop();
});

/** Tables whose rows are visible without a policy. */
const OPEN = `SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND NOT (relrowsecurity AND relforcerowsecurity) AND relname <> 'schema_migration'`;

/**
 * Unique and foreign keys of tenant-only tables that do not start with the tenant. A domain is meant to be one tenant's
 * among all; only a tenant with a proof of its own learns that another one has it.
 */
const ASTRAY = `
      WITH of_tenants AS (
        SELECT c.oid, c.relname FROM pg_class c
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id' AND attnotnull)),
      keys AS (
        SELECT t.relname, i.indexrelid::regclass::text AS key, i.indrelid AS relation, i.indkey[0] AS first_column
          FROM of_tenants t JOIN pg_index i ON i.indrelid = t.oid WHERE i.indisunique
        UNION ALL
        SELECT t.relname, conname::text, conrelid, conkey[1] FROM of_tenants t JOIN pg_constraint ON conrelid = t.oid
         WHERE contype = 'f' AND confrelid IN (SELECT oid FROM of_tenants))
      SELECT relname, key FROM keys JOIN pg_attribute ON attrelid = relation AND attnum = first_column WHERE attname <> 'tenant_id' AND key <> 'tenant_domain_owner'`;

describe('every table, including future ones', () => {
  test('is detected where it lacks a policy', async () => {
    await catalog('CREATE TABLE forgetful (id uuid PRIMARY KEY, tenant_id uuid NOT NULL)');
    const exposed = [await catalog(OPEN), await catalog(ASTRAY)];
    await catalog('DROP TABLE forgetful');
    expect(exposed).toEqual([[{ relname: 'forgetful' }], [{ relname: 'forgetful', key: 'forgetful_pkey' }]]);
  });

  test('has row-level security forced on its owner too', async () => {
    const open = await catalog(OPEN);
    expect(open).toEqual([]);
  });

  test('the application cannot access the list of migrations', async () => {
    const rights = await catalog(
      `SELECT privilege FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) privilege
        WHERE has_table_privilege('rise_app', 'schema_migration', privilege)`,
    );
    expect(rights).toEqual([]);
  });

  test('has unique and foreign keys that start with the tenant, where it is tenant-only', async () => {
    const astray = await catalog(ASTRAY);
    expect(astray).toEqual([]);
  });

  test('cannot be read around its policies: the application’s role owns nothing and bypasses nothing', async () => {
    const [role] = await catalog(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, pg_has_role(oid, 'rise_owner', 'MEMBER') AS member,
              EXISTS (SELECT FROM pg_class WHERE relowner = r.oid) AS owns FROM pg_roles r WHERE rolname = 'rise_app'`,
    );
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      member: false,
      owns: false,
    });
  });
});

test('a fragment becomes part of the statement, and each value stays a parameter', async () => {
  const columns = fragment`slug, name AS "title"`;
  const others = fragment`name, slug AS "short"`;
  const find = (list: typeof columns, slug: string) =>
    fixture.database.withGlobal(
      SYSTEM,
      (tx) => tx.first<object>`SELECT ${slug}::text AS value, ${list} FROM tenant WHERE slug = ${slug}`,
    );
  expect(await find(columns, 'alder')).toEqual({ value: 'alder', slug: 'alder', title: 'alder' });
  expect(await find(others, 'birch')).toEqual({ value: 'birch', name: 'birch', short: 'birch' });
  expect(await find(columns, "'; --")).toBeNull();
});
