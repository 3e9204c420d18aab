import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cannotRun, postgresEnvironment, type Cluster } from './postgres-cluster.ts';
import { clearPostmaster, findPostmaster } from './postmaster.ts';

const START_DEADLINE_MS = 60_000;
const RESTART_PAUSE_MS = 1000;

interface SupervisorOptions {
  /** The process that `launchPostgres` returned. */
  child: ChildProcess;
  cluster: Cluster;
  socketDirectory: string;
  /** Called when the process ended unexpectedly, before it is restarted. */
  onLost: ((reason: string) => void) | undefined;
}

/** One server process, restarted when it ends by itself. */
export class PostgresSupervisor {
  readonly #options: SupervisorOptions;
  readonly #ended: Promise<void>;
  #child: ChildProcess;
  #isStopping = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#child = options.child;
    this.#ended = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#child.kill('SIGINT');
    await this.#ended;
  }

  async #watch(): Promise<void> {
    const { cluster, socketDirectory, onLost } = this.#options;
    for (;;) {
      await exit(this.#child);
      if (this.#isStopping) return;
      onLost?.(`PostgreSQL ended by itself (${this.#child.signalCode ?? this.#child.exitCode})`);
      try {
        await clearPostmaster(cluster.data);
        this.#child = await launchPostgres(cluster, socketDirectory);
      } catch (error) {
        onLost?.((error as Error).message);
        await wait(RESTART_PAUSE_MS);
      }
    }
  }
}

async function exit(child: ChildProcess): Promise<void> {
  if (alive(child)) await once(child, 'exit');
}

function alive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Starts the server process; resolves when it accepts connections. Throws an `OperatorError` where it cannot run. */
export async function launchPostgres(cluster: Cluster, socketDirectory: string): Promise<ChildProcess> {
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
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
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
