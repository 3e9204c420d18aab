import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../expression/quote.ts';
import type { MergeMode } from './messages.ts';
import { remainingSegments } from './segments.ts';
import type { Segment } from './segments.ts';
import { uniteColumns } from './united-columns.ts';
import type { FileColumn } from './united-columns.ts';

/** Rows of a table as a relation in SQL, with their columns. */
export interface Rows {
  /** What messages call it. */
  file: string;
  sql: string;
  columns: readonly FileColumn[];
}

const INCOMING = 'temp.main."incoming rows"';

export async function columnsOf(connection: DuckDBConnection, relation: string): Promise<FileColumn[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${relation}`);
  return described.getRowsJson().map((row) => ({ name: String(row[0]), type: String(row[1]) }));
}

export async function countOf(connection: DuckDBConnection, relation: string): Promise<number> {
  const counted = await connection.runAndReadAll(`SELECT COUNT(*) FROM ${relation}`);
  return Number(counted.getRowsJson()[0]![0]);
}

/** A segment's rows. Those of the database that is being built have no catalog yet by which others know them. */
export async function rowsOfSegment(
  connection: DuckDBConnection,
  table: string,
  { as, schema }: Segment,
  own: string,
): Promise<Rows> {
  const catalog = as === own ? '' : `${quoteIdentifier(as)}.`;
  const sql = `${catalog}${schema}.${quoteIdentifier(table)}`;
  return {
    file: as === own ? 'the new rows' : 'the rows loaded before',
    sql,
    columns: await columnsOf(connection, sql),
  };
}

/** All rows as one relation whose columns are united by name; null where some lack one. */
export function unionOf(table: string, all: readonly (Rows & { where?: string })[]): string {
  const united = uniteColumns(table, all);
  const selects = all.map(({ sql, columns, where }, place) => {
    const values = united.map(({ name, type, spelled }) => {
      const own = columns.find((column) => column.name === spelled[place]);
      if (!own) return `CAST(NULL AS ${type}) AS ${quoteIdentifier(name)}`;
      // Without need for a cast there is none: it would keep the engine from skipping blocks by their least and
      // greatest values.
      const value = quoteIdentifier(own.name);
      return own.type === type
        ? `${value} AS ${quoteIdentifier(name)}`
        : `CAST(${value} AS ${type}) AS ${quoteIdentifier(name)}`;
    });
    return `SELECT ${values.join(', ')} FROM ${sql}${where === undefined ? '' : ` WHERE ${where}`}`;
  });
  return selects.join('\nUNION ALL\n');
}

/** A view over a table's segments, in the database that is being built. */
export async function createView(
  connection: DuckDBConnection,
  table: string,
  segments: readonly Segment[],
  own: string,
): Promise<void> {
  const rows: Rows[] = [];
  for (const segment of segments) rows.push(await rowsOfSegment(connection, table, segment, own));
  await connection.run(`CREATE VIEW main.${quoteIdentifier(table)} AS ${unionOf(table, rows)}`);
}

/** What identifies rows that replace others. Throws an `Error` for a column that the rows lack. */
function identityOf(mode: Exclude<MergeMode, 'append'>, table: string, { columns }: Rows): string[] {
  const names = 'upsert' in mode ? mode.upsert : [mode.days];
  return names.map((name) => {
    const found = columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
    if (!found)
      throw new Error(`The rows for ${table} have no column '${name}', by which they replace others. Choose another.`);
    return 'upsert' in mode ? quoteIdentifier(found.name) : `CAST(${quoteIdentifier(found.name)} AS DATE)`;
  });
}

/** Throws an `Error` for a key that occurs twice among new rows, since one of them would be lost. */
async function rejectRepeatedKey(connection: DuckDBConnection, table: string, key: readonly string[]): Promise<void> {
  const list = key.join(', ');
  const found = await connection.runAndReadAll(
    `SELECT ${key.map((column) => `CAST(${column} AS VARCHAR)`).join(" || ', ' || ")}, COUNT(*) FROM ${INCOMING}
     WHERE ${key.map((column) => `${column} IS NOT NULL`).join(' AND ')}
     GROUP BY ${list} HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC, 1 LIMIT 1`,
  );
  const [first] = found.getRowsJson();
  if (!first) return;
  throw new Error(
    `The key (${list.replaceAll('"', '')}) of ${table} is not unique in the new rows: ${String(first[0])} occurs ${String(first[1])} times. Choose the columns that identify a row, or append the rows.`,
  );
}

interface Split {
  /** Segments that stay as they are. */
  unchanged: Segment[];
  /** Rows of the others that stay, too. */
  rewritten: (Rows & { where?: string })[];
}

/** A segment stays as it is if none of its rows is replaced. */
async function splitByIdentity(
  connection: DuckDBConnection,
  { table, mode, incoming, before, own }: Merge & { mode: Exclude<MergeMode, 'append'> },
): Promise<Split> {
  const identity = identityOf(mode, table, incoming);
  if ('upsert' in mode) await rejectRepeatedKey(connection, table, identity);
  const split: Split = { unchanged: [], rewritten: [] };
  for (const segment of before) {
    const rows = await rowsOfSegment(connection, table, segment, own);
    const theirs = identityOf(mode, table, rows);
    const same = theirs.map((value, place) => `${scoped(value, 'old')} = ${scoped(identity[place]!, 'new')}`);
    const replaced = `EXISTS (SELECT 1 FROM ${INCOMING} AS new WHERE ${same.join(' AND ')})`;
    const sql = `${rows.sql} AS old`;
    if ((await countOf(connection, `${sql} WHERE ${replaced}`)) === 0) split.unchanged.push(segment);
    else split.rewritten.push({ ...rows, sql, where: `NOT ${replaced}` });
  }
  return split;
}

const scoped = (value: string, table: string) => value.replace(/"/, `${table}."`);

export interface Merge {
  table: string;
  mode: MergeMode;
  incoming: Rows;
  /** `ORDER BY …`, or empty: in the order of the source. */
  order: string;
  before: readonly Segment[];
  /** Name and catalog name of the file that is being built. */
  file: string;
  own: string;
}

/**
 * Adds rows to a table of the versions before, or replaces some of theirs, in the database that is being built: the
 * segments that do not change are shared. Returns the table's segments. Throws an `Error` where columns or keys do not
 * allow it.
 */
export async function mergeRows(connection: DuckDBConnection, merge: Merge): Promise<Segment[]> {
  const { table, mode, incoming, order, before, file, own } = merge;
  const earlier: Rows[] = [];
  for (const segment of before) earlier.push(await rowsOfSegment(connection, table, segment, own));
  // Before the rows are read, which may take long: throws where the types do not fit.
  uniteColumns(table, [...earlier, incoming]);
  let split: Split;
  let added = incoming;
  if (mode === 'append') {
    const unchanged = remainingSegments(before);
    split = { unchanged, rewritten: earlier.filter((_, place) => !unchanged.includes(before[place]!)) };
  } else {
    // Once, since the source may be slow or may not give its rows twice.
    await connection.run(`CREATE TEMP TABLE "incoming rows" AS SELECT * FROM ${incoming.sql}`);
    added = { ...incoming, sql: INCOMING };
    split = await splitByIdentity(connection, { ...merge, mode });
  }
  const schema = split.unchanged.length === 0 ? 'main' : 'part';
  if (schema === 'part') await connection.run('CREATE SCHEMA IF NOT EXISTS part');
  const target = `${schema}.${quoteIdentifier(table)}`;
  await connection.run(
    `CREATE TABLE ${target} AS SELECT * FROM (${unionOf(table, [...split.rewritten, added])}) ${order}`,
  );
  if (mode !== 'append') await connection.run(`DROP TABLE ${INCOMING}`);
  return [...split.unchanged, { file, as: own, schema, rows: await countOf(connection, target) }];
}
