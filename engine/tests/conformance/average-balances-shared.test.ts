import { semanticQuery } from '@rise/contract';
import type { QueryResult } from '@rise/contract';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Engine, QueryError, toQueryResult } from '../../src/index.ts';
import type { Scope } from '../../src/index.ts';
import { Readers } from '../../src/warehouses/embedded/readers.ts';
import { IN_MARCH, MARCH, model, openAverageBalances, PRIOR, quarter, reader } from '../support/average-balances.ts';
import type { AverageBalances } from '../support/average-balances.ts';

let balances: AverageBalances;
/** Unlike the fixture's, it caches results. */
const engine = new Engine();
beforeAll(async () => {
  balances = await openAverageBalances();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await engine.close();
  await balances?.close();
});

async function runQuery(measures: string[]): Promise<QueryResult['meta']['averages']> {
  const answer = await engine.queries.run({
    model,
    version: balances.warehouse.versions.duckdb,
    scope: { tenant: 'alder', ...reader([]) },
    query: semanticQuery.parse({ dataset: 'call_report', dimensions: ['state'], measures, filter: MARCH }),
  });
  return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }).meta.averages;
}

it('queries over the same average balances share the statement that counts missing ones, in any order of measures', async () => {
  const one = await runQuery(['return_on_assets', 'net_loan_yield']);
  const before = engine.stats().cache.entries;
  const other = await runQuery(['net_loan_yield', 'return_on_assets']);

  expect(one.map(({ column }) => column)).toEqual(['return_on_assets', 'net_loan_yield']);
  expect(other).toEqual(one.toReversed());
  // Only the second query's own rows were read.
  expect([before, engine.stats().cache.entries]).toEqual([2, 3]);
});

const CHOSEN = { field: 'state', op: 'in', values: ['CA', 'TX', 'NV'] };
const LARGE = { field: 'asset_band', op: 'in', values: ['500m_1b'] };
const compared = { dataset: 'call_report', by: 'charter', member: '68700', filter: MARCH };

/** Tiles of a report: some of all rows of the date, others of the peers or of some of them. */
const tilesOf = (peers: object): object[] => [
  { ...compared, kind: 'benchmark', measures: ['return_on_assets', 'net_charge_off_ratio', 'cost_of_funds'], peers },
  { ...compared, kind: 'distribution', measure: 'operating_expense_ratio', peers },
  { ...compared, kind: 'distribution', member: undefined, measure: 'return_on_net_worth', buckets: 5 },
  { dimensions: ['state'], measures: ['return_on_assets', 'members'], filter: { all: [MARCH, peers] }, totals: true },
  { dimensions: ['peer_group'], measures: ['net_loan_yield'], filter: { all: [MARCH, peers] }, totals: true },
  { measures: ['cost_of_funds'], filter: { all: [MARCH, peers, LARGE] } },
  { dimensions: [quarter], measures: ['return_on_assets'], filter: peers },
];

function requestsOf(tiles: readonly object[], { version = balances.warehouse.versions.duckdb, scope = {} } = {}) {
  const own: Scope = { tenant: 'alder', ...reader([]), ...scope };
  return tiles.map((tile) => ({
    model,
    version,
    scope: own,
    query: semanticQuery.parse({ dataset: 'call_report', ...tile }),
  }));
}

/** The texts of the statements that the engine sends to files. */
function statementsSent(): string[] {
  const sent: string[] = [];
  const query = Readers.prototype.query;
  vi.spyOn(Readers.prototype, 'query').mockImplementation(function (this: Readers, files, statements, signal) {
    sent.push(...statements.flatMap((item) => ('sql' in item ? [item.sql] : [])));
    return query.call(this, files, statements, signal);
  });
  return sent;
}
const countsIn = (sent: readonly string[]) => sent.filter((text) => text.includes('"counted"'));

it('tiles of a report have the averages that they have alone, on every engine and for every reader', async () => {
  const examiner = reader(['examiners'], { state: ['CA', 'TX'] });
  for (const scope of [reader([]), examiner, reader(['guests']), reader(['visitors'])])
    for (const version of Object.values(balances.warehouse.versions)) {
      const requests = requestsOf(tilesOf(CHOSEN), { version, scope });
      // This engine caches nothing.
      const { queries } = balances.warehouse.engine;
      const together = await Promise.all(queries.runAll(requests));
      for (const [index, request] of requests.entries()) {
        const alone = await queries.run(request);
        expect([index, together[index]!.body, together[index]!.averages]).toEqual([index, alone.body, alone.averages]);
      }
    }
}, 240_000);

it('tiles of a report count their average balances in one statement for each date', async () => {
  const peers = { field: 'state', op: 'in', values: ['CA', 'NV'] };
  const requests = requestsOf(tilesOf(peers));
  const sent = statementsSent();
  const answers = await Promise.all(engine.queries.runAll(requests));
  // One of March, and one of all quarters.
  expect(countsIn(sent)).toHaveLength(2);

  const known = async (where: string) => {
    const [row] = await balances.sql(
      `SELECT count(*), count(*) FILTER (NOT has_before) FROM cu WHERE ${IN_MARCH} AND ${where}`,
    );
    return { rows: row![0] as number, withoutPrior: row![1] as number };
  };
  const date = { date: '2025-03-31', priorYearEnd: PRIOR };
  const [own, chosen, all] = [
    await known(`"CU_NUMBER"::VARCHAR = '68700'`),
    await known(`"STATE" IN ('CA', 'NV')`),
    await known('TRUE'),
  ];
  const large = await known(`"STATE" IN ('CA', 'NV') AND "ACCT_010" >= 500000000 AND "ACCT_010" < 1000000000`);
  expect(chosen.rows).toBeGreaterThan(large.rows);
  expect(large.rows).toBeGreaterThan(0);
  const averagesOf = (index: number) => answers[index]!.averages.map(({ column, dates }) => [column, dates[0]]);
  const member = own.rows === 0 ? null : own;
  expect(averagesOf(0)).toEqual(
    ['return_on_assets', 'net_charge_off_ratio', 'cost_of_funds'].map((column) => [
      column,
      { ...date, ...chosen, member },
    ]),
  );
  expect(averagesOf(1)).toEqual([['operating_expense_ratio', { ...date, ...chosen, member }]]);
  expect(averagesOf(2)).toEqual([['return_on_net_worth', { ...date, ...all, member: null }]]);
  expect(averagesOf(3)).toEqual([['return_on_assets', { ...date, ...chosen, member: null }]]);
  expect(averagesOf(4)).toEqual([['net_loan_yield', { ...date, ...chosen, member: null }]]);
  expect(averagesOf(5)).toEqual([['cost_of_funds', { ...date, ...large, member: null }]]);

  // Each is cached by its own key: a tile alone reads nothing.
  sent.length = 0;
  for (const [index, request] of requests.entries()) {
    const alone = await engine.queries.run(request);
    expect([alone.cache, alone.averages]).toEqual(['hit', answers[index]!.averages]);
  }
  expect(sent).toEqual([]);
});

it('a statement for several tiles that fails is run for each, and a tile that fails or is left harms no other', async () => {
  const peers = { field: 'state', op: 'in', values: ['OR', 'WA'] };
  const query = Readers.prototype.query;
  let failed = 0;
  vi.spyOn(Readers.prototype, 'query').mockImplementation(function (this: Readers, files, statements, signal) {
    if (!statements.some((item) => 'sql' in item && item.sql.includes('"mark 0"')))
      return query.call(this, files, statements, signal);
    failed += 1;
    return Promise.reject(new Error('broken'));
  });
  const invalid = { measures: ['return_on_nothing'] };
  const requests = requestsOf([...tilesOf(peers), invalid]);
  const gone = new AbortController();
  const answers = engine.queries.runAll([{ ...requests[0]!, signal: gone.signal }, ...requests.slice(1)]);
  gone.abort(new Error('gone'));
  const settled = await Promise.allSettled(answers);
  expect(failed).toBeGreaterThan(0);
  vi.restoreAllMocks();
  expect(settled[0]).toMatchObject({ status: 'rejected', reason: { message: 'gone' } });
  const last = settled.at(-1)!;
  expect(last.status === 'rejected' && last.reason).toBeInstanceOf(QueryError);
  for (const [index, request] of requests.slice(1, -1).entries()) {
    const { averages } = await balances.warehouse.engine.queries.run(request);
    expect(settled[index + 1]).toMatchObject({ status: 'fulfilled', value: { averages } });
  }
});

it('a distribution in the pass of a comparison has the members and the peers of the last date only', async () => {
  // Before the prior year-end some were in another state, and some have merged away since.
  const moved = { field: 'state', op: 'in', values: ['ZZ', 'CA'] };
  const member = { dataset: 'call_report', by: 'charter', member: '68700' };
  for (const peers of [{ peers: moved }, { peers: { field: 'state', op: 'in', values: ['ZZ'] } }, {}])
    for (const measure of ['institutions', 'return_on_assets', 'total_assets'])
      for (const version of Object.values(balances.warehouse.versions)) {
        const requests = requestsOf(
          [
            { ...member, ...peers, kind: 'benchmark', measures: ['total_assets', 'members'] },
            { ...member, ...peers, kind: 'distribution', measure, buckets: 6 },
          ],
          { version },
        );
        const sent = statementsSent();
        const { queries } = balances.warehouse.engine;
        const [lines, buckets] = await Promise.all(queries.runAll(requests));
        if (version === balances.warehouse.versions.duckdb)
          expect(sent.filter((text) => text.includes('"buckets"'))).toEqual([expect.stringContaining('"lines"')]);
        vi.restoreAllMocks();
        const [line, bucket] = [await queries.run(requests[0]!), await queries.run(requests[1]!)];
        expect([lines!.body, buckets!.body]).toEqual([line.body, bucket.body]);
      }
});
