import type { Cell, ComparedFigure, LocalizedText, QueryResult, Report, ResultColumn, Tile } from '@rise/contract';
import { plainDecimal } from '@rise/engine';
import type { Results } from './complete-run.ts';

/** One figure of a tile. */
export interface Figure extends Pick<ComparedFigure, 'measure' | 'format' | 'at'> {
  readonly value: Cell;
  readonly type: ResultColumn['type'];
}

/** By key: slot, column and the values of dimensions, which two states of a tile have in common. */
export type TileFigures = ReadonlyMap<string, Figure>;

type Fields = Report['fields'];
type Answer = Results[string][string];
type Place = Figure['at'][number];

const TOTAL: LocalizedText = { en: 'Total', tr: 'Toplam' };
const OTHERS: LocalizedText = { en: 'Others', tr: 'Diğer' };
const BUCKET: LocalizedText = { en: 'Bucket', tr: 'Aralık' };
const FIGURE: LocalizedText = { en: 'Figure', tr: 'Değer' };

/** The figures of a tile's results. `fields`: titles and labels, as the report has them. */
export function figuresOf(tile: Tile, results: Results[string] | undefined, fields: Fields): TileFigures {
  const figures = new Map<string, Figure>();
  for (const [slot, answer] of Object.entries(results ?? {})) {
    const read = isComparison(answer) ? comparedMembers : isHistogram(answer) ? buckets : members;
    for (const [key, figure] of read(answer, fields, tile)) {
      // Rows of a list may be equal in all that identifies them; they are then matched in their order.
      let unique = `${slot} ${key}`;
      for (let place = 2; figures.has(unique); place += 1) unique = `${slot} ${key} #${place}`;
      figures.set(unique, figure);
    }
  }
  return figures;
}

const isHistogram = ({ query }: Answer) => query.kind === 'distribution' && query.groupBy === undefined;
const isComparison = ({ query }: Answer) => query.kind === 'benchmark';
const isFigure = ({ role, type }: ResultColumn) =>
  role === 'measure' || (role === 'statistic' && type !== 'string' && type !== 'boolean');

/** Rows of members of dimensions, and the total of all. */
function* members({ result }: Answer, fields: Fields, tile: Tile): Generator<[string, Figure]> {
  const { columns, rows, totals } = result;
  const keys = columns.flatMap((column, index) => (isFigure(column) ? [] : [index]));
  for (const row of rows) {
    const key = JSON.stringify(keys.map((index) => [columns[index]!.name, row[index] ?? null]));
    const at = keys.flatMap((index) => placeOf(result, row, index, fields, tile));
    yield* figuresOfRow(result, row, key, at, fields, tile);
  }
  if (totals) {
    const at = [{ title: TOTAL, value: null, label: TOTAL }];
    yield* figuresOfRow(result, totals, 'total', at, fields, tile);
  }
}

function* figuresOfRow(
  { columns }: QueryResult,
  row: readonly Cell[],
  key: string,
  at: Place[],
  fields: Fields,
  tile: Tile,
): Generator<[string, Figure]> {
  for (const [index, column] of columns.entries()) {
    if (!isFigure(column)) continue;
    const pivoted = column.pivot?.members.map(({ of, value, level, title }): Place => ({
      title: fieldNamed(fields, of, tile)?.title ?? { en: of },
      value,
      label: level === 'all' ? TOTAL : level === 'other' ? OTHERS : (title ?? labelOf(fields, of, tile, value)),
    }));
    const name = column.pivot ? JSON.stringify([column.pivot.field, column.pivot.members.map(({ value, level }) => [level, value])]) : column.name; // prettier-ignore
    yield [
      `${name} ${key}`,
      {
        measure: column.pivot ? (measureNamed(fields, column.pivot.field) ?? column.title) : column.title,
        format: column.format ?? null,
        at: [...at, ...(pivoted ?? [])],
        value: row[index] ?? null,
        type: column.type,
      },
    ];
  }
}

/** Where a row is by one of its columns; a level says what its dimension's value stands for. */
function placeOf({ columns }: QueryResult, row: readonly Cell[], index: number, fields: Fields, tile: Tile): Place[] {
  const column = columns[index]!;
  if (column.role === 'level') return [];
  const value = row[index] ?? null;
  const level = columns.findIndex(({ role, of }) => role === 'level' && of === column.name);
  const kind = level < 0 ? 'member' : row[level];
  const label = kind === 'all' ? TOTAL : kind === 'other' ? OTHERS : labelOf(fields, column.name, tile, value);
  return [{ title: column.title, value, label }];
}

/** A comparison has its measures in rows, and statistics about them in columns. */
function* comparedMembers({ result }: Answer, fields: Fields): Generator<[string, Figure]> {
  const { columns, rows } = result;
  const named = columns.findIndex(({ name }) => name === 'measure');
  for (const row of rows) {
    const name = String(row[named]);
    const format = fields.measures.find((measure) => measure.name === name)?.format ?? null;
    for (const [index, column] of columns.entries()) {
      if (!isFigure(column)) continue;
      const isAmount = ['value', 'p25', 'median', 'p75'].includes(column.name);
      yield [
        `${name} ${column.name}`,
        {
          measure: measureNamed(fields, name) ?? { en: name },
          format: isAmount ? format : null,
          at: [{ title: FIGURE, value: column.name, label: column.title }],
          value: row[index] ?? null,
          type: column.type,
        },
      ];
    }
  }
}

/** Buckets have bounds that move with the data; they are matched in their order. */
function* buckets({ result }: Answer): Generator<[string, Figure]> {
  for (const [place, row] of result.rows.entries())
    for (const [index, column] of result.columns.entries()) {
      if (!isFigure(column)) continue;
      const at = [{ title: BUCKET, value: place + 1, label: null }];
      const { title: measure, format = null, type } = column;
      yield [`${place} ${column.name}`, { measure, format, at, value: row[index] ?? null, type }];
    }
}

function measureNamed({ measures }: Fields, name: string): LocalizedText | undefined {
  const measure = measures.find((one) => one.name === name);
  return measure && (measure.label ?? measure.title);
}

function fieldNamed({ dimensions }: Fields, name: string, tile: Tile) {
  const dataset = 'dataset' in tile ? tile.dataset : undefined;
  return dimensions.find((one) => one.name === name && one.dataset === dataset);
}

function labelOf(fields: Fields, name: string, tile: Tile, value: Cell): LocalizedText | null {
  const labels = fieldNamed(fields, name, tile)?.values;
  return labels?.find((one) => String(one.value) === String(value))?.title ?? null;
}

/**
 * Doubles depend in their last digits on the order in which rows are added, which is another one each time: a smaller
 * share than this is no difference. Exact decimals have none of it.
 */
const NOISE = 1e-9;

/** Whether two values of a figure are the same. */
export function isSame(a: Cell, b: Cell, type: ResultColumn['type']): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (type === 'number')
    return Math.abs(Number(a) - Number(b)) <= NOISE * Math.max(Math.abs(Number(a)), Math.abs(Number(b)));
  if (type === 'decimal' || type === 'integer') return plainDecimal(String(a)) === plainDecimal(String(b));
  return false;
}
