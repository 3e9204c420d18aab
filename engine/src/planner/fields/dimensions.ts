import type { Dimension, DimensionRequest, ResultColumn, TimeGrain } from '@rise/contract';
import type { Bound } from '../binding/bound.ts';
import { firstIncomplete } from '../../plan/calendar.ts';
import { findDimension } from './filter.ts';
import { planField, planPeriods } from '../binding/fields.ts';
import type { PlanField } from '../../plan/plan.ts';

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

const periodColumn = (dimension: Dimension, field: PlanField, grain: TimeGrain, bound: Bound): ResultColumn => ({
  name: field.name,
  title: dimension.title,
  role: 'dimension',
  type: field.type,
  period: { grain, incompleteFrom: firstIncomplete(bound.asOf, grain, bound.calendar) },
});

/** Plans one dimension of a query; empty if it is invalid and `fail` was called. */
export function planDimension(
  bound: Bound,
  request: DimensionRequest,
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
  const field = planPeriods(bound, dimension, request.grain);
  return [{ field, column: periodColumn(dimension, field, request.grain, bound) }];
}
