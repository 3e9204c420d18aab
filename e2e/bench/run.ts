import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@rise/contract';
import { rise, scriptWith } from './command.ts';
import { csvStream } from './csv-stream.ts';
import { demoStart } from './demo-start.ts';
import { firstLoad } from './first-load.ts';
import { gridScroll } from './grid-scroll.ts';
import { makeNeighbours, neighbours } from './neighbours.ts';
import { layoutSwitch } from './layout-switch.ts';
import { openStreams } from './open-streams.ts';
import { writePart } from './performance-page.ts';
import { callerOf, startMeasuredPortal } from './portal.ts';
import { DATA, type Measured, ROWS } from './project.ts';
import { cachedQuery, uncachedQuery } from './query-latency.ts';
import { readerSurvival } from './reader-survival.ts';
import { plantReport, reportRun } from './report-run.ts';
import { makeRolledUp, ROLLED_UP, rollups } from './rollups.ts';
import { search, SEARCHED } from './search.ts';
import { startUp } from './start.ts';
import { tenantAggregate } from './tenant-aggregate.ts';
import { throughput } from './throughput.ts';

/** Measures every row of the budget, prints them and writes docs/performance.md. Exit code 1: one is missed. */
const PORTAL_DATA = join(DATA, 'portal');
const say = (line: string) => process.stdout.write(`${line}\n`);

/** People with open pages, and their tenants; the first may publish announcements. */
const READERS = [
  ['global.admin@rise.example', 'alder'],
  ['global.support@rise.example', 'birch'],
  ['admin@alder.example', 'alder'],
  ['analyst@alder.example', 'alder'],
  ['admin@birch.example', 'birch'],
] as const;

async function tokensOf(
  people: readonly (readonly [string, string])[],
  tokenOf: (email: string, tenant: string) => Promise<string>,
): Promise<string[]> {
  const tokens: string[] = [];
  for (const [email, tenant] of people) tokens.push(await tokenOf(email, tenant));
  return tokens;
}

async function measureAll(): Promise<Measured[]> {
  const rows: Measured[] = [];
  const keep = (...measured: Measured[]) => {
    rows.push(...measured);
    for (const { what, measured: value, held: locked } of measured)
      say(`${locked ? 'held    ' : 'NOT HELD'}  ${what}: ${value}`);
  };
  keep(await firstLoad());
  keep(...(await demoStart()));
  keep(await gridScroll());
  keep(...(await startUp()));

  const portal = await startMeasuredPortal(PORTAL_DATA);
  try {
    say(`A tenant with ${ROWS.toLocaleString('en-US')} transactions …`);
    await rise(
      PORTAL_DATA,
      'tenant',
      'create',
      '--slug',
      'bench',
      '--name',
      'Bench',
      '--sample',
      'core',
      '--rows',
      String(ROWS),
    ).catch((error: Error) => {
      if (!error.message.includes('is there already')) throw error;
    });
    // The embedded provider's issuer contains the port, which differs in each run.
    const tokenOptions = ['--issuer', `${portal.url}/idp`, '--name', 'bench', '--days', '1'];
    const tokenOf = (email: string, tenant: string) =>
      rise(PORTAL_DATA, 'token', 'create', '--email', email, '--tenant', tenant, ...tokenOptions);
    const token = await tokenOf('global.admin@rise.example', 'bench');
    const caller = callerOf(portal.url, token, 4);
    const { tenant } = JSON.parse(await caller.get('/api/v1/session')) as Session;
    const file = join(PORTAL_DATA, 'warehouse', tenant!.id, '1.duckdb');
    // First some thousand queries, as in a running server: its code is compiled by then, as DuckDB's always is.
    keep(await cachedQuery(caller));
    keep(await uncachedQuery(caller, file));
    keep(await throughput(portal.url, token, file));
    keep(...(await readerSurvival(caller, callerOf(portal.url, token, 50), file)));
    keep(await tenantAggregate(caller, tenant!.id));
    say('The same transactions with a rollup …');
    await makeRolledUp(PORTAL_DATA);
    const rolledUp = await tokenOf('global.admin@rise.example', ROLLED_UP);
    keep(await rollups(caller, callerOf(portal.url, rolledUp, 4)));
    keep(...(await csvStream(caller, portal.url, token, file)));
    say('Four tenants with transactions of their own …');
    const people = (await makeNeighbours(PORTAL_DATA)).map((slug) => ['global.admin@rise.example', slug] as const);
    keep(await neighbours(portal.url, await tokensOf(people, tokenOf)));
    const reader = callerOf(portal.url, await tokenOf('analyst@alder.example', 'alder'), 6);
    await plantReport(PORTAL_DATA, 'alder');
    keep(await reportRun(reader));
    keep(await layoutSwitch(portal.url));
    say('Content of ten tenants to search …');
    const { tenants, entries } = SEARCHED;
    await scriptWith(
      { RISE_DATA: PORTAL_DATA },
      'server/src/testing/plant-search-entries.ts',
      String(tenants),
      String(entries),
    );
    keep(await search(callerOf(portal.url, await tokenOf('global.admin@rise.example', 'search-3'), 1)));
    keep(...(await openStreams(portal.url, await tokensOf(READERS, tokenOf))));
  } finally {
    await portal.stop();
  }
  return rows;
}

function document(rows: readonly Measured[]): string {
  const [processor] = cpus();
  const table = rows.map(
    ({ what, measured, budget, held: locked }) => `| ${what} | ${measured} | ${budget} | ${locked ? 'yes' : 'no'} |`,
  );
  return `# Performance

Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${availableParallelism()} cores (${processor?.model ?? 'unknown'}), with a load of ${loadBefore!.toFixed(1)} from other work when it began. Ratios compare two things in turns within one run, so that the machine's other work meets both alike; absolute times are this machine's.

| What | Measured | Budget | Held |
| --- | --- | --- | --- |
${table.join('\n')}

How: \`e2e/bench/\`, one file a row. The 10 M rows are the sample \`core\`, made up and the same on every machine; they stay in \`.bench/\` for the next run. An uncached query sums an amount by branch over nearly all of them and has another filter value each time, so that no answer is tokenOptions; the same SQL and parameters, as \`POST /api/v1/query/explanation\` tells them, run prepared on a DuckDB opened as a reader opens it. The bare server is \`node:http\` over four such connections, without guards, tenants, sessions or cache.
`;
}

const [loadBefore] = loadavg();
const rows = await measureAll();
await writePart('budget', document(rows));
const missed = rows.filter(({ held: locked }) => !locked);
say(`\n${rows.length - missed.length} of ${rows.length} held; the table is in docs/performance.md`);
process.exitCode = missed.length === 0 ? 0 : 1;
