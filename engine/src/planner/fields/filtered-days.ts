import type { Condition, Filter } from '@rise/contract';
import type { Bound } from '../binding/bound.ts';
import { isDay } from '../../expression/days.ts';
import { addDays, daysOf } from '../../plan/calendar.ts';

/** Days as 'YYYY-MM-DD', both inclusive; null where the filter leaves the range open. */
export interface FilteredDays {
  from: string | null;
  to: string | null;
}

const OPEN: FilteredDays = { from: null, to: null };

/** What one comparison says of a day; a time of day is the day it lies on. */
function daysOfCondition({ op, values: [value] }: Condition): FilteredDays {
  const [day = '', time = '00:00'] = String(value).split('T');
  if (!isDay(day)) return OPEN;
  const whole = !String(value).includes('T');
  switch (op) {
    case 'gte':
      return { from: day, to: null };
    case 'gt':
      return { from: whole ? addDays(day, 1) : day, to: null };
    case 'lte':
      return { from: null, to: day };
    case 'lt':
      return { from: null, to: time.startsWith('00:00') ? addDays(day, -1) : day };
    default:
      return OPEN;
  }
}

/** The days that a filter leaves of a date: the narrowest range of the conditions that all rows have to meet. */
export function filteredDays(bound: Bound, filter: Filter | undefined, field: string): FilteredDays {
  if (!filter) return OPEN;
  if ('all' in filter)
    return filter.all
      .map((item) => filteredDays(bound, item, field))
      .reduce(
        (one, other) => ({
          from: one.from === null || (other.from !== null && other.from > one.from) ? other.from : one.from,
          to: one.to === null || (other.to !== null && other.to < one.to) ? other.to : one.to,
        }),
        OPEN,
      );
  if ('during' in filter) return filter.field === field ? daysOf(filter.during, bound) : OPEN;
  if ('otherField' in filter) return OPEN;
  return 'field' in filter && filter.field === field ? daysOfCondition(filter) : OPEN;
}

/** The day that a condition at the top level of a filter limits a date to; null without one. */
export function equalDay(filter: Filter | undefined, field: string): string | null {
  if (!filter) return null;
  if ('all' in filter) return filter.all.map((item) => equalDay(item, field)).find((day) => day !== null) ?? null;
  if (!('op' in filter) || 'otherField' in filter || filter.field !== field) return null;
  const [value, ...others] = filter.values;
  return filter.op === 'in' && others.length === 0 && isDay(String(value)) ? String(value) : null;
}
