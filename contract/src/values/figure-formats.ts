import type { Cell, QueryResult, ResultColumn } from '../query/result.ts';
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
  const zero = (0 - from) / width;
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

interface FormattedTile {
  readonly measures: readonly string[];
  readonly formats?: readonly ConditionalFormat[] | undefined;
}

/** The measure of a result's column; null of dimensions and what goes with them. */
const measureIn = ({ name, role, pivot }: ResultColumn): string | null =>
  role === 'dimension' || role === 'level' ? null : (pivot?.field ?? name);

/** Whether a column is there for rules alone, and not shown. */
export function isHiddenColumn(tile: FormattedTile, column: ResultColumn): boolean {
  const measure = measureIn(column);
  return measure !== null && hiddenMeasures(tile).includes(measure);
}

/** How a cell stands out. */
export interface FigureMark {
  readonly tone: FigureTone | null;
  /** 0 to 1: from the least to the greatest of the column. */
  readonly heat?: number;
  /** Shares of the cell's width. */
  readonly bar?: { readonly start: number; readonly length: number };
}

const numberOf = (value: Cell | undefined): number | null => {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return null;
  return Number.isFinite(Number(value)) ? Number(value) : null;
};

/**
 * How the cells of each column of a result stand out, by the column's place; columns without formats are left out. Rows
 * that total others have no place in a scale.
 */
export function figureMarks(
  tile: FormattedTile,
  { columns, rows }: Pick<QueryResult, 'columns' | 'rows'>,
): Map<number, (row: readonly Cell[]) => FigureMark | null> {
  const levels = columns.flatMap(({ role }, place) => (role === 'level' ? [place] : []));
  const isTotal = (row: readonly Cell[]) => levels.some((place) => row[place] === 'all');
  const marks = new Map<number, (row: readonly Cell[]) => FigureMark | null>();
  for (const [place, column] of columns.entries()) {
    const measure = measureIn(column);
    if (measure === null || hiddenMeasures(tile).includes(measure)) continue;
    const rules = rulesOf(tile.formats, measure);
    const scale = scaleOf(tile.formats, measure);
    if (rules.length === 0 && scale === null) continue;
    const members = JSON.stringify(column.pivot?.members ?? null);
    const placeOf = (name: string) =>
      columns.findIndex((one) => measureIn(one) === name && JSON.stringify(one.pivot?.members ?? null) === members);
    const range = scale && rangeOf(rows.filter((row) => !isTotal(row)).map((row) => numberOf(row[place])));
    marks.set(place, (row) => {
      const tone = toneOf(rules, measure, (name) => numberOf(row[placeOf(name)]));
      const value = numberOf(row[place]);
      if (!range || value === null || isTotal(row)) return tone === null ? null : { tone };
      return scale === 'heat' ? { tone, heat: heatShare(value, range) } : { tone, bar: barOf(value, range) };
    });
  }
  return marks;
}
