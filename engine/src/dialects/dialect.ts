import type { RawBuilder } from 'kysely';
import type { CastType } from '../expression/tree.ts';
import type { PlanField } from '../plan/plan.ts';
import type { Statement } from '../sql/statement.ts';

export type Sql = RawBuilder<unknown>;

export interface Stack {
  /** Names with or without tables, as they are to stand in the rows. */
  kept: readonly Sql[];
  lists: readonly { name: string; values: readonly Sql[] }[];
  /** What follows FROM. */
  from: Sql;
}

/** Where engines differ. A new engine is one more object of this type; a capability it lacks does not compile. */
export interface Dialect {
  readonly name: string;
  /** The column of every table that says whose row it is; null where the whole warehouse is one tenant's. */
  readonly tenantColumn: string | null;
  /** What stands in that column for the tenant; null where it is the tenant's own id. */
  readonly tenantKey: string | null;
  /** Text and bind parameters of a finished statement. */
  compile(sql: Sql): Statement;
  /** A number of the model, as it is written there: digits, perhaps with a point. Exact. */
  number(digits: string): Sql;
  /** A table with the whole numbers from 0 in its column "n". */
  numbers(count: number): Sql;
  /**
   * A SELECT that gives each row of "from" once for every place in the lists, which are equally long: what is kept of
   * it, the place from 0 in "position", then each list's value at that place.
   */
  stack(stack: Stack): Sql;
  /** The last clause of a statement: at most `limit` rows, after `offset` of them. */
  page(limit: number, offset: number): Sql;
  /** Lists tables, columns and their types in a schema, in the order of the columns. */
  catalogue(schema: string): Sql;
  /** Which of the columns a row of GROUPING SETS is not grouped by: a bit each, the last one's the least. */
  grouping(columns: Sql[]): Sql;
  /** A value of the dimension's type, whatever the column's. */
  cast(sql: Sql, type: PlanField['type']): Sql;
  /** The value in another type; null where it cannot be one. */
  convert(value: Sql, type: CastType): Sql;
  /** Two values as one text; null where one is missing. */
  concatenate(left: Sql, right: Sql): Sql;
  /** What is left of a whole division, with the sign of the dividend; null where the divisor is 0. */
  remainder(value: Sql, by: Sql): Sql;
  /** A function of the model's language; see the list of functions for what each gives. */
  call(name: string, values: Sql[]): Sql;
  /** What a text stands for by a list of pairs, each text once in it; null where it is not, and for null. */
  lookUp(text: Sql, pairs: readonly (readonly [text: string, means: string])[]): Sql;
  /** The first day of the period that a day lies in; weeks begin on Monday. */
  startOf(grain: string, day: Sql): Sql;
  startOfHour(time: Sql): Sql;
  /** A time that is stored in UTC, as clocks in a zone show it. */
  localTime(time: Sql, zone: Sql): Sql;
  addTime(day: Sql, count: Sql, unit: string): Sql;
  /** How many beginnings of a unit lie between two days. */
  timeBetween(unit: string, from: Sql, to: Sql): Sql;
  toDouble(sql: Sql): Sql;
  /** An exact decimal with at least 30 digits before the point and `EXACT_SCALE` after it. */
  toExact(sql: Sql): Sql;
  /** Interpolated quantile of the values that are not null. */
  quantile(sql: Sql, share: number): Sql;
  /** Several of them, of the same values. */
  quantiles(sql: Sql, shares: readonly number[]): Sql[];
  /** Whether the text has the other one in it (or at its start), without regard to case and accents. No wildcards. */
  contains(text: Sql, part: Sql): Sql;
  startsWith(text: Sql, part: Sql): Sql;
  monthOf(day: Sql): Sql;
  /**
   * Numerator ÷ denominator computed in whole numbers and cut toward zero after `digits`; both are exact decimals
   * with up to `scale` digits. Null where the denominator is 0.
   */
  cutRatio(numerator: Sql, denominator: Sql, scale: number, digits: number): Sql;
}

/** Digits after the point that a sum keeps. */
export const EXACT_SCALE = 4;

/** Every table that Rise loads itself starts with this column. */
export const TENANT_COLUMN = 'tenant_id';
