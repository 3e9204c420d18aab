import type { FigureFormat, TestOutcome } from '@rise/contract';

const MOST_DECIMALS = 6;

/** A test's format with as many decimals as its figures have, so that a small difference is seen. */
export function formatOfTest({
  format,
  expected,
  difference,
  tolerance,
}: Pick<TestOutcome, 'format' | 'expected' | 'difference' | 'tolerance'>): FigureFormat {
  // Percent values are fractions, which are shown × 100.
  const shift = format.unit === 'percent' ? 2 : 0;
  const decimalsOf = (value: string | null) => (value?.split('.')[1]?.length ?? 0) - shift;
  const needed = Math.max(format.decimals, ...[expected, difference, tolerance].map(decimalsOf));
  return { ...format, truncate: false, decimals: Math.min(MOST_DECIMALS, needed) };
}
