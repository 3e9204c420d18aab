import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../kernel/database.ts';
import { addressOf, cloneDatabase, dropDatabase, type TestPostgres } from './postgres.ts';

export interface TestDatabase {
  /** The one door, as the application has it. */
  readonly database: Database;
  /** The application's role. */
  readonly url: string;
  /** The role that owns the tables; like everybody, it sees no row without a policy. */
  readonly ownerUrl: string;
  /** Sees everything, for tests that look behind the door. */
  readonly superuserUrl: string;
  /** Drops it. */
  close(): Promise<void>;
}

/** A migrated, empty database of a test's own: a clone of the run's template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneOf('rise');
}

/** The same with both sample tenants in it, loaded once for the whole run; their version files come into the folder. */
export async function createSampleDatabase(warehouseDirectory: string): Promise<TestDatabase> {
  const { warehouse } = await ask<{ warehouse: string }>('sampleDesk');
  await shareVersions(warehouse, warehouseDirectory);
  return cloneOf('rise_samples');
}

/** Version files never change: another warehouse may hold the same ones. */
async function shareVersions(from: string, to: string): Promise<void> {
  for (const tenant of await readdir(from)) {
    await mkdir(join(to, tenant), { recursive: true });
    for (const file of await readdir(join(from, tenant))) await link(join(from, tenant, file), join(to, tenant, file));
  }
}

async function cloneOf(template: 'rise' | 'rise_samples'): Promise<TestDatabase> {
  const postgres = await ask<Omit<TestPostgres, 'stop'>>('postgresDesk');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await cloneDatabase(postgres, template, name);
  const url = addressOf(postgres.url, name);
  const database = openDatabase({ connection: { connectionString: url } });
  return {
    database,
    url,
    ownerUrl: addressOf(postgres.ownerUrl, name),
    superuserUrl: addressOf(postgres.superuserUrl, name),
    async close() {
      await database.close();
      await dropDatabase(postgres, name);
    },
  };
}

async function ask<Answer>(desk: 'postgresDesk' | 'sampleDesk'): Promise<Answer> {
  const answer = JSON.parse(await text(connect(inject(desk)))) as Answer & { failed?: string };
  if (answer.failed !== undefined) throw new Error(answer.failed);
  return answer;
}
