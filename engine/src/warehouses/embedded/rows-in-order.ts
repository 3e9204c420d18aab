import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import { ROW_GROUP_ROWS } from './open-database.ts';

/** Rows that say whether the others are likely to be in order, too. */
const FIRST_ROWS = 20_000;
const UNSORTED = 'temp.main."unsorted rows"';

/** Whether no row of a relation has a key below that of the row before. */
async function isInOrder(connection: DuckDBConnection, relation: string, keys: readonly string[]): Promise<boolean> {
  // Compared as ORDER BY compares, with the next column where the first are equal, and null above all.
  const key = `{${keys.map((name, place) => `k${place}: ${quoteIdentifier(name)}`).join(', ')}}`;
  const found = await connection.runAndReadAll(
    `SELECT 1 FROM (SELECT ${key} AS key, lag(${key}) OVER () AS earlier FROM ${relation}) WHERE key < earlier LIMIT 1`,
  );
  return found.currentRowCount === 0;
}

/** How many more blocks than full ones would do are few. */
const FEW_MORE = 1.25;

/**
 * Whether most of a table's blocks are full. They are not where each part of a file that is read at once has some rows
 * more than a block; such blocks would be written again when the file is completed, which takes twice the room.
 */
async function isPacked(connection: DuckDBConnection, table: string): Promise<boolean> {
  const found = await connection.runAndReadAll(
    `SELECT (SELECT COUNT(DISTINCT row_group_id) FROM pragma_storage_info(${quoteText(table)}) WHERE column_id = 0), (SELECT COUNT(*) FROM ${table})`,
  );
  const [blocks, rows] = found.getRowsJson()[0]!.map(Number);
  return blocks! <= Math.ceil(rows! / ROW_GROUP_ROWS) * FEW_MORE + 1;
}

/** Whether rows begin in the order of their keys, as those of most exports do. */
export async function beginInOrder(
  connection: DuckDBConnection,
  rows: string,
  keys: readonly string[],
): Promise<boolean> {
  const selected = keys.map(quoteIdentifier).join(', ');
  // The load reports what is wrong with rows.
  return isInOrder(connection, `(SELECT ${selected} FROM ${rows} LIMIT ${FIRST_ROWS})`, keys).catch(() => false);
}

/** Sorts a table that was filled with rows as they came, unless it is as if it had been sorted. */
export async function sortUnlessInOrder(
  connection: DuckDBConnection,
  table: string,
  { keys, order }: { keys: readonly string[]; order: string },
): Promise<void> {
  if ((await isInOrder(connection, table, keys)) && (await isPacked(connection, table))) return;
  await connection.run(`CREATE TEMP TABLE ${UNSORTED} AS SELECT * FROM ${table}`);
  await connection.run(`DROP TABLE ${table}`);
  // Only then is the room of its rows used again.
  await connection.run('CHECKPOINT');
  await connection.run(`CREATE TABLE ${table} AS SELECT * FROM ${UNSORTED} ${order}`);
  await connection.run(`DROP TABLE ${UNSORTED}`);
}
