import { binary, call, columnNamed } from '../expression/build.ts';
import { moved } from './calendar.ts';
import type { PlanExpression } from './predicates.ts';

/** Columns of rows that are read as known values: see `KnownValues`. With spaces, so they cannot clash with a model's. */
export const KNOWN_FROM = 'known from';
export const KNOWN_UNTIL = 'known until';
/** Column of stored rows: the day of the next row of the key, whatever the time that a measure carries values for. */
export const KNOWN_NEXT = 'known next';

/** Whether a row's value is known on some day of a period, of which these are the first and the last. */
export function knownWithin(table: string, first: PlanExpression, last: PlanExpression): PlanExpression {
  const [from, until] = [columnNamed(table, KNOWN_FROM), columnNamed(table, KNOWN_UNTIL)];
  const open: PlanExpression = { kind: 'missing', of: until, negated: false, at: 0 };
  // A row that another one follows on the same day is never the last known.
  const ends = binary(binary(until, '>', first), 'and', binary(until, '>', from));
  return binary(binary(from, '<=', last), 'and', binary(open, 'or', ends));
}

/** The number of days of a period on which a row's value is known. */
export function knownDays(table: string, first: PlanExpression, last: PlanExpression): PlanExpression {
  const end = moved(last, 1, 'day');
  const from = call('greatest', columnNamed(table, KNOWN_FROM), first);
  const until = call('least', call('coalesce', columnNamed(table, KNOWN_UNTIL), end), end);
  return call('date_diff', { kind: 'text', value: 'day', at: 0 }, from, until);
}
