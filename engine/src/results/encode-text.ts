import { setImmediate } from 'node:timers/promises';
import type { ResultColumn } from '@rise/contract';
import { ResultTooLarge } from '../errors.ts';
import type { RowsText, StatementRequest } from '../dialects/statement.ts';
import { decimalJson, integerJson } from './number-json.ts';
import { MAX_RESULT_BYTES } from './result-limit.ts';
import { rowsByKind } from './rows-by-kind.ts';

const ENCODERS: Record<ResultColumn['type'], (text: string) => string> = {
  string: (text) => JSON.stringify(text),
  integer: integerJson,
  boolean: (text) => (text === 't' || text === 'true' || text === '1' ? 'true' : 'false'),
  number: (text) => (Number.isFinite(Number(text)) ? String(Number(text)) : 'null'),
  decimal: decimalJson,
  date: (text) => JSON.stringify(text.slice(0, 10)),
  timestamp: (text) => JSON.stringify(text.slice(0, 19).replace(' ', 'T')),
};

/** Encoded rows: all up to the limit, or if these exceed the size limit the first ones. */
export interface EncodedTextRows extends Pick<RowsText, 'rows' | 'notFinite'> {
  rowCount: number;
  /** False if rows within the limit are missing, because all of them exceed the size limit. */
  whole: boolean;
}

interface Limits {
  /** Of rows; null: none. */
  limit: number | null;
  /** Of the rows' JSON. */
  maxBytes: number;
}

/** Text that is encoded before other work of the process gets its turn, in UTF-16 units: some milliseconds. */
const TURN = 512 * 1024;

/**
 * Encodes rows of a server's text cells as JSON text, at most `limit` of them and `maxBytes` bytes. Numbers that are
 * not finite become null. Other work of the process runs in between: a large result takes up to a second.
 */
export async function encodeTextRows(
  rows: readonly (readonly (string | null)[])[],
  types: readonly ResultColumn['type'][],
  { limit, maxBytes }: Limits,
): Promise<EncodedTextRows> {
  const notFinite = new Set<number>();
  const encoders = types.map((type) => ENCODERS[type]);
  const count = limit === null ? rows.length : Math.min(rows.length, limit);
  const cellJson = (cell: string | null, index: number) => {
    if (cell === null) return 'null';
    const json = encoders[index]!(cell);
    if (json === 'null') notFinite.add(index);
    return json;
  };
  const result = (parts: readonly string[], whole: boolean): EncodedTextRows => ({
    rows: `[${parts.join(',')}]`,
    rowCount: parts.length,
    whole,
    ...(notFinite.size > 0 && { notFinite: [...notFinite].toSorted((a, b) => a - b) }),
  });
  const lines: string[] = [];
  let bytes = 2;
  let turn = 0;
  for (let row = 0; row < count; row++) {
    const line = `[${rows[row]!.map(cellJson).join(',')}]`;
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) return result(lines, false);
    lines.push(line);
    turn += line.length;
    if (turn < TURN) continue;
    turn = 0;
    await setImmediate();
  }
  return result(lines, true);
}

/** The results in the rows of a statement: one, or one per slice. Throws `ResultTooLarge`. */
export async function encodeTextSlices(
  rows: readonly (readonly (string | null)[])[],
  { types, limit, slices }: Pick<StatementRequest, 'types' | 'limit' | 'slices'>,
  maxBytes = MAX_RESULT_BYTES,
): Promise<RowsText[]> {
  if (!slices) return [await answerOf(rows, types, { limit, maxBytes })];
  const places = rowsByKind(rows.map(([kind]) => Number(kind)));
  const results: RowsText[] = [];
  for (const cut of slices) {
    const own = cut.kinds.flatMap((kind) => places.get(kind) ?? []);
    const cells = own.map((row) => cut.columns.map((column) => rows[row]![column]!));
    const cutTypes = cut.columns.map((column) => types[column]!);
    results.push(await answerOf(cells, cutTypes, { limit: cut.limit, maxBytes }));
  }
  return results;
}

async function answerOf(
  rows: readonly (readonly (string | null)[])[],
  types: readonly ResultColumn['type'][],
  limits: Limits,
): Promise<RowsText> {
  const { whole, ...answer } = await encodeTextRows(rows, types, limits);
  if (!whole) throw new ResultTooLarge(limits.maxBytes);
  return { ...answer, truncated: rows.length > answer.rowCount };
}
