import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../expression/quote.ts';
import type { Coverage } from '../../model/coverage.ts';

/** What was delivered at once: rows as SQL, or the days that they have if these are known, and their columns. */
export type DeliveredFile = { columns: readonly string[] } & ({ sql: string } | { days: readonly string[] | null });

/** Data with more dates, such as transactions, is no periodic snapshot: its dates are not stored. */
export const MAX_DATES = 1000;

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The days in a column of the rows, ascending; null where they lack the column. */
async function daysIn(
  connection: DuckDBConnection,
  delivered: DeliveredFile,
  dateColumn: string,
): Promise<readonly string[] | null> {
  const { columns } = delivered;
  if ('days' in delivered) return delivered.days;
  const column = columns.find((name) => sameName(name, dateColumn));
  if (column === undefined) return null;
  const day = `TRY_CAST(${quoteIdentifier(column)} AS DATE)`;
  const found = await connection.runAndReadAll(
    `SELECT DISTINCT CAST(${day} AS VARCHAR) FROM ${delivered.sql} WHERE ${day} IS NOT NULL ORDER BY 1 LIMIT ${MAX_DATES + 1}`,
  );
  return found.getRowsJson().map((row) => String(row[0]));
}

/** Measures for which snapshot dates each column was delivered. `asOf`: their column, and the tables that have all of them. */
export async function measureCoverage(
  connection: DuckDBConnection,
  tables: readonly { table: string; delivered: readonly DeliveredFile[] }[],
  asOf: { tables: readonly string[]; column: string } | null,
): Promise<Coverage> {
  const measured: { table: string; columns: readonly string[]; days: readonly string[] | null }[] = [];
  for (const { table, delivered } of tables)
    for (const file of delivered)
      measured.push({ table, columns: file.columns, days: asOf && (await daysIn(connection, file, asOf.column)) });
  const ofDates = measured.filter(({ table }) => asOf?.tables.some((name) => sameName(name, table)));
  const all = [...new Set(ofDates.flatMap(({ days }) => days ?? []))].toSorted();
  const dates = all.length > MAX_DATES ? [] : all;
  const result: Record<string, Record<string, number[] | null>> = {};
  for (const { table, columns, days } of measured) {
    const known = (result[table.toLowerCase()] ??= {});
    const places = dates.length === 0 || days === null ? null : days.map((day) => dates.indexOf(day));
    for (const column of columns.map((name) => name.toLowerCase())) {
      const before = known[column];
      if (places === null || before === null) known[column] = null;
      else
        known[column] = [...new Set([...(before ?? []), ...places.filter((place) => place >= 0)])].toSorted(
          (a, b) => a - b,
        );
    }
  }
  return { dateColumn: asOf && asOf.column.toLowerCase(), dates, tables: result };
}

/** The coverage of a version that adds a load to the versions before. `replaced`: tables of which nothing of before is left. */
export function uniteCoverage(before: Coverage, loaded: Coverage, replaced: ReadonlySet<string>): Coverage {
  const dateColumn = loaded.dateColumn ?? before.dateColumn;
  const known = [before, loaded].filter((coverage) => coverage.dateColumn === dateColumn);
  const dates = [...new Set(known.flatMap((coverage) => coverage.dates))].toSorted();
  const tables: Record<string, Record<string, number[] | null>> = {};
  for (const coverage of [before, loaded])
    for (const [table, columns] of Object.entries(coverage.tables)) {
      if (coverage === before && replaced.has(table)) continue;
      const united = (tables[table] ??= {});
      for (const [column, places] of Object.entries(columns)) {
        const there = places?.map((place) => dates.indexOf(coverage.dates[place]!)) ?? null;
        const earlier = united[column];
        united[column] =
          there === null || earlier === null || !known.includes(coverage)
            ? null
            : [...new Set([...(earlier ?? []), ...there])].toSorted((a, b) => a - b);
      }
    }
  return { dateColumn, dates, tables };
}
