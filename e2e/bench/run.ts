import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@rise/contract';
import { rise, scriptWith } from './command.ts';
import { csvStream } from './csv-stream.ts';
import { DEMANDING, demanding, makeSamples } from './demanding.ts';
import { demoLists } from './demo-lists.ts';
import { demoStart } from './demo-start.ts';
import { firstLoad } from './first-load.ts';
import { gridScroll } from './grid-scroll.ts';
import { importFile } from './import.ts';
import { insights, REMARKABLE } from './insights.ts';
import { makeNeighbors, neighbors } from './neighbors.ts';
import { layoutSwitch } from './layout-switch.ts';
import { plant } from './measured-reports.ts';
import { openStreams } from './open-streams.ts';
import { people, PEOPLE } from './people.ts';
import { writePart } from './performance-page.ts';
import { type Caller, callerOf, startMeasuredPortal } from './portal.ts';
import { DATA, type Measured, ROWS } from './project.ts';
import { PROFILED, profiles } from './profiles.ts';
import { cachedQuery, uncachedQuery } from './query-latency.ts';
import { readerSurvival } from './reader-survival.ts';
import { pathOf, printed, workbook } from './report-exports.ts';
import { plantReport, reportRun } from './report-run.ts';
import { builderEdit, fortyTiles } from './report-screens.ts';
import { makeRolledUp, ROLLED_UP, rollups } from './rollups.ts';
import { questions } from './questions.ts';
import { search, SEARCHED } from './search.ts';
import { startUp } from './start.ts';
import { tenantAggregate } from './tenant-aggregate.ts';
import { throughput } from './throughput.ts';

/**
 * Measures every row of the budget, prints them and writes docs/performance.md; with names of parts, only theirs, and
 * writes nothing. Exit code 1: one is missed.
 */
const PORTAL_DATA = join(DATA, 'portal');
const OPERATOR = 'global.admin@rise.example';
const say = (line: string) => process.stdout.write(`${line}\n`);

/** People with open pages, and their tenants; the first may publish announcements. */
const READERS = [
  [OPERATOR, 'alder'],
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

/** The running portal with the tenant of the 10 M rows. */
interface Bench {
  url: string;
  caller: Caller;
  token: string;
  /** The tenant's version file. */
  file: string;
  tenant: string;
  tokenOf(email: string, tenant: string): Promise<string>;
  /** A token above the tenants. */
  readonly globalToken: () => Promise<string>;
}

async function openBench({ url }: { url: string }): Promise<Bench> {
  say(`A tenant with ${ROWS.toLocaleString('en-US')} transactions …`);
  const options = ['--slug', 'bench', '--name', 'Bench', '--sample', 'core', '--rows', String(ROWS)];
  await rise(PORTAL_DATA, 'tenant', 'create', ...options).catch((error: Error) => {
    if (!error.message.includes('is there already')) throw error;
  });
  // The embedded provider's issuer contains the port, which differs in each run.
  const tokenOptions = ['--issuer', `${url}/idp`, '--name', 'bench', '--days', '1'];
  const tokenOf = (email: string, tenant: string) =>
    rise(
      PORTAL_DATA,
      'token',
      'create',
      '--email',
      email,
      '--tenant',
      tenant,
      '--scopes',
      'read,administer',
      ...tokenOptions,
    );
  const globalToken = () =>
    rise(PORTAL_DATA, 'token', 'create', '--email', OPERATOR, '--scopes', 'global', ...tokenOptions);
  const token = await tokenOf(OPERATOR, 'bench');
  const caller = callerOf(url, token, 4);
  const session = JSON.parse(await caller.get('/api/v1/session')) as Session;
  const tenant = session.tenant!.id;
  return { url, caller, token, tenant, tokenOf, globalToken, file: join(PORTAL_DATA, 'warehouse', tenant, '1.duckdb') };
}

/** What needs no running portal, or starts its own. */
const APART: Record<string, () => Promise<Measured[]>> = {
  pages: async () => [await firstLoad(), ...(await demoStart()), await gridScroll()],
  demo: demoLists,
  start: startUp,
  import: importFile,
};

/** What one running portal answers, in this order. */
const OF_PORTAL: Record<string, (bench: Bench) => Promise<Measured[]>> = {
  // First some thousand queries, as in a running server: its code is compiled by then, as DuckDB's always is.
  queries: async ({ caller, url, token, tenant, file }) => [
    await cachedQuery(caller),
    ...(await uncachedQuery(caller, { file, tenant })),
    ...(await throughput(url, token, { file, tenant })),
    await tenantAggregate(caller, tenant),
  ],
  async demanding({ url, tokenOf }) {
    await makeSamples(PORTAL_DATA, DEMANDING);
    const people = DEMANDING.map((slug) => [OPERATOR, slug] as const);
    return demanding(url, PORTAL_DATA, await tokensOf(people, tokenOf));
  },
  async profile({ url, tokenOf }) {
    await makeSamples(PORTAL_DATA, [PROFILED]);
    const token = await tokenOf(OPERATOR, PROFILED);
    return profiles(callerOf(url, token, 1), url, token);
  },
  readers: ({ caller, url, token, file }) => readerSurvival(caller, callerOf(url, token, 50), file),
  async rollups({ caller, url, tokenOf }) {
    await makeRolledUp(PORTAL_DATA);
    return [await rollups(caller, callerOf(url, await tokenOf(OPERATOR, ROLLED_UP), 4))];
  },
  csv: ({ caller, url, token, file }) => csvStream(caller, url, token, file),
  async neighbors({ url, tokenOf }) {
    const people = (await makeNeighbors(PORTAL_DATA)).map((slug) => [OPERATOR, slug] as const);
    return [await neighbors(url, await tokensOf(people, tokenOf))];
  },
  async report({ url, tokenOf }) {
    const reader = callerOf(url, await tokenOf('analyst@alder.example', 'alder'), 6);
    await plantReport(PORTAL_DATA, 'alder');
    return [await reportRun(reader)];
  },
  async exports({ caller, url, token, tokenOf }) {
    await plant('listed', PORTAL_DATA, 'bench');
    await plant('printed', PORTAL_DATA, 'alder');
    const readersToken = await tokenOf('analyst@alder.example', 'alder');
    return [await workbook(caller, url, token), await printed(callerOf(url, readersToken, 1), url, readersToken)];
  },
  async builder({ url, tokenOf }) {
    await plant('forty', PORTAL_DATA, 'alder');
    const reader = callerOf(url, await tokenOf('analyst@alder.example', 'alder'), 1);
    const address = (await pathOf(reader, 'forty')).replace('/api/v1', '');
    return [await fortyTiles(url, address), await builderEdit(url)];
  },
  layout: async ({ url }) => [await layoutSwitch(url)],
  async search({ url, tokenOf }) {
    const { tenants, entries } = SEARCHED;
    const script = 'server/src/testing/plant-search-entries.ts';
    await scriptWith({ RISE_DATA: PORTAL_DATA }, script, String(tenants), String(entries));
    return [await search(callerOf(url, await tokenOf(OPERATOR, 'search-3'), 1))];
  },
  questions: async ({ url, tokenOf }) => [
    await questions(callerOf(url, await tokenOf('analyst@alder.example', 'alder'), 1)),
  ],
  async insights({ url, tokenOf }) {
    await makeSamples(PORTAL_DATA, [REMARKABLE]);
    const administrator = 'admin@alder.example';
    const script = 'server/src/testing/plant-tenant-people.ts';
    await scriptWith({ RISE_DATA: PORTAL_DATA }, script, REMARKABLE, '1', administrator);
    return [await insights(callerOf(url, await tokenOf(administrator, REMARKABLE), 1))];
  },
  async people({ url, tokenOf }) {
    const script = 'server/src/testing/plant-tenant-people.ts';
    await scriptWith({ RISE_DATA: PORTAL_DATA }, script, PEOPLE.tenant, String(PEOPLE.members), PEOPLE.administrator);
    return [await people(callerOf(url, await tokenOf(PEOPLE.administrator, PEOPLE.tenant), 1))];
  },
  events: async ({ url, tokenOf, globalToken }) =>
    openStreams(url, await globalToken(), await tokensOf(READERS, tokenOf)),
};

async function measure(chosen: (part: string) => boolean): Promise<Measured[]> {
  const rows: Measured[] = [];
  const record = (part: readonly Measured[]) => {
    rows.push(...part);
    for (const { what, measured, held } of part) say(`${held ? 'held    ' : 'NOT HELD'}  ${what}: ${measured}`);
  };
  for (const [name, part] of Object.entries(APART)) if (chosen(name)) record(await part());
  const parts = Object.entries(OF_PORTAL).filter(([name]) => chosen(name));
  if (parts.length === 0) return rows;
  const portal = await startMeasuredPortal(PORTAL_DATA);
  try {
    const bench = await openBench(portal);
    for (const [, part] of parts) record(await part(bench));
  } finally {
    await portal.stop();
  }
  return rows;
}

function document(rows: readonly Measured[]): string {
  const [processor] = cpus();
  const table = rows.map(
    ({ what, measured, budget, held }) => `| ${what} | ${measured} | ${budget} | ${held ? 'yes' : 'no'} |`,
  );
  return `# Performance

Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${availableParallelism()} cores (${processor?.model ?? 'unknown'}), with a load of ${loadBefore!.toFixed(1)} from other work when it began. Ratios compare two measurements that alternate within one run, so that other work on the machine affects both equally; absolute times depend on the machine.

| What | Measured | Budget | Held |
| --- | --- | --- | --- |
${table.join('\n')}

How: \`e2e/bench/\`, one file per row. The 10 M rows are the sample \`core\`, generated and identical on every machine; they stay in \`.bench/\` for the next run. An uncached query sums an amount by branch over nearly all of them, with a different filter value each time, so that no result is cached. The hand-written SQL, without tenant or casts, runs prepared on a DuckDB opened with a reader's settings; the bare server is \`node:http\` over four such connections, without guards, tenants, sessions or cache. The peer is installed into \`.bench/peer\` and set up as documented.
`;
}

const [loadBefore] = loadavg();
const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in APART) && !(name in OF_PORTAL));
if (unknown !== undefined) {
  say(`There is no part '${unknown}'. Choose from ${Object.keys({ ...APART, ...OF_PORTAL }).join(', ')}.`);
  process.exit(2);
}
const rows = await measure((part) => names.length === 0 || names.includes(part));
const missed = rows.filter(({ held }) => !held);
const where = names.length === 0 ? '; the table is in docs/performance.md' : '';
if (names.length === 0) await writePart('budget', document(rows));
say(`\n${rows.length - missed.length} of ${rows.length} held${where}`);
process.exitCode = missed.length === 0 ? 0 : 1;
