import type { PlanExpression } from './plan.ts';
import { moved } from './calendar.ts';

/** Columns of rows that are read as known values: see `KnownValues`. With spaces, so they cannot clash with a model's. */
export const KNOWN_FROM = 'known from';
export const KNOWN_UNTIL = 'known until';

export const columnOf = (table: string, name: string): PlanExpression => ({ kind: 'name', table, name, at: 0 });
const call = (name: string, ...values: PlanExpression[]): PlanExpression => ({
  kind: 'call',
  function: name,
  arguments: values,
  at: 0,
});
type Operator = (PlanExpression & { kind: 'binary' })['operator'];
const binary = (left: PlanExpression, operator: Operator, right: PlanExpression): PlanExpression => ({
  kind: 'binary',
  operator,
  left,
  right,
  at: 0,
});
export const and = (left: PlanExpression, right: PlanExpression | null): PlanExpression =>
  right ? binary(left, 'and', right) : left;

/** Whether a row's value is known on some day of a period, of which these are the first and the last. */
export function knownWithin(table: string, first: PlanExpression, last: PlanExpression): PlanExpression {
  const [from, until] = [columnOf(table, KNOWN_FROM), columnOf(table, KNOWN_UNTIL)];
  const open: PlanExpression = { kind: 'missing', of: until, negated: false, at: 0 };
  // A row that another one follows on the same day is never the last known.
  const ends = and(binary(until, '>', first), binary(until, '>', from));
  return and(binary(from, '<=', last), binary(open, 'or', ends));
}

/** The number of days of a period on which a row's value is known. */
export function knownDays(table: string, first: PlanExpression, last: PlanExpression): PlanExpression {
  const end = moved(last, 1, 'day');
  const from = call('greatest', columnOf(table, KNOWN_FROM), first);
  const until = call('least', call('coalesce', columnOf(table, KNOWN_UNTIL), end), end);
  return call('date_diff', { kind: 'text', value: 'day', at: 0 }, from, until);
}

export const product = (value: PlanExpression | null, days: PlanExpression): PlanExpression =>
  value ? binary(value, '*', days) : days;
