import type { Cell, QueryResult, ResultColumn } from '../query/result.ts';

/** A figure's place in a sentence about a result: row and column, both counted from 1. */
const PLACE = /\{\{\s*r(\d{1,3})\.c(\d{1,2})\s*\}\}/g;

type Table = Pick<QueryResult, 'columns' | 'rows'>;

/** The columns that people read, each with its position in a row: `c1` is the first. */
export const placedColumns = ({ columns }: Pick<QueryResult, 'columns'>): { column: ResultColumn; at: number }[] =>
  columns.flatMap((column, at) => (column.role === 'level' ? [] : [{ column, at }]));

/** The first place that the result has nothing at; null where there is none. */
export function missingPlace(sentence: string, result: Table): string | null {
  const columns = placedColumns(result).length;
  for (const [place, row, column] of sentence.matchAll(PLACE)) {
    const isThere =
      Number(row) >= 1 && Number(row) <= result.rows.length && Number(column) >= 1 && Number(column) <= columns;
    if (!isThere) return place;
  }
  return null;
}

/** The sentence without its places. */
export const withoutPlaces = (sentence: string): string => sentence.replaceAll(PLACE, '');

/** The sentence with its figures; null where the result has nothing at one of its places. */
export function placeFigures(
  sentence: string,
  result: Table,
  write: (value: Cell, column: ResultColumn) => string,
): string | null {
  if (missingPlace(sentence, result) !== null) return null;
  const columns = placedColumns(result);
  return sentence.replaceAll(PLACE, (_, row: string, at: string) => {
    const { column, at: position } = columns[Number(at) - 1]!;
    return write(result.rows[Number(row) - 1]?.[position] ?? null, column);
  });
}
