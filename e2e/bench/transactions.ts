import type { AggregateQuery, Explanation, SemanticQuery } from '@rise/contract';
import type { Caller } from './portal.ts';

let last = 0;

/** A member number that no query has used yet; there are 50,000. */
export function freshThreshold(): number {
  last += 1;
  return last;
}

/** A sum by branch over one tenant's rows. */
export const TENANT_QUERY: AggregateQuery = {
  kind: 'aggregate',
  dataset: 'transactions',
  dimensions: ['branch'],
  measures: ['amount'],
  calculations: [],
  order: [{ field: 'branch', direction: 'asc' }],
  limit: 1000,
  offset: 0,
  totals: false,
};

/** The same over all rows except those of the first members: an uncached query. */
export function freshQuery(): SemanticQuery {
  return { ...TENANT_QUERY, filter: { field: 'member', op: 'gte', values: [freshThreshold()] } };
}

/** The SQL that the product runs for a query of one measure, and its parameters. */
export async function sqlOf(caller: Caller, query: SemanticQuery): Promise<Pick<Explanation, 'sql' | 'parameters'>> {
  const text = await caller.post('/api/v1/query/explanation', { query, measure: 'amount' });
  const { sql, parameters } = JSON.parse(text) as Explanation;
  return { sql, parameters };
}
