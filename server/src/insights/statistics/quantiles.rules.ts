/** Ascending copy. */
const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The quantile at `share` (0–1), interpolated; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const ordered = sorted(values);
  const place = share * (ordered.length - 1);
  const [below, above] = [ordered[Math.floor(place)], ordered[Math.ceil(place)]];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The interval in which the middle half of a normal distribution lies, in standard deviations. */
const NORMAL_QUARTILES = 1.349;

/** Standard deviation of what is normal in the middle, whatever its tails are. */
export const robustDeviation = (values: readonly number[]): number =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / NORMAL_QUARTILES;
