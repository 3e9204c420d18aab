import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPostgresBinaries } from './postgres-binaries.ts';
import {
  cannotRun,
  ensureCluster,
  ensureRoles,
  postgresEnvironment,
  type Cluster,
  type RolePasswords,
} from './postgres-cluster.ts';
import { choosePostgresUser } from './postgres-user.ts';
import { clearPostmaster, findPostmaster } from './postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute folder for the cluster, its socket and its log; only this PostgreSQL uses it. */
  directory: string;
  /** Stored by the caller: the same on each start. */
  passwords: RolePasswords;
  /** False only for tests, whose data may be lost in a crash. */
  durable: boolean;
  /** Called with each slow step. */
  onProgress?: (step: string) => void;
  /** Called when PostgreSQL ended unexpectedly, before it is restarted. */
  onLost?: (reason: string) => void;
}

export interface PostgresUrls {
  /** The role `rise_app`, which owns nothing and bypasses nothing. */
  readonly url: string;
  /** The role `rise_owner`, which owns the database `rise` and migrates it. */
  readonly ownerUrl: string;
  readonly superuserUrl: string;
}

export interface EmbeddedPostgres extends PostgresUrls {
  /** Ends open transactions and shuts down; resolves when it is down. */
  stop(): Promise<void>;
}

/** A socket's path is limited to 107 bytes; PostgreSQL names its socket `.s.PGSQL.5432`. */
const LONGEST_SOCKET_DIRECTORY = 107 - '/.s.PGSQL.5432'.length;
const START_DEADLINE_MS = 60_000;
const RESTART_PAUSE_MS = 1000;

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Starts the PostgreSQL that ships with Rise, reachable only through a Unix socket in a private folder; creates the
 * cluster, the roles and the database on first use, and restarts it when it ends unexpectedly. Throws an
 * `OperatorError` where it cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, passwords, durable } = options;
  const binaries = await findPostgresBinaries();
  const user = choosePostgresUser(binaries.postgres);
  const cluster: Cluster = { binaries, user, directory, durable, data: join(directory, 'cluster') };
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await user.pass(dirname(directory));
  await user.pass(directory);
  await clearPostmaster(cluster.data);
  await ensureCluster(cluster, passwords.superuser, options.onProgress);
  const socketDirectory = await makeSocketDirectory(cluster);
  const supervised = await supervise(cluster, socketDirectory, options.onLost);
  const stop = async () => {
    await supervised.stop();
    if (dirname(socketDirectory) !== directory) await rm(socketDirectory, { recursive: true, force: true });
  };
  const urls = postgresUrls(socketDirectory, passwords);
  try {
    await ensureRoles(urls.superuserUrl, passwords);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...urls, stop };
}

/** The URLs of a PostgreSQL that another process runs in this folder, or null where there is none. */
export async function findEmbeddedPostgres(directory: string, passwords: RolePasswords): Promise<PostgresUrls | null> {
  const postmaster = await findPostmaster(join(directory, 'cluster'));
  return postmaster?.ready ? postgresUrls(postmaster.socketDirectory, passwords) : null;
}

function postgresUrls(socketDirectory: string, passwords: RolePasswords): PostgresUrls {
  const url = (role: string, password: string, database: string) =>
    `postgresql://${role}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(socketDirectory)}`;
  return {
    url: url('rise_app', passwords.application, 'rise'),
    ownerUrl: url('rise_owner', passwords.owner, 'rise'),
    superuserUrl: url('postgres', passwords.superuser, 'postgres'),
  };
}

async function makeSocketDirectory({ directory, user }: Cluster): Promise<string> {
  const own = join(directory, 'run');
  const fits = Buffer.byteLength(own) <= LONGEST_SOCKET_DIRECTORY;
  const base = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp';
  const chosen = fits ? own : await mkdtemp(join(base, 'rise-'));
  await mkdir(chosen, { recursive: true });
  await chmod(chosen, 0o700);
  await user.own(chosen);
  return chosen;
}

async function supervise(cluster: Cluster, socketDirectory: string, onLost?: (reason: string) => void) {
  let child = await launch(cluster, socketDirectory);
  let stopping = false;
  const watch = async () => {
    for (;;) {
      await exit(child);
      if (stopping) return;
      onLost?.(`PostgreSQL ended by itself (${child.signalCode ?? child.exitCode})`);
      try {
        await clearPostmaster(cluster.data);
        child = await launch(cluster, socketDirectory);
      } catch (error) {
        onLost?.((error as Error).message);
        await wait(RESTART_PAUSE_MS);
      }
    }
  };
  const ended = watch();
  return {
    async stop() {
      stopping = true;
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function exit(child: ChildProcess): Promise<void> {
  if (alive(child)) await once(child, 'exit');
}

function alive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function launch(cluster: Cluster, socketDirectory: string): Promise<ChildProcess> {
  const deadline = Date.now() + START_DEADLINE_MS;
  const log = join(cluster.directory, 'postgres.log');
  for (;;) {
    const child = spawnPostgres(cluster, socketDirectory, log);
    if (await becomesReady(child, cluster.data, deadline)) return child;
    const logText = await readFile(log, 'utf8');
    // Processes of a server that was just killed are still exiting: their memory or lock file is in use for a second or
    // two.
    const leaving = /pre-existing shared memory block|lock file .* already exists/.test(logText);
    if (!leaving || Date.now() > deadline) throw cannotRun(logText);
    await wait(100);
  }
}

function spawnPostgres({ binaries, user, data, durable }: Cluster, socketDirectory: string, log: string): ChildProcess {
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
    // Its own session: Ctrl-C in the terminal reaches the server, which stops PostgreSQL once its requests are done.
    return spawn(
      ...user.command(
        [binaries.postgres, '-D', data],
        Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ),
      { detached: true, stdio: ['ignore', out, out], env: postgresEnvironment() },
    );
  } finally {
    closeSync(out);
  }
}

async function becomesReady(child: ChildProcess, data: string, deadline: number): Promise<boolean> {
  child.once('error', () => {});
  while (alive(child)) {
    const postmaster = await findPostmaster(data);
    if (postmaster !== null && postmaster.pid === child.pid && postmaster.ready) return true;
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      await exit(child);
    }
    await wait(10);
  }
  return false;
}
