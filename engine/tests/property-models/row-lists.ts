import type { Cell } from '@rise/contract';
import * as fc from 'fast-check';
import type { VisibleRow, Value } from './aggregate.ts';
import { passes } from './conditions.ts';
import { availableConditions } from './fit-query.ts';
import { tree } from './generate-query.ts';
import { toClientFilter } from './write-query.ts';
import type { DimensionKey, Tree } from './query.ts';
import { BANDS, PER_KEY } from './generate-warehouse.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';
import { isJoinedFigure } from './row-measure.ts';
import { ownName, rowMeasuresOf } from './measures.ts';
import type { RowMeasure } from './row-measure.ts';
import { keyOf, visibleRows } from './seen-rows.ts';

// Lists of rows, and what they consist of, computed row by row in plain JavaScript.

/** A list for any generated warehouse; the fact and the measures are places in its lists. */
export interface GeneratedList {
  fact: number;
  dimensions: DimensionKey[];
  measures: number[];
  filter: Tree | null;
  /** A condition on what a row contributes to a measure. */
  above: { measure: number; bound: number } | null;
  /** Places among all fields of the list, and others. */
  order: { field: DimensionKey | number; descending: boolean }[];
  distinct: boolean;
  limit: number;
  offset: number;
}

const DIMENSION_KEYS: DimensionKey[] = [
  'day',
  'month',
  'year',
  'id',
  'branch',
  'region',
  'host',
  'past',
  'quote',
  'code',
  'size',
  'flag',
  'currency',
  'began',
  'held',
  'months_since',
];

export const generatedList: fc.Arbitrary<GeneratedList> = fc.record({
  fact: fc.nat(2),
  dimensions: fc.subarray(DIMENSION_KEYS, { minLength: 1, maxLength: 4 }),
  measures: fc.array(fc.nat(99), { maxLength: 3 }),
  filter: fc.option(tree, { freq: 2 }),
  above: fc.option(fc.record({ measure: fc.nat(99), bound: fc.constantFrom(-1, 0.25, 2, 3.5, 20) }), { freq: 1 }),
  order: fc.array(
    fc.record({
      field: fc.oneof(fc.constantFrom(...DIMENSION_KEYS), fc.nat(99)),
      descending: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  distinct: fc.boolean(),
  limit: fc.constantFrom(1, 3, 5, 100),
  offset: fc.constantFrom(0, 0, 2, 5),
});

/** A column of the list, or what it is ordered by. */
type Field = { dimension: DimensionKey } | { measure: string; row: RowMeasure };
export interface FittingList extends Pick<GeneratedList, 'fact' | 'filter' | 'distinct' | 'limit' | 'offset'> {
  columns: Field[];
  above: { field: Field; bound: number } | null;
  order: { field: Field; descending: boolean }[];
}

const nameOf = (field: Field) => ('dimension' in field ? field.dimension : field.measure);
const sameField = (one: Field) => (other: Field) => nameOf(one) === nameOf(other);

/** Removes what the warehouse lacks or a list refuses. */
export function adaptList(warehouse: GeneratedWarehouse, list: GeneratedList): FittingList {
  const fact = list.fact % warehouse.facts.length;
  const of = warehouse.facts[fact]!;
  const has = new Set<string>(['day', 'month', 'year', 'id', ...PER_KEY, ...of.dimensions]);
  const measures = Object.entries(rowMeasuresOf(of)).filter(
    ([, { kind, of: taken }]) => kind !== 'count_distinct' && taken !== 'average',
  );
  const measureAt = (place: number): Field => {
    const [measure, row] = measures[place % measures.length]!;
    return { measure, row };
  };
  const unique = (fields: Field[]) => fields.filter((field, place) => fields.findIndex(sameField(field)) === place);
  const dimensions = list.dimensions.filter((name) => has.has(name));
  const columns = unique([
    ...(dimensions.length === 0 ? (['id'] as const) : dimensions).map((dimension) => ({ dimension })),
    ...list.measures.map(measureAt),
  ]);
  const order = list.order.flatMap(({ field: named, descending }) => {
    const field = typeof named === 'number' ? measureAt(named) : { dimension: named };
    const listed = columns.some(sameField(field));
    const isPeriod = 'dimension' in field && (field.dimension === 'month' || field.dimension === 'year');
    if ('dimension' in field && !has.has(field.dimension)) return [];
    return listed || (!list.distinct && !isPeriod) ? [{ field, descending }] : [];
  });
  const [filter = null] = list.filter ? availableConditions(has, list.filter) : [];
  const above = list.above && { field: measureAt(list.above.measure), bound: list.above.bound };
  const isNumber = above && 'row' in above.field && above.field.row.of !== 'day';
  const { distinct, limit, offset } = list;
  return { fact, filter, distinct, limit, offset, columns, order, above: isNumber ? above : null };
}

/** The list as a client writes it. */
export function toClientList(_world: GeneratedWarehouse, { fact, filter, above, ...list }: FittingList): object {
  const own = (field: Field) => ownName(fact, nameOf(field));
  const isPeriod = (field: Field) => nameOf(field) === 'month' || nameOf(field) === 'year';
  const columnOf = (field: Field) =>
    isPeriod(field) ? { field: ownName(fact, 'day'), grain: nameOf(field) } : own(field);
  const conditions = [
    ...(filter ? [toClientFilter(filter, (name) => ownName(fact, name))] : []),
    ...(above ? [{ field: own(above.field), op: 'gt', values: [String(above.bound)] }] : []),
  ];
  return {
    kind: 'rows',
    dataset: `fact${fact}`,
    columns: list.columns.map(columnOf),
    ...(conditions.length > 0 && { filter: { all: conditions } }),
    order: list.order.map(({ field, descending }) => ({
      field: isPeriod(field) ? `${ownName(fact, 'day')}_${nameOf(field)}` : own(field),
      direction: descending ? 'desc' : 'asc',
    })),
    distinct: list.distinct,
    limit: list.limit,
    offset: list.offset,
    count: true,
  };
}

/** What a row contributes to a measure, whatever its snapshot date. */
function contribution(row: VisibleRow, { kind, of, where }: RowMeasure): Value {
  if (where === 'flag' && row.flag !== true) return null;
  if (where === 'number' && (row.number === null || row.number < 3)) return null;
  if (kind === 'count') return 1;
  if (of === 'money') return row.money === null ? null : row.money / 100;
  if (isJoinedFigure(of)) return row.joined[of]?.figure ?? null;
  return of === 'day' ? row.day : row.number;
}

const valueOf = (row: VisibleRow, field: Field): Value =>
  'dimension' in field ? keyOf(row, field.dimension) : contribution(row, field.row);

const BAND_NAMES = BANDS.map(({ value }) => value);

/** Values by their order, bands by theirs; those that are missing come last in both directions. */
function compared(one: Value, other: Value, field: Field, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const [left, right] =
    nameOf(field) === 'size' ? [BAND_NAMES.indexOf(one as string), BAND_NAMES.indexOf(other as string)] : [one, other];
  const direction = left < right ? -1 : Number(left > right);
  return descending ? -direction : direction;
}

/** Exact decimals as numbers. */
export const comparableRow = (row: readonly Cell[]): Value[] =>
  row.map((cell) => (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell));

/** The rows of the page, and the number of rows on all pages. */
export function evaluateList(warehouse: GeneratedWarehouse, list: FittingList): { rows: Value[][]; count: number } {
  const { filter, above, columns, order } = list;
  const isAbove = (row: VisibleRow) => {
    const value = above && valueOf(row, above.field);
    return above === null || (value !== null && Number(value) > above.bound);
  };
  const rows = visibleRows(warehouse, warehouse.facts[list.fact]!).filter(
    (row) => (filter === null || passes(row, filter)) && isAbove(row),
  );
  const sorted = rows.toSorted((one, other) => {
    for (const { field, descending } of [...order, ...columns.map((field) => ({ field, descending: false }))]) {
      const place = compared(valueOf(one, field), valueOf(other, field), field, descending);
      if (place !== 0) return place;
    }
    return 0;
  });
  const cells = sorted.map((row) => columns.map((field) => valueOf(row, field)));
  const shown = list.distinct ? [...new Map(cells.map((row) => [JSON.stringify(row), row])).values()] : cells;
  return {
    rows: shown.slice(list.offset, list.offset + list.limit).map(comparableRow),
    count: shown.length,
  };
}
