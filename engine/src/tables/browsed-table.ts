import { basename } from 'node:path';
import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { ValueType } from '../expression/tree.ts';
import type { PhysicalTables, SecuredTable } from '../sql-validator/secured-tables.ts';
import type { WarehouseVersion } from '../warehouses/warehouses.ts';

/** A column of a table, as a reader browses it. */
export interface BrowsedColumn {
  name: string;
  /** As the warehouse calls its type. */
  native: string;
  type: ValueType;
  masked: boolean;
}

/** A table of a version as one reader browses it. */
export interface BrowsedTable {
  name: string;
  columns: BrowsedColumn[];
  /** Names of the row rules that apply. */
  rules: string[];
  /** Rows of the whole table; null where they are unknown. */
  rows: number | null;
  /** Identifies its content: versions that share all rows of a table share this. Null in a server. */
  content: string | null;
  secured: SecuredTable;
}

/** Where a row is in a version's files: names that no table of ours can have. */
export const POSITION = ['rise segment', 'rise row'] as const;

type FileSegments = { file: string; segments: readonly { file: string; as: string; schema: string }[] };

/** A table's segments in a version's files; one that was loaded before there were any is a table of its own file. */
function segmentsOf(version: Extract<WarehouseVersion, { file: string }>, table: string): FileSegments {
  const found = Object.entries(version.segments ?? {}).find(([name]) => name.toLowerCase() === table.toLowerCase());
  const file = basename(version.file);
  return { file, segments: found?.[1] ?? [{ file, as: '', schema: 'main' }] };
}

export function contentOf(version: WarehouseVersion, table: string): string | null {
  if (!('file' in version)) return null;
  const { segments } = segmentsOf(version, table);
  return segments.map(({ as, schema, file }) => (as === '' ? file : `${as}.${schema}`)).join(' ');
}

/**
 * The rows of a table in a version's files with their positions, which order rows that are otherwise equal: a view over
 * several segments has none of its own.
 */
function positionedRows(
  version: Extract<WarehouseVersion, { file: string }>,
  table: string,
  columns: readonly { name: string; native: string }[],
): Sql {
  const { file, segments } = segmentsOf(version, table);
  const [segment, row] = POSITION;
  const selects = segments.map((part, place) => {
    const from = part.file === file ? sql.id(part.schema, table) : sql.id(part.as, part.schema, table);
    return sql`SELECT ${sql.lit(place)} AS ${sql.id(segment)}, rowid AS ${sql.id(row)}, * FROM ${from}`;
  });
  if (selects.length === 1) return sql`(${selects[0]!})`;
  // Segments differ in columns and types; the version's view has those of all.
  const shown = columns.map(({ name, native }) => sql`CAST(${sql.id(name)} AS ${sql.raw(native)}) AS ${sql.id(name)}`);
  return sql`(SELECT ${sql.join([...POSITION.map((name) => sql.id(name)), ...shown])} FROM (${sql.join(selects, sql.raw(' UNION ALL BY NAME '))}))`;
}

/** All columns of a version's tables, those that separate tenants included. */
export type NativeColumns = ReadonlyMap<string, readonly { name: string; native: string }[]>;

/** A table's rows and columns for the reader, as a relation. `positioned`: with their positions. */
export function relationOf(
  { name, secured }: BrowsedTable,
  {
    dialect,
    version,
    columns,
    positioned,
  }: {
    dialect: Dialect;
    version: WarehouseVersion;
    columns: NativeColumns;
    positioned: boolean;
  },
): Sql {
  const withPositions = positioned && 'file' in version;
  const ground: PhysicalTables = {
    dialect,
    table: (table) =>
      withPositions && table === name ? positionedRows(version, table, columns.get(table) ?? []) : sql.id(table),
    // Conditions here are ours: comparisons that cannot fail on a row, hidden or not.
    fence: () => sql.raw(''),
  };
  return sql`(${secured.select(ground, withPositions ? POSITION : [])})`;
}
