import type { Currency } from './currency.ts';

/** What the amounts of a measure are in, and the day whose rate counts; null if they are not converted. */
export interface Amounts {
  in: 'row' | 'unit' | Currency;
  at: 'day' | 'period_end' | null;
}

/** A figure of a joined row, which other rows may share. */
export type JoinedFigure = 'unit.places' | 'past.seats' | 'quote.rate';
export const isJoinedFigure = (of: RowMeasure['of']): of is JoinedFigure => of?.includes('.') ?? false;

/** Definition of a row measure, used for both the model and the reference evaluator. */
export interface RowMeasure {
  kind: 'count' | 'sum' | 'count_distinct' | 'average' | 'min' | 'max' | 'median' | 'variance' | 'stddev';
  /** `average`: of the money and that of the same code at the prior year-end. */
  of: 'money' | 'average' | 'number' | 'code' | 'day' | JoinedFigure | null;
  where: 'flag' | 'number' | null;
  over: 'last' | 'first' | 'average' | 'min' | 'max' | null;
  /** Last known values of each code, for so many days; 0: until the next. */
  known?: number;
  /** The weights of a median. */
  weight?: 'money' | 'number';
  /** What it is in, if it is money. */
  amounts?: Amounts;
}
export type DerivedMeasure =
  | { kind: 'ratio'; top: string; bottom: string }
  | { kind: 'combine'; terms: { measure: string; factor: number }[] }
  | { kind: 'derived'; left: string; right: string };
