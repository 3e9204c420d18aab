import type { TableFilter, TableSort } from '@rise/contract';
import { type SearchParams, stringifySearch } from '@rise/ui/search-params';

export const PAGE_SIZES = [100, 250, 500, 1000] as const;

/** State of the data view, as stored in the address. */
export interface DataViewState {
  /** The open table; null: none is chosen. */
  table: string | null;
  /** Search over the rows, and in the list of tables. */
  search: string;
  find: string;
  filters: readonly TableFilter[];
  sort: readonly TableSort[];
  /** Columns that are shown, in order; null: all. */
  columns: readonly string[] | null;
  pinned: readonly string[];
  /** From 1. */
  page: number;
  size: number;
  /** The column whose profile is open. */
  column: string | null;
  /** The open row, by its place in the page, from 0. */
  row: number | null;
}

const MAX_TEXT = 300;
const MAX_FILTERS = 8000;
const short = (text: string | undefined) => (text ?? '').slice(0, MAX_TEXT);

/** Names are separated by commas, which are encoded inside of them. */
const writeNames = (names: readonly string[]) => names.map((name) => encodeURIComponent(name)).join(',');

function readNames(text: string | undefined): string[] {
  if (!text) return [];
  try {
    return text.split(',').map(decodeURIComponent);
  } catch {
    return [];
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNothing = (value: unknown) => value === undefined || isText(value);

function isFilter(value: unknown): value is TableFilter {
  if (typeof value !== 'object' || value === null || !('column' in value) || !('is' in value)) return false;
  if (!isText(value.column)) return false;
  const { values, text, from, to, below } = value as Record<string, unknown>;
  switch (value.is) {
    case 'in':
    case 'not-in':
      return Array.isArray(values) && values.length > 0 && values.every((item) => item === null || isText(item));
    case 'contains':
    case 'starts':
      return isText(text) && text !== '';
    case 'range':
      return [from, to, below].every(isTextOrNothing);
    case 'null':
    case 'not-null':
    case 'empty':
    case 'blank':
    case 'padded':
      return true;
    default:
      return false;
  }
}

/** Filters as a list of JSON; those that are none are left out, as of an address that was cut. */
function readFilters(text: string | undefined): TableFilter[] {
  if (!text || text.length > MAX_FILTERS) return [];
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.filter(isFilter).slice(0, 50) : [];
  } catch {
    return [];
  }
}

const readSort = (text: string | undefined): TableSort[] =>
  readNames(text).map((name) =>
    name.startsWith('-')
      ? { column: name.slice(1), direction: 'desc' }
      : { column: name.replace(/^\+/, ''), direction: 'asc' },
  );

const writeSort = (sort: readonly TableSort[]) =>
  writeNames(sort.map(({ column, direction }) => `${direction === 'desc' ? '-' : '+'}${column}`));

export function readDataView(params: SearchParams): DataViewState {
  const page = /^\d{1,8}$/.test(params.page ?? '') ? Number(params.page) : 1;
  const columns = readNames(params.columns);
  return {
    table: short(params.table) || null,
    search: short(params.q),
    find: short(params.find),
    filters: readFilters(params.filters),
    sort: readSort(params.sort).slice(0, 8),
    columns: columns.length > 0 ? columns : null,
    pinned: readNames(params.pinned),
    page: Math.max(page, 1),
    size: PAGE_SIZES.find((size) => String(size) === params.size) ?? PAGE_SIZES[0],
    column: short(params.column) || null,
    row: /^\d{1,4}$/.test(params.row ?? '') ? Number(params.row) : null,
  };
}

/** Writes a state as parameters of the address; defaults are omitted. */
export function writeDataView(state: DataViewState): Record<string, string> {
  const { table, search, find, filters, sort, columns, pinned, page, size, column, row } = state;
  return {
    ...(table !== null && { table }),
    ...(search !== '' && { q: search }),
    ...(find !== '' && { find }),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(sort.length > 0 && { sort: writeSort(sort) }),
    ...(columns !== null && { columns: writeNames(columns) }),
    ...(pinned.length > 0 && { pinned: writeNames(pinned) }),
    ...(page > 1 && { page: String(page) }),
    ...(size !== PAGE_SIZES[0] && { size: String(size) }),
    ...(column !== null && { column }),
    ...(row !== null && { row: String(row) }),
  };
}

/** A table as it opens; what was chosen in another one does not apply. */
export const openTable = (table: string | null, find = ''): DataViewState => ({
  ...readDataView({}),
  table,
  find,
});

/** What changes the rows goes back to the first page, and closes the open row. */
export const withRows = (
  state: DataViewState,
  change: Partial<Pick<DataViewState, 'filters' | 'search' | 'sort' | 'size'>>,
): DataViewState => ({ ...state, ...change, page: 1, row: null });

/** Sorts by a column, then in the other direction, then not; `also`: beside the columns it is sorted by. */
export function toggleSort(sort: readonly TableSort[], column: string, also: boolean): TableSort[] {
  const own = sort.find((item) => item.column === column);
  const others = also ? sort.filter((item) => item.column !== column) : [];
  if (!own) return [...others, { column, direction: 'asc' }];
  return own.direction === 'asc' ? [...others, { column, direction: 'desc' }] : others;
}

/** Adds a filter in place of the same column's of the same kind. */
export const withFilter = (filters: readonly TableFilter[], filter: TableFilter): TableFilter[] => [
  ...filters.filter((item) => item.column !== filter.column || item.is !== filter.is),
  filter,
];

export const addressOf = (state: DataViewState): string =>
  `/warehouse-data-view${stringifySearch(writeDataView(state))}`;
