import type { Socket } from 'node:net';
import { DatabaseError } from 'pg';
import type { FieldDef, PoolClient } from 'pg';
import type { ResultColumn } from '@rise/contract';
import { QueryTimeout, StatementFailed } from '../errors.ts';
import { encodeTextAnswers } from './encode-text.ts';
import type { HandStatement, RowsText } from './messages.ts';

type ColumnType = ResultColumn['type'];
type Cells = (string | null)[];

/** Bound of an answer, in bytes as they come from the server. */
const MOST_BYTES = 64 * 1024 * 1024;
/** How long a server may take to obey before its connection is given up. */
const GIVE_UP_AFTER_MS = 1000;
const CURSOR = 'DECLARE answer NO SCROLL CURSOR FOR ';
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * How a statement that somebody wrote finds the session, whatever the role or database sets: nothing of it can be found
 * but PostgreSQL's own functions, texts mean what the gate's parser took them for, values are written one way.
 */
export const handSettings = (deadlineMs: number): string =>
  [
    'search_path = pg_catalog, pg_temp',
    'standard_conforming_strings = on',
    'transform_null_equals = off',
    "DateStyle = 'ISO, MDY'",
    "IntervalStyle = 'postgres'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
    'client_min_messages = error',
    `lock_timeout = ${Math.min(deadlineMs, 5000)}`,
    `idle_in_transaction_session_timeout = ${deadlineMs + 60_000}`,
    "work_mem = '16MB'",
    'max_parallel_workers_per_gather = 2',
    'cursor_tuple_fraction = 1',
  ]
    .map((setting) => `; SET LOCAL ${setting}`)
    .join('');

const TYPES: Readonly<Record<number, ColumnType>> = {
  16: 'boolean',
  20: 'integer',
  21: 'integer',
  23: 'integer',
  700: 'number',
  701: 'number',
  1082: 'date',
  1114: 'timestamp',
  1184: 'timestamp',
  1700: 'decimal',
};
const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?(\+00)?$/;

/** What a column is told as: what its type cannot hold, such as a day before Christ, travels as text, all of it. */
function typeOf({ dataTypeID }: FieldDef, cells: Cells): ColumnType {
  const type = TYPES[dataTypeID] ?? 'string';
  const every = (holds: (text: string) => boolean) => cells.every((cell) => cell === null || holds(cell));
  if (type === 'integer') return every((text) => Number.isSafeInteger(Number(text))) ? type : 'decimal';
  if (type === 'date') return every((text) => DAY.test(text)) ? type : 'string';
  if (type === 'timestamp') return every((text) => TIME.test(text)) ? type : 'string';
  return type;
}

/** Names of columns, each told apart from those before it. */
function namesOf(fields: FieldDef[]): string[] {
  const seen = new Set<string>();
  return fields.map(({ name }) => {
    let own = name;
    for (let count = 1; seen.has(own); count += 1) own = `${name}:${count}`;
    seen.add(own);
    return own;
  });
}

/** SQLSTATE classes of what whoever wrote a statement can mend; the server's words for it are for them. */
const TOLD = /^(0A|21|22|42|2F)/;
const TOO_MUCH = /^(53|54)/;
const FORBIDDEN = '42501';
const CANCELLED = '57014';

/** What PostgreSQL says against a statement; anything else is the warehouse's, not the asker's. */
function faultOf(error: DatabaseError): StatementFailed | null {
  const { code = '', message, hint, position } = error;
  if (code === FORBIDDEN || code === CANCELLED) return null;
  if (TOO_MUCH.test(code)) return new StatementFailed({ why: 'memory', message, at: null });
  if (code === 'XX000' || code === '25006') return new StatementFailed({ why: 'unable', message, at: null });
  if (!TOLD.test(code)) return null;
  const said = `${message[0]!.toUpperCase()}${message.slice(1)}.${hint ? ` ${hint}` : ''}`;
  return new StatementFailed({ why: 'told', message: said, at: position === undefined ? null : Number(position) - 1 });
}

/** A count of characters in a text as one of bytes. */
const bytesAt = (text: string, characters: number) => Buffer.byteLength([...text].slice(0, characters).join(''));

/** The connection's own socket; a driver's part that its types leave out. */
const socketOf = (client: PoolClient) => (client as PoolClient & { connection: { stream: Socket } }).connection.stream;

/**
 * Runs what somebody wrote, in the transaction that the client is in, and reads no more of it than the limit and one row
 * further. Throws `StatementFailed` with a place in bytes of the statement, `QueryTimeout`, or what the driver throws.
 */
export async function runByHand(
  client: PoolClient,
  { sql, parameters, limit }: HandStatement,
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal | undefined },
): Promise<RowsText> {
  const started = performance.now();
  const socket = socketOf(client);
  let ended: Error | null = null;
  const giveUp = (error: Error) => {
    ended ??= error;
    socket.destroy();
  };
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      giveUp(new StatementFailed({ why: 'memory', message: 'The answer is too large.', at: null }));
  };
  socket.on('data', count);
  const timers = [setTimeout(() => giveUp(new QueryTimeout(deadlineMs)), deadlineMs + GIVE_UP_AFTER_MS)];
  const abort = () => timers.push(setTimeout(() => giveUp(signal!.reason as Error), GIVE_UP_AFTER_MS));
  signal?.addEventListener('abort', abort);
  try {
    // Also without parameters in the form that takes one statement and no more.
    const declare = { text: `${CURSOR}${sql}`, values: parameters, queryMode: 'extended' };
    await client.query(declare);
    const left = Math.max(1, Math.ceil(deadlineMs - (performance.now() - started)));
    await client.query(`SET LOCAL statement_timeout = ${left}`);
    const fetched = { text: `FETCH ${limit + 1} FROM answer`, rowMode: 'array' as const, types: AS_TEXT };
    const { rows, fields } = await client.query<Cells>(fetched);
    const kept = rows.slice(0, limit);
    const types = fields.map((field, index) => typeOf(field, kept.map((row) => row[index]!))); // prettier-ignore
    const [answer] = encodeTextAnswers(rows, { types, limit });
    return { ...answer!, columns: namesOf(fields).map((name, index) => ({ name, type: types[index]! })) };
  } catch (error) {
    if (ended) throw ended;
    const fault = error instanceof DatabaseError ? faultOf(error) : null;
    if (!fault) throw error;
    const at = fault.at === null ? null : bytesAt(sql, fault.at - CURSOR.length);
    throw new StatementFailed({ why: fault.why, message: fault.message, at });
  } finally {
    socket.off('data', count);
    signal?.removeEventListener('abort', abort);
    for (const timer of timers) clearTimeout(timer);
  }
}
