/**
 * Upper limits, inclusive and ascending, that divide values into at most `count` classes of about equal size. Equal values
 * are never divided, so that there are fewer classes where many are equal; none is empty.
 */
export function quantileLimits(values: readonly number[], count: number): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const limits = Array.from({ length: count }, (_, at) => sorted[Math.ceil(((at + 1) * sorted.length) / count) - 1]);
  return [...new Set(limits.filter((limit) => limit !== undefined))];
}

/** The class of one of the values. */
export const quantileOf = (value: number, limits: readonly number[]): number =>
  limits.findIndex((limit) => value <= limit);
