import type { Cell, QueryResult } from '@rise/contract';
import type { ListChoice } from '../list.state.ts';

const NUMBERS = new Set(['integer', 'decimal', 'number']);

/** A page of a stored list, in the order that the reader chose; values that are missing come last. */
export function frozenPage(all: QueryResult, { sort, page = 1 }: ListChoice, pageSize: number): QueryResult {
  const at = all.columns.findIndex(({ name }) => name === sort?.id);
  const rows = sort && at >= 0 ? sorted(all, at, sort.direction === 'desc' ? -1 : 1) : all.rows;
  const first = (page - 1) * pageSize;
  return { ...all, rows: rows.slice(first, first + pageSize), count: all.rows.length };
}

function sorted({ columns, rows }: QueryResult, at: number, sign: 1 | -1): QueryResult['rows'] {
  const isNumber = NUMBERS.has(columns[at]!.type);
  const compare = (a: Cell, b: Cell): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (isNumber ? Number(a) - Number(b) : String(a) < String(b) ? -1 : Number(String(a) > String(b)));
  };
  return rows.toSorted((one, other) => compare(one[at] ?? null, other[at] ?? null));
}
