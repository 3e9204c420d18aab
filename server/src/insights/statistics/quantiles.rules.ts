/** Ascending copy; numbers of one type are sorted several times as fast as with a comparison. */
const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).toSorted();

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

/** Deviations from the middle from which on a value does not count. */
const OUT = 6;

/** The mean of what is near the middle, the nearer the more (Tukey’s biweight): nearly as exact as the mean, without its outliers. */
export function robustMean(values: readonly number[]): number {
  let center = median(values);
  const deviation = robustDeviation(values);
  if (!(deviation > 0)) return center;
  for (let step = 0; step < 3; step++) {
    const weights = values.map((value) => Math.max(0, 1 - ((value - center) / (OUT * deviation)) ** 2) ** 2);
    center = sum(values.map((value, index) => value * weights[index]!)) / sum(weights);
  }
  return center;
}

/** Standard deviation of what is normal in the middle, whatever its tails are. */
export const robustDeviation = (values: readonly number[]): number =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / NORMAL_QUARTILES;
