import type { RawBuilder } from 'kysely';
import type { PlanField } from '../plan/plan.ts';
import type { Statement } from '../sql/statement.ts';

export type Sql = RawBuilder<unknown>;

/** Where engines differ. A new engine is one more object of this type; a capability it lacks does not compile. */
export interface Dialect {
  readonly name: string;
  /** Text and bind parameters of a finished statement. */
  compile(sql: Sql): Statement;
  /** A value of the dimension's type, whatever the column's. */
  cast(sql: Sql, type: PlanField['type']): Sql;
  toDouble(sql: Sql): Sql;
  /** An exact decimal with at least 30 digits before the point and `EXACT_SCALE` after it. */
  toExact(sql: Sql): Sql;
  /** Interpolated quantile of the values that are not null. */
  quantile(sql: Sql, share: number): Sql;
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
