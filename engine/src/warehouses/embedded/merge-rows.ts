import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../expression/quote.ts';
import type { MergeMode } from './messages.ts';
import { beginInOrder, sortUnlessInOrder } from './rows-in-order.ts';
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

type Filtered = Rows & { where?: string };

/** By relation, its rows with the columns of all, united by name; null where they lack one. */
function unitedSelects(table: string, all: readonly Filtered[]): string[] {
  const united = uniteColumns(table, all);
  return all.map(({ sql, columns, where }, place) => {
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
}

const unionAll = (selects: readonly string[]) => selects.join('\nUNION ALL\n');

/** All rows as one relation whose columns are united by name; null where some lack one. */
export function unionOf(table: string, all: readonly Filtered[]): string {
  return unionAll(unitedSelects(table, all));
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

interface Rewritten extends Rows {
  where?: string;
  /** Of the segment, with those that are replaced. */
  rows: number;
}

interface Split {
  /** Segments that stay as they are. */
  unchanged: Segment[];
  /** Rows of the others that stay, too. */
  rewritten: Rewritten[];
}

/** A segment stays as it is if none of its rows is replaced. */
async function splitByIdentity(
  connection: DuckDBConnection,
  { table, mode, incoming, before, own }: Merge & { mode: Exclude<MergeMode, 'append'> },
): Promise<Split> {
  const identity = identityOf(mode, table, incoming);
  if ('upsert' in mode) await rejectRepeatedKey(connection, table, identity);
  const unaffected: Segment[] = [];
  const rewritten: Rewritten[] = [];
  for (const segment of before) {
    const rows = await rowsOfSegment(connection, table, segment, own);
    const theirs = identityOf(mode, table, rows);
    const same = theirs.map((value, place) => `${scoped(value, 'old')} = ${scoped(identity[place]!, 'new')}`);
    const replaced = `EXISTS (SELECT 1 FROM ${INCOMING} AS new WHERE ${same.join(' AND ')})`;
    const sql = `${rows.sql} AS old`;
    if (await hasRows(connection, `${sql} WHERE ${replaced}`))
      rewritten.push({ ...rows, sql, where: `NOT ${replaced}`, rows: segment.rows });
    else unaffected.push(segment);
  }
  const unchanged = remainingSegments(unaffected);
  for (const segment of unaffected)
    if (!unchanged.includes(segment))
      rewritten.push({ ...(await rowsOfSegment(connection, table, segment, own)), rows: segment.rows });
  return { unchanged, rewritten };
}

async function hasRows(connection: DuckDBConnection, relation: string): Promise<boolean> {
  return (await connection.runAndReadAll(`SELECT 1 FROM ${relation} LIMIT 1`)).currentRowCount > 0;
}

const scoped = (value: string, table: string) => value.replace(/"/, `${table}."`);

/** Rows to be loaded. */
export interface Incoming extends Rows {
  /** A relation that begins with the first rows, in their order, and can be read in addition; null: there is none. */
  begin?: string | null;
  /** Called once they are in a table: removes from it what is not to be loaded. Returns the columns that it then has. */
  settle?(table: string): Promise<readonly FileColumn[]>;
}

/** By what rows are sorted. */
export interface RowOrder {
  /** `ORDER BY …`, or empty: in the order of the source. */
  sql: string;
  /** Its columns, without that of the tenant; null for all. */
  keys: readonly string[] | null;
}

export interface Merge {
  table: string;
  mode: MergeMode;
  incoming: Incoming;
  order: RowOrder;
  before: readonly Segment[];
  /** Column of the day of a row; null: none. */
  asOf: string | null;
  /** Name and catalog name of the file that is being built. */
  file: string;
  own: string;
}

/** Fewer rows than this share of a sorted segment are written behind it: sorting all again would take longer. */
const UNSORTED_SHARE = 0.25;

/** Fills a table with the remaining rows of rewritten segments, and with new ones. */
async function fillTable(
  connection: DuckDBConnection,
  target: string,
  { table, order, incoming }: Merge,
  { rewritten, added, addedRows }: { rewritten: readonly Rewritten[]; added: Rows; addedRows: number | null },
): Promise<void> {
  const selects = unitedSelects(table, [...rewritten, added]);
  const { keys, sql: sorted } = order;
  const begin = rewritten.length === 0 && added === incoming ? (incoming.begin ?? null) : null;
  if (begin !== null && keys !== null && keys.length > 0 && (await beginInOrder(connection, begin, keys))) {
    await connection.run(`CREATE TABLE ${target} AS ${selects[0]!}`);
    await sortUnlessInOrder(connection, target, { keys, order: sorted });
    return;
  }
  const largest = rewritten.reduce((most, { rows }, place) => (rows > (rewritten[most]?.rows ?? 0) ? place : most), 0);
  const others =
    rewritten.reduce((sum, { rows }) => sum + rows, addedRows ?? Infinity) - (rewritten[largest]?.rows ?? 0);
  if (others > (rewritten[largest]?.rows ?? 0) * UNSORTED_SHARE) {
    await connection.run(`CREATE TABLE ${target} AS SELECT * FROM (${unionAll(selects)}) ${sorted}`);
    return;
  }
  await connection.run(`CREATE TABLE ${target} AS ${selects[largest]!}`);
  const rest = selects.filter((_, place) => place !== largest);
  await connection.run(`INSERT INTO ${target} SELECT * FROM (${unionAll(rest)}) ${sorted}`);
}

/** The latest day in a table, 'YYYY-MM-DD'. */
async function latestDay(connection: DuckDBConnection, table: string, column: string): Promise<string | null> {
  const reader = await connection.runAndReadAll(
    `SELECT CAST(MAX(CAST(${quoteIdentifier(column)} AS DATE)) AS VARCHAR) FROM ${table}`,
  );
  return reader.getRowsJson()[0]![0] as string | null;
}

/** Removes what an attempt to merge rows has left. */
export async function dropTable(connection: DuckDBConnection, table: string): Promise<void> {
  await connection.run(`DROP TABLE IF EXISTS ${INCOMING}`);
  await connection.run(`DROP TABLE IF EXISTS main.${quoteIdentifier(table)}`);
  await connection.run('CREATE SCHEMA IF NOT EXISTS part');
  await connection.run(`DROP TABLE IF EXISTS part.${quoteIdentifier(table)}`);
}

export interface MergedRows {
  segments: Segment[];
  /** New rows. */
  added: number;
}

/**
 * Adds rows to a table of the versions before, or replaces some of theirs, in the database that is being built: the
 * segments that do not change are shared. Throws an `Error` where columns or keys do not allow it.
 */
export async function mergeRows(connection: DuckDBConnection, merge: Merge): Promise<MergedRows> {
  const { table, mode, incoming, before, asOf, file, own } = merge;
  const earlier: Rewritten[] = [];
  for (const segment of before)
    earlier.push({ ...(await rowsOfSegment(connection, table, segment, own)), rows: segment.rows });
  // Before the rows are read, which may take long: throws where the types do not fit.
  uniteColumns(table, [...earlier, incoming]);
  let split: Split;
  let added: Rows = incoming;
  let addedRows: number | null = null;
  if (mode === 'append') {
    const unchanged = remainingSegments(before);
    split = { unchanged, rewritten: earlier.filter((_, place) => !unchanged.includes(before[place]!)) };
  } else {
    // Once, since the source may be slow or may not give its rows twice.
    await connection.run(`CREATE TEMP TABLE "incoming rows" AS SELECT * FROM ${incoming.sql}`);
    added = { ...incoming, columns: (await incoming.settle?.(INCOMING)) ?? incoming.columns, sql: INCOMING };
    addedRows = await countOf(connection, INCOMING);
    split = await splitByIdentity(connection, { ...merge, mode, incoming: added });
  }
  const schema = split.unchanged.length === 0 ? 'main' : 'part';
  if (schema === 'part') await connection.run('CREATE SCHEMA IF NOT EXISTS part');
  const target = `${schema}.${quoteIdentifier(table)}`;
  await fillTable(connection, target, merge, { rewritten: split.rewritten, added, addedRows });
  if (mode === 'append') await incoming.settle?.(target);
  else await connection.run(`DROP TABLE ${INCOMING}`);
  const rows = await countOf(connection, target);
  const latest = asOf === null ? null : await latestDay(connection, target, asOf);
  return {
    segments: [...split.unchanged, { file, as: own, schema, rows, latest }],
    added: addedRows ?? rows - split.rewritten.reduce((sum, item) => sum + item.rows, 0),
  };
}
