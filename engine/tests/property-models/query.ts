import type { Currency } from './currency.ts';
import type { DimensionName } from './generate-warehouse.ts';

/** A query for any generated warehouse; measures are indexes into the warehouse's list. */
export interface GeneratedQuery {
  dimensions: DimensionKey[];
  measures: number[];
  filter: Tree | null;
  totals: boolean;
  /** What converted amounts are in, if the query says it. */
  currency: Currency | null;
  /** Whether periods without rows are added. */
  fill: boolean;
  /** Subtotals over the last dimension, the last two, and so on. */
  rollup: boolean;
  calculations: { kind: CalculationKind; measure: number }[];
  /** Measures of the query: one over the rows that satisfy a filter, and the difference of two others. */
  custom: { filtered: number; filter: Tree; left: number } | null;
  /** A condition on a measure; without a bound, on whether it has a value. */
  having: { measure: number; above: boolean; bound: number | null; not: boolean } | null;
}
export const CALCULATIONS = [
  'share',
  'rank',
  'percentile',
  'previous',
  'ago',
  'year_ago',
  'like_for_like',
  'moving',
  'to_date',
  'retention',
] as const;
export type CalculationKind = (typeof CALCULATIONS)[number];
export type DimensionKey =
  | 'day'
  | 'month'
  | 'year'
  | DimensionName
  | 'id'
  | 'began'
  | 'began_month'
  | 'held'
  | 'months_since';
export type Leaf =
  | { field: DimensionKey; is: (string | number | boolean)[]; not: boolean }
  | { field: DimensionKey; missing: boolean }
  | { field: 'branch' | 'region'; than: 'eq' | 'ne' | 'lt' | 'gte'; other: 'code' }
  | { since: string | null; until: string | null };
export type Tree = Leaf | { all: Tree[] } | { any: Tree[] } | { none: Tree };

/** A query that its warehouse can answer; measures are indexes into `names`. */
export type FittedQuery = Omit<GeneratedQuery, 'custom'> & { names: string[]; custom: CustomMeasures | null };

/** The query's own measures, called 'filtered' and 'formula'. */
export interface CustomMeasures {
  filtered: { of: string; filter: Tree };
  formula: { left: string; right: string };
}
