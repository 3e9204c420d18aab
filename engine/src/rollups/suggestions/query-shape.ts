import { measuresOfHaving } from '@rise/contract';
import type { MeasuresQuery, TimeGrain } from '@rise/contract';
import { isDay } from '../../expression/days.ts';
import type { CompiledModel } from '../../model/compiled-model.ts';
import { comparedBy } from '../../model/entity.ts';
import { addDays, daysOf, PLAIN_CALENDAR, startOfPeriod } from '../../plan/calendar.ts';
import { todayOf } from '../../planner/binding/bound.ts';
import { conditionsIn } from '../../planner/fields/fields-in.ts';
import { customFilters, modelMeasures } from '../../planner/measures/custom-measures.ts';
import type { Scope } from '../../plan/scope.ts';

/** The shape of a query without filter values, which may be personal data. */
export interface QueryShape {
  dataset: string;
  dimensions: (string | { field: string; grain: TimeGrain })[];
  /** Includes measures of calculations and conditions, and the one a top is ranked by. */
  measures: string[];
  /**
   * Filtered fields. For dates, the longest period whose boundaries the filter uses; null if the value itself is
   * compared.
   */
  filters: { field: string; grain: TimeGrain | null }[];
}

const LONGEST_FIRST = ['year', 'quarter', 'month', 'week', 'day'] as const satisfies TimeGrain[];
interface ShapeContext {
  model: CompiledModel;
  scope: Scope;
  asOf: string | null;
}

/** The longest period that starts on all of these days. */
function bordersOf(days: readonly (string | null)[], { scope }: ShapeContext): TimeGrain | null {
  const calendar = scope.calendar ?? PLAIN_CALENDAR;
  const bounds = days.filter((day) => day !== null);
  if (!bounds.every(isDay)) return null;
  return LONGEST_FIRST.find((grain) => bounds.every((day) => startOfPeriod(day, grain, calendar) === day))!;
}

function shapesOf(
  condition: ReturnType<typeof conditionsIn>[number],
  dataset: string,
  context: ShapeContext,
): QueryShape['filters'] {
  if ('otherField' in condition)
    return [condition.field, condition.otherField].map((field) => ({ field, grain: null }));
  const { field } = condition;
  const { scope, asOf } = context;
  if ('during' in condition) {
    const calendar = scope.calendar ?? PLAIN_CALENDAR;
    const { from, to } = daysOf(condition.during, { asOf, today: todayOf(scope), calendar });
    return [{ field, grain: bordersOf([from, to !== null && isDay(to) ? addDays(to, 1) : to], context) }];
  }
  if (context.model.datasets.get(dataset)?.dimensions.get(field)?.type !== 'date') return [{ field, grain: null }];
  const { op } = condition;
  const days = condition.values.map(String);
  if (op === 'gte' || op === 'lt') return [{ field, grain: bordersOf(days, context) }];
  if (op === 'gt' || op === 'lte')
    return [
      {
        field,
        grain: bordersOf(
          days.map((day) => (isDay(day) ? addDays(day, 1) : day)),
          context,
        ),
      },
    ];
  return [{ field, grain: 'day' }];
}

/** The shape of a query, as recorded. */
export function shapeOf(query: MeasuresQuery, model: CompiledModel, scope: Scope, asOf: string | null): QueryShape {
  const inQuery = [query.filter, ...(query.kind === 'aggregate' ? [] : [query.peers]), ...customFilters(query)];
  const named = (names: readonly string[]) => [...new Set(names.flatMap((name) => modelMeasures(query, name)))];
  const filters = inQuery
    .flatMap(conditionsIn)
    .flatMap((condition) => shapesOf(condition, query.dataset, { model, scope, asOf }));
  const item = new Map(filters.map((condition) => [JSON.stringify(condition), condition]));
  const common = { dataset: query.dataset, filters: [...item.values()] };
  if (query.kind !== 'aggregate') {
    const by = comparedBy(model.datasets.get(query.dataset)!, query);
    const measures = named(query.kind === 'distribution' ? [query.measure] : query.measures);
    return { ...common, dimensions: by === null ? [] : [by], measures };
  }
  const more = [
    ...query.calculations.map(({ measure }) => measure),
    ...(query.top ? [query.top.measure] : []),
    ...measuresOfHaving(query.having),
  ];
  return {
    ...common,
    dimensions: query.dimensions.map((request) =>
      typeof request === 'string' ? request : { field: request.field, grain: request.grain },
    ),
    measures: named([...query.measures, ...more]),
  };
}
