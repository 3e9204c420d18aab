import type { TableColumn } from '../expression/columns.ts';
import type { PlanExpression, PlanPredicate } from './predicates.ts';

/**
 * Aggregated from rows once; measures are computed from it. `months` is null if rows of several dates mix. Its
 * expressions may refer to columns of the snapshot dates: see `SnapshotDates`.
 */
export type BaseAggregate = { name: string } & (
  | { kind: 'months'; column: TableColumn; where: PlanExpression | null }
  /** Counts rows that satisfy `where`. */
  | { kind: 'count'; where: PlanExpression | null }
  /** `filled` counts values that are not null, `distinct` the distinct ones. */
  | { kind: 'sum' | 'filled' | 'distinct' | 'min' | 'max'; value: PlanExpression; where: PlanExpression | null }
  /** Sums counts from a rollup that satisfy `where`; 0 for no rows, as a count is. */
  | { kind: 'added'; value: PlanExpression; where: PlanExpression | null }
  | { kind: 'quantile'; value: PlanExpression; share: number; where: PlanExpression | null }
  | (Spread & { kind: 'spread'; value: PlanExpression; where: PlanExpression | null })
  /** 1 if a row satisfies the predicate, otherwise 0. Marks the peers of a comparison; without one, all members are. */
  | { kind: 'any'; of: PlanPredicate }
  /** Aggregated per combination of `by` first, then over the combinations; rows where one of `by` is null do not count. */
  | { kind: 'nested'; by: PlanExpression[]; of: BaseAggregate; take: OuterAggregate }
);

/** How the values of combinations are aggregated: see `nested`. */
export type OuterAggregate =
  | { kind: 'sum' | 'filled' | 'min' | 'max' }
  | { kind: 'quantile'; share: number }
  /** Of the last of `by`, by the weights that the first step adds up: see the model's `weight`. `share` is a decimal. */
  | { kind: 'weighted'; share: string }
  | (Spread & { kind: 'spread' });

/** Variance, or its root, of a sample or of a population. */
export interface Spread {
  root: boolean;
  population: boolean;
}

/** A condition on a group's measures. */
export type PlanGroupCondition =
  | { kind: 'all' | 'any'; of: PlanGroupCondition[] }
  | { kind: 'not'; of: PlanGroupCondition }
  /** `values` are plain decimals, such as '-0.5', days or times; only `in` and `notIn` have several. */
  | { kind: 'compare'; measure: PlanMeasure; type: ComparedType; op: GroupComparison; values: string[] }
  | { kind: 'null'; measure: PlanMeasure };
type ComparedType = 'decimal' | 'number' | 'date' | 'timestamp';
type GroupComparison = 'in' | 'notIn' | 'gt' | 'gte' | 'lt' | 'lte';

/** Groups of these fields that pass a condition. */
export interface PlanHaving {
  fields: string[];
  condition: PlanGroupCondition;
}

export interface PlanTerm {
  aggregate: string;
  /** An exact decimal, for example '-1' or '0.5'. */
  factor: string;
}

/** Computed from the aggregates, the same way at every rollup level. */
export type PlanMeasure =
  | { name: string; kind: 'linear'; terms: PlanTerm[] }
  /** One aggregate unchanged: a quantile, distinct count, minimum or maximum. */
  | { name: string; kind: 'plain'; aggregate: string }
  /** Without a value, because it cannot be computed. */
  | { name: string; kind: 'none' }
  /**
   * Another measure of amounts of money, null unless the aggregates `none` (counts of amounts that cannot be added up) are
   * 0 and `alike` (counts of different currencies) at most 1.
   */
  | { name: string; kind: 'checked'; of: PlanMeasure; none: string[]; alike: string[] }
  /** Names in `value` refer to the measures in `of`. */
  | { name: string; kind: 'derived'; value: PlanExpression; of: PlanMeasure[] }
  | {
      name: string;
      kind: 'ratio';
      numerator: PlanTerm[];
      denominator: PlanTerm[];
      /**
       * The aggregate with the number of months the numerator's income covers, used to annualize it; null if not
       * annualized.
       */
      months: string | null;
      /** Decimal places kept; the rest is truncated toward zero. Null if not truncated. */
      cutAt: number | null;
    };

/** Computed over grouped rows. In its expressions, 'period' is the row's own period. */
export type PlanCalculation = { name: string; measure: PlanMeasure } & (
  | { kind: 'share'; within: string[] }
  | { kind: 'rank'; within: string[]; best: 'greatest' | 'least' }
  | { kind: 'percentile'; within: string[] }
  /** `cut`: index of the cut that the other period has; null for whole periods. */
  | { kind: 'compare'; period: PlanExpression; show: 'value' | 'change' | 'percent_change'; cut: number | null }
  | { kind: 'moving_average'; from: PlanExpression }
  | { kind: 'retention'; since: string }
  /** `distinct`: the aggregates whose values count once; all others add up. */
  | { kind: 'accumulate'; from: PlanExpression; distinct: string[] }
);
