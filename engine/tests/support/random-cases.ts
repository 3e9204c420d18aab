/** In CI a third of the generated cases, in other runs a tenth: RISE_SWEEP=all takes all. */
const SHARES: Record<string, number> = { all: 1, full: 1 / 3 };

/** Numbers of the generated cases of a test, of which a run takes the first ones. */
export function randomCases(count: number): number[] {
  const taken = Math.ceil(count * (SHARES[process.env['RISE_SWEEP'] ?? ''] ?? 1 / 10));
  return Array.from({ length: taken }, (_, index) => index);
}
