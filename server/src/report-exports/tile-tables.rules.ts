import {
  conditionValue,
  figureMarks,
  havingText,
  isHiddenColumn,
  localize,
  type Cell,
  type FigureTone,
  type Language,
  type QueryResult,
  type Report,
  type SemanticQuery,
  type Tile,
  type TileOf,
} from '@rise/contract';
import type { SheetCell, SheetScale } from '@rise/engine';
import { count, figureCell, text, valueCell } from './sheet-cells.rules.ts';
import type { ExportTexts } from './texts.ts';

export type Answers = Readonly<Record<string, { result: QueryResult; query?: SemanticQuery } | undefined>>;

/** What the sheet of a tile holds. */
export interface TileTable {
  head: string[];
  rows: SheetCell[][];
  /** The last row, computed from the parts of its figures. */
  total: SheetCell[] | null;
  /** Columns whose cells stand out by their size; rows from 0, without the head. */
  scales?: SheetScale[];
}

/** What a report's tables need to know of it. */
export interface TableContext {
  readonly report: Report;
  readonly language: Language;
  readonly texts: ExportTexts;
  /** The measure of rankings and distributions. */
  readonly measure: string | null;
  /** The subject's name; null without one. */
  readonly subject: string | null;
}

type ReportMeasure = Report['fields']['measures'][number];

/** Tiles whose figures may stand out. */
type FormattedTile = TileOf<'figures'> | TileOf<'table'>;

/** Rows by column name. */
const recordsOf = (result: QueryResult | undefined): Record<string, Cell>[] =>
  (result?.rows ?? []).map((row) =>
    Object.fromEntries(result!.columns.map(({ name }, place) => [name, row[place] ?? null])),
  );

/** A title with the currency of its amounts, if all are in one. */
export function titleWithUnit(
  { title, format }: Pick<ReportMeasure, 'title' | 'format'>,
  currency: string,
  language: Language,
) {
  const own = localize(title, language);
  return format.unit === 'currency' && format.currency !== null ? `${own} (${format.currency ?? currency})` : own;
}

/** The table of each kind of tile; a list of rows has its head here, and its rows from a stream. */
export function tileTable(tile: Tile, answers: Answers, context: TableContext): TileTable {
  switch (tile.kind) {
    case 'kpis':
      return comparisonTable(tile.measures, answers, context);
    case 'classification':
      return classTable([tile.measure, ...(tile.companions ?? [])], answers, context);
    case 'ranking':
      return rankingTable(tile.measure ?? context.measure, answers, context);
    case 'distribution':
      if (tile.groupBy !== undefined) return resultTable(withoutGroups(answers['boxes']?.result), context);
      return distributionTable(tile.measure ?? context.measure, answers, context);
    case 'mix':
      return mixTable(tile, answers, context);
    case 'figures':
      return resultTable((answers['trend'] ?? answers['figures'])?.result, context, tile.dataset, tile);
    case 'chart':
      return withTarget(resultTable(answers['chart']?.result, context, tile.dataset), tile, context);
    case 'table':
      return resultTable(answers['table']?.result, context, tile.dataset, tile);
    case 'text':
    case 'image':
      return { head: [], rows: [], total: null };
    case 'rows':
      return { ...resultTable(answers['rows']?.result, context, tile.dataset), rows: [], total: null };
    default:
      return tile satisfies never;
  }
}

/** The number that a bullet chart compares its values with, which its result does not have. */
function withTarget(table: TileTable, { shape, target, dataset, measures }: TileOf<'chart'>, context: TableContext) {
  if (shape !== 'bullet' || typeof target !== 'number' || table.head.length === 0) return table;
  const known = context.report.fields.measures.find(({ name }) => dataset === undefined && name === measures[0]);
  const cell = figureCell(target, known?.format ?? { unit: 'number', decimals: 2, truncate: false });
  return {
    head: [...table.head, context.texts.target],
    rows: table.rows.map((row) => [...row, cell]),
    total: table.total && [...table.total, null],
  };
}

function measureOf({ report }: TableContext, name: string): ReportMeasure {
  const measure = report.fields.measures.find((item) => item.name === name);
  if (!measure) throw new Error(`The report has no measure '${name}'.`);
  return measure;
}

/** Figures in rows have units of their own, which the names say. */
const nameOf = (context: TableContext, measure: ReportMeasure) =>
  titleWithUnit(measure, context.report.currency, context.language);

const PERCENTILE = { unit: 'number', decimals: 0, truncate: false } as const;

/** The subject's figures beside those of its peers, one measure a row. */
function comparisonTable(measures: readonly string[], { benchmark }: Answers, context: TableContext): TileTable {
  const { texts } = context;
  const records = recordsOf(benchmark?.result);
  return {
    head: [texts.measure, texts.value, texts.median, texts.percentile, texts.rank, texts.peerCount],
    rows: measures.map((name) => {
      const measure = measureOf(context, name);
      const own = records.find((record) => record['measure'] === name);
      const rank = measure.better === 'lower' ? own?.['rank_from_least'] : own?.['rank'];
      return [
        text(nameOf(context, measure)),
        figureCell(own?.['value'], measure.format),
        figureCell(own?.['median'], measure.format),
        figureCell(own?.['percentile'], PERCENTILE),
        valueCell(rank, 'integer'),
        valueCell(own?.['peers'], 'integer'),
      ];
    }),
    total: null,
  };
}

/** The subject's figures and the class of each that has classes. */
function classTable(measures: readonly string[], { benchmark }: Answers, context: TableContext): TileTable {
  const { texts, language } = context;
  const records = recordsOf(benchmark?.result);
  return {
    head: [texts.measure, texts.value, texts.className],
    rows: measures.map((name) => {
      const measure = measureOf(context, name);
      const value = records.find((record) => record['measure'] === name)?.['value'];
      // Buckets begin with the best; who is not classified by them, the figure alone does not say.
      const band =
        value === null || value === undefined || measure.classifies
          ? undefined
          : measure.bands?.find(({ from }) => from === null || Number(value) >= from);
      return [
        text(nameOf(context, measure)),
        figureCell(value, measure.format),
        band ? text(localize(band.title, language)) : null,
      ];
    }),
    total: null,
  };
}

function rankingTable(name: string | null, { ranking }: Answers, context: TableContext): TileTable {
  const { report, language, texts } = context;
  const { subject } = report.document;
  if (!subject || name === null) return { head: [], rows: [], total: null };
  const measure = measureOf(context, name);
  return {
    head: [localize(subject.label, language), texts.key, nameOf(context, measure)],
    rows: recordsOf(ranking?.result).map((record) => [
      valueCell(record[subject.title], 'string'),
      text(String(record[subject.key] ?? '')),
      figureCell(record[name], measure.format),
    ]),
    total: null,
  };
}

function distributionTable(name: string | null, { distribution }: Answers, context: TableContext): TileTable {
  const { texts } = context;
  if (name === null) return { head: [], rows: [], total: null };
  const { format } = measureOf(context, name);
  return {
    head: [texts.from, texts.to, texts.members],
    rows: recordsOf(distribution?.result).map((record) => [
      figureCell(record['lower'], format),
      figureCell(record['upper'], format),
      valueCell(record['members'], 'integer'),
    ]),
    total: null,
  };
}

/** How many groups there are in all is no figure of one. */
function withoutGroups(result: QueryResult | undefined): QueryResult | undefined {
  if (!result) return undefined;
  const isShown = (_: unknown, place: number) => result.columns[place]!.name !== 'groups';
  return { ...result, columns: result.columns.filter(isShown), rows: result.rows.map((row) => row.filter(isShown)) };
}

const SHARE = { unit: 'percent', decimals: 2, truncate: false } as const;

/** Parts with their amounts and shares, for the subject and its peers. */
function mixTable(tile: Extract<Tile, { kind: 'mix' }>, { subject, peers }: Answers, context: TableContext): TileTable {
  const { report, language, texts } = context;
  const [own] = recordsOf(subject?.result);
  const [others] = recordsOf(peers?.result);
  const label = context.subject ?? (report.document.subject ? localize(report.document.subject.label, language) : '');
  const line = (name: string, look: 'plain' | 'total'): SheetCell[] => {
    const measure = measureOf(context, name);
    const cells = [own, others].flatMap((record) => [
      figureCell(record?.[name], measure.format, look),
      figureCell(shareOf(record?.[name], record?.[tile.whole]), SHARE, look),
    ]);
    return [text(nameOf(context, measure), look), ...cells];
  };
  return {
    head: [texts.measure, label, '%', texts.peers, '%'],
    rows: tile.parts.map((name) => line(name, 'plain')),
    total: line(tile.whole, 'total'),
  };
}

/** A part as a fraction of the whole; null if either is missing or the whole is zero. */
function shareOf(part: Cell | undefined, whole: Cell | undefined): number | null {
  if (part === null || part === undefined || whole === null || whole === undefined) return null;
  return Number(whole) === 0 ? null : Number(part) / Number(whole);
}

/** A result as it is, with labels instead of codes. */
export function resultTable(
  result: QueryResult | undefined,
  context: TableContext,
  dataset?: string,
  formatted?: FormattedTile,
): TileTable {
  if (!result) return { head: [], rows: [], total: null };
  const { report, language, texts } = context;
  const marks = formatted ? figureMarks(formatted, result) : new Map<number, never>();
  const write = rowWriter(result.columns, context, dataset, { formatted, marks });
  const columns = shownColumns(result.columns, formatted);
  const firstIsDimension = columns[0]?.column.role === 'dimension';
  return {
    head: columns.map(({ column }) =>
      column.format
        ? titleWithUnit({ title: column.title, format: column.format }, report.currency, language)
        : localize(column.title, language),
    ),
    rows: result.rows.map((row) => write(row)),
    scales: columns.flatMap(({ place }, column): SheetScale[] => {
      const scaled = result.rows.map((row) => marks.get(place)?.(row));
      const rows = scaled.flatMap((mark, row) => (mark?.heat !== undefined || mark?.bar !== undefined ? [row] : []));
      return rows.length === 0 ? [] : [{ show: scaled[rows[0]!]?.bar ? 'bars' : 'heat', column, rows }];
    }),
    total: result.totals
      ? write(result.totals, 'total').map((cell, place) =>
          place === 0 && firstIsDimension ? text(texts.total, 'total') : cell,
        )
      : null,
  };
}

/** Without those that only say what a row stands for. */
const shownColumns = (columns: QueryResult['columns'], formatted?: FormattedTile) =>
  columns.flatMap((column, place) =>
    column.role === 'level' || (formatted && isHiddenColumn(formatted, column)) ? [] : [{ column, place }],
  );

/** Writes the rows of a result. */
export function rowWriter(
  columns: QueryResult['columns'],
  { report, language, texts }: Pick<TableContext, 'report' | 'language' | 'texts'>,
  dataset?: string,
  { formatted, marks }: { formatted?: FormattedTile | undefined; marks?: ReturnType<typeof figureMarks> } = {},
) {
  const shown = shownColumns(columns, formatted).map(({ column, place }) => {
    const labels =
      report.fields.dimensions.find((one) => one.name === column.name && one.dataset === dataset)?.values ?? null;
    return {
      column,
      place,
      level: columns.findIndex((other) => other.role === 'level' && other.of === column.name),
      labels: labels && new Map(labels.map(({ value, title }) => [String(value), localize(title, language)])),
    };
  });
  return (row: readonly Cell[], look: 'plain' | 'total' = 'plain'): SheetCell[] =>
    shown.map(({ column, place, level, labels }) => {
      const value = row[place];
      const of = level < 0 ? 'member' : row[level];
      if (of === 'other' || of === 'all') return text(of === 'other' ? texts.other : texts.total, look);
      if (column.format)
        return toned(figureCell(value, column.format, look), marks?.get(place)?.(row)?.tone ?? null, look);
      const label = labels?.get(String(value));
      return label === undefined ? valueCell(value, column.type, look) : text(label, look);
    });
}

/** A total is of other rows, so what one means says nothing of it. */
const toned = (cell: SheetCell, tone: FigureTone | null, look: 'plain' | 'total'): SheetCell =>
  cell?.kind === 'number' && tone !== null && look === 'plain' ? { ...cell, tone } : cell;

/** How many rows the sheet of a tile has. */
export function rowCountOf(tile: Tile, answers: Answers, table: TileTable): SheetCell {
  const result = answers['rows']?.result;
  return count(tile.kind === 'rows' && result ? (result.count ?? result.rows.length) : table.rows.length);
}

/** Which members a tile leaves out for their measures. */
function leftOut({ query, result }: NonNullable<Answers[string]>, { report, language, texts }: TableContext): string[] {
  if (query?.kind !== 'aggregate' || !query.having) return [];
  const measure = (name: string) =>
    result.columns.find((column) => column.name === name) ?? report.fields.measures.find((one) => one.name === name);
  const condition = havingText(
    query.having,
    (name) => measure(name)?.title ?? { en: name },
    (name, value) => {
      const format = measure(name)?.format ?? { unit: 'number' as const };
      return conditionValue(value, format, { currency: report.currency, language });
    },
  );
  return [`${localize(condition, language)} ${texts.leftOut}`];
}

/** What the figures of a tile lack, in sentences. */
export function notesOf(
  answers: Answers,
  context: TableContext,
  writeDay: (iso: string) => string = (iso) => iso,
): string[] {
  const { report, language, texts } = context;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const titleOf = (name: string, result: QueryResult) => {
    const known =
      result.columns.find((column) => column.name === name) ??
      [...report.fields.dimensions, ...report.fields.measures].find((field) => field.name === name);
    return known ? localize(known.title, language) : name;
  };
  const notes = Object.values(answers).flatMap((answer) => {
    if (!answer) return [];
    const { unmapped, averages, unavailable, uncomputed } = answer.result.meta;
    const name = (column: string) => titleOf(column, answer.result);
    return [
      ...leftOut(answer, context),
      ...uncomputed.map(({ column }) => texts.uncomputed(name(column))),
      ...unavailable.map(({ column, dates }) => texts.unavailable(name(column), dates.map(writeDay).join(', '))),
      ...unmapped.map(({ dimension, share }) => texts.unmapped(name(dimension), percent.format(share))),
      ...averages.flatMap(({ column, dates }) =>
        dates
          .filter(({ withoutPrior }) => withoutPrior > 0)
          .map(({ date, priorYearEnd: prior, rows, withoutPrior: without }) =>
            texts.periodEnd(name(column), { date: writeDay(date), prior: writeDay(prior), without, rows }),
          ),
      ),
    ];
  });
  return [...new Set(notes)];
}
