import type { ConditionalFormat, FigureRule } from '../report-formats.ts';
import type { FigureTone, RuleOperator } from './figure-tones.ts';

const COMPARES: Record<RuleOperator, (value: number, limit: number) => boolean> = {
  gte: (value, limit) => value >= limit,
  gt: (value, limit) => value > limit,
  lte: (value, limit) => value <= limit,
  lt: (value, limit) => value < limit,
  eq: (value, limit) => value === limit,
};

/** Reads a measure's value beside the figure: in the same row, and of a pivot in the same columns. */
export type ReadMeasure = (measure: string) => number | null;

/** The tone of the first rule that a figure meets; null where it meets none. A value that is missing meets no rule. */
export function toneOf(rules: readonly FigureRule[], measure: string, read: ReadMeasure): FigureTone | null {
  const met = rules.find(({ of = measure, op, value, target }) => {
    const own = read(of);
    const limit = target === undefined ? (value ?? null) : read(target);
    return own !== null && limit !== null && COMPARES[op](own, limit);
  });
  return met?.tone ?? null;
}

/** The rules of a measure; none where it has another format. */
export const rulesOf = (formats: readonly ConditionalFormat[] | undefined, measure: string): readonly FigureRule[] =>
  formats?.flatMap((one) => (one.measure === measure && one.show === 'rules' ? one.rules : [])) ?? [];

/** How a measure's cells are filled by their size; null where they are not. */
export const scaleOf = (formats: readonly ConditionalFormat[] | undefined, measure: string): 'heat' | 'bars' | null =>
  formats?.map((one) => (one.measure === measure && one.show !== 'rules' ? one.show : null)).find(Boolean) ?? null;

/** The least and the greatest value of a column; null without values. */
export function rangeOf(values: readonly (number | null)[]): readonly [number, number] | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return [known.reduce((least, value) => Math.min(least, value)), known.reduce((most, value) => Math.max(most, value))];
}

/** Where a value lies between the least and the greatest of its column, 0 to 1; 0.5 where all are the same. */
export const heatShare = (value: number, [least, most]: readonly [number, number]): number =>
  most === least ? 0.5 : (value - least) / (most - least);

/** A bar from zero, as shares of the cell's width: negative ones to the left of zero. */
export function barOf(value: number, [least, most]: readonly [number, number]): { start: number; length: number } {
  const [from, until] = [Math.min(0, least), Math.max(0, most)];
  const width = until - from;
  if (width === 0) return { start: 0, length: 0 };
  const zero = -from / width;
  const length = Math.abs(value) / width;
  return { start: value < 0 ? zero - length : zero, length };
}

/** Measures that formats compare with and that a tile does not show itself. */
export function hiddenMeasures(tile: {
  readonly measures: readonly string[];
  readonly formats?: readonly ConditionalFormat[] | undefined;
}): string[] {
  const named = (tile.formats ?? []).flatMap((one) =>
    one.show === 'rules' ? one.rules.flatMap(({ of, target }) => [of, target]) : [],
  );
  return [...new Set(named)].filter((name) => name !== undefined && !tile.measures.includes(name)) as string[];
}
