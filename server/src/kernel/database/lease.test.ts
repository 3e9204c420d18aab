import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture?.close());

const take = (name: string, options: { shared?: boolean; waiting?: AbortSignal } = {}) =>
  fixture.database.takeLease({ name, ...options });

test('one holds a lease at a time, and who waits gets it next', async () => {
  const first = (await take('a'))!;
  expect(await take('a')).toBeNull();
  const next = take('a', { waiting: new AbortController().signal });
  await first.release();
  const second = await next;
  expect(second).not.toBeNull();
  expect(await take('a')).toBeNull();
  await second!.release();
  expect(first.lost.aborted).toBe(false);
});

test('a shared lease shows that someone lives, and ends with its connection', async () => {
  const [one, two] = [await take('b', { shared: true }), await take('b', { shared: true })];
  await one!.release();
  expect(await fixture.database.isLeased('b')).toBe(true);
  expect(await fixture.database.isLeased('c')).toBe(false);
  const client = new Client({ connectionString: fixture.superuserUrl });
  await client.connect();
  const ended = new Promise((resolve) => two!.lost.addEventListener('abort', resolve));
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  await client.end();
  await ended;
  // A backend says that it ends before it gives its locks back.
  await expect.poll(() => fixture.database.isLeased('b')).toBe(false);
});

test('waiting ends when it is aborted', async () => {
  const held = (await take('d'))!;
  await expect(take('d', { waiting: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  await held.release();
});
