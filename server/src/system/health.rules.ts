import type { HealthState, InstallationCheck, InstallationReading, ServerCheck, ServerReading } from '@rise/contract';
import type { ServerFigures } from './server-figures.ts';

/** What is known of the installation. Times in milliseconds or seconds as they are named, sizes in bytes. */
export interface InstallationFacts {
  readonly now: Date;
  readonly alive: number;
  readonly lost: number;
  readonly versions: number;
  readonly isReadOnly: boolean;
  readonly databaseMs: number;
  readonly databaseBytes: number;
  readonly oldestSeconds: number;
  readonly connections: number;
  readonly maxConnections: number;
  /** Null where everything is sealed. */
  readonly sealSeconds: number | null;
  readonly brokenChains: number;
  readonly verifiedAt: Date | null;
  /** Age of the oldest seal that a sink has not stored; null where there are no sinks. */
  readonly shippingSeconds: number | null;
  readonly lateJobs: number;
  readonly deadJobs: number;
  readonly waitingMails: number;
  readonly oldestMailAt: Date | null;
  readonly deadMails: number;
  readonly unindexedTenants: number;
  /** Null where none of the last weeks is known. */
  readonly backupAt: Date | null;
}

const GB = 1024 ** 3;
const HOUR_MS = 3_600_000;
/** As long as mail is tried again before it is worth a look. */
const LATE_MAIL_MS = 15 * 60_000;

/** Below the first bound good, below the second worth a look, else bad. */
const rising = (value: number, attention: number, bad: number): HealthState =>
  value >= bad ? 'bad' : value >= attention ? 'attention' : 'good';
const when = (isSo: boolean, state: HealthState): HealthState => (isSo ? state : 'good');

interface Measured {
  readonly state: HealthState;
  readonly value?: number | null;
  readonly of?: number;
  readonly at?: Date | null;
}

const toReading = <Check extends string>(check: Check, { state, value = null, of, at = null }: Measured) => ({
  check,
  state,
  value,
  of: of ?? null,
  at: at?.toISOString() ?? null,
});

/** A day and what a nightly job may be late, then a week. */
function backupState({ now, backupAt }: InstallationFacts): HealthState {
  if (backupAt === null) return 'attention';
  return rising(now.getTime() - backupAt.getTime(), 26 * HOUR_MS, 7 * 24 * HOUR_MS);
}

/** How the installation is, in the order of the page. */
export function installationReadings(facts: InstallationFacts): InstallationReading[] {
  const { sealSeconds, oldestMailAt, now } = facts;
  const mailWaitsMs = oldestMailAt === null ? 0 : now.getTime() - oldestMailAt.getTime();
  const measured: Record<InstallationCheck, Measured> = {
    servers: { state: when(facts.lost > 0, 'attention'), value: facts.alive, of: facts.alive + facts.lost },
    versions: { state: when(facts.versions > 1, 'attention'), value: facts.versions },
    'read-only': { state: when(facts.isReadOnly, 'attention'), value: facts.isReadOnly ? 1 : 0 },
    database: { state: rising(facts.databaseMs, 100, 1000), value: facts.databaseMs },
    'database-size': { state: 'good', value: facts.databaseBytes },
    transaction: { state: rising(facts.oldestSeconds, 300, 3600), value: facts.oldestSeconds },
    connections: {
      state: rising(facts.connections / facts.maxConnections, 0.8, 0.95),
      value: facts.connections,
      of: facts.maxConnections,
    },
    'audit-seal': { state: rising(sealSeconds ?? 0, 60, 300), value: sealSeconds ?? 0 },
    'audit-chain': { state: when(facts.brokenChains > 0, 'bad'), value: facts.brokenChains, at: facts.verifiedAt },
    'audit-shipping': { state: rising(facts.shippingSeconds ?? 0, 300, 3600), value: facts.shippingSeconds },
    'jobs-late': { state: when(facts.lateJobs > 0, 'bad'), value: facts.lateJobs },
    'jobs-dead': { state: when(facts.deadJobs > 0, 'attention'), value: facts.deadJobs },
    'mail-waiting': {
      state: when(mailWaitsMs > LATE_MAIL_MS, 'attention'),
      value: facts.waitingMails,
      at: oldestMailAt,
    },
    'mail-failed': { state: when(facts.deadMails > 0, 'attention'), value: facts.deadMails },
    search: { state: when(facts.unindexedTenants > 0, 'attention'), value: facts.unindexedTenants },
    backup: { state: backupState(facts), at: facts.backupAt },
  };
  return Object.entries(measured).map(([check, one]) => toReading(check as InstallationCheck, one));
}

/** Queries that wait say something only where many do. */
const WAITING_QUERIES = [10, 100] as const;

function diskState({ diskFree, diskTotal }: ServerFigures): HealthState {
  if (diskFree < GB) return 'bad';
  return when(diskFree < 5 * GB || diskFree < diskTotal * 0.1, 'attention');
}

/** How a server is, in the order of the page. */
export function serverReadings(figures: ServerFigures): ServerReading[] {
  const { requests, errors, queries, hits } = figures;
  const measured: Record<ServerCheck, Measured> = {
    'event-loop': { state: rising(figures.loopMs, 100, 1000), value: figures.loopMs },
    memory: {
      state: rising(figures.heapBytes / figures.heapLimit, 0.75, 0.9),
      value: figures.heapBytes,
      of: figures.heapLimit,
    },
    disk: { state: diskState(figures), value: figures.diskFree, of: figures.diskTotal },
    queries: { state: rising(figures.waiting, ...WAITING_QUERIES), value: figures.running, of: figures.waiting },
    'request-time': { state: rising(figures.requestMs ?? 0, 1000, 5000), value: figures.requestMs, of: requests },
    'request-errors': {
      state: errors === 0 ? 'good' : rising(errors / requests, 0, 0.01),
      value: errors,
      of: requests,
    },
    'query-time': { state: rising(figures.queryMs ?? 0, 5000, 20_000), value: figures.queryMs, of: queries },
    cache: { state: 'good', value: queries === 0 ? null : hits / queries },
  };
  return Object.entries(measured).map(([check, one]) => toReading(check as ServerCheck, one));
}

const ORDER: readonly HealthState[] = ['good', 'attention', 'bad'];

export const worstOf = (states: readonly HealthState[]): HealthState =>
  states.reduce<HealthState>((worst, one) => (ORDER.indexOf(one) > ORDER.indexOf(worst) ? one : worst), 'good');
