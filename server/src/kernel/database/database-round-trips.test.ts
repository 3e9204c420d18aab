import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { SYSTEM, systemIn } from '../actor.ts';
import { Database } from './database.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture?.close());

const add = (database: Database, slug: string) =>
  database.withGlobal(SYSTEM, (tx) => tx.run`INSERT INTO tenant (slug, name) VALUES (${slug}, ${slug})`);
const slugs = async () =>
  (
    await fixture.database.withGlobal(SYSTEM, (tx) => tx.rows<{ slug: string }>`SELECT slug FROM tenant ORDER BY slug`)
  ).map(({ slug }) => slug);

/** PostgreSQL behind a proxy that withholds its responses from the moment `from` is sent until `until` is sent. */
async function holdingBack(from: string, until: string): Promise<{ database: Database; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'rise-trips-'));
  const real = new URL(fixture.url);
  const target = join(real.searchParams.get('host')!, '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = createConnection(target);
    for (const socket of [client, server]) sockets.add(socket.on('error', () => socket.destroy()));
    let sent = '';
    server.on('data', (answer) => client.write(answer));
    client.on('data', (question) => {
      sent += question.toString('latin1');
      if (sent.includes(until)) server.resume();
      else if (sent.includes(from)) server.pause();
      server.write(question);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  });
  proxy.listen(join(directory, '.s.PGSQL.5432'));
  await once(proxy, 'listening');
  real.searchParams.set('host', directory);
  const database = new Database({ connection: { connectionString: real.href, max: 1 } });
  return {
    database,
    async close() {
      for (const socket of sockets) socket.destroy();
      await database.close();
      await new Promise((resolve) => proxy.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

test('a transaction and its first statement take one round trip: the statement does not wait for the response to BEGIN', async () => {
  const { database, close } = await holdingBack('BEGIN', 'forty');
  expect(await database.withGlobal(SYSTEM, (tx) => tx.first`SELECT 40 AS forty`)).toEqual({ forty: 40 });
  await close();
});

test('independent statements of one transaction share a round trip', async () => {
  const { database, close } = await holdingBack('BEGIN', 'second');
  const both = await database.withGlobal(SYSTEM, (tx) =>
    Promise.all([tx.first`SELECT 1 AS first`, tx.first`SELECT 2 AS second`]),
  );
  expect(both).toEqual([{ first: 1 }, { second: 2 }]);
  await close();
});

test('a read of global tables is a single statement: in a session that is global and read-only, without a transaction', async () => {
  const { database, close } = await holdingBack('BEGIN', 'no such word');
  const scope = await database.withGlobal(
    SYSTEM,
    (tx) => tx.first`SELECT current_setting('rise.scope') AS scope, rise_tenant() AS tenant`,
    'reads',
  );
  expect(scope).toEqual({ scope: 'global', tenant: null });
  await close();
});

test('a read-only result is returned before the commit is acknowledged; the result of a write is not', async () => {
  const { database, close } = await holdingBack('COMMIT', 'no such word');
  const actor = systemIn('00000000-0000-4000-8000-000000000000');
  expect(await database.withTenant(actor, (tx) => tx.first`SELECT 1 AS one`, 'reads')).toEqual({ one: 1 });
  await close();
  const writing = await holdingBack('COMMIT', 'no such word');
  let committed = false;
  const written = add(writing.database, 'unanswered').then(
    () => (committed = true),
    () => undefined,
  );
  while (!(await slugs()).includes('unanswered')) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(committed).toBe(false);
  await writing.close();
  await written;
});

test('the database rejects every change in a read-only transaction, global or of a tenant', async () => {
  const { database } = fixture;
  const actor = systemIn('00000000-0000-4000-8000-000000000000');
  await expect(
    database.withGlobal(SYSTEM, (tx) => tx.run`INSERT INTO tenant (slug, name) VALUES ('x', 'x')`, 'reads'),
  ).rejects.toThrow(/read-only transaction/);
  await expect(
    database.withTenant(actor, (tx) => tx.run`INSERT INTO tenant_terms (tenant_id) VALUES (${tx.tenantId})`, 'reads'),
  ).rejects.toThrow(/read-only transaction/);
  expect(await slugs()).not.toContain('x');
});

test('when one of several statements fails, all are rolled back and the connection stays usable', async () => {
  const database = new Database({ connection: { connectionString: fixture.url, max: 1 } });
  const failing = () =>
    database.withGlobal(SYSTEM, (tx) =>
      Promise.all([
        tx.run`INSERT INTO tenant (slug, name) VALUES ('half', 'half')`,
        tx.run`SELECT 1 / 0`,
        tx.first`SELECT 1 AS never_prepared_before`,
      ]),
    );
  await expect(failing()).rejects.toThrow(/division by zero/);
  await expect(failing()).rejects.toThrow(/division by zero/);
  await expect(database.withGlobal(SYSTEM, (tx) => tx.run`SELECT nothing_of_this_name`)).rejects.toThrow(
    /does not exist/,
  );
  expect(await database.withGlobal(SYSTEM, (tx) => tx.first`SELECT 1 AS never_prepared_before`)).toEqual({
    never_prepared_before: 1,
  });
  expect(await slugs()).not.toContain('half');
  await database.close();
});

test('a connection that is lost during a transaction fails it, and the next transaction gets another one', async () => {
  const database = new Database({ connection: { connectionString: fixture.url, max: 1 } });
  await expect(
    database.withGlobal(SYSTEM, async (tx) => {
      await tx.run`INSERT INTO tenant (slug, name) VALUES ('lost', 'lost')`;
      await tx.run`SELECT pg_terminate_backend(pg_backend_pid())`;
    }),
  ).rejects.toThrow(/database is not available/);
  await add(database, 'found');
  expect(await slugs()).toEqual(expect.arrayContaining(['found']));
  expect(await slugs()).not.toContain('lost');
  await database.close();
});
