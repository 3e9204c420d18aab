import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { Database } from '../kernel/database/database.ts';
import { requestFromRun } from './request-from-run.ts';
import { addressOf, cloneDatabase, type TestPostgres } from './postgres.ts';

export interface TestDatabase {
  /** The database as the application uses it. */
  readonly database: Database;
  /** The application's role. */
  readonly url: string;
  /** The role that owns the tables; it sees no rows without a policy either. */
  readonly ownerUrl: string;
  /** Bypasses row-level security, for tests that inspect the tables. */
  readonly superuserUrl: string;
  /** Ends its connections. The database goes with the run's PostgreSQL: to remove its 900 files takes longer. */
  close(): Promise<void>;
}

/** A test's own migrated, empty database: a clone of the run's template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneOf('rise');
}

/** The same with both sample tenants, loaded once per run; their version files are copied into the folder. */
export async function createSampleDatabase(warehouseDirectory: string): Promise<TestDatabase> {
  const { warehouse } = await requestFromRun<{ warehouse: string }>('samplesSocket');
  await shareVersions(warehouse, warehouseDirectory);
  return cloneOf('rise_samples');
}

/** Version files never change, so warehouses can share them. */
async function shareVersions(from: string, to: string): Promise<void> {
  for (const tenant of await readdir(from)) {
    await mkdir(join(to, tenant), { recursive: true });
    for (const file of await readdir(join(from, tenant))) await link(join(from, tenant, file), join(to, tenant, file));
  }
}

/** For `npm run test:mutations`: leaves the statements' own predicates as the only guard between tenants. */
async function removePolicies(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`
    DO $$
    DECLARE item record;
    BEGIN
      FOR item IN SELECT oid::regclass AS name FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace LOOP
        EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', item.name);
      END LOOP;
    END $$`);
  await client.end();
}

async function cloneOf(template: 'rise' | 'rise_samples'): Promise<TestDatabase> {
  const postgres = await requestFromRun<Omit<TestPostgres, 'stop'>>('postgresSocket');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await cloneDatabase(postgres, template, name);
  if (process.env['RISE_TEST_POLICIES'] === 'off') await removePolicies(addressOf(postgres.superuserUrl, name));
  const url = addressOf(postgres.url, name);
  const database = new Database({ connection: { connectionString: url } });
  return {
    database,
    url,
    ownerUrl: addressOf(postgres.ownerUrl, name),
    superuserUrl: addressOf(postgres.superuserUrl, name),
    close: () => database.close(),
  };
}
