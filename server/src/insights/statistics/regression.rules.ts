import { mean } from './quantiles.rules.ts';

/** A straight line through values at 0, 1, 2, …: its value at the middle, its slope, and what it leaves. */
export interface Line {
  readonly center: number;
  readonly middle: number;
  readonly slope: number;
  /** Sum of squares around the mean of the places. */
  readonly spread: number;
  readonly residuals: readonly number[];
}

/** The least-squares line. */
export function fitLine(values: readonly number[]): Line {
  const middle = (values.length - 1) / 2;
  const center = mean(values);
  const spread = values.reduce((total, _, place) => total + (place - middle) ** 2, 0);
  const slope =
    spread === 0 ? 0 : values.reduce((total, value, place) => total + (place - middle) * (value - center), 0) / spread;
  const residuals = values.map((value, place) => value - center - slope * (place - middle));
  return { center, middle, slope, spread, residuals };
}

export const squares = (values: readonly number[]): number => values.reduce((total, value) => total + value * value, 0);

/** The line at a place, also beyond its values. */
export const lineAt = ({ center, middle, slope }: Line, place: number): number => center + slope * (place - middle);

/** Variance of what is predicted at a place, as a multiple of that of the values. */
export const leverage = ({ middle, spread, residuals }: Line, place: number): number =>
  1 + 1 / residuals.length + (place - middle) ** 2 / spread;

/** Differences between each value and the one before. */
export const differences = (values: readonly number[]): number[] =>
  values.slice(1).map((value, index) => value - values[index]!);
