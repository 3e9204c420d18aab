import { spawnSync } from 'node:child_process';
import { access, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresUser } from './postgres-user.ts';

/** How the names of folders begin in which a cluster is being prepared. */
const DRAFT = 'cluster.new-';

/** An embedded PostgreSQL: its programs, the user they run as, and the folder of its files. */
export interface Cluster {
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser;
  /** Absolute; only this PostgreSQL uses it. Contains `cluster`, the socket, the log. */
  readonly directory: string;
  readonly data: string;
  /** False only for tests, whose data may be lost in a crash. */
  readonly durable: boolean;
}

export interface RolePasswords {
  readonly superuser: string;
  readonly owner: string;
  readonly application: string;
}

/**
 * Initializes the cluster beside its final folder and moves it there, so that an interrupted start leaves no partial
 * one. Each attempt has a folder of its own, since the processes of a killed one write to theirs for a moment longer.
 */
export async function ensureCluster(
  cluster: Cluster,
  password: string,
  onProgress?: (step: string) => void,
): Promise<void> {
  const { binaries, user, directory, data, durable } = cluster;
  if (await exists(join(data, 'PG_VERSION'))) return;
  onProgress?.('Preparing the embedded database');
  const draft = await mkdtemp(join(directory, DRAFT));
  const draftData = join(draft, 'data');
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await user.own(passwordFile);
  await user.own(draft);
  const initdb = spawnSync(
    ...user.command(
      [binaries.initdb, '-D', draftData, '-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256'],
      ['-E', 'UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=und', '--no-instructions'],
      durable ? [] : ['--no-sync'],
    ),
    { encoding: 'utf8', env: postgresEnvironment() },
  );
  if (initdb.status === 0) await rename(draftData, data);
  await removeDrafts(directory);
  if (initdb.status !== 0) throw cannotRun(`${initdb.stderr ?? ''}${initdb.error?.message ?? ''}`);
}

/** Removes the folder of this attempt and those of killed ones, in which processes may still be writing. */
async function removeDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.startsWith(DRAFT))
      await rm(join(directory, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Creates missing roles and the database, and sets the roles' stored passwords. */
export async function ensureRoles(superuserUrl: string, passwords: RolePasswords): Promise<void> {
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

/**
 * Only what PostgreSQL needs: neither PGDATA and the like from the caller's environment nor our secrets may reach it.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TZ, TMPDIR } = process.env;
  return { PATH, TZ, TMPDIR, LC_ALL: 'C' };
}

/** The error, with the reason from PostgreSQL's own output. */
export function cannotRun(output: string): OperatorError {
  const reason = output.match(/(?:FATAL|PANIC|error): +(.*)/i)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
  return new OperatorError(
    `the embedded PostgreSQL does not start (${reason}); fix that, or set DATABASE_URL to a PostgreSQL of your own`,
    { cause: output },
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
