import type { TimeGrain } from '@rise/contract';
import type { Expression } from '../../expression/tree.ts';
import { moved, periodExpression } from '../../plan/calendar.ts';
import type { Calendar } from '../../plan/calendar.ts';

/**
 * First day of the longer period that a period belongs to, as an expression. Weeks are never divided: as in ISO 8601,
 * one belongs to the month, quarter or year in which most of its days lie, whatever its first day.
 */
export function startOfLonger(
  period: Expression,
  { grain, longer, calendar }: { grain: TimeGrain; longer: TimeGrain; calendar: Calendar },
): Expression {
  if (grain !== 'week') return periodExpression(period, longer, calendar);
  // The fourth day decides: of a week, where it belongs; of a longer period, which week is its first.
  const owner = periodExpression(moved(period, 3, 'day'), longer, calendar);
  return periodExpression(moved(owner, 3, 'day'), 'week', calendar);
}
