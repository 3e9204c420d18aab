import type { Dimension, DimensionRequest, Filter, ResultColumn, TimeGrain } from '@rise/contract';
import { consistsOf } from '../../model/derived-datasets.ts';
import type { Bound } from '../binding/bound.ts';
import { addDays, addPeriods, firstIncomplete, startOfPeriod } from '../../plan/calendar.ts';
import { findDimension } from './filter.ts';
import { filteredDays } from './filtered-days.ts';
import { planField, planPeriods } from '../binding/fields.ts';
import type { PlanField } from '../../plan/predicates.ts';

export interface PlannedDimension {
  field: PlanField;
  column: ResultColumn;
}

const dimensionColumn = (dimension: Dimension): ResultColumn => ({
  name: dimension.name,
  title: dimension.title,
  role: 'dimension',
  type: dimension.type,
});

/** The first period that the data does not cover to its end, or that the filter ends within. */
function incompleteFrom(dimension: Dimension, grain: TimeGrain, filter: Filter | undefined, bound: Bound) {
  const { to } = filteredDays(bound, filter, dimension.name);
  const last = to && startOfPeriod(to, grain, bound.calendar);
  const cut = to && last && addDays(to, 1) < addPeriods(last, 1, grain) ? last : null;
  const incomplete = [firstIncomplete(bound.asOf, grain, bound.calendar), cut].filter((day) => day !== null);
  return incomplete.toSorted()[0] ?? null;
}

/** Plans one dimension of a query; empty if it is invalid and `fail` was called. */
export function planDimension(
  bound: Bound,
  { request, filter }: { request: DimensionRequest; filter: Filter | undefined },
  path: string,
  fail: (field: string, message: string) => void,
): PlannedDimension[] {
  const name = typeof request === 'string' ? request : request.field;
  const dimension = findDimension(bound.from, name, path, fail);
  if (!dimension) return [];
  if (typeof request === 'string') return [{ field: planField(bound, dimension), column: dimensionColumn(dimension) }];
  const dated = dimension.type === 'date' || dimension.type === 'timestamp';
  if (!dated) fail(`${path}.grain`, `'${name}' is not a date and has no periods. Leave the grain out.`);
  if (dimension.type === 'date' && request.grain === 'hour')
    fail(`${path}.grain`, `'${name}' has days and no hours. Take 'day' or longer.`);
  const own = bound.from.periods.get(name);
  if (own && !consistsOf(request.grain, own))
    fail(`${path}.grain`, `The rows have '${name}' by ${own}, and no ${request.grain} consists of whole ones. Take '${own}' or a longer grain that does.`); // prettier-ignore
  const field = planPeriods(bound, dimension, request.grain);
  const period = { grain: request.grain, incompleteFrom: incompleteFrom(dimension, request.grain, filter, bound) };
  return [{ field, column: { name: field.name, title: dimension.title, role: 'dimension', type: field.type, period } }];
}
