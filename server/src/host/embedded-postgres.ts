import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { Refusal } from '../kernel/refusal.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresUser, type PostgresUser } from './postgres-user.ts';
import { clearPostmaster, findPostmaster } from './postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute folder for the cluster, its socket and its log; only this PostgreSQL uses it. */
  directory: string;
  /** Kept by the caller: the same at each start. */
  passwords: RolePasswords;
  /** False only for tests, which may lose everything with the machine. */
  durable: boolean;
  /** Told what takes time. */
  onProgress?: (step: string) => void;
}

export interface RolePasswords {
  readonly superuser: string;
  readonly owner: string;
  readonly application: string;
}

export interface EmbeddedPostgres {
  /** The role `rise_app`, which owns nothing and bypasses nothing. */
  readonly url: string;
  /** The role `rise_owner`, which owns the database `rise` and migrates it. */
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  /** Resolves when PostgreSQL has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** Ends open transactions and shuts down; resolves when it is down. */
  stop(): Promise<void>;
}

/** A socket's path may have 107 bytes; PostgreSQL names its socket `.s.PGSQL.5432`. */
const LONGEST_SOCKET_DIRECTORY = 107 - '/.s.PGSQL.5432'.length;
const START_DEADLINE_MS = 60_000;

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** The address of a database on a socket. */
export function socketUrl(socketDirectory: string, role: string, password: string, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(socketDirectory)}`;
}

/**
 * Starts the PostgreSQL that comes with Rise, reachable through a Unix socket in a private folder only; makes the
 * cluster, the roles and the database on first use. Throws a `Refusal` where it cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, passwords } = options;
  const data = join(directory, 'cluster');
  const log = join(directory, 'postgres.log');
  const binaries = await findPostgresBinaries();
  const user = choosePostgresUser(binaries.postgres);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await user.pass(directory);
  await clearPostmaster(data);
  if (!(await exists(join(data, 'PG_VERSION')))) {
    options.onProgress?.('Preparing the embedded database');
    await initialise({ binaries, user, directory, data, password: passwords.superuser, durable: options.durable });
  }
  const socketDirectory = await makeSocketDirectory(directory, user);
  const child = await launch({ binaries, user, data, log, socketDirectory, durable: options.durable });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    if (child.exitCode !== null || child.signalCode !== null) resolve();
  });
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    if (socketDirectory !== join(directory, 'run')) await rm(socketDirectory, { recursive: true, force: true });
  };
  const url = (role: string, password: string, database: string) =>
    socketUrl(socketDirectory, role, password, database);
  try {
    await prepareRoles(url('postgres', passwords.superuser, 'postgres'), passwords);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: url('rise_app', passwords.application, 'rise'),
    ownerUrl: url('rise_owner', passwords.owner, 'rise'),
    superuserUrl: url('postgres', passwords.superuser, 'postgres'),
    ended,
    stop,
  };
}

interface Cluster {
  binaries: PostgresBinaries;
  user: PostgresUser;
  data: string;
}

interface Initialisation extends Cluster {
  directory: string;
  password: string;
  durable: boolean;
}

/** Makes the cluster beside its place and moves it there whole, so that a start that was killed leaves no half one. */
async function initialise({ binaries, user, directory, data, password, durable }: Initialisation): Promise<void> {
  const draft = join(directory, 'cluster.new');
  const passwordFile = join(directory, 'cluster.password');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await user.own(draft);
  await user.own(passwordFile);
  const initdb = spawnSync(
    ...user.command(
      [binaries.initdb, '-D', draft, '-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256', '-E', 'UTF8'],
      ['--locale=C', '--locale-provider=icu', '--icu-locale=und', '--no-instructions'],
      durable ? [] : ['--no-sync'],
    ),
    { encoding: 'utf8', env: environment() },
  );
  await rm(passwordFile);
  if (initdb.status !== 0) throw cannotRun(`${initdb.stderr ?? ''}${initdb.error?.message ?? ''}`);
  await rename(draft, data);
}

async function makeSocketDirectory(directory: string, user: PostgresUser): Promise<string> {
  const own = join(directory, 'run');
  const short = Buffer.byteLength(own) <= LONGEST_SOCKET_DIRECTORY;
  const base = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp';
  const chosen = short ? own : await mkdtemp(join(base, 'rise-'));
  await mkdir(chosen, { recursive: true });
  await chmod(chosen, 0o700);
  await user.own(chosen);
  return chosen;
}

interface Launch extends Cluster {
  log: string;
  socketDirectory: string;
  durable: boolean;
}

async function launch(cluster: Launch): Promise<ChildProcess> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    const child = spawnPostgres(cluster);
    const outcome = await ready(child, cluster.data, deadline);
    if (outcome === 'ready') return child;
    const told = await readFile(cluster.log, 'utf8');
    // The processes of a server that was killed a moment ago still leave: their memory or lock file is in use for a second or two.
    const leaving = /pre-existing shared memory block|lock file .* already exists/.test(told);
    if (outcome === 'late' || !leaving || Date.now() > deadline) throw cannotRun(told);
    await wait(100);
  }
}

function spawnPostgres({ binaries, user, data, log, socketDirectory, durable }: Launch): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    log_line_prefix: '%m [%p] ',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const out = openSync(log, 'w', 0o600);
  try {
    // A session of its own: Ctrl-C in the terminal reaches the server, which stops PostgreSQL when its requests are done.
    return spawn(
      ...user.command(
        [binaries.postgres, '-D', data],
        Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ),
      { detached: true, stdio: ['ignore', out, out], env: environment() },
    );
  } finally {
    closeSync(out);
  }
}

async function ready(child: ChildProcess, data: string, deadline: number): Promise<'ready' | 'ended' | 'late'> {
  child.once('error', () => {});
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const postmaster = await findPostmaster(data);
    if (postmaster?.pid === child.pid && postmaster.ready) return 'ready';
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      return 'late';
    }
    await wait(10);
  }
  return 'ended';
}

/** Only what PostgreSQL needs: PGDATA and its like from the caller's environment must not reach it, nor our secrets. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, TZ, TMPDIR } = process.env;
  return { PATH, TZ, TMPDIR, LC_ALL: 'C' };
}

async function prepareRoles(superuserUrl: string, passwords: RolePasswords): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const roles = { rise_owner: passwords.owner, rise_app: passwords.application };
    for (const [role, password] of Object.entries(roles)) {
      const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
      const verb = known.rowCount === 0 ? 'CREATE' : 'ALTER';
      await client.query(
        `${verb} ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB PASSWORD ${client.escapeLiteral(password)}`,
      );
    }
    const database = await client.query(`SELECT FROM pg_database WHERE datname = 'rise'`);
    if (database.rowCount === 0) await client.query('CREATE DATABASE rise OWNER rise_owner');
  } finally {
    await client.end();
  }
}

function cannotRun(told: string): Refusal {
  const reason = told.match(/(?:FATAL|PANIC|error): +(.*)/i)?.[1] ?? told.trim().split('\n').at(-1) ?? '';
  return new Refusal(
    `the embedded PostgreSQL does not start (${reason}); mend that, or set DATABASE_URL to a PostgreSQL of your own`,
    {
      cause: told,
    },
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
