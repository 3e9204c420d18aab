import type { AggregateQuery, LocalizedText, ResultColumn, TimeGrain } from '@rise/contract';
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

/**
 * What is aggregated from rows, once, whatever is computed of it later. `months` is null where rows of several days mix.
 * Its expressions may name columns of a clock: see `PlanClock`.
 */
export type PlanAtom = { name: string } & (
  | { kind: 'months'; column: PlanColumn }
  /** Rows, of which `where` leaves those for which it is true. */
  | { kind: 'count'; where: PlanExpression | null }
  /** `filled` counts values that are there, `distinct` the different ones of them. */
  | { kind: 'sum' | 'filled' | 'distinct' | 'min' | 'max'; value: PlanExpression; where: PlanExpression | null }
  /** Counts that were made before, of which `where` leaves some, added up: of none it is 0. */
  | { kind: 'added'; value: PlanExpression; where: PlanExpression | null }
  | { kind: 'quantile'; value: PlanExpression; share: number; where: PlanExpression | null }
  /** Aggregated for each day of a clock first, then over these. */
  | { kind: 'daily'; clock: string; take: 'min' | 'max' | 'sum'; of: PlanAtom }
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
      /** The atom with the months of the numerator's income, for a year of it; null where it is taken as it is. */
      months: string | null;
      /** Digits of the fraction that are kept, the rest cut off toward zero; null where nothing is cut. */
      cutAt: number | null;
    };

/** A table joined to the facts or to one joined before it; at most one row for a row of that. */
export interface PlanJoin {
  table: string;
  to: string;
  on: { column: string; key: string }[];
}

export interface PlanSource {
  table: string;
  /** The file that has the table, where it is not the version's own. */
  beside?: string;
  /** Only the tables the plan reads. */
  joins: PlanJoin[];
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

/** Days that figures stand on, found in the rows that pass tenant, rules and conditions on the date alone. */
export interface PlanClock {
  /** The table of its columns `first`, `last` (days) and `days` (how many have data). Not a name a model can use. */
  name: string;
  day: PlanExpression;
  /**
   * The fields within whose values it counts, by their names. Where `total` each has a value wherever the date has one.
   */
  within: { field: string; total: boolean }[];
  source: PlanSource;
  filter: PlanPredicate | null;
  around: PlanPredicate | null;
}

/** What is read of one table of facts, alone: facts are aggregated before they meet. */
export interface PlanFact {
  dataset: string;
  source: PlanSource;
  /** What its rows are grouped by; names, types and bands are alike in every fact of a plan. */
  fields: PlanField[];
  filter: PlanPredicate | null;
  /** The filter without its conditions on the date whose other periods are looked up. */
  around: PlanPredicate | null;
  /** What picks the rows of one member, where a query compares one with others. */
  member: PlanPredicate | null;
  atoms: PlanAtom[];
  clocks: PlanClock[];
  /** Where it is read from a rollup, which one, and how many rows that has. */
  rollup?: { name: string; rows: number };
}

/** The members kept of one field: those with the best values of a measure, over the rows that the query takes. */
export interface PlanTop {
  field: string;
  /** Fields of which each combination has members of its own. */
  within: string[];
  measure: PlanMeasure;
  n: number;
  best: 'greatest' | 'least';
  /** Whether the row over all other members is shown. */
  other: boolean;
}

/** Fields whose members stand beside each other as columns. */
export interface PlanPivot {
  columns: string[];
  limit: number;
  totals: boolean;
  /** The kinds of rows that are listed, as in `sets` without the columns' fields. */
  rows: number[][];
  /** What the members of each field are called, in the order of the fields. */
  titles: { value: PlanValue; title: LocalizedText }[][];
}

interface PlanCommon {
  dataset: string;
  facts: PlanFact[];
  columns: ResultColumn[];
}

export interface AggregatePlan extends PlanCommon {
  kind: 'aggregate';
  fields: PlanField[];
  measures: PlanMeasure[];
  calculations: PlanCalculation[];
  /** Where calculations look into other periods: the field whose periods these are, whatever days the query asks for. */
  around: { time: string } | null;
  order: AggregateQuery['order'];
  limit: number;
  offset: number;
  totals: boolean;
  /** The column whose periods without rows are added, by its place. */
  fill: { column: number; grain: TimeGrain } | null;
  top: PlanTop | null;
  /** Places of the fields that rows keep, one list for each kind of row, all fields first; null where there are no others. */
  sets: number[][] | null;
  pivot: PlanPivot | null;
}
export interface BenchmarkPlan extends PlanCommon {
  kind: 'benchmark';
  by: PlanField;
  /** The member's key. */
  member: PlanValue;
  measures: PlanMeasure[];
}
export interface DistributionPlan extends PlanCommon {
  kind: 'distribution';
  by: PlanField;
  member: PlanValue | null;
  measure: PlanMeasure;
  buckets: number;
}
/** How many rows there are, and how many of them pass each predicate: the predicates of each fact, in one order. */
export interface UnlabelledPlan extends PlanCommon {
  kind: 'unlabelled';
  unlabelled: PlanPredicate[][];
  /** Measures that add up, of which is told how much those rows make of them; of one fact only. */
  figures: (PlanMeasure & { kind: 'linear' })[];
}
/** The rows of one fact that a measure is made of in one cell of an aggregate. */
export interface RowsPlan extends PlanCommon {
  kind: 'rows';
  /** The aggregate, whose fields are followed by those that are shown besides. */
  of: AggregatePlan;
  /** Place of the fact. */
  fact: number;
  /** What picks the cell. */
  cell: PlanPredicate[];
  /** Fields that the cell has one value of: within them days are counted. */
  settled: string[];
  /** Whether the cell is that of all members outside the top. */
  outside: boolean;
  /** The fields to show, by their places, and what the row gives to each atom that the measure is made of. */
  shown: number[];
  parts: { atom: PlanAtom; type: ResultColumn['type'] }[];
  /** What the measure needs besides, which no row gives: months of income, numbers of days. */
  beside: PlanAtom[];
  sources: PlanColumn[];
  measure: PlanMeasure;
  valueType: ResultColumn['type'];
  limit: number;
  offset: number;
}
export type Plan = AggregatePlan | BenchmarkPlan | DistributionPlan | UnlabelledPlan | RowsPlan;
