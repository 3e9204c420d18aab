import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startDatabaseProxy } from '../../testing/socket-proxy.ts';
import { SYSTEM, systemIn } from '../actor.ts';
import { DatabaseUnavailable } from '../errors/database-unavailable.ts';
import { Database } from './database.ts';

const TENANT = systemIn(randomUUID());

let fixture: TestDatabase;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let database: Database;
beforeAll(async () => {
  fixture = await createTestDatabase();
  proxy = await startDatabaseProxy(fixture.url);
  const timeouts = { connectMs: 400, statementMs: 400, graceMs: 400 };
  database = new Database({ connection: { connectionString: proxy.url }, timeouts });
});
afterAll(async () => {
  await database?.close();
  await proxy?.close();
  await fixture?.close();
});

const read = () => database.withGlobal(SYSTEM, (tx) => tx.first`SELECT 1 AS one`, 'reads');
const write = () => database.withTenant(TENANT, (tx) => tx.first`SELECT 1 AS one`);
const ofSuperuser = async (sql: string) => {
  const client = new Client({ connectionString: fixture.superuserUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
};
const name = () => new URL(fixture.url).pathname.slice(1);

/** Once the next statements work, which may take a moment, and the first connections more than the time limits. */
const recovers = () => vi.waitFor(() => Promise.all([read(), write()]), { timeout: 30_000 });

describe('a database that is not available', () => {
  it('because it stands still fails every transaction in time, also those that wait for a connection', async () => {
    await recovers();
    proxy.stall();
    const results = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => (index % 2 ? read() : write())));
    proxy.resume();
    expect(results.map((result) => (result.status === 'rejected' ? result.reason : result.value))).toEqual(
      results.map(() => expect.any(DatabaseUnavailable)),
    );
    await recovers();
  });

  it('because a statement takes too long fails it, on the server too', async () => {
    await expect(database.withGlobal(SYSTEM, (tx) => tx.run`SELECT pg_sleep(60)`)).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    );
    await recovers();
  });

  it('because it shuts down fails the transaction', async () => {
    const ended = database.withGlobal(SYSTEM, (tx) => tx.run`SELECT pg_terminate_backend(pg_backend_pid())`);
    await expect(ended).rejects.toBeInstanceOf(DatabaseUnavailable);
    await recovers();
  });

  it('because the connection breaks fails the transaction', async () => {
    const ended = database.withTenant(TENANT, async (tx) => {
      await tx.run`SELECT 1`;
      proxy.cut();
      await tx.run`SELECT 1`;
    });
    await expect(ended).rejects.toBeInstanceOf(DatabaseUnavailable);
    await recovers();
  });

  it('because it takes no more connections fails those who need one', async () => {
    await ofSuperuser(`ALTER DATABASE ${name()} CONNECTION LIMIT 0`);
    proxy.cut();
    await expect.poll(() => read().catch((error: Error) => error.name)).toBe('DatabaseUnavailable');
    await ofSuperuser(`ALTER DATABASE ${name()} CONNECTION LIMIT -1`);
    await recovers();
  });

  it('because nothing listens fails those who need a connection', async () => {
    const nowhere = new Database({ connection: { connectionString: 'postgres://127.0.0.1:1/rise' } });
    await expect(nowhere.withTenant(TENANT, (tx) => tx.run`SELECT 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await nowhere.close();
  });
});

it('what starts waits longer for its first connection than a request does', async () => {
  await recovers();
  proxy.stall();
  const heard = vi.fn<() => void>();
  const listening = database.listen('rise_test', heard);
  const lease = database.takeLease({ name: 'start', waiting: new AbortController().signal });
  await expect(read()).rejects.toBeInstanceOf(DatabaseUnavailable);
  proxy.resume();
  await (await listening).stop();
  await (await lease)!.release();
  expect(heard).toHaveBeenCalled();
  await recovers();
});

it('a server that itself stood still waits for its connection once more', async () => {
  const timeouts = { connectMs: 2000, statementMs: 30_000 };
  const single = new Database({ connection: { connectionString: fixture.url, max: 1 }, timeouts });
  const { waiting } = await single.withTenant(TENANT, async (tx) => {
    await tx.run`SELECT 1`;
    const second = single.withTenant(TENANT, (other) => other.first`SELECT 2 AS two`);
    second.catch(() => {});
    const start = performance.now();
    // As a long computation does: the time to wait is over before the answers that came meanwhile are read.
    while (performance.now() - start < 2500);
    await tx.run`SELECT 1`;
    return { waiting: second };
  });
  expect(await waiting).toEqual({ two: 2 });
  await single.close();
});

it('an error of the statement itself remains what it is', async () => {
  await expect(database.withTenant(TENANT, (tx) => tx.run`SELECT 1 / 0`)).rejects.toMatchObject({ code: '22012' });
});
