import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../expression/quote.ts';

/** One of the files of a table: its rows as SQL, and their columns. */
export interface TableRows {
  file: string;
  sql: string;
  columns: readonly string[];
}

const columnOf = ({ columns }: TableRows, name: string) =>
  columns.find((column) => column.toLowerCase() === name.toLowerCase());

/**
 * Rejects files of a table that have rows of the same key on the same date, such as a cycle that was delivered twice:
 * each of its figures would count twice. Throws an `Error` that names two such files. Where a file itself has several
 * rows of a key and date, such as bookings, these identify no row.
 */
export async function rejectRepeatedRows(
  connection: DuckDBConnection,
  table: string,
  files: readonly TableRows[],
  { key, date }: { key: string; date: string },
): Promise<void> {
  const rows = files.flatMap((item, place) => {
    const [own, day] = [columnOf(item, key), columnOf(item, date)];
    if (own === undefined || day === undefined) return [];
    return [
      `SELECT ${place} AS file, CAST(${quoteIdentifier(own)} AS VARCHAR) AS key, TRY_CAST(${quoteIdentifier(day)} AS DATE) AS day FROM ${item.sql}`,
    ];
  });
  if (rows.length < 2) return;
  const found = await connection.runAndReadAll(`
    WITH keys AS (
      SELECT key, day, COUNT(*) AS rows, COUNT(DISTINCT file) AS files, MIN(file) AS one, MAX(file) AS other
      FROM (${rows.join(' UNION ALL ')}) WHERE key IS NOT NULL AND day IS NOT NULL GROUP BY key, day
    )
    SELECT one, other, COUNT(*), MIN(day), MIN_BY(key, day) FROM keys
    WHERE files > 1 AND NOT EXISTS (SELECT 1 FROM keys WHERE rows > files)
    GROUP BY one, other ORDER BY one, other LIMIT 1`);
  const [repeated] = found.getRowsJson() as [number, number, string, string, string][];
  if (!repeated) return;
  const [one, other, count, day, example] = repeated;
  const names = `${files[one]!.file} and ${files[other]!.file}`;
  throw new Error(
    `${names} both have rows of ${table} with the same ${key} and ${date}: ${count} of them, such as ${example} on ${day}. They would count twice. Leave one of the files out, or remove these rows from it.`,
  );
}
