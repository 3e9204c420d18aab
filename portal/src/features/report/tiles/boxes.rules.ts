import type { Cell, QueryResult } from '@rise/contract';
import type { BoxItem, FigureFormat } from '@rise/ui/chart-options';
import { memberReader, type Words } from './result-labels.ts';
import type { ReportDimension } from '../fields.ts';

export interface Boxes {
  readonly items: readonly BoxItem[];
  /** Of whiskers, quartiles and median, from the least to the greatest. */
  readonly names: readonly [string, string, string, string, string];
  /** Groups that are not shown. */
  readonly hidden: number;
}

interface Reading {
  readonly result: QueryResult;
  /** What the members are grouped by. */
  readonly groupBy: string;
  readonly dimension: ReportDimension | undefined;
  readonly words: Words;
  readonly write: (value: string | number | null, format: FigureFormat) => string;
}

const COUNT: FigureFormat = { unit: 'count', decimals: 0 };
const FIVE = ['low', 'p25', 'median', 'p75', 'high'] as const;
/** What tooltip and table have besides. */
const FURTHER = ['min', 'max', 'members', 'outliers'] as const;

/** A result with box plots as a chart takes it. */
export function boxesOf({ result, groupBy, dimension, words, write }: Reading): Boxes {
  const place = (name: string) => result.columns.findIndex((column) => column.name === name);
  const nameOf = (name: string) => words.localize(result.columns[place(name)]?.title ?? { en: name });
  const read = memberReader(result, groupBy, dimension, words);
  const numberIn = (row: readonly Cell[], name: string) => Number(row[place(name)] ?? 0);
  const items = result.rows.map((row): BoxItem => {
    const { key, label } = read?.(row) ?? { key: '', label: '' };
    const further = FURTHER.map((name): [string, string] => {
      const format = result.columns[place(name)]?.format as FigureFormat | undefined;
      return [nameOf(name), write((row[place(name)] ?? null) as string | number | null, format ?? COUNT)];
    });
    const [min, p25, median, p75, max] = FIVE.map((name) => numberIn(row, name)) as [number, number, number, number, number]; // prettier-ignore
    return { key, label, min, p25, median, p75, max, further };
  });
  const groups = result.rows[0] ? numberIn(result.rows[0], 'groups') : 0;
  return {
    items,
    names: FIVE.map(nameOf) as unknown as Boxes['names'],
    hidden: Math.max(0, groups - items.length),
  };
}
