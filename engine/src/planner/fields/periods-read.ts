import { distinct } from '../../expression/distinct.ts';
import type { Filter, QueryMeta, SemanticQuery } from '@rise/contract';
import { daysOf, PLAIN_CALENDAR } from '../../plan/calendar.ts';
import type { Scope } from '../../plan/scope.ts';
import { todayOf } from '../binding/bound.ts';
import { conditionsIn } from './fields-in.ts';

/** The days that each date range of a query means for this scope, in the query's order, without duplicates. */
export function periodsRead(query: SemanticQuery, scope: Scope, asOf: string | null): QueryMeta['periods'] {
  const moment = { asOf, today: todayOf(scope), calendar: scope.calendar ?? PLAIN_CALENDAR };
  const rangesIn = (filter: Filter | undefined): QueryMeta['periods'] =>
    conditionsIn(filter).flatMap((item) =>
      'during' in item ? [{ field: item.field, ...daysOf(item.during, moment) }] : [],
    );
  const steps = query.kind === 'funnel' ? query.steps.map(({ filter }) => filter) : [];
  const all = [query.filter, ...('peers' in query ? [query.peers] : []), ...steps].flatMap(rangesIn);
  return distinct(all);
}
