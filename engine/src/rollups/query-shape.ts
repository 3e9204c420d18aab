import type { Filter, SemanticQuery, TimeGrain } from '@rise/contract';
import { isDay } from '../model/parameter-value.ts';
import type { CompiledModel } from '../model/compile-model.ts';
import { addDays, daysOf, PLAIN_CALENDAR, startOfPeriod } from '../plan/calendar.ts';
import { todayOf } from '../plan/bound.ts';
import type { Scope } from '../plan/scope.ts';

/** What a query asks, without any value of a filter: those may be about people. */
export interface QueryShape {
  dataset: string;
  dimensions: (string | { field: string; grain: TimeGrain })[];
  /** Those of calculations among them, and what a top is ranked by. */
  measures: string[];
  /** Fields of conditions; of a date the longest period at whose borders they lie, null where the value itself counts. */
  filters: { field: string; grain: TimeGrain | null }[];
}

const LONGEST_FIRST = ['year', 'quarter', 'month', 'week', 'day'] as const satisfies TimeGrain[];
interface Clock {
  model: CompiledModel;
  scope: Scope;
  asOf: string | null;
}

/** The longest period that all these days begin. */
function bordersOf(days: readonly (string | null)[], { scope }: Clock): TimeGrain | null {
  const calendar = scope.calendar ?? PLAIN_CALENDAR;
  const bounds = days.filter((day) => day !== null);
  if (!bounds.every(isDay)) return null;
  return LONGEST_FIRST.find((grain) => bounds.every((day) => startOfPeriod(day, grain, calendar) === day))!;
}

function conditionsOf(filter: Filter | undefined, dataset: string, clock: Clock): QueryShape['filters'] {
  if (!filter) return [];
  const inner = (of: Filter) => conditionsOf(of, dataset, clock);
  if ('all' in filter) return filter.all.flatMap(inner);
  if ('any' in filter) return filter.any.flatMap(inner);
  if ('not' in filter) return inner(filter.not);
  const { field } = filter;
  const { scope, asOf } = clock;
  if ('during' in filter) {
    const calendar = scope.calendar ?? PLAIN_CALENDAR;
    const { from, to } = daysOf(filter.during, { asOf, today: todayOf(scope), calendar });
    return [{ field, grain: bordersOf([from, to !== null && isDay(to) ? addDays(to, 1) : to], clock) }];
  }
  if (clock.model.datasets.get(dataset)?.dimensions.get(field)?.type !== 'date') return [{ field, grain: null }];
  const days = filter.values.map(String);
  if (filter.op === 'gte' || filter.op === 'lt') return [{ field, grain: bordersOf(days, clock) }];
  if (filter.op === 'gt' || filter.op === 'lte')
    return [{ field, grain: bordersOf(days.map((day) => (isDay(day) ? addDays(day, 1) : day)), clock) }]; // prettier-ignore
  return [{ field, grain: 'day' }];
}

/** What a query asks, as it is kept. */
export function shapeOf(query: SemanticQuery, model: CompiledModel, scope: Scope, asOf: string | null): QueryShape {
  const filters = conditionsOf(query.filter, query.dataset, { model, scope, asOf });
  const each = new Map(filters.map((condition) => [JSON.stringify(condition), condition]));
  const common = { dataset: query.dataset, filters: [...each.values()] };
  if (query.kind === 'distribution') return { ...common, dimensions: [query.by], measures: [query.measure] };
  if (query.kind === 'benchmark') return { ...common, dimensions: [query.by], measures: query.measures };
  const more = [...query.calculations.map(({ measure }) => measure), ...(query.top ? [query.top.measure] : [])];
  return {
    ...common,
    dimensions: query.dimensions.map((each_) =>
      typeof each_ === 'string' ? each_ : { field: each_.field, grain: each_.grain },
    ),
    measures: [...new Set([...query.measures, ...more])],
  };
}
