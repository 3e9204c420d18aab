import { figureMarks, type FigureMark, isHiddenColumn } from '@rise/contract/figure-formats';
import type { Cell, QueryResult, ResultColumn, TileOf } from '@rise/contract';
import { memberReader } from '@rise/portal/printed';
import { dimensionNamed, type PrintContext } from './print-context.ts';
import type { CellMark, TableBlock, TablePart, TableRow } from './print-document.ts';
import { breakWords, textWidth } from './text.rules.ts';

/** A table before its columns have widths. */
export interface PlainTable {
  readonly columns: readonly { readonly title: string; readonly figure: boolean; readonly isKey: boolean }[];
  readonly rows: readonly TableRow[];
}

type Columns = QueryResult['columns'];
type FormattedTile = TileOf<'table'>;

const isFigure = ({ format, type, role }: ResultColumn): boolean =>
  role !== 'dimension' && (format !== undefined || ['integer', 'decimal', 'number'].includes(type));

/** Rows of a result as texts, and its total in the last. */
export function plainTable(
  { columns, rows, totals }: Pick<QueryResult, 'columns' | 'rows' | 'totals'>,
  print: PrintContext,
  { tile, dataset = tile?.dataset }: { tile?: FormattedTile | undefined; dataset?: string | undefined } = {},
): PlainTable {
  const { words } = print;
  const shown = columns.flatMap((column, place) =>
    column.role === 'level' || (tile && isHiddenColumn(tile, column)) ? [] : [{ column, place }],
  );
  const marks = tile ? figureMarks(tile, { columns, rows }) : null;
  const marksOf = (row: readonly Cell[]) => {
    if (!marks || marks.size === 0) return null;
    return shown.map(({ place }) => cellMark(marks.get(place)?.(row) ?? null, print.colors.primary));
  };
  const writers = shown.map(({ column, place }) => cellWriter({ columns, column, place, dataset }, print));
  const written = rows.map((row): TableRow => {
    const cells = writers.map((write) => write(row));
    return {
      cells: cells.map(({ text }) => text),
      marks: marksOf(row),
      look: cells.some(({ isAll }) => isAll) ? 'subtotal' : 'plain',
    };
  });
  const total = totals && {
    cells: writers.map((write, place) => {
      const isKey = shown[place]!.column.role === 'dimension';
      return isKey ? (place === 0 ? words.texts.total : '') : write(totals).text;
    }),
    marks: null,
    look: 'total' as const,
  };
  return {
    columns: shown.map(({ column }) => ({
      title: words.localize(column.title),
      figure: isFigure(column),
      isKey: column.role === 'dimension',
    })),
    rows: total ? [...written, total] : written,
  };
}

/** Ink on paper: the least is nearly white, and text stays readable on the most. */
const HEAT = { least: 0.06, most: 0.44 };

function cellMark(mark: FigureMark | null, primary: string): CellMark | null {
  if (!mark) return null;
  const { tone, heat, bar = null } = mark;
  return { tone, fill: heat === undefined ? null : tint(primary, HEAT.least + heat * (HEAT.most - HEAT.least)), bar };
}

/** A color on white. */
function tint(color: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const mixed = channels.map((channel) => Math.round(255 + (channel - 255) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

interface WrittenCell {
  readonly text: string;
  /** Totals over all members. */
  readonly isAll: boolean;
}

interface WrittenColumn {
  columns: Columns;
  column: ResultColumn;
  place: number;
  dataset: string | undefined;
}

function cellWriter({ columns, column, place, dataset }: WrittenColumn, print: PrintContext) {
  const { words } = print;
  const { format, type } = column;
  if (format)
    return (row: readonly Cell[]): WrittenCell => {
      const value = row[place];
      if (typeof value === 'boolean') return { text: value ? words.texts.yes : words.texts.no, isAll: false };
      return { text: words.figure(value ?? null, format), isAll: false };
    };
  if (column.role !== 'dimension' && ['integer', 'decimal', 'number'].includes(type)) {
    const decimals = type === 'integer' ? 0 : 2;
    return (row: readonly Cell[]): WrittenCell => ({
      text: words.figure(typeof row[place] === 'boolean' ? null : row[place], { unit: 'number', decimals }),
      isAll: false,
    });
  }
  const field = column.period ? column.name.slice(0, -`_${column.period.grain}`.length) : column.name;
  const result = { columns, rows: [] } as unknown as QueryResult;
  const read = memberReader(result, column.name, dimensionNamed(print, field, dataset), words.shared)!;
  return (row: readonly Cell[]): WrittenCell => {
    const { label, isAll } = read(row);
    return { text: row[place] === null && !isAll && column.role === 'source' ? '' : label, isAll };
  };
}

const insetOf = (size: number) => (size >= 7.5 ? 4.5 : 3);
/** Characters of a text that is not broken into lines: where there is room, and where there is little. */
const LINES = [28, 14];
/** Rows of a table that is divided rather than put on pages of its own. */
const SHORT = 15;
/** Rows whose texts are measured; all would take long, and the widest are seldom beyond. */
const MEASURED = 400;

interface Room {
  readonly portrait: number;
  readonly landscape: number;
  /** Of the text, in points. */
  readonly sizes: readonly number[];
}

/**
 * The table's columns in the greatest text that fits the page, on turned pages where only these have room. What has
 * none there either is divided into parts, below each other.
 */
export function laidOutTable(table: PlainTable, room: Room): Pick<TableBlock, 'kind' | 'parts' | 'landscape'> {
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
  const measured = LINES.map((line) => measuredWidths(table, line));
  const widthsAt = (size: number, measure: readonly number[]) =>
    measure.map((width) => width * size + 2 * insetOf(size));
  const isShort = table.rows.length <= SHORT;
  for (const landscape of isShort ? [false] : [false, true])
    for (const measure of measured)
      for (const size of room.sizes) {
        const width = landscape ? room.landscape : room.portrait;
        const widths = widthsAt(size, measure);
        if (sum(widths) <= width)
          return { kind: 'table', landscape, parts: [partOf(table, allOf(table), widths, { size, width })] };
      }
  const least = room.sizes.at(-1)!;
  const widths = widthsAt(least, measured.at(-1)!);
  const width = isShort ? room.portrait : room.landscape;
  const groups = columnGroups(table, widths, width);
  const options = { size: least, width };
  return { kind: 'table', landscape: !isShort, parts: groups.map((places) => partOf(table, places, widths, options)) };
}

const allOf = ({ columns }: PlainTable) => columns.map((_, place) => place);

/** Widths at a text of one point. */
function measuredWidths({ columns, rows }: PlainTable, line: number): number[] {
  const totals = rows.filter(({ look }) => look === 'total');
  const sample = [...rows.slice(0, MEASURED), ...totals];
  return columns.map(({ title, figure }, place) => {
    const texts = sample.map(({ cells }) => cells[place]!);
    const widest = texts.reduce((most, text) => Math.max(most, textWidth(figure ? text : text.slice(0, line))), 0);
    const word = title.split(/\s+/).reduce((most, part) => Math.max(most, textWidth(part.slice(0, line), true)), 0);
    // Titles of figures are on up to three lines.
    return Math.max(widest, word, Math.min(textWidth(title, true) / (figure ? 3 : 2), 12), 2.5);
  });
}

/** Places of the columns of each part; the keys are in all of them. */
function columnGroups({ columns }: PlainTable, widths: readonly number[], room: number): number[][] {
  const keys = columns.flatMap(({ isKey }, place) => (isKey ? [place] : []));
  const widthOf = (places: readonly number[]) => places.reduce((total, place) => total + widths[place]!, 0);
  const leading = widthOf(keys) <= room * 0.6 ? keys : keys.slice(0, 1);
  const others = allOf({ columns, rows: [] }).filter((place) => !leading.includes(place));
  const groups: number[][] = [];
  for (const place of others) {
    const group = groups.at(-1);
    if (group && widthOf([...group, place]) <= room) group.push(place);
    else groups.push([...leading, place]);
  }
  return groups.length > 0 ? groups : [leading];
}

function partOf(
  { columns, rows }: PlainTable,
  places: readonly number[],
  widths: readonly number[],
  { size, width }: { size: number; width: number },
): TablePart {
  const inset = insetOf(size);
  const total = places.reduce((sum, place) => sum + widths[place]!, 0);
  const stretched = places.map((place) => (widths[place]! / total) * width);
  const room = stretched.map((of) => (of - 2 * inset) / size);
  return {
    size,
    inset,
    columns: places.map((place, index) => ({
      title: breakWords(columns[place]!.title, room[index]!),
      figure: columns[place]!.figure,
      width: stretched[index]!,
    })),
    rows: rows.map(({ cells, marks, look }) => ({
      look,
      marks: marks ? places.map((place) => marks[place] ?? null) : null,
      cells: places.map((place, index) => breakWords(cells[place]!, room[index]!)),
    })),
  };
}
