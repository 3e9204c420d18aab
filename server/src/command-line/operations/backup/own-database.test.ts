import { randomUUID } from 'node:crypto';
import { access, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '@rise/engine';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../host/config/config.ts';
import { MIGRATIONS, ROOT } from '../../../host/config/paths.ts';
import { openDataDirectory } from '../../../host/data-directory/data-directory.ts';
import { systemIn } from '../../../kernel/actor.ts';
import { Database } from '../../../kernel/database/database.ts';
import { migrate, readMigrations } from '../../../kernel/database/migrate.ts';
import { schemaSnapshot } from '../../../kernel/database/schema-snapshot.ts';
import { createSampleDatabase, type TestDatabase } from '../../../testing/database.ts';
import { VersionHistoryService } from '../../../warehouse/version-history.service.ts';
import { createBackup } from './create-backup.ts';
import { takeLease } from './dump-database.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

const SECRET = 'Zq8vT2mK9xLw4RbN7cHs1YdG6pJf3AeU';

let folder: string;
let fixture: TestDatabase;
let superuser: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-own-'));
  fixture = await createSampleDatabase(join(folder, 'data', 'warehouse'));
  superuser = await connect(fixture.superuserUrl);
});
afterAll(async () => {
  await superuser?.end();
  await fixture?.close();
  await rm(folder, { recursive: true, force: true });
});

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

interface Place {
  readonly url: string;
  readonly ownerUrl: string;
  readonly data: string;
}

const configAt = ({ url, ownerUrl, data }: Place, secret = SECRET) =>
  loadConfig(
    { RISE_DATA: join(folder, data), DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, SESSION_SECRET: secret },
    ROOT,
  );

const backUp = (target: string) =>
  createBackup(
    {
      database: fixture.database,
      config: configAt({ ...fixture, data: 'data' }),
      ownerUrl: fixture.ownerUrl,
      say: () => undefined,
    },
    { folder: join(folder, target), passphrase: null, onProgress: () => undefined },
  );

const restore = (from: string, place: Place, { secret = SECRET, isNewSecret = false } = {}) =>
  restoreBackup(configAt(place, secret), {
    folder: join(folder, from),
    passphrase: null,
    isNewSecret,
    deletions: [],
    onProgress: () => undefined,
  });

/** A database without tables that the owner of the others owns. */
async function createEmptyDatabase(data: string): Promise<Place & { superuserUrl: string }> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await superuser.query(`CREATE DATABASE ${name} OWNER rise_owner`);
  const at = (url: string) => {
    const address = new URL(url);
    address.pathname = `/${name}`;
    return address.href;
  };
  return { url: at(fixture.url), ownerUrl: at(fixture.ownerUrl), superuserUrl: at(fixture.superuserUrl), data };
}

/**
 * What is due, or was being sent, in a tenant when the backup is made: three days of a subscription, at an hour of which
 * the next one is far, and one run.
 */
async function plantDue(): Promise<void> {
  await superuser.query(`
    WITH one AS (SELECT tenant_id, id FROM report ORDER BY id LIMIT 1), subscription AS (
      INSERT INTO report_subscription (tenant_id, report_id, owner, title, rule, state, attachments, only_new, next_run_at)
      SELECT tenant_id, id, 'ada@alder.example', 'Daily', jsonb_build_object('every', 'day', 'at', to_char((now() - interval '12 hours') AT TIME ZONE 'UTC', 'HH24:00')), '{}', '{}', false,
             date_trunc('hour', now() - interval '12 hours') - interval '2 days'
        FROM one RETURNING tenant_id, id), hook AS (
      INSERT INTO webhook (tenant_id, name, url, secret) SELECT tenant_id, 'Hook', 'https://hook.example', '\\x00' FROM one RETURNING tenant_id, id), run AS (
      INSERT INTO report_subscription_run (tenant_id, subscription_id, slot, status, lease, lease_until)
      SELECT tenant_id, id, now() - interval '74 hours', 'running', gen_random_uuid(), now() FROM subscription)
    INSERT INTO webhook_delivery (tenant_id, webhook_id, kind, slot, body) SELECT tenant_id, id, 'alert', 'one', '{}' FROM hook`);
  await superuser.query(`
    INSERT INTO mail_outbox (kind, slot, message_id, recipient, subject, text, html)
    VALUES ('contact', 'one', '<one@example.org>', 'ada@example.org', 'Due', 'Text', '<p>Text</p>')`);
}

test('an owner without rights beyond its tables backs all rows up and restores them with the same schema', async () => {
  await plantDue();
  const manifest = await backUp('backup');
  const { rows } = await superuser.query<{ name: string; rows: string }>(
    `SELECT name, (xpath('/row/c/text()', query_to_xml('SELECT count(*) AS c FROM ' || quote_ident(name), false, true, '')))[1]::text AS rows
       FROM (SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
              AND relname NOT IN ('schema_migration', 'audit_record')) t`,
  );
  expect(Object.fromEntries(manifest.tables.map((table) => [table.name, String(table.rows)]))).toMatchObject(
    Object.fromEntries(rows.map((row) => [row.name, row.rows])),
  );
  expect(manifest.tables.find(({ name }) => name === 'report')!.rows).toBeGreaterThan(0);
  expect(manifest.tables.find(({ name }) => name === 'search_word')!.rows).toBeGreaterThan(0);

  const place = await createEmptyDatabase('restored');
  const { settled } = await restore('backup', place);
  expect(settled).toMatchObject({ slots: 4, deliveries: 1, mails: [{ recipient: 'ada@example.org', subject: 'Due' }] });
  expect(await schemaSnapshot(place.ownerUrl)).toBe(await readFile(join(MIGRATIONS, 'schema.sql'), 'utf8'));
  const restored = await connect(place.superuserUrl);
  try {
    const one = async (sql: string) => (await restored.query<Record<string, unknown>>(sql)).rows;
    expect(await one(`SELECT status, skipped FROM report_subscription_run ORDER BY slot`)).toEqual(
      Array.from({ length: 4 }, () => ({ status: 'skipped', skipped: 'missed' })),
    );
    expect(await one('SELECT next_run_at > now() AS later FROM report_subscription')).toEqual([{ later: true }]);
    expect(await one('SELECT reason FROM webhook_delivery')).toEqual([{ reason: 'restored' }]);
    // Numbers go on after those that were given.
    await restored.query(`INSERT INTO audit_record (action, outcome, details) VALUES ('test', 'done', '{}')`);
  } finally {
    await restored.end();
  }
});

test('a backup of the first version that made any is restored and brought up to date', async () => {
  const all = await readMigrations(MIGRATIONS);
  const first = all.findIndex(({ name }) => name === 'operations') + 1;
  const old = await createEmptyDatabase('old');
  await migrate(old.ownerUrl, all.slice(0, first));
  const database = new Database({ connection: { connectionString: old.url, max: 2 } });
  const before = await connect(old.superuserUrl);
  await before.query(`INSERT INTO tenant (slug, name) VALUES ('elm', 'Elm Credit Union')`);
  await before.end();
  const context = { database, config: configAt(old), ownerUrl: old.ownerUrl, say: () => undefined };
  const options = { folder: join(folder, 'old-backup'), passphrase: null, onProgress: () => undefined };
  const { migrations } = await createBackup(context, options);
  await database.close();
  expect(migrations.length).toBe(first);

  const place = await createEmptyDatabase('from-old');
  await restore('old-backup', place);
  expect(await schemaSnapshot(place.ownerUrl)).toBe(await readFile(join(MIGRATIONS, 'schema.sql'), 'utf8'));
  const restored = await connect(place.superuserUrl);
  expect((await restored.query('SELECT slug, name FROM tenant')).rows).toEqual([
    { slug: 'elm', name: 'Elm Credit Union' },
  ]);
  await restored.end();
});

test('a backup is restored only where nothing is, and with the secret that it was made with', async () => {
  const place = await createEmptyDatabase('elsewhere');
  await expect(restore('backup', place, { secret: `${SECRET}9` })).rejects.toThrow(
    /SESSION_SECRET is not that of the backup/,
  );
  await expect(restore('backup', { ...fixture, data: 'elsewhere' })).rejects.toThrow(
    /the database of DATABASE_URL is not empty; restore into a new one/,
  );
  await expect(restore('backup', { ...place, data: 'restored' })).rejects.toThrow(
    /the data directory .*restored is not empty/,
  );
  const manifest = await readManifest(join(folder, 'backup'));
  const last = manifest.migrations.at(-1)!;
  await cp(join(folder, 'backup'), join(folder, 'newer'), { recursive: true });
  await rm(join(folder, 'newer', 'manifest.json'));
  await writeManifest(join(folder, 'newer'), {
    ...manifest,
    migrations: [...manifest.migrations, { ...last, number: last.number + 1 }],
  });
  await expect(restore('newer', place)).rejects.toThrow(
    /the backup is newer than this version of Rise \(it has migration \d+, this version \d+\)/,
  );
  await expect(access(join(folder, 'elsewhere'))).rejects.toThrow('ENOENT');
});

test('a restore that fails leaves a folder that no server starts with', async () => {
  const manifest = await readManifest(join(folder, 'backup'));
  await cp(join(folder, 'backup'), join(folder, 'wrong'), { recursive: true });
  await rm(join(folder, 'wrong', 'manifest.json'));
  const tables = manifest.tables.map((table) => (table.name === 'report' ? { ...table, rowHash: '1' } : table));
  await writeManifest(join(folder, 'wrong'), { ...manifest, tables });
  const place = await createEmptyDatabase('half');
  await expect(restore('wrong', place)).rejects.toThrow(/damaged: database\/report\.copy\.gz/);
  const database = await connect(place.superuserUrl);
  expect((await database.query('SELECT FROM tenant')).rowCount).toBe(0);
  await database.end();
  await expect(openDataDirectory(join(folder, 'half'))).rejects.toThrow(/holds a restore that did not finish/);
});

test('a table whose rows the owner may not read is refused instead of being saved empty', async () => {
  await superuser.query('DROP POLICY operator ON report');
  await expect(backUp('blind')).rejects.toThrow(
    /the database owner may not read all rows of report; start this version/,
  );
  await superuser.query(
    `CREATE POLICY operator ON report FOR SELECT TO rise_owner USING (current_setting('rise.scope', true) = 'operator')`,
  );
});

test('files of versions stay while a backup copies them, and one backup is made at a time', async () => {
  const engine = new Engine();
  const directory = join(folder, 'data', 'warehouse');
  const history = new VersionHistoryService({ database: fixture.database, engine, directory });
  const { rows } = await superuser.query<{ tenant: string; number: number }>(
    'SELECT tenant_id AS tenant, number FROM warehouse_version WHERE current ORDER BY 1 LIMIT 1',
  );
  const { tenant, number } = rows[0]!;
  const actor = systemIn(tenant);
  await superuser.query(`UPDATE warehouse_version SET current = false WHERE tenant_id = $1`, [tenant]);
  await superuser.query(
    `INSERT INTO warehouse_version (tenant_id, number, source, tables, current, origin)
     SELECT tenant_id, $2 + 1, 'Next', '{}', true, origin FROM warehouse_version WHERE tenant_id = $1 AND number = $2`,
    [tenant, number],
  );
  await history.setRetention(actor, { versions: 1, days: null });
  const file = join(directory, tenant, `${number}.duckdb`);
  const lease = await takeLease(fixture.ownerUrl);
  try {
    expect(await history.removeOld(actor)).toEqual([]);
    await expect(access(file)).resolves.toBeUndefined();
    await expect(takeLease(fixture.ownerUrl)).rejects.toThrow(/another backup is being made/);
  } finally {
    await lease.release();
  }
  expect(await history.removeOld(actor)).toEqual([number]);
  await expect(access(file)).rejects.toThrow('ENOENT');
  await engine.close();
});
