import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { PostgresSettings } from '../../src/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket of the run's PostgreSQL. */
    postgresSocket: string;
  }
}

export interface TestDatabase {
  url: string;
  client: Client;
  close(): Promise<void>;
}

/** An empty database in the run's PostgreSQL, with which it goes; `close` ends the connections. */
export async function openDatabase(): Promise<TestDatabase> {
  const output = JSON.parse(await text(connect(inject('postgresSocket')))) as { superuserUrl: string; failed?: string };
  if (output.failed) throw new Error(output.failed);
  const name = `engine_${randomUUID().slice(0, 8)}`;
  const admin = new Client(output.superuserUrl);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  await admin.end();
  const url = output.superuserUrl.replace(/\/[^/?]*(?=\?|$)/, `/${name}`);
  const client = new Client(url);
  await client.connect();
  return {
    url,
    client,
    close: () => client.end(),
  };
}

/** Settings with which the engine connects to a schema of a test's database. */
export function serverOf(url: string, schema: string, more: Partial<PostgresSettings> = {}): PostgresSettings {
  const { host, port, user, password, database } = new Client(url);
  const common = { tls: null, connections: 2, deadlineMs: 60_000, tenantColumn: 'tenant_id' };
  return {
    engine: 'postgres',
    host,
    port,
    user: user!,
    password: password!,
    database: database!,
    schema,
    ...common,
    ...more,
  };
}
