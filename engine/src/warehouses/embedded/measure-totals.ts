import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../expression/quote.ts';
import type { TableTotals } from './messages.ts';
import type { FileColumn } from './united-columns.ts';
import { isNumber, isTime } from './united-columns.ts';

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

/** The sum of each numeric column, and the first and last value of each with dates or times. */
export async function measureTotals(
  connection: DuckDBConnection,
  relation: string,
  columns: readonly FileColumn[],
): Promise<TableTotals> {
  const totals: TableTotals = { sums: {}, ranges: {} };
  const measured = columns.filter(({ type }) => isNumber(type) || isTime(type));
  for (let start = 0; start < measured.length; start += COLUMNS_AT_ONCE) {
    const part = measured.slice(start, start + COLUMNS_AT_ONCE);
    const found = await readTotals(connection, relation, part, (value) => `SUM(${value})`)
      // A sum of long numbers may have more digits than there are.
      .catch(() => readTotals(connection, relation, part, (value) => `SUM(CAST(${value} AS DOUBLE))`));
    for (const [place, { name, type }] of part.entries()) {
      const [first, last] = found.slice(place * 2, place * 2 + 2);
      if (typeof first !== 'string') continue;
      if (isTime(type)) totals.ranges[name] = [first, last!];
      else totals.sums[name] = first;
    }
  }
  return totals;
}
