import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../../testing/program.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster } from './postmaster.ts';

const HOLDER = new URL('../../testing/run-postgres.ts', import.meta.url);
const PASSWORDS = { superuser: 'superuser', owner: 'owner', application: 'application' };
/** CI kills at every step and more often, and runs as every kind of user. */
const FULL = process.env['RISE_SWEEP'] === 'all';
const ROUNDS = FULL ? 3 : 2;

/** A new one. */
let template: string;
let folder: string;
const running = new Set<EmbeddedPostgres>();
beforeAll(async () => {
  template = join(await mkdtemp(join(tmpdir(), 'rise-postgres-')), 'with a space, and a comma');
  await (await startEmbeddedPostgres({ directory: template, passwords: PASSWORDS, durable: false })).stop();
});
afterAll(() => rm(dirname(template), { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-postgres-'));
});
afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  running.clear();
  await rm(folder, { recursive: true, force: true });
});

/** Fills a folder as where one has run before: preparing a cluster takes longer than most tests. */
function copyCluster(directory: string): void {
  // A thousand small files: not synchronously, this takes three times as much processor time.
  cpSync(join(template, 'cluster'), join(directory, 'cluster'), { recursive: true });
}

async function startAgain(directory: string, durable = false): Promise<EmbeddedPostgres> {
  copyCluster(directory);
  return start(directory, durable);
}

async function start(directory: string, durable = false): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ directory, passwords: PASSWORDS, durable });
  running.add(postgres);
  return postgres;
}

async function runSql<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Command lines of the processes that work in a folder. */
function processesIn(directory: string): string[] {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(directory) && line.includes('postgres'));
}

/** The folders in which a cluster is being prepared. */
async function drafts(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => name.startsWith('cluster.')).map((name) => join(directory, name));
}

async function gone(directory: string): Promise<void> {
  while (processesIn(join(directory, 'cluster')).length > 0) await wait(20);
}

test('runs PostgreSQL 18 with durable settings, UTF-8 and ICU, on a socket that only its owner can reach', async () => {
  const directory = join(folder, 'with a space, and a comma');
  const postgres = await startAgain(directory, true);
  const [result] = await runSql(
    postgres.ownerUrl,
    `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commits, current_setting('listen_addresses') AS addresses,
            pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, pg_get_userbyid(datdba) AS owner
       FROM pg_database WHERE datname = current_database()`,
  );
  expect(result).toEqual({
    version: 18,
    fsync: 'on',
    commits: 'on',
    addresses: '',
    encoding: 'UTF8',
    provider: 'i',
    owner: 'rise_owner',
  });
  expect((await stat(join(directory, 'run'))).mode & 0o777).toBe(0o700);
});

test('rejects a wrong password, on the socket too', async () => {
  const postgres = await startAgain(join(folder, 'pg'));
  await expect(runSql(postgres.url.replace(':application@', ':guess@'), 'SELECT 1')).rejects.toThrow(
    /password authentication failed/,
  );
});

test('a second start finds the data of the first, and stopping leaves no process', async () => {
  const directory = join(folder, 'pg');
  const first = await startAgain(directory);
  await runSql(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n');
  await first.stop();
  running.delete(first);
  expect(processesIn(directory)).toEqual([]);
  const second = await start(directory);
  expect(await runSql(second.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test('uses a short private folder where the path is too long for a socket, and removes it afterward', async () => {
  const directory = join(folder, 'x'.repeat(100), 'pg');
  const postgres = await startAgain(directory);
  expect(await runSql(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const { socketDirectory } = (await findPostmaster(join(directory, 'cluster')))!;
  expect((await stat(socketDirectory)).mode & 0o777).toBe(0o700);
  await postgres.stop();
  running.delete(postgres);
  await expect(stat(socketDirectory)).rejects.toThrow('ENOENT');
});

test('another process finds the running instance by its folder, and none after it has stopped', async () => {
  const directory = join(folder, 'pg');
  const postgres = await startAgain(directory);
  expect((await findEmbeddedPostgres(directory, PASSWORDS))?.url).toBe(postgres.url);
  await postgres.stop();
  running.delete(postgres);
  expect(await findEmbeddedPostgres(directory, PASSWORDS)).toBeNull();
});

test('restarts at the same address when PostgreSQL itself is killed', async () => {
  const directory = join(folder, 'pg');
  const postgres = await startAgain(directory);
  const before = (await findPostmaster(join(directory, 'cluster')))!.pid;
  process.kill(before, 'SIGKILL');
  const answers = async () =>
    runSql(postgres.url, 'SELECT 1').then(
      () => true,
      () => false,
    );
  while ((await findPostmaster(join(directory, 'cluster')))?.pid === before || !(await answers())) await wait(20);
  expect((await findPostmaster(join(directory, 'cluster')))!.pid).not.toBe(before);
});

describe('when the parent process is killed', () => {
  test('no PostgreSQL process remains, the next start works at once, and committed data is there', async () => {
    const directory = join(folder, 'pg');
    copyCluster(directory);
    for (let round = 0; round < ROUNDS; round += 1) {
      const holder = runProgram(HOLDER, { args: [directory] });
      await holder.waitForOutput('running');
      const { ownerUrl } = (await findEmbeddedPostgres(directory, PASSWORDS))!;
      await runSql(ownerUrl, `CREATE TABLE IF NOT EXISTS round (n int); INSERT INTO round VALUES (${round})`);
      holder.child.kill('SIGKILL');
      await holder.ended;
      // No waiting: the next start overlaps with the previous one's exiting processes.
    }
    const postgres = await start(directory);
    expect(await runSql(postgres.ownerUrl, 'SELECT count(*)::int AS rounds FROM round')).toEqual([{ rounds: ROUNDS }]);
    await postgres.stop();
    running.delete(postgres);
    await gone(directory);
  });

  // Each is a step of the preparation, whose processes go on for a moment after the kill.
  test.each(FULL ? ['postgresql.conf', 'base/1', 'base/4'] : ['base/4'])(
    'the next start prepares the cluster again if the kill came when %s was there',
    async (path) => {
      const directory = join(folder, 'pg');
      const holder = runProgram(HOLDER, { args: [directory] });
      while (!(await drafts(directory)).some((draft) => existsSync(join(draft, 'data', path)))) await wait(1);
      holder.child.kill('SIGKILL');
      await holder.ended;
      const postgres = await start(directory);
      expect(await runSql(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(await drafts(directory)).toEqual([]);
    },
  );
});

describe.each(process.getuid?.() === 0 ? ['root'] : [])('%s', () => {
  test('owns every file itself, in a folder that nobody else can enter', async () => {
    expect((await stat(dirname(template))).mode & 0o777).toBe(0o700);
    expect((await stat(join(template, 'cluster', 'PG_VERSION'))).uid).toBe(0);
  });

  test.each([...(FULL ? [['a user with a name', 65_534] as const] : []), ['a user without a name', 54_321] as const])(
    'can run it as %s, in a folder that nobody else can enter',
    async (_name, uid) => {
      const closed = join(folder, 'closed');
      await mkdir(closed, { mode: 0o700 });
      await chown(closed, uid, uid);
      await chmod(folder, 0o755);
      const directory = join(closed, 'pg');
      const holder = runProgram(HOLDER, {
        args: [directory],
        before: ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
        env: { TMPDIR: closed },
      });
      await holder.waitForOutput('running');
      expect((await stat(join(directory, 'cluster', 'PG_VERSION'))).uid).toBe(uid);
      holder.child.kill('SIGKILL');
      await holder.ended;
      await gone(directory);
    },
  );
});
