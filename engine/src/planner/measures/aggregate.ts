import { columnOf } from '@rise/contract';
import type { AggregateQuery, Calculation, DimensionRequest, ErrorDetail, Filter } from '@rise/contract';
import type { BoundDataset } from '../binding/bound-dataset.ts';
import { suggestName } from '../../expression/suggest-name.ts';
import { addDays, startOfPeriod } from '../../plan/calendar.ts';
import { equalDay, filteredDays } from '../fields/filtered-days.ts';
import { findMeasure } from '../fields/look-up.ts';
import { planCalculation, timeOf, withoutTime } from './calculation.ts';
import type { PlannedCalculation } from './calculation.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { PlanField } from '../../plan/predicates.ts';

/** The calculations of a query, each with its column. */
export function planCalculations(
  bound: BoundDataset,
  query: AggregateQuery,
  fields: readonly (readonly PlanField[])[],
  details: ErrorDetail[],
): PlannedCalculation[] {
  const fail = (field: string, message: string) => void details.push({ field, message });
  return query.calculations.flatMap((calculation, index) => {
    const measure = findMeasure(bound.from, calculation.measure, `calculations.${index}.measure`, details);
    return measure ? [planCalculation(bound, query, index, measure, { fields, fail })] : [];
  });
}

/** Kinds of calculations that read other periods than those of the query. */
export const LOOKS_BACK: ReadonlySet<Calculation['kind']> = new Set(['compare', 'accumulate', 'moving_average']);

/**
 * Set if calculations look up other periods: the date, the only period that the filter leaves, if it leaves one, and the
 * filter without the query's own conditions on the date but for the end of its range, as nothing looks ahead.
 */
export function planAround(
  bound: BoundDataset,
  query: AggregateQuery,
  calculations: readonly PlannedCalculation[],
  fail: (field: string, message: string) => void,
): { time: string; only: string | null; filter: Filter | undefined } | null {
  const time = timeOf(query);
  if (!time || !calculations.some(({ plan }) => LOOKS_BACK.has(plan.kind))) return null;
  const filter = withoutTime(query.filter, time.field, fail);
  const { to } = filteredDays(bound.facts[0]!, query.filter, time.field);
  const found = { time: columnOf(time), only: onlyPeriod(bound, query.filter, time) };
  if (to === null) return { ...found, filter };
  const end: Filter = { field: time.field, op: 'lt', values: [addDays(to, 1)] };
  return { ...found, filter: filter ? { all: [filter, end] } : end };
}

/** The first day of the one period that a filter leaves of a date; null if there may be several. */
function onlyPeriod(
  bound: BoundDataset,
  filter: Filter | undefined,
  { field, grain }: Exclude<DimensionRequest, string>,
): string | null {
  const day = equalDay(filter, field);
  const { from, to } = day === null ? filteredDays(bound.facts[0]!, filter, field) : { from: day, to: day };
  if (from === null || to === null) return null;
  const period = startOfPeriod(from, grain, bound.calendar);
  return period === startOfPeriod(to, grain, bound.calendar) ? period : null;
}

/** Gaps are filled in one column, which has to come first in the order. */
export function planFill(
  bound: BoundDataset,
  query: AggregateQuery,
  fail: (field: string, message: string) => void,
): AggregatePlan['fill'] {
  const column = query.dimensions.findIndex((request) => typeof request !== 'string' && request.fill);
  if (column < 0) return null;
  const request = query.dimensions[column]!;
  const grain = typeof request === 'string' ? 'day' : request.grain;
  const path = `dimensions.${column}.fill`;
  if (query.dimensions.filter((dimension) => typeof dimension !== 'string' && dimension.fill).length > 1)
    fail(path, 'Gaps are filled in one dimension only. Leave it out elsewhere.');
  if (grain === 'hour') fail(path, 'Hours are not filled. Take days or longer, or leave fill out.');
  const first = query.order[0]?.field ?? columnOf(query.dimensions[0]!);
  if (first !== columnOf(request))
    fail(path, `Gaps are filled where rows are ordered by '${columnOf(request)}' first.`);
  const ranked = query.top ? [query.top.dimension, ...query.top.within] : [];
  if (ranked.includes(columnOf(request)))
    fail(path, `Each period has its own top, so its gaps are not filled. Leave '${columnOf(request)}' out of the top.`);
  if (query.offset > 0) fail(path, 'Gaps can be filled only in a complete result. Leave the offset out.');
  const field = typeof request === 'string' ? request : request.field;
  const { from, to } = filteredDays(bound.facts[0]!, query.filter, field);
  const startOf = (day: string | null) => day && startOfPeriod(day, grain, bound.calendar);
  return { column, grain, first: startOf(from), last: startOf(to) };
}

/** Checks that column names are unique and that rows are ordered by existing columns. */
export function checkColumns(query: AggregateQuery, fail: (field: string, message: string) => void): void {
  const before = [...query.dimensions.map(columnOf), ...query.measures];
  const names = [...before, ...query.calculations.map(({ name }) => name)];
  for (const [index, { name }] of query.calculations.entries()) {
    if (names.indexOf(name) < before.length + index)
      fail(`calculations.${index}.name`, `There is a column '${name}' already. Give this one another name.`);
  }
  const used = new Set([...query.measures, ...query.calculations.map(({ measure }) => measure), query.top?.measure]);
  for (const [index, dimension] of query.dimensions.entries())
    if (used.has(columnOf(dimension)))
      fail(
        `dimensions.${index}`,
        `Its column would have the name of the measure '${columnOf(dimension)}'. Request them in two queries, or rename the measure in the model.`,
      );
  if (before.length === 0) fail('measures', 'Request at least one dimension or measure.');
  for (const [index, order] of query.order.entries()) {
    if (names.includes(order.field)) continue;
    fail(
      `order.${index}.field`,
      `'${order.field}' is not among the query's dimensions and measures. Add it, or order by one of them.${suggestName(order.field, names)}`,
    );
  }
}
