import type { AggregateQuery, ResultColumn, TimeGrain } from '@rise/contract';
import type { Expression } from '../expression/tree.ts';

/** Plain data from here to the SQL: a plan can be stored, compared and hashed. */

export type PlanValue = string | number | boolean;
export interface PlanColumn {
  table: string;
  column: string;
}

/**
 * A value computed of a row: every name in it is a column with its table, and no parameter is left.
 * In a derived measure names are other measures.
 */
export type PlanExpression = Expression;

/** A dimension as the plan carries it. With `bands` its key is the band's place in the list, else the typed value. */
export interface PlanField {
  name: string;
  type: 'string' | 'integer' | 'date' | 'timestamp' | 'boolean';
  value: PlanExpression;
  bands: { value: string; from: number | null }[] | null;
}

export type PlanPredicate =
  | { kind: 'all' | 'any'; of: PlanPredicate[] }
  | { kind: 'not'; of: PlanPredicate }
  | { kind: 'in'; field: PlanField; values: PlanValue[] }
  | { kind: 'compare'; field: PlanField; op: 'gt' | 'gte' | 'lt' | 'lte'; value: PlanValue }
  | { kind: 'text'; field: PlanField; op: 'contains' | 'startsWith'; value: string }
  | { kind: 'range'; value: PlanExpression; from: number | null; to: number | null }
  | { kind: 'null'; field: PlanField }
  /** Rows for which a condition of the model is true. */
  | { kind: 'holds'; condition: PlanExpression };

/** What is aggregated from rows, once, whatever is computed of it later. `months` is null where rows of several days mix. */
export type PlanAtom = { name: string } & (
  | { kind: 'months'; column: PlanColumn }
  /** Rows, of which `where` leaves those for which it is true. */
  | { kind: 'count'; where: PlanExpression | null }
  /** `filled` counts values that are there, `distinct` the different ones of them. */
  | { kind: 'sum' | 'filled' | 'distinct' | 'min' | 'max'; value: PlanExpression; where: PlanExpression | null }
  | { kind: 'quantile'; value: PlanExpression; share: number; where: PlanExpression | null }
);

export interface PlanTerm {
  atom: string;
  /** An exact decimal, for example '-1' or '0.5'. */
  factor: string;
}

/** What is computed of the atoms, at every level alike. */
export type PlanMeasure =
  | { name: string; kind: 'linear'; terms: PlanTerm[] }
  /** One atom as it is: a quantile, a count of different values, a least or greatest value. */
  | { name: string; kind: 'plain'; atom: string }
  /** Names in `value` are those of `of`. */
  | { name: string; kind: 'derived'; value: PlanExpression; of: PlanMeasure[] }
  | {
      name: string;
      kind: 'ratio';
      numerator: PlanTerm[];
      denominator: PlanTerm[];
      annualise: boolean;
      /** Digits of the fraction that are kept, the rest cut off toward zero; null where nothing is cut. */
      cutAt: number | null;
    };

export interface PlanSource {
  table: string;
  /** Only the tables the plan reads. */
  joins: { table: string; on: string[] }[];
  /** Bound as `tenant_id = ?` to each of the tables above. */
  tenant: string;
  /** The reader's row rules; applied on every path, a member's own value included. */
  rules: PlanPredicate | null;
}

/** A column computed of grouped rows. In its expressions the name 'period' is the row's own period. */
export type PlanCalculation = { name: string; measure: PlanMeasure } & (
  | { kind: 'share'; within: string[] }
  | { kind: 'rank'; within: string[]; best: 'greatest' | 'least' }
  | { kind: 'compare'; period: PlanExpression; show: 'value' | 'change' | 'percent_change' }
  | { kind: 'accumulate'; from: PlanExpression }
);

/** Rows of earlier periods, for calculations that look there: grouped as the answer is, whatever days it asks for. */
export interface PlanAround {
  /** The field whose periods are looked up. */
  time: string;
  /** The query's filter without its conditions on that date. */
  filter: PlanPredicate | null;
}

interface PlanCommon {
  dataset: string;
  source: PlanSource;
  filter: PlanPredicate | null;
  atoms: PlanAtom[];
  columns: ResultColumn[];
}

export interface AggregatePlan extends PlanCommon {
  kind: 'aggregate';
  fields: PlanField[];
  measures: PlanMeasure[];
  calculations: PlanCalculation[];
  around: PlanAround | null;
  order: AggregateQuery['order'];
  limit: number;
  offset: number;
  totals: boolean;
  /** The column whose periods without rows are added, by its place. */
  fill: { column: number; grain: TimeGrain } | null;
}
export interface BenchmarkPlan extends PlanCommon {
  kind: 'benchmark';
  by: PlanField;
  /** The condition that picks the member, and the member's key. */
  member: { predicate: PlanPredicate; key: PlanValue };
  measures: PlanMeasure[];
}
export interface DistributionPlan extends PlanCommon {
  kind: 'distribution';
  by: PlanField;
  member: { predicate: PlanPredicate; key: PlanValue } | null;
  measure: PlanMeasure;
  buckets: number;
}
/** How many rows there are, and how many of them pass each predicate. */
export interface UnlabelledPlan extends PlanCommon {
  kind: 'unlabelled';
  unlabelled: PlanPredicate[];
}
export type Plan = AggregatePlan | BenchmarkPlan | DistributionPlan | UnlabelledPlan;
