import type { SemanticQuery } from '@rise/contract';

/** Names of what a query computes: measures, and calculations with them. */
export function figuresOfQuery(query: SemanticQuery): string[] {
  if (query.kind === 'rows' || query.kind === 'funnel') return [];
  if (query.kind === 'distribution') return [query.measure];
  const calculations = query.kind === 'aggregate' ? query.calculations : [];
  return [...query.measures, ...calculations.map(({ name }) => name)];
}
