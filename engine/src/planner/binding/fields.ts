import { columnOf } from '@rise/contract';
import type { Dimension, TimeGrain } from '@rise/contract';
import { localTime, periodExpression } from '../../plan/calendar.ts';
import type { PlanExpression, PlanField } from '../../plan/predicates.ts';
import type { Bound } from './bound.ts';

/** The value of a dimension as it is grouped by; a time in the tenant's time zone. */
export function valueOf(bound: Bound, dimension: Dimension): PlanExpression {
  const value = bound.bind(bound.from.expressions.values.get(dimension.name)!);
  return dimension.type === 'timestamp' ? localTime(value, bound.calendar) : value;
}

/** A date or time truncated to its period. */
export function planPeriods(bound: Bound, dimension: Dimension, grain: TimeGrain): PlanField {
  const value = valueOf(bound, dimension);
  return {
    name: columnOf({ field: dimension.name, grain, fill: false }),
    type: grain === 'hour' ? 'timestamp' : 'date',
    value:
      grain === 'hour'
        ? { kind: 'call', function: 'start_of_hour', arguments: [value], at: 0 }
        : periodExpression(value, grain, bound.calendar),
    bands: null,
  };
}

export function planField(bound: Bound, dimension: Dimension): PlanField {
  return {
    name: dimension.name,
    type: dimension.type,
    value: valueOf(bound, dimension),
    bands: dimension.bands?.map(({ value, from }) => ({ value, from })) ?? null,
  };
}
