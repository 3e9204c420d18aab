import type { RawBuilder } from 'kysely';
import type { CastType } from '../expression/tree.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import type { Spread } from '../plan/measures.ts';
import type { PlanField } from '../plan/predicates.ts';
import type { Statement } from './statement.ts';

export type Sql = RawBuilder<unknown>;

export interface Unpivot {
  /** Columns to repeat in each output row, with or without table names. */
  carried: readonly Sql[];
  lists: readonly { name: string; values: readonly Sql[] }[];
  /** The FROM clause. */
  from: Sql;
}

/** Differences between engines. A new engine is one more object of this type; a missing capability does not compile. */
export interface Dialect {
  readonly name: string;
  /** Tenant column of every table; null if the whole warehouse belongs to one tenant. */
  readonly tenantColumn: string | null;
  /** The tenant's value in that column; null if it is the tenant's own id. */
  readonly tenantKey: string | null;
  /** Whether a LEFT JOIN can compare columns of both tables by other operators than equality. */
  readonly comparesInJoins: boolean;
  /** Text and bind parameters of a complete statement. */
  compile(sql: Sql): Statement;
  /** A SELECT of the groups of a plan, with its columns. Only where a statement is written: see `nestingGroups`. */
  groups?(plan: AggregatePlan): Sql;
  /** An exact numeric literal from the model: digits, with an optional decimal point. */
  number(digits: string): Sql;
  /** A table with the integers from 0 in its column "n". */
  numbers(count: number): Sql;
  /**
   * A SELECT that returns each row of "from" once per list index: the carried columns, the index from 0 as "position",
   * then each list's value at that index. All lists have the same length.
   */
  unpivot(stack: Unpivot): Sql;
  /** The last clause of a statement: at most `limit` rows after the first `offset`. */
  page(limit: number, offset: number): Sql;
  /** Lists tables, columns and types of a schema, in column order. */
  catalog(schema: string): Sql;
  /**
   * SQL's GROUPING: a bit per column, 1 if the row is not grouped by it. The last column is the least significant bit.
   */
  grouping(columns: Sql[]): Sql;
  /** The value in the dimension's type, regardless of the column's type; a decimal has ten places. */
  cast(sql: Sql, type: PlanField['type']): Sql;
  /** The value in another type; null if it cannot be converted. */
  convert(value: Sql, type: CastType): Sql;
  /** Two values as one text; null if either is null. */
  concatenate(left: Sql, right: Sql): Sql;
  /** Whether products, sums and differences of exact numbers always have more digits than their columns: see below. */
  readonly computesWide: boolean;
  /** The product; of exact numbers it is exact, with the digits of their columns' types or more: see `withWideArithmetic`. */
  multiply(left: Sql, right: Sql): Sql;
  /** The sum or difference of two numbers, with digits as a product has. */
  plusMinus(left: Sql, sign: '+' | '-', right: Sql): Sql;
  /** The sum of a group's numbers. Those of integers and decimals are exact or fail; doubles stay doubles. */
  sum(value: Sql): Sql;
  /**
   * A list with the value, or null where it cannot be computed because a number is too large; undefined where the engine
   * fails the whole statement.
   */
  attempt?(value: Sql): Sql;
  /** Remainder, with the sign of the dividend; null if the divisor is 0. */
  remainder(value: Sql, by: Sql): Sql;
  /** A function of the model's language; the list of functions defines its result. */
  call(name: string, values: Sql[]): Sql;
  /** The value paired with a text; null if there is none, and for null. Each text occurs once. */
  lookUp(text: Sql, pairs: readonly (readonly [text: string, means: string])[]): Sql;
  /** First day of the period that contains a day; weeks start on Monday. */
  startOf(grain: string, day: Sql): Sql;
  startOfHour(time: Sql): Sql;
  /** A time stored in UTC, as local time in a zone. */
  localTime(time: Sql, zone: Sql): Sql;
  addTime(day: Sql, count: Sql, unit: string): Sql;
  /** A query for the column `day`: every day between the dates `first` and `last` of a table with one row. */
  days(bounds: Sql): Sql;
  /** A value in the next row of a window; null in the last one. */
  next(value: Sql, window: Sql): Sql;
  /** Number of period boundaries between two days. */
  timeBetween(unit: string, from: Sql, to: Sql): Sql;
  /** Number of microseconds between two times, as an integer. */
  microsecondsBetween(from: Sql, to: Sql): Sql;
  toDouble(sql: Sql): Sql;
  /** Interpolated quantile of the values that are not null. */
  quantile(sql: Sql, share: number): Sql;
  /** Several quantiles of the same values. */
  quantiles(sql: Sql, shares: readonly number[]): Sql[];
  /** Variance or standard deviation of doubles; null of no values, and of a single one where they are a sample. */
  spread(value: Sql, spread: Spread): Sql;
  /** Whether the text contains (or starts with) the other, ignoring case and accents. No wildcards. */
  contains(text: Sql, part: Sql): Sql;
  startsWith(text: Sql, part: Sql): Sql;
  monthOf(day: Sql): Sql;
  /**
   * Numerator ÷ denominator in integer arithmetic, truncated toward zero after `digits` decimal places. Both are exact
   * decimals with up to `scale` decimal places. Null if the denominator is 0.
   */
  cutRatio(numerator: Sql, denominator: Sql, scale: number, digits: number): Sql;
}

/** Decimal places of a `CAST(… AS decimal)`. Sums keep those of what they add up. */
export const DECIMAL_PLACES = 6;

/** First column of every table that Rise loads itself. */
export const TENANT_COLUMN = 'tenant_id';
