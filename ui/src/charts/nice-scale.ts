import type { FigureFormat, WriteFigure } from '../figures/format-figure.ts';
import { niceStep } from './distribution-option.ts';

/** A value axis between two round values. */
export interface NiceScale {
  min: number;
  max: number;
  step: number;
}

/** Range of the values of an axis. */
export interface Extent {
  low: number;
  high: number;
  /** Counts have no ticks between whole numbers. */
  isCount: boolean;
}

const exact = (value: number): number => Number(value.toPrecision(12));

/** Part of the highest value below which a range would be a flat line at the top of an axis from zero. */
const FLAT = 0.4;

export const isFarFromZero = ({ low, high }: Extent): boolean =>
  low > 0 ? high - low < high * FLAT : high < 0 && high - low < -low * FLAT;

/** An axis around values far from zero. */
export function scaledAxis({ low, high, isCount }: Extent, steps: number): NiceScale {
  const step = niceStep(exact(high - low) || Math.abs(high) * 0.1 || 1, steps, isCount);
  const min = lowest(low, step);
  const max = Math.ceil(exact(high / step)) * step;
  return { min, max: exact(max === min ? min + step : max), step };
}

/** An axis around values far from zero, with as many intervals as another one: they share their grid lines. */
export function alignedAxis(extent: Extent, intervals: number): NiceScale {
  const { low, high, isCount } = extent;
  let step = niceStep(exact(high - low) || Math.abs(high) * 0.1 || 1, intervals, isCount);
  // The lowest tick may be below the lowest value, so that the highest does not reach the highest one yet.
  while (exact(lowest(low, step) + intervals * step) < high) step = niceStep(step * 1.01, 1, isCount);
  const min = lowest(low, step);
  return { min, max: exact(min + intervals * step), step };
}

const lowest = (low: number, step: number): number => exact(Math.floor(exact(low / step)) * step);

/** Axes from zero with their zeros and ticks at the same places, so that the grid lines hold for all of them. */
export function zeroAxes(extents: readonly Extent[], steps: number): NiceScale[] {
  const counts = extents.map(({ low, high, isCount }) => {
    const [from, to] = [Math.min(0, low), Math.max(0, high)];
    const step = niceStep(exact(to - from) || 1, steps, isCount);
    return { below: Math.ceil(exact(-from / step)), above: Math.ceil(exact(to / step)) };
  });
  // The first axis leads; another one only adds a side of zero that the first does not have.
  const below = counts[0]?.below || Math.max(0, ...counts.map((count) => count.below));
  const above = counts[0]?.above || Math.max(below === 0 ? 1 : 0, ...counts.map((count) => count.above));
  return extents.map(({ low, high, isCount }) => {
    const needed = Math.max(above > 0 ? Math.max(0, high) / above : 0, below > 0 ? Math.max(0, -low) / below : 0);
    const step = niceStep(exact(needed) || 1 / Math.max(1, above + below), 1, isCount);
    return { min: exact(-below * step), max: exact(above * step), step };
  });
}

export const scaleTicks = ({ min, max, step }: NiceScale): number[] =>
  Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) => exact(min + index * step));

/** Tick labels: as many decimals as the steps have, and compact unless two of them would read the same. */
export function scaleWriter(figure: WriteFigure, format: FigureFormat, scale: NiceScale): (value: number) => string {
  const step = format.unit === 'percent' ? exact(scale.step * 100) : scale.step;
  const decimals = [0, 1, 2, 3, 4, 5, 6].find((count) => Number.isInteger(exact(step * 10 ** count))) ?? 6;
  const write = (compact: boolean) => (value: number) =>
    figure(value, { ...format, decimals, truncate: false }, { compact });
  const short = scaleTicks(scale).map(write(true));
  return write(new Set(short).size === short.length);
}
