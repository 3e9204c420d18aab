import type { Filter, QueryMeta, SemanticQuery } from '@rise/contract';
import { daysOf, PLAIN_CALENDAR } from '../../plan/calendar.ts';
import type { Scope } from '../../plan/scope.ts';
import { todayOf } from '../binding/bound.ts';

/** The days that each date range of a query means for this scope, in the query's order, without duplicates. */
export function periodsRead(query: SemanticQuery, scope: Scope, asOf: string | null): QueryMeta['periods'] {
  const moment = { asOf, today: todayOf(scope), calendar: scope.calendar ?? PLAIN_CALENDAR };
  const rangesIn = (filter: Filter | undefined): QueryMeta['periods'] => {
    if (!filter) return [];
    if ('all' in filter) return filter.all.flatMap(rangesIn);
    if ('any' in filter) return filter.any.flatMap(rangesIn);
    if ('not' in filter) return rangesIn(filter.not);
    return 'during' in filter ? [{ field: filter.field, ...daysOf(filter.during, moment) }] : [];
  };
  const steps = query.kind === 'funnel' ? query.steps.map(({ filter }) => filter) : [];
  const all = [query.filter, ...('peers' in query ? [query.peers] : []), ...steps].flatMap(rangesIn);
  return [...new Map(all.map((range) => [JSON.stringify(range), range])).values()];
}
