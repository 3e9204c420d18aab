interface StepShares {
  /** Shares as fractions; null where one of the two has no value, or the other is zero. */
  ofFirst: number | null;
  ofPrevious: number | null;
  /** Length of the bar, 0 to 1. */
  length: number;
}

/** Each step's shares of the first and the previous one. A later step may be larger than the first. */
export function funnelShares(values: readonly (number | null)[]): StepShares[] {
  const share = (value: number | null | undefined, whole: number | null | undefined) =>
    (value ?? null) === null || !whole ? null : value! / whole;
  const longest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1;
  return values.map((value, at) => ({
    ofFirst: share(value, values[0]),
    ofPrevious: at === 0 ? null : share(value, values[at - 1]),
    length: Math.max(0, value ?? 0) / longest,
  }));
}
