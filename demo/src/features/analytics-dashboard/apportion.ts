/** Splits a total by shares in percent into integers that add up to it (largest remainder method). */
export function apportion(whole: number, shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0) return shares.map(() => 0);
  const exact = shares.map((share) => (whole * share) / total);
  const floors = exact.map(Math.floor);
  const missing = whole - floors.reduce((sum, count) => sum + count, 0);
  const raised = new Set(
    exact
      .map((count, at) => ({ at, remainder: count - floors[at]! }))
      .toSorted((one, other) => other.remainder - one.remainder)
      .slice(0, missing)
      .map(({ at }) => at),
  );
  return floors.map((count, at) => (raised.has(at) ? count + 1 : count));
}
