import { DatabaseError } from 'pg';
import type { FieldDef, PoolClient } from 'pg';
import type { ResultColumn } from '@rise/contract';
import { QueryTimeout, StatementFailed } from '../../../errors.ts';
import { encodeTextRows } from '../../../results/encode-text.ts';
import type { RowsText } from '../../../dialects/statement.ts';
import type { AdHocStatement } from '../../embedded/messages.ts';
import { limitReceived, socketOf } from './limit-received.ts';

type ColumnType = ResultColumn['type'];
type Cells = (string | null)[];

/** Time limit for the server to obey a cancellation before its connection is dropped. */
const GIVE_UP_AFTER_MS = 1000;
const CURSOR = 'DECLARE answer NO SCROLL CURSOR FOR ';
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * Session settings of an ad-hoc statement, which override those of role and database: only PostgreSQL's own functions are
 * available, strings are read as the validator's parser reads them, and values have one format.
 */
export const adHocSettings = (deadlineMs: number): string =>
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

/** A column's type in the result; a value that the type cannot represent, such as a date BC, makes the column text. */
function typeOf({ dataTypeID }: FieldDef, cells: Cells): ColumnType {
  const type = TYPES[dataTypeID] ?? 'string';
  const every = (holds: (text: string) => boolean) => cells.every((cell) => cell === null || holds(cell));
  if (type === 'integer') return every((text) => Number.isSafeInteger(Number(text))) ? type : 'decimal';
  if (type === 'date') return every((text) => DAY.test(text)) ? type : 'string';
  if (type === 'timestamp') return every((text) => TIME.test(text)) ? type : 'string';
  return type;
}

/** Makes duplicate column names unique. */
function namesOf(fields: FieldDef[]): string[] {
  const seen = new Set<string>();
  return fields.map(({ name }) => {
    let distinct = name;
    for (let count = 1; seen.has(distinct); count += 1) distinct = `${name}:${count}`;
    seen.add(distinct);
    return distinct;
  });
}

/** SQLSTATE classes of errors that the statement's author can fix; the server's own message is shown for them. */
const AUTHOR_ERRORS = /^(0A|21|22|42|2F|3F)/;
const TOO_MUCH = /^(53|54)/;
const FORBIDDEN = '42501';
const QUERY_CANCELED = '57014';

/** PostgreSQL's objection to a statement; null if the warehouse is at fault, not the author. */
function statementError(error: DatabaseError): StatementFailed | null {
  const { code = '', message, hint, position } = error;
  if (code === FORBIDDEN || code === QUERY_CANCELED) return null;
  if (TOO_MUCH.test(code)) return new StatementFailed({ why: 'memory', message, at: null });
  if (code === 'XX000' || code === '25006') return new StatementFailed({ why: 'unable', message, at: null });
  if (!AUTHOR_ERRORS.test(code)) return null;
  const sentence = `${message[0]!.toUpperCase()}${message.slice(1)}.${hint ? ` ${hint}` : ''}`;
  return new StatementFailed({
    why: 'statement',
    message: sentence,
    at: position === undefined ? null : Number(position) - 1,
  });
}

/** Converts an offset in characters to one in bytes. */
const bytesAt = (text: string, characters: number) => Buffer.byteLength([...text].slice(0, characters).join(''));

/**
 * Runs an ad-hoc statement in the client's open transaction, and reads at most one row beyond the limit. Rows beyond
 * `maxBytes` of JSON are left out, and the result is then truncated. Throws
 * `StatementFailed` with a byte offset in the statement, `QueryTimeout`, or the driver's error.
 */
export async function runAdHocStatement(
  client: PoolClient,
  { sql, parameters, limit }: AdHocStatement,
  { deadlineMs, maxBytes, signal }: { deadlineMs: number; maxBytes: number; signal: AbortSignal | undefined },
): Promise<RowsText> {
  const started = performance.now();
  const socket = socketOf(client);
  let ended: Error | null = null;
  const giveUp = (error: Error) => {
    ended ??= error;
    socket.destroy();
  };
  const tooLarge = () => new StatementFailed({ why: 'memory', message: 'The answer is too large.', at: null });
  const received = limitReceived(client, maxBytes, tooLarge);
  const timers = [setTimeout(() => giveUp(new QueryTimeout(deadlineMs)), deadlineMs + GIVE_UP_AFTER_MS)];
  const abort = () => timers.push(setTimeout(() => giveUp(signal!.reason as Error), GIVE_UP_AFTER_MS));
  signal?.addEventListener('abort', abort);
  try {
    // Extended mode even without parameters: it accepts a single statement only.
    const declare = { text: `${CURSOR}${sql}`, values: parameters, queryMode: 'extended' };
    await client.query(declare);
    const left = Math.max(1, Math.ceil(deadlineMs - (performance.now() - started)));
    await client.query(`SET LOCAL statement_timeout = ${left}`);
    const fetch = { text: `FETCH ${limit + 1} FROM answer`, rowMode: 'array' as const, types: AS_TEXT };
    const { rows, fields } = await client.query<Cells>(fetch);
    const limited = rows.slice(0, limit);
    const types = fields.map((field, index) =>
      typeOf(
        field,
        limited.map((row) => row[index]!),
      ),
    );
    const { whole, ...result } = await encodeTextRows(limited, types, { limit, maxBytes });
    const truncated = !whole || rows.length > limit;
    return { ...result, truncated, columns: namesOf(fields).map((name, index) => ({ name, type: types[index]! })) };
  } catch (error) {
    const gaveUp = ended ?? received.exceeded();
    if (gaveUp) throw gaveUp;
    const failure = error instanceof DatabaseError ? statementError(error) : null;
    if (!failure) throw error;
    const at = failure.at === null ? null : bytesAt(sql, failure.at - CURSOR.length);
    throw new StatementFailed({ why: failure.why, message: failure.message, at });
  } finally {
    received.stop();
    signal?.removeEventListener('abort', abort);
    for (const timer of timers) clearTimeout(timer);
  }
}
