import { semanticQuery } from '@rise/contract';
import type { QueryResult } from '@rise/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Engine, toQueryResult } from '../../src/index.ts';
import { MARCH, model, openAverageBalances, reader } from '../support/average-balances.ts';
import type { AverageBalances } from '../support/average-balances.ts';

let balances: AverageBalances;
/** Unlike the fixture's, it caches results. */
const engine = new Engine();
beforeAll(async () => {
  balances = await openAverageBalances();
}, 120_000);
afterAll(async () => {
  await engine.close();
  await balances?.close();
});

async function ask(measures: string[]): Promise<QueryResult['meta']['averages']> {
  const answer = await engine.queries.run({
    model,
    version: balances.warehouse.versions.duckdb,
    scope: { tenant: 'alder', ...reader([]) },
    query: semanticQuery.parse({ dataset: 'call_report', dimensions: ['state'], measures, filter: MARCH }),
  });
  return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }).meta.averages;
}

it('queries over the same average balances share the statement that counts missing ones, in any order of measures', async () => {
  const one = await ask(['return_on_assets', 'net_loan_yield']);
  const before = engine.stats().cache.entries;
  const other = await ask(['net_loan_yield', 'return_on_assets']);

  expect(one.map(({ column }) => column)).toEqual(['return_on_assets', 'net_loan_yield']);
  expect(other).toEqual(one.toReversed());
  // Only the second query's own rows were read.
  expect([before, engine.stats().cache.entries]).toEqual([2, 3]);
});
