import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { ensureCluster, ensureRoles, type Cluster, type RolePasswords } from './postgres-cluster.ts';
import { launchPostgres, PostgresSupervisor } from './postgres-process.ts';
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
  const child = await launchPostgres(cluster, socketDirectory);
  const supervisor = new PostgresSupervisor({ child, cluster, socketDirectory, onLost: options.onLost });
  const stop = async () => {
    await supervisor.stop();
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
