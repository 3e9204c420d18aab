import type { TimeGrain } from '@rise/contract';
import type { Expression } from '../../expression/tree.ts';
import { periodExpression } from '../../plan/calendar.ts';
import type { Calendar } from '../../plan/calendar.ts';

/** A day moved by a number of periods, as an expression. */
export function moved(day: Expression, count: number, unit: string): Expression {
  const number: Expression = { kind: 'number', value: String(Math.abs(count)), at: 0 };
  const by: Expression = count < 0 ? { kind: 'negative', of: number, at: 0 } : number;
  return { kind: 'call', function: 'date_add', arguments: [day, by, { kind: 'text', value: unit, at: 0 }], at: 0 };
}

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
