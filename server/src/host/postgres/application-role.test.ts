import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type PoolConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../kernel/database/migrate.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { prepareApplicationRole } from './application-role.ts';
import { MIGRATIONS } from '../config/paths.ts';

// A separate server: roles belong to the entire server, and these tests change them.
let folder: string;
let postgres: TestPostgres;
let count = 0;
let name: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-roles-'));
  postgres = await startTestPostgres(join(folder, 'pg'));
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  count += 1;
  name = `case_${count}`;
});

async function run<Row extends object>(connection: PoolConfig, sql: string): Promise<Row[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a login with these attributes and a database of the same name that it owns; returns its URL. */
async function login(attributes: string): Promise<string> {
  const superuser = { connectionString: postgres.superuserUrl };
  await run(superuser, `CREATE ROLE ${name} LOGIN PASSWORD 'secret' ${attributes}`);
  await run(superuser, `CREATE DATABASE ${name} OWNER ${name}`);
  return at(name, 'secret');
}

function at(role: string, password: string): string {
  const url = new URL(postgres.superuserUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${name}`;
  return url.href;
}

/** The current role of a session after it tried to reset it. */
async function session(connection: PoolConfig): Promise<string> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query('RESET ROLE');
    return (await client.query<{ name: string }>('SELECT current_user AS name')).rows[0]!.name;
  } finally {
    await client.end();
  }
}

test.each([
  ['a superuser', 'SUPERUSER'],
  ['a role that bypasses row-level security', 'BYPASSRLS'],
  ['a plain owner', ''],
])(
  'one role for everything, %s: the application’s sessions run as rise_app and see no row without a scope',
  async (_name, attributes) => {
    const url = await login(attributes);
    if (attributes !== 'SUPERUSER')
      await run({ connectionString: postgres.superuserUrl }, `GRANT rise_app TO ${name} WITH ADMIN TRUE`);
    const connection = await prepareApplicationRole({ url, ownerUrl: url });
    await migrate(url, await readMigrations(MIGRATIONS));
    await run(
      { connectionString: postgres.superuserUrl.replace('/postgres?', `/${name}?`) },
      `INSERT INTO tenant (slug, name) VALUES ('a', 'A')`,
    );
    expect(await session(connection)).toBe('rise_app');
    expect(await run(connection, 'SELECT * FROM tenant')).toEqual([]);
  },
);

test('an owner that may create roles creates rise_app where it is missing', async () => {
  const superuser = { connectionString: postgres.superuserUrl };
  await run(superuser, 'ALTER ROLE rise_app RENAME TO rise_app_aside');
  try {
    const url = await login('CREATEROLE');
    const connection = await prepareApplicationRole({ url, ownerUrl: url });
    expect(await session(connection)).toBe('rise_app');
  } finally {
    await run(superuser, 'DROP ROLE rise_app');
    await run(superuser, 'ALTER ROLE rise_app_aside RENAME TO rise_app');
  }
});

test('an owner that may not create it gets an error with the statement that fixes it', async () => {
  const superuser = { connectionString: postgres.superuserUrl };
  await run(superuser, 'ALTER ROLE rise_app RENAME TO rise_app_aside');
  try {
    const url = await login('');
    await expect(prepareApplicationRole({ url, ownerUrl: url })).rejects.toThrow(
      `run 'CREATE ROLE rise_app NOSUPERUSER NOBYPASSRLS; GRANT rise_app TO ${name};' as an administrator`,
    );
  } finally {
    await run(superuser, 'ALTER ROLE rise_app_aside RENAME TO rise_app');
  }
});

test('existing options of the URL are preserved and cannot override the role', async () => {
  const url = await login('SUPERUSER');
  const connection = await prepareApplicationRole({
    url: `${url}&options=${encodeURIComponent(`-c statement_timeout=12345 -c role=${name}`)}`,
    ownerUrl: url,
  });
  expect(await run(connection, `SELECT current_user AS name, current_setting('statement_timeout') AS timeout`)).toEqual(
    [{ name: 'rise_app', timeout: '12345ms' }],
  );
});

test('two roles, where the application signs in as rise_app', async () => {
  const ownerUrl = await login('');
  const url = at('rise_app', new URL(postgres.url).password);
  const connection = await prepareApplicationRole({ url, ownerUrl });
  expect(await session(connection)).toBe('rise_app');
});

test('a role that may not become rise_app gets an error with the statement that fixes it', async () => {
  const url = await login('');
  await expect(prepareApplicationRole({ url, ownerUrl: url })).rejects.toThrow(
    `the role ${name} of DATABASE_URL cannot become rise_app; run 'GRANT rise_app TO ${name};' as an administrator`,
  );
});

test('rise_app as the owner is rejected: it would own the tables', async () => {
  await login('');
  const url = at('rise_app', new URL(postgres.url).password);
  await expect(prepareApplicationRole({ url, ownerUrl: url })).rejects.toThrow(
    /has the rights of an owner; set DATABASE_OWNER_URL/,
  );
});

test('a rise_app that bypasses row-level security is rejected', async () => {
  const superuser = { connectionString: postgres.superuserUrl };
  const url = await login('SUPERUSER');
  await run(superuser, 'ALTER ROLE rise_app BYPASSRLS');
  try {
    await expect(prepareApplicationRole({ url, ownerUrl: url })).rejects.toThrow(
      /bypasses row-level security; run 'ALTER ROLE rise_app/,
    );
  } finally {
    await run(superuser, 'ALTER ROLE rise_app NOBYPASSRLS');
  }
});

test('an unreachable database or a wrong password is reported in one line without the password', async () => {
  const nowhere = 'postgresql://u:hunter2@127.0.0.1:1/d';
  await expect(prepareApplicationRole({ url: nowhere, ownerUrl: nowhere })).rejects.toThrow(
    /^the database at 127\.0\.0\.1:1\/d cannot be reached as the database owner \(.*ECONNREFUSED.*\); check DATABASE_URL[^\n]*$/,
  );
  const url = (await login('')).replace('secret', 'hunter2');
  const rejection = await prepareApplicationRole({ url, ownerUrl: url }).catch((error: Error) => error.message);
  expect(rejection).toMatch(/password authentication failed/);
  expect(rejection).not.toContain('hunter2');
});
