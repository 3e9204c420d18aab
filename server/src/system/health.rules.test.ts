import { INSTALLATION_CHECKS, SERVER_CHECKS } from '@rise/contract';
import { expect, test } from 'vitest';
import { installationReadings, serverReadings, worstOf, type InstallationFacts } from './health.rules.ts';
import type { ServerFigures } from './server-figures.ts';

const now = new Date('2026-11-28T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const GB = 1024 ** 3;

const FACTS: InstallationFacts = {
  now,
  alive: 2,
  lost: 0,
  versions: 1,
  isReadOnly: false,
  databaseMs: 3,
  databaseBytes: GB,
  oldestSeconds: 0,
  connections: 20,
  maxConnections: 100,
  sealSeconds: null,
  brokenChains: 0,
  verifiedAt: hoursAgo(2),
  shippingSeconds: null,
  lateJobs: 0,
  deadJobs: 0,
  waitingMails: 3,
  oldestMailAt: now,
  deadMails: 0,
  unindexedTenants: 0,
  backupAt: hoursAgo(10),
};
const FIGURES: ServerFigures = {
  loopMs: 4,
  memoryBytes: GB,
  heapBytes: GB / 4,
  heapLimit: GB,
  diskFree: 50 * GB,
  diskTotal: 100 * GB,
  running: 2,
  waiting: 0,
  requests: 100,
  requestMs: 80,
  errors: 0,
  queries: 50,
  queryMs: 300,
  hits: 40,
};

test('an installation as it should be has only good readings, one for each check', () => {
  const readings = installationReadings(FACTS);
  expect(readings.map(({ check }) => check)).toEqual(INSTALLATION_CHECKS);
  expect(readings.filter(({ state }) => state !== 'good')).toEqual([]);
});

test.each<[string, Partial<InstallationFacts>, string]>([
  ['servers', { lost: 1 }, 'attention'],
  ['versions', { versions: 2 }, 'attention'],
  ['read-only', { isReadOnly: true }, 'attention'],
  ['database', { databaseMs: 400 }, 'attention'],
  ['database', { databaseMs: 3000 }, 'bad'],
  ['transaction', { oldestSeconds: 301 }, 'attention'],
  ['transaction', { oldestSeconds: 4000 }, 'bad'],
  ['connections', { connections: 85 }, 'attention'],
  ['connections', { connections: 96 }, 'bad'],
  ['audit-seal', { sealSeconds: 90 }, 'attention'],
  ['audit-seal', { sealSeconds: 900 }, 'bad'],
  ['audit-chain', { brokenChains: 1 }, 'bad'],
  ['audit-shipping', { shippingSeconds: 600 }, 'attention'],
  ['audit-shipping', { shippingSeconds: 6000 }, 'bad'],
  ['jobs-late', { lateJobs: 1 }, 'bad'],
  ['jobs-dead', { deadJobs: 1 }, 'attention'],
  ['mail-waiting', { oldestMailAt: hoursAgo(1) }, 'attention'],
  ['mail-failed', { deadMails: 1 }, 'attention'],
  ['search', { unindexedTenants: 1 }, 'attention'],
  ['backup', { backupAt: null }, 'attention'],
  ['backup', { backupAt: hoursAgo(30) }, 'attention'],
  ['backup', { backupAt: hoursAgo(200) }, 'bad'],
])('%s with %o is %s', (check, facts, state) => {
  const changed = installationReadings({ ...FACTS, ...facts }).filter((reading) => reading.state !== 'good');
  expect(changed.map((reading) => [reading.check, reading.state])).toEqual([[check, state]]);
});

test('a server as it should be has only good readings, one for each check', () => {
  const readings = serverReadings(FIGURES);
  expect(readings.map(({ check }) => check)).toEqual(SERVER_CHECKS);
  expect(readings.filter(({ state }) => state !== 'good')).toEqual([]);
  expect(readings.find(({ check }) => check === 'cache')?.value).toBe(0.8);
});

test.each<[string, Partial<ServerFigures>, string]>([
  ['event-loop', { loopMs: 200 }, 'attention'],
  ['event-loop', { loopMs: 2000 }, 'bad'],
  ['memory', { heapBytes: 0.8 * GB }, 'attention'],
  ['memory', { heapBytes: 0.95 * GB }, 'bad'],
  ['disk', { diskFree: 8 * GB }, 'attention'],
  ['disk', { diskFree: GB / 2 }, 'bad'],
  ['queries', { waiting: 20 }, 'attention'],
  ['queries', { waiting: 200 }, 'bad'],
  ['request-time', { requestMs: 2000 }, 'attention'],
  ['request-errors', { errors: 1, requests: 1000 }, 'attention'],
  ['request-errors', { errors: 10, requests: 1000 }, 'bad'],
  ['query-time', { queryMs: 6000 }, 'attention'],
])('a server’s %s with %o is %s', (check, figures, state) => {
  const changed = serverReadings({ ...FIGURES, ...figures }).filter((reading) => reading.state !== 'good');
  expect(changed.map((reading) => [reading.check, reading.state])).toEqual([[check, state]]);
});

test('before any request and query there is nothing to complain about', () => {
  const idle = { ...FIGURES, requests: 0, requestMs: null, queries: 0, queryMs: null, hits: 0 };
  expect(serverReadings(idle).filter(({ state }) => state !== 'good')).toEqual([]);
});

test('the worst state of several', () => {
  expect(worstOf(['good', 'bad', 'attention'])).toBe('bad');
  expect(worstOf([])).toBe('good');
});
