import { sql } from 'kysely';
import type { Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';

/** Order of the rows of "parts": the requested order, then the remaining dimensions, so that it is deterministic. */
export function orderTerms(plan: AggregatePlan): Sql[] {
  const keyOf = (name: string) => sql.id('parts', name);
  const named = new Set(plan.fields.map(({ name }) => name));
  const requested = plan.order.map(({ field, direction }) => {
    const value = named.has(field) ? keyOf(field) : sql.id(field);
    return sql`${value} ${sql.raw(direction === 'desc' ? 'DESC' : 'ASC')} NULLS LAST`;
  });
  const settled = new Set(plan.order.map(({ field }) => field));
  const ties = plan.fields
    .filter(({ name }) => !settled.has(name))
    .map(({ name }) => sql`${keyOf(name)} ASC NULLS LAST`);
  return [...requested, ...ties];
}
