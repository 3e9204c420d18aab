import type { AggregateQuery, LocalizedText, ResultColumn, RowListQuery, TimeGrain } from '@rise/contract';
import type { TableColumn } from '../expression/columns.ts';
import type { PerKey, RateLookUp } from '../expression/tree.ts';
import type { JoinedDataset, TableJoin } from '../model/joins.ts';
import type { BaseAggregate, PlanCalculation, PlanHaving, PlanMeasure } from './measures.ts';
import type { PlanExpression, PlanField, PlanPredicate, PlanValue } from './predicates.ts';

/** From here to the SQL a plan is plain data: it can be stored, compared and hashed. */

/**
 * Rows with the time for which their values are known: the columns `known from`, their day, and `known until`, the day
 * from which another value is known, or null. Rows of the same key follow each other by day and `order`, visible to
 * the reader or not, so that a value ends where the next begins.
 */
export interface KnownValues {
  key: PlanExpression[];
  day: PlanExpression;
  order: PlanExpression[];
  /** Number of days after which a value is no longer known; null for none. */
  carryDays: number | null;
  /** The reader's row rules on the date alone: later rows end no value. */
  rules: PlanPredicate[];
  /** Where a version has these rows with the time for which they are known; without it, that is computed in the query. */
  stored?: StoredValues;
}

/** A table of the tenant's rows that are known on some day, built with a version. */
export interface StoredValues {
  table: string;
  /** Alias of the file that has the table, if it is not the version's own. */
  beside?: string;
  /** Columns that are not exact numbers, or too long for sums of differences to be exact. */
  inexact: readonly string[];
}

/** A period of the calendar, over the column `day` of the table `calendar`. */
export interface CalendarField extends PlanField {
  /** The period of a row's own date. */
  ofRow: PlanExpression;
}

/** A dataset as a query reads it: for a derived one, the plan whose groups are its rows. */
export type ReadDataset = JoinedDataset & { rows?: AggregatePlan };

export interface PlanSource {
  table: string;
  /** Set if the table's rows are read as values known for some time. */
  known?: KnownValues;
  /** Alias of the file that has the table, if it is not the version's own. */
  beside?: string;
  /** Set if the rows are the groups of another plan, under the same tenant and rights; `table` is just their name. */
  rows?: AggregatePlan;
  /** Only tables that the plan reads. */
  joins: TableJoin[];
  /** Bound as `tenant_id = ?` for each of these tables; groups of another plan are the tenant's already. */
  tenant: string;
  /** The reader's row rules. They apply to every read, including a member's own value. */
  rules: PlanPredicate | null;
  /** Values per key that its rows are joined to, computed from rows with the same rules. Those of a list share their key. */
  perKey?: { of: (PerKey & { at: number })[]; source: PlanSource }[];
}

/**
 * Snapshot dates of semi-additive measures, found in rows that pass the tenant, the rules and the conditions on the
 * date alone.
 */
export interface SnapshotDates {
  /**
   * Alias of the table with the columns `first`, `last` (days) and `days` (number with data). Not a valid name in a
   * model.
   */
  name: string;
  day: PlanExpression;
  /**
   * For values known for some time: `first`, `last` and `days` are of the calendar, from the first to the last day with
   * data. These fields are further columns; `filter` and `around` are conditions on the calendar's day, too.
   */
  calendar?: CalendarField[];
  /** Fields by which snapshot dates are grouped. `total`: the field is never null where the date is not. */
  within: { field: string; total: boolean }[];
  source: PlanSource;
  filter: PlanPredicate | null;
  around: PlanPredicate | null;
  /**
   * Set if there is a further column `end`: the last day of the period in the calendar. `of` are the last days of the
   * fields that are such periods; `until` is the last day of the data and of the filter, `filtered` whether the filter has
   * one.
   */
  end?: { of: { field: string; last: PlanExpression }[]; until: string; filtered: boolean };
}

/** Amounts of money that are looked at for why figures of them have no value: rows that satisfy `where`. */
export interface CheckedAmounts {
  /** The aggregate that says so: see `checked` in `PlanMeasure`. */
  aggregate: string;
  currency: PlanExpression;
  /** How they are converted; null if they are not. */
  rate: RateLookUp | null;
  where: PlanExpression;
}

/** One fact table, read by itself: facts are aggregated before they are combined. */
export interface PlanFact {
  dataset: string;
  source: PlanSource;
  /** Group keys. Names, types and buckets are the same in every fact of a plan. */
  fields: PlanField[];
  filter: PlanPredicate | null;
  /** The filter without its conditions on the date whose other periods are looked up. */
  around: PlanPredicate | null;
  /** As `around`, and the same and the end of each snapshot date, with one period that ends early; see `PlanCalculation`. */
  cuts?: { around: PlanPredicate | null; dates: Pick<SnapshotDates, 'around' | 'end'>[] }[];
  aggregates: BaseAggregate[];
  snapshotDates: SnapshotDates[];
  /** Set if some of the aggregates are of amounts in several currencies. */
  amounts?: CheckedAmounts[];
  /** Set where only rows of the groups that pass are read: the fields of these groups. See `AggregatePlan.having`. */
  passing?: string[];
  /**
   * Set where rows of other periods are read for the groups that pass in their own: the field of the periods, and the
   * first of those that are read for a group, in which 'period' is the group's own. They reach to the group's own, or are
   * just this one.
   */
  lookedUp?: { time: string; first: PlanExpression; toOwn: boolean };
  /** The rollup it is read from, if any, and the rollup's number of rows. */
  rollup?: { name: string; rows: number };
}

/** Keeps a field's top members by a measure, over all rows of the query. */
export interface PlanTop {
  field: string;
  /** Each combination of these fields has its own top members. */
  within: string[];
  measure: PlanMeasure;
  n: number;
  best: 'greatest' | 'least';
  /** Whether to return a row for all other members. */
  other: boolean;
}

/** Fields whose members become columns. */
export interface PlanPivot {
  columns: string[];
  limit: number;
  totals: boolean;
  /** Grouping sets of the rows: as `sets`, without the column fields. */
  rows: number[][];
  /** Titles of each field's members, in the order of the fields. */
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
  /** Which groups the result consists of; null for all. */
  having: PlanHaving | null;
  /**
   * Set if calculations look up other periods: the field of these periods, regardless of the query's date range. `only`:
   * the first day of the one period that the filter leaves, so that totals have other periods, too; null if there may be
   * several.
   */
  around: { time: string; only: string | null } | null;
  order: AggregateQuery['order'];
  limit: number;
  offset: number;
  totals: boolean;
  /**
   * Index of the column whose missing periods are filled in. `first` and `last` are the first days of the outermost
   * periods of the filter; null where it is open, so that they are those of the rows.
   */
  fill: { column: number; grain: TimeGrain; first: string | null; last: string | null } | null;
  top: PlanTop | null;
  /** Grouping sets as field indexes, all fields first; null if there is only that one. */
  sets: number[][] | null;
  pivot: PlanPivot | null;
}
export interface BenchmarkPlan extends PlanCommon {
  kind: 'benchmark';
  by: PlanField;
  /** The member's key. */
  member: PlanValue;
  /** The aggregate with the members' display name, and the position of its first character; null if they have none. */
  memberName: { aggregate: string; from: number } | null;
  measures: PlanMeasure[];
}
export interface DistributionPlan extends PlanCommon {
  kind: 'distribution';
  by: PlanField;
  member: PlanValue | null;
  measure: PlanMeasure;
  buckets: number;
  /** A box plot for each member of this field, of those with the most members; null for one histogram. */
  groups: { field: PlanField; top: number } | null;
}
/** The number of rows, and of those that match each predicate. The inner lists are per fact, in the same order. */
export interface UnmappedPlan extends PlanCommon {
  kind: 'unmapped';
  unmapped: PlanPredicate[][];
  /** The aggregate whose groups that pass have these rows; null for all rows. */
  of: AggregatePlan | null;
  /** Additive measures, also computed over the unmapped rows; single-fact plans only. */
  figures: (PlanMeasure & { kind: 'linear' })[];
}
/** The currencies of the amounts behind a query, in each of these sets of its fields. */
export interface CurrenciesPlan extends PlanCommon {
  kind: 'currencies';
  sets: string[][];
}
/** The rows of one fact that contribute to a measure in one cell of an aggregate. */
export interface RowsPlan extends PlanCommon {
  kind: 'rows';
  /** The aggregate. Its fields are followed by the extra fields to show. */
  of: AggregatePlan;
  /** Index of the fact. */
  fact: number;
  /** Predicates that select the cell. */
  cell: PlanPredicate[];
  /** Fields with a single value in the cell; snapshot dates are grouped by them. */
  settled: string[];
  /** Whether the cell is that of all members outside the top. */
  outside: boolean;
  /** Indexes of the fields to show, and what a row contributes to each aggregate of the measure. */
  shown: number[];
  parts: { aggregate: BaseAggregate; type: ResultColumn['type'] }[];
  /** Other inputs of the measure that no row contributes to: months of income, numbers of days. */
  beside: BaseAggregate[];
  sources: TableColumn[];
  measure: PlanMeasure;
  valueType: ResultColumn['type'];
  limit: number;
  offset: number;
}
/** How the average balances of a plan were computed, by period: their dates, and rows without one at the prior year-end. */
export interface AveragesPlan extends PlanCommon {
  kind: 'averages';
  /** Periods of the dates; names, types and buckets are the same in every fact. The first columns. */
  fields: PlanField[];
  /** Which of the rows are counted together, by 1 or 0 in columns that follow: those of the peers, and of the member. */
  marks: PlanField[];
  /** Names of the aggregates. Columns of one are named by its index: `day 0`, `rows 0`, `without 0`. */
  figures: string[];
  /** The query's own rows, or those of the periods that it looks up. */
  rows: 'filter' | 'around';
  /** The aggregate whose groups that pass have these rows; null for all rows. */
  of: AggregatePlan | null;
}
/** Rows of one fact. Its first fields are the columns, in order; rows are only ordered by the others. */
export interface RowListPlan extends PlanCommon {
  kind: 'list';
  /** By the names of fields. */
  order: RowListQuery['order'];
  /** Whether rows that are equal in the order are ordered by all columns, as pages need it. */
  ties: boolean;
  distinct: boolean;
  limit: number;
  offset: number;
  /** Whether to count the rows of all pages. */
  count: boolean;
  /** Set where the numbers of some rows are too large to compute with: these have no value, and say so. */
  attempted?: true;
}
/** Keys that go through steps: see the contract's `funnelQuery`. */
export interface FunnelPlan extends PlanCommon {
  kind: 'funnel';
  key: PlanField;
  /** As stored: a time of day is not in the tenant's time zone, where an hour can repeat. */
  time: PlanField & { type: 'date' | 'timestamp' };
  by: PlanField | null;
  /** In their order, with the rows of each; null for all rows. The rows of the fact are those of any step. */
  steps: { name: string; when: PlanPredicate | null }[];
  /** The longest time from the first step to any other: days of dates, microseconds of times; null for any. */
  within: number | null;
  sameTime: boolean;
  /** Rows; those of a member are complete. */
  limit: number;
}
export type Plan =
  | AggregatePlan
  | BenchmarkPlan
  | DistributionPlan
  | FunnelPlan
  | UnmappedPlan
  | AveragesPlan
  | CurrenciesPlan
  | RowsPlan
  | RowListPlan;
