import type { ServerHealth, SystemHealth } from '@rise/contract';
import { GLOBAL_CHAIN, sealingLag } from '../audit/audit-state.service.ts';
import { shippingLag } from '../audit-shipping/audit-shipping.service.ts';
import { isAlive } from '../imports/this-process.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { countUnindexed } from '../search/search-index.service.ts';
import { installationReadings, serverReadings, worstOf, type InstallationFacts } from './health.rules.ts';
import * as sql from './health.sql.ts';
import type { JobMonitor } from './job-monitor.service.ts';

/** Backups older than that are as good as unknown. */
const BACKUP_DAYS = 90;

export interface HealthOptions {
  readonly database: Database;
  readonly jobs: Pick<JobMonitor, 'list'>;
  readonly version: string;
}

/** How the installation is, from the database and from what its servers say of themselves. */
export class HealthService {
  readonly #options: HealthOptions;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  async read(actor: Actor): Promise<SystemHealth> {
    const { database, jobs, version } = this.#options;
    const now = new Date();
    const started = performance.now();
    const { databaseMs, ...read } = await database.withGlobal(actor, (tx) => readAll(tx, started), 'reads');
    const servers = await Promise.all(read.reports.map((row) => this.#describe(row)));
    const { kinds } = await jobs.list(actor);
    const sum = (of: 'late' | 'dead') => kinds.reduce((total, kind) => total + kind[of], 0);
    const alive = servers.filter(({ isAlive: lives }) => lives);
    const facts: InstallationFacts = {
      ...read,
      now,
      databaseMs,
      alive: alive.length,
      lost: servers.length - alive.length,
      versions: new Set(alive.map((server) => server.version)).size,
      isReadOnly: database.readOnly !== null,
      lateJobs: sum('late'),
      deadJobs: sum('dead'),
      deadMails: kinds.find(({ kind }) => kind === 'mail')?.dead ?? 0,
    };
    const readings = installationReadings(facts);
    const states = [...readings, ...alive].map(({ state }) => state);
    return { at: now.toISOString(), state: worstOf(states), version, readings, servers };
  }

  async #describe({
    process,
    id,
    host,
    pid,
    version,
    startedAt,
    reportedAt,
    figures,
  }: sql.ServerRow): Promise<ServerHealth> {
    const lives = await isAlive(this.#options.database, process);
    const readings = serverReadings(figures);
    return {
      id,
      host,
      process: pid,
      version,
      startedAt: startedAt.toISOString(),
      reportedAt: reportedAt.toISOString(),
      isAlive: lives,
      state: lives ? worstOf(readings.map(({ state }) => state)) : 'bad',
      readings,
    };
  }
}

async function readAll(tx: GlobalTx, started: number) {
  // The first statement measures how soon the database answers, with the wait for a connection.
  const reports = await sql.listReports(tx);
  const databaseMs = Math.round(performance.now() - started);
  const { bytes, oldestSeconds, connections, maxConnections } = await sql.readDatabase(tx);
  const { waiting, oldestAt } = await sql.readMail(tx);
  const { broken, at } = await sql.readVerifications(tx);
  return {
    reports,
    databaseMs,
    databaseBytes: bytes,
    oldestSeconds,
    connections,
    maxConnections,
    waitingMails: waiting,
    oldestMailAt: oldestAt,
    brokenChains: broken,
    verifiedAt: at,
    sealSeconds: await sealingLag(tx),
    shippingSeconds: await shippingLag(tx),
    unindexedTenants: await countUnindexed(tx),
    backupAt: await sql.lastBackup(tx, GLOBAL_CHAIN, BACKUP_DAYS),
  };
}
