import type { Cell, LocalizedText, QueryResult, QuestionReading, ResultColumn, SemanticQuery } from '@rise/contract';
import type { WriteFigure } from '@rise/ui';
import type { TFunction } from 'i18next';
import { periodText } from '../../figures/period-text.ts';

/** A column of a result as it is shown. */
export interface ShownColumn {
  readonly name: string;
  readonly title: string;
  readonly isFigure: boolean;
  readonly place: number;
  readonly column: ResultColumn;
}

export interface Words {
  readonly t: TFunction;
  readonly language: string;
}

/** The columns that people read: without the levels of totals. */
export const shownColumns = ({ columns }: QueryResult, localize: (text: LocalizedText) => string): ShownColumn[] =>
  columns.flatMap((column, place) =>
    column.role === 'level'
      ? []
      : [
          {
            name: column.name,
            title: localize(column.title),
            isFigure: column.role !== 'dimension',
            place,
            column,
          },
        ],
  );

/** A member of a group, or a value without a format, in words. */
export function cellText(
  value: Cell | undefined,
  { name, column }: ShownColumn,
  { labels }: Pick<QuestionReading, 'labels'>,
  { t, language }: Words,
): string {
  if (value === null || value === undefined) return '–';
  if (column.period) return periodText(String(value), column.period.grain, { t, language });
  return labels[name]?.[String(value)] ?? String(value);
}

/** The figure of a row as charts and formats take it. */
export const figureOf = (value: Cell | undefined): string | number | null =>
  value === undefined || typeof value === 'boolean' ? null : value;

/** Rows of single members: without subtotals. */
export function memberRows({ columns, rows }: QueryResult): Cell[][] {
  const levels = columns.flatMap(({ role }, place) => (role === 'level' ? [place] : []));
  return rows.filter((row) => levels.every((place) => row[place] === 'member'));
}

/** Rows of groups that combine members: subtotals of a condition on these. */
export function subtotalRows({ columns, rows }: QueryResult): Cell[][] {
  const levels = columns.flatMap(({ role }, place) => (role === 'level' ? [place] : []));
  return rows.filter(
    (row) => levels.some((place) => row[place] === 'all') && levels.some((place) => row[place] === 'member'),
  );
}

const MOST_BARS = 30;
/** Points of a line. */
const MOST_PERIODS = 200;
const MOST_SERIES = 4;

/** Why there is no chart of a result. */
type ChartObstacle = 'single' | 'groups' | 'figures' | 'comparison';

/** Which rows a chart of a result shows. */
export interface ChartRows {
  readonly category: ShownColumn;
  readonly rows: readonly (readonly Cell[])[];
  /** Of more rows, which these are: of periods the last ones, of a ranking the first, else the highest. */
  readonly part: 'first' | 'highest' | 'last' | null;
}

type Row = readonly Cell[];

/** A chart of a result by one group; a key and its name are one. */
export function chartOf(
  columns: readonly ShownColumn[],
  rows: readonly Row[],
  query: SemanticQuery,
): ChartRows | ChartObstacle {
  if (query.kind === 'benchmark') return 'comparison';
  const groups = columns.filter(({ isFigure }) => !isFigure);
  const figures = columns.filter(({ isFigure }) => isFigure);
  if (rows.length < 2 || groups.length === 0 || figures.length === 0) return 'single';
  if (figures.length > MOST_SERIES) return 'figures';
  const named = groups.length === 2 && groups.every(({ column }) => !column.period) ? groups[1]! : null;
  const category = groups.length === 1 ? groups[0]! : named;
  if (!category) return 'groups';
  if (category.column.period) {
    const inTime = rows.toSorted((a, b) => (String(a[category.place]) < String(b[category.place]) ? -1 : 1));
    const isCut = rows.length > MOST_PERIODS;
    return { category, rows: isCut ? inTime.slice(-MOST_PERIODS) : inTime, part: isCut ? 'last' : null };
  }
  if (rows.length <= MOST_BARS) return { category, rows, part: null };
  const isOrdered = query.kind !== 'aggregate' || query.order.length > 0;
  const value = (row: Row) => Number(figureOf(row[figures[0]!.place]) ?? Number.NEGATIVE_INFINITY);
  const ordered = isOrdered ? rows : rows.toSorted((a, b) => value(b) - value(a));
  return { category, rows: ordered.slice(0, MOST_BARS), part: isOrdered ? 'first' : 'highest' };
}

/** A distribution as members by range, which tables and charts show like any group; other results as they are. */
export function withRanges(
  result: QueryResult,
  { query, parts }: Pick<QuestionReading, 'query' | 'parts'>,
  { t, figure }: { readonly t: TFunction; readonly figure: WriteFigure },
): QueryResult {
  if (query.kind !== 'distribution' || query.groupBy !== undefined) return result;
  const at = (name: string) => result.columns.findIndex((column) => column.name === name);
  const format = parts.find((part) => part.format !== null)?.format ?? { unit: 'number' as const };
  const write = (value: Cell | undefined) =>
    value === null ? '…' : figure(figureOf(value), format, { compact: true });
  const range = t('assistant.figures.range');
  const members = result.columns[at('members')]?.title ?? { en: '' };
  return {
    ...result,
    columns: [
      { name: 'range', title: { en: range, tr: range }, role: 'dimension', type: 'string' },
      { name: 'members', title: members, role: 'measure', type: 'integer', format: COUNT },
    ],
    rows: result.rows.map((row) => [
      `${write(row[at('lower')])} – ${write(row[at('upper')])}`,
      row[at('members')] ?? null,
    ]),
  };
}
const COUNT = { unit: 'count', decimals: 0, truncate: false } as const;
