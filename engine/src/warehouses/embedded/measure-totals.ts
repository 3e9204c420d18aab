import type { DuckDBConnection } from '@duckdb/node-api';
import { isOverflow } from '../engine-faults.ts';
import { quoteIdentifier } from '../../expression/quote.ts';
import type { TableTotals } from './messages.ts';
import type { FileColumn } from './united-columns.ts';
import { isNumber, isTime, isWhole } from './united-columns.ts';
import { isCalledIdentifier } from '../../profiles/column-words.ts';

/** Keeps a statement short; a table has up to 5,000 columns. */
const COLUMNS_AT_ONCE = 200;

async function readTotals(
  connection: DuckDBConnection,
  relation: string,
  columns: readonly FileColumn[],
  sumOf: (value: string) => string,
): Promise<(string | null)[]> {
  const values = columns.map(({ name, type }) => {
    const value = quoteIdentifier(name);
    return isTime(type)
      ? `CAST(MIN(${value}) AS VARCHAR), CAST(MAX(${value}) AS VARCHAR)`
      : `CAST(${sumOf(value)} AS VARCHAR), NULL`;
  });
  const found = await connection.runAndReadAll(`SELECT ${values.join(', ')} FROM ${relation}`);
  return found.getRowsJson()[0]! as (string | null)[];
}

/** Fewer rows are numbered by chance, too. */
const MIN_NUMBERED = 20;

/**
 * Columns that number the rows: each has another whole number, with hardly a gap. Amounts may all differ, too, but are
 * further apart.
 */
async function numberingColumns(
  connection: DuckDBConnection,
  relation: string,
  { columns, rows }: { columns: readonly FileColumn[]; rows: number },
): Promise<ReadonlySet<string>> {
  const test = async (names: readonly string[], conditionOn: (value: string) => string) => {
    if (names.length === 0) return [];
    const conditions = names.map((name) => conditionOn(quoteIdentifier(name)));
    const found = await connection.runAndReadAll(`SELECT ${conditions.join(', ')} FROM ${relation}`);
    const [passes] = found.getRowsJson();
    return names.filter((_, place) => passes![place] === true);
  };
  if (rows <= MIN_NUMBERED) return new Set();
  const whole = columns.filter(({ type }) => isWhole(type)).map(({ name }) => name);
  // Least and greatest values are read faster than different ones are counted, and few columns are left after them.
  const dense = await test(whole, (value) => {
    const span = `CAST(MAX(${value}) AS DOUBLE) - CAST(MIN(${value}) AS DOUBLE)`;
    return `COUNT(${value}) = ${rows} AND ${span} BETWEEN ${rows * 0.9 - 1} AND ${rows * 1.2}`;
  });
  return new Set(await test(dense, (value) => `APPROX_COUNT_DISTINCT(${value}) > ${rows * 0.9}`));
}

interface MeasuredTable {
  columns: readonly FileColumn[];
  rows: number;
  /** Columns that are known as identifiers or codes, in lower case. */
  identifiers: ReadonlySet<string>;
}

/**
 * The sum of each numeric column, and the first and last value of each with dates or times. Nobody compares sums of
 * identifiers: known ones, those that are called so, and those that number the rows have none.
 */
export async function measureTotals(
  connection: DuckDBConnection,
  relation: string,
  { columns, rows, identifiers }: MeasuredTable,
): Promise<TableTotals> {
  const totals: TableTotals = { sums: {}, ranges: {} };
  const isSummed = ({ name, type }: FileColumn) =>
    isNumber(type) && !identifiers.has(name.toLowerCase()) && !isCalledIdentifier(name);
  const candidates = columns.filter((column) => isSummed(column) || isTime(column.type));
  for (let start = 0; start < candidates.length; start += COLUMNS_AT_ONCE) {
    const some = candidates.slice(start, start + COLUMNS_AT_ONCE);
    const numbering = await numberingColumns(connection, relation, { columns: some, rows });
    const part = some.filter(({ name }) => !numbering.has(name));
    if (part.length === 0) continue;
    const found = await readTotals(connection, relation, part, (value) => `SUM(${value})`)
      // A sum of long numbers may have more digits than there are.
      .catch((error: unknown) => {
        if (!(error instanceof Error) || !isOverflow(error.message)) throw error;
        return readTotals(connection, relation, part, (value) => `SUM(CAST(${value} AS DOUBLE))`);
      });
    for (const [place, { name, type }] of part.entries()) {
      const [first, last] = found.slice(place * 2, place * 2 + 2);
      if (typeof first !== 'string') continue;
      if (isTime(type)) totals.ranges[name] = [first, last!];
      else totals.sums[name] = first;
    }
  }
  return totals;
}
