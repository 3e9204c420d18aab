import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { PostgresSettings } from '../src/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket on which a test file asks for the run's PostgreSQL. */
    postgresDesk: string;
  }
}

export interface TestDatabase {
  url: string;
  client: Client;
  close(): Promise<void>;
}

/** An empty database of the test's own in the run's PostgreSQL; gone with `close`. */
export async function openDatabase(): Promise<TestDatabase> {
  const told = JSON.parse(await text(connect(inject('postgresDesk')))) as { superuserUrl: string; failed?: string };
  if (told.failed) throw new Error(told.failed);
  const name = `engine_${randomUUID().slice(0, 8)}`;
  const admin = new Client(told.superuserUrl);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = told.superuserUrl.replace(/\/[^/?]*(?=\?|$)/, `/${name}`);
  const client = new Client(url);
  await client.connect();
  return {
    url,
    client,
    async close() {
      await client.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** How the engine reaches a schema of a test's database. */
export function serverOf(url: string, schema: string, more: Partial<PostgresSettings> = {}): PostgresSettings {
  const { host, port, user, password, database } = new Client(url);
  const common = { tls: null, connections: 2, deadlineMs: 60_000, tenantColumn: 'tenant_id' };
  return { engine: 'postgres', host, port, user: user!, password: password!, database: database!, schema, ...common, ...more }; // prettier-ignore
}
