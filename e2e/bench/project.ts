import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
/** Data that the benchmarks reuse. */
export const DATA = resolve(ROOT, '.bench');
export const ROWS = 10_000_000;

/** One row of the budget, measured. */
export interface Measured {
  what: string;
  measured: string;
  budget: string;
  held: boolean;
}

/** The value below which a share (0–1) of the sample is. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

export const median = (sample: readonly number[]): number => quantile(sample, 0.5);

/** Duration of the work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
