import type { TimeGrain } from '@rise/contract';
import type { Calendar } from '../plan/calendar.ts';
import type { PlanSource } from '../plan/plan.ts';
import type { PlanExpression, PlanField, PlanValue } from '../plan/predicates.ts';
import type { Scope } from '../plan/scope.ts';

/** Whose rows are aggregated, with their parameters, mappings and calendar. Independent of the reader. */
export type RollupScope = Pick<Scope, 'tenant' | 'parameters' | 'mappings' | 'calendar'>;

/** A group key of a rollup, and its column. */
export interface RollupKey {
  column: string;
  type: PlanField['type'];
  /**
   * The value as an expression over the dataset's rows. With bands the column has the bucket's index, otherwise this
   * value.
   */
  value: PlanExpression;
  bands: PlanField['bands'];
  /** For a date truncated to periods: the date before truncation. */
  period: { of: PlanExpression; grain: TimeGrain } | null;
}

/** A stored partial aggregate; its name is its column. */
export type RollupPart = { name: string } & (
  | { kind: 'count'; where: PlanExpression | null }
  | { kind: 'sum' | 'filled' | 'min' | 'max'; value: PlanExpression; where: PlanExpression | null }
);

/** A rollup of one dataset, for one tenant's parameters and calendar. Plain data. */
export interface RollupPlan {
  dataset: string;
  name: string;
  /** Its table in a version. Not a valid name in a model. */
  table: string;
  source: PlanSource;
  keys: RollupKey[];
  parts: RollupPart[];
  calendar: Calendar;
}

/**
 * A rollup to build next to the tables, or rows of last known values: a statement that selects its rows, with
 * `tenant_id` as the first column.
 */
export interface LoadRollup {
  dataset: string;
  name: string;
  table: string;
  hash: string;
  statement: { sql: string; parameters: PlanValue[] };
  /** Columns that are sums. Null for rows of last known values, of which any column may be added up. */
  sums: string[] | null;
}

/**
 * A rollup as recorded in a version. It is trusted only if `hash`, which covers everything its rows depend on, matches.
 */
export interface BuiltRollup {
  dataset: string;
  name: string;
  hash: string;
  rows: number;
  /**
   * Sums of floating-point columns: they depend on the order of rows, so they are never used. Of last known values, the
   * columns whose sums cannot be subtracted from each other: see `StoredValues`.
   */
  inexact: string[];
  /** Alias of the file that has it, if it was built after the version. */
  beside?: string;
}

/** A rollup that a version has and that the active model declares identically. */
export interface ReadyRollup {
  plan: RollupPlan;
  rows: number;
  inexact: readonly string[];
  beside?: string;
}

export const rollupTable = (dataset: string, name: string) => `rollup ${dataset} ${name}`;
