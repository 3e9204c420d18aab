import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../kernel/database.ts';
import type { TestPostgres } from './postgres.ts';

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
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgres = await askForPostgres();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(postgres.superuserUrl, `CREATE DATABASE ${name} TEMPLATE rise STRATEGY file_copy OWNER rise_owner`);
  const at = (url: string) => url.replace(/\/(rise|postgres)\?/, `/${name}?`);
  const database = openDatabase({ connection: { connectionString: at(postgres.url) } });
  return {
    database,
    url: at(postgres.url),
    ownerUrl: at(postgres.ownerUrl),
    superuserUrl: at(postgres.superuserUrl),
    async close() {
      await database.close();
      await asSuperuser(postgres.superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function askForPostgres(): Promise<Omit<TestPostgres, 'stop'>> {
  const answer = JSON.parse(await text(connect(inject('postgresDesk')))) as Omit<TestPostgres, 'stop'> & {
    failed?: string;
  };
  if (answer.failed !== undefined) throw new Error(answer.failed);
  return answer;
}

async function asSuperuser(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
