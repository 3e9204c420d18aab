import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '../../host/config/paths.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { schemaSnapshot } from './schema-snapshot.ts';
import { migrate, readMigrations, type Migration } from './migrate.ts';

let test_: TestDatabase;
let ours: Migration[];
beforeEach(async () => {
  test_ = await createTestDatabase();
  ours = await readMigrations(MIGRATIONS);
});
afterEach(() => test_.close());

function written(number: number, name: string, sql: string): Migration {
  return { number, name, sql, hash: createHash('sha256').update(sql).digest('hex') };
}

async function owner<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: test_.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a new database gets every migration, and a second run applies none', async () => {
  await owner('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO rise_app');
  expect((await migrate(test_.ownerUrl, ours)).map(({ number }) => number)).toEqual(ours.map(({ number }) => number));
  expect(await migrate(test_.ownerUrl, ours)).toEqual([]);
});

test('two servers that start together apply each migration once', async () => {
  const next = written(ours.length + 1, 'next', 'CREATE TABLE next (id int); SELECT pg_sleep(0.2)');
  const runs = await Promise.all([migrate(test_.ownerUrl, [...ours, next]), migrate(test_.ownerUrl, [...ours, next])]);
  expect(runs.flat().map(({ name }) => name)).toEqual(['next']);
});

test('a failing migration is rolled back completely and named', async () => {
  const broken = written(ours.length + 1, 'broken', 'CREATE TABLE half (id int); SELECT 1 / 0');
  await expect(migrate(test_.ownerUrl, [...ours, broken])).rejects.toThrow(
    /_broken failed \(division by zero\) and was rolled back/,
  );
  expect(await owner(`SELECT FROM pg_tables WHERE tablename = 'half'`)).toEqual([]);
  expect(await migrate(test_.ownerUrl, ours)).toEqual([]);
});

test('an applied migration whose text has changed is rejected', async () => {
  const changed = ours.map((migration) =>
    migration.number === 1 ? written(1, migration.name, `${migration.sql} `) : migration,
  );
  await expect(migrate(test_.ownerUrl, changed)).rejects.toThrow(
    /0001_\w+ was changed .*write the change as a new migration/,
  );
});

test('a database that is newer than the code is rejected with the remedy', async () => {
  const next = written(ours.length + 1, 'next', 'CREATE TABLE next (id int)');
  await migrate(test_.ownerUrl, [...ours, next]);
  await expect(migrate(test_.ownerUrl, ours)).rejects.toThrow(
    /newer than this version of Rise \(it has migration \d{4}_next\); start the newer version, or restore a backup/,
  );
});

test('schema.sql matches the schema that the migrations create', async () => {
  const committed = await readFile(join(MIGRATIONS, 'schema.sql'), 'utf8');
  expect(await schemaSnapshot(test_.ownerUrl), `run 'npm run schema -w server' and commit the result`).toBe(committed);
});
