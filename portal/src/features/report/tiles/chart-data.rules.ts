import type { Cell, QueryResult, TileOf } from '@rise/contract';
import type { ChartSeries, SeriesCategory } from '@rise/ui/chart-options';
import { asNumber } from '../fields.ts';
import { columnName, fieldOf, isIncomplete, type Member, memberReader } from './result-labels.ts';
import type { ReportDimension } from '../fields.ts';
import type { Words } from './result-labels.ts';

type ChartTile = TileOf<'chart'>;

/** A chart's figures by category and series. */
export interface ChartData {
  categories: readonly (SeriesCategory & Pick<Member, 'isOther' | 'value'>)[];
  series: readonly ChartSeries[];
  /** Row by row, for charts that place marks by their figures. */
  points: readonly { category: Member; series: Member | null; row: readonly Cell[] }[];
}

interface Reading {
  result: QueryResult;
  tile: ChartTile;
  dimensionOf: (field: string) => ReportDimension | undefined;
  words: Words;
}

/** Colors that can be told apart; the rows of a heat map need none. */
const MAX_SERIES = 8;
const MAX_ROWS = 31;

/** Arranges the rows of a chart's result; rows without a category are one, named after the chart's measures. */
export function chartData(reading: Reading): ChartData {
  const { result, tile } = reading;
  if (tile.category === undefined) return measuresAsCategories(reading);
  const category = readerOf(reading, tile.category);
  const series = tile.series === undefined ? null : readerOf(reading, tile.series);
  if (!category) return { categories: [], series: [], points: [] };
  const column = result.columns.find(({ name }) => name === columnName(tile.category!));
  const categories = distinct(result.rows.map(category)).map((member) => ({
    key: member.key,
    label: member.label,
    isOther: member.isOther,
    value: member.value,
    ...(isIncomplete(column, member.value ?? '') ? { isIncomplete: true } : {}),
  }));
  const places = new Map(categories.map(({ key }, place) => [key, place]));
  const fill = (rows: readonly (readonly Cell[])[], measure: string): (number | null)[] => {
    const at = result.columns.findIndex(({ name }) => name === measure);
    const values: (number | null)[] = categories.map(() => null);
    for (const row of rows) values[places.get(category(row).key)!] = asNumber(row[at]);
    return values;
  };
  const points = result.rows.map((row) => ({ category: category(row), series: series && series(row), row }));
  if (series === null)
    return {
      categories,
      points,
      series: [
        ...tile.measures.flatMap((name) => {
          const measure = result.columns.find((item) => item.name === name);
          if (!measure) return [];
          return [
            {
              key: name,
              name: reading.words.localize(measure.title),
              mark: markOf(tile, name),
              format: measure.format ?? { unit: 'number' as const },
              data: fill(result.rows, name),
            },
          ];
        }),
        ...targetSeries(reading, (measure) => fill(result.rows, measure)),
      ],
    };
  const [name] = tile.measures;
  const format = result.columns.find((item) => item.name === name)?.format ?? { unit: 'number' as const };
  const members = inRowOrder(distinct(result.rows.map(series)), reading);
  return {
    categories,
    points,
    series: members.slice(0, tile.shape === 'heat_map' ? MAX_ROWS : MAX_SERIES).map((member) => ({
      key: member.key,
      name: member.label,
      mark: markOf(tile, name!),
      format,
      isOther: member.isOther,
      data: fill(
        result.rows.filter((row) => series(row).key === member.key),
        name!,
      ),
    })),
  };
}

/** Series that a chart leaves out: it tells eight apart. */
export function hiddenSeries({ result, tile, dimensionOf, words }: Reading): number {
  const reader = tile.series && readerOf({ result, tile, dimensionOf, words }, tile.series);
  const most = tile.shape === 'heat_map' ? MAX_ROWS : MAX_SERIES;
  return reader ? Math.max(0, distinct(result.rows.map(reader)).length - most) : 0;
}

/** What the values of a bullet chart should reach, as a series after theirs. */
function targetSeries(
  { result, tile, words }: Reading,
  valuesOf: (measure: string) => (number | null)[],
): ChartSeries[] {
  const { target, measures } = tile;
  const [first] = measures;
  if (target === undefined || first === undefined) return [];
  const columnOf = (measure: string) => result.columns.find(({ name }) => name === measure);
  const format = columnOf(first)?.format ?? { unit: 'number' as const };
  const common = { key: ' target', mark: 'column' as const };
  if (typeof target === 'number')
    return [{ ...common, name: words.t('report.flat.target'), format, data: valuesOf(first).map(() => target) }];
  const column = columnOf(target.measure);
  if (!column) return [];
  const name = words.localize(column.title);
  return [{ ...common, name, format: column.format ?? format, data: valuesOf(target.measure) }];
}

function measuresAsCategories(reading: Reading): ChartData {
  const { result, tile, words } = reading;
  const found = tile.measures.flatMap((name) => {
    const at = result.columns.findIndex((column) => column.name === name);
    return at < 0 ? [] : [{ name, column: result.columns[at]!, value: asNumber(result.rows[0]?.[at]) }];
  });
  const [first] = found;
  if (!first) return { categories: [], series: [], points: [] };
  return {
    points: [],
    categories: found.map(({ name, column }) => ({
      key: name,
      label: words.localize(column.title),
      isOther: false,
      value: null,
    })),
    series: [
      {
        key: 'value',
        name: words.t('report.flat.value'),
        mark: markOf(tile, first.name),
        format: first.column.format ?? { unit: 'number' },
        data: found.map(({ value }) => value),
      },
      ...targetSeries(reading, (measure) => {
        const at = result.columns.findIndex(({ name }) => name === measure);
        return found.map(() => asNumber(result.rows[0]?.[at]));
      }),
    ],
  };
}

const readerOf = ({ result, dimensionOf, words }: Reading, request: NonNullable<ChartTile['category']>) =>
  memberReader(result, columnName(request), dimensionOf(typeof request === 'string' ? request : request.field), words);

function markOf({ shape, lines = [], measures }: ChartTile, measure: string): ChartSeries['mark'] {
  if (shape === 'line') return 'line';
  if (shape === 'area') return 'area';
  if (shape !== 'combo') return 'column';
  const drawn = lines.length > 0 ? lines : measures.slice(-1);
  return drawn.includes(measure) ? 'line' : 'column';
}

/**
 * The rows of a heat map in the order of the model's buckets or labels, what is combined or has no value last; the rows of
 * its first column may lack some. Other charts have series in the order of the result.
 */
function inRowOrder(members: readonly Member[], { tile, dimensionOf }: Reading): readonly Member[] {
  const values = tile.series && dimensionOf(fieldOf(tile.series))?.values;
  if (tile.shape !== 'heat_map' || !values) return members;
  const places = new Map(values.map(({ value }, place) => [String(value), place]));
  const placeOf = ({ value }: Member) => (value === null ? undefined : places.get(value)) ?? places.size;
  return members.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function distinct(members: readonly Member[]): Member[] {
  return [...new Map(members.map((member) => [member.key, member])).values()];
}
