import { DuckDBDateValue, DuckDBDecimalValue } from '@duckdb/node-api';
import type { DuckDBValue } from '@duckdb/node-api';
import type { ResultColumn } from '@rise/contract';
import { ResultTooLarge } from '../errors.ts';
import { formatDecimal } from '../plan/exact-decimal.ts';
import { decimalJson, integerJson } from './number-json.ts';
import { ENCODED_AT_ONCE, MAX_RESULT_BYTES } from './result-limit.ts';
import { rowsByKind } from './rows-by-kind.ts';
import type { RowsText, StatementRequest } from '../dialects/statement.ts';

type Encode = (value: DuckDBValue) => string;

const ENCODERS: Record<ResultColumn['type'], Encode> = {
  string: (value) => JSON.stringify(String(value)),
  integer: (value) => integerJson(String(value)),
  boolean: String,
  number: (value) => {
    const number = Number(value);
    return Number.isFinite(number) ? String(number) : 'null';
  },
  decimal: (value) =>
    value instanceof DuckDBDecimalValue
      ? `"${formatDecimal({ digits: value.value, scale: value.scale })}"`
      : decimalJson(String(value)),
  timestamp: (value) => JSON.stringify(String(value).slice(0, 19).replace(' ', 'T')),
  date: (value) => (value instanceof DuckDBDateValue ? `"${value.toString()}"` : JSON.stringify(String(value))),
};

/** Encoded rows: all up to the limit, or if these exceed the size limit the first ones. */
export interface EncodedRows extends Pick<RowsText, 'rows' | 'notFinite'> {
  rowCount: number;
  /** False if rows within the limit are missing, because all of them exceed the size limit. */
  whole: boolean;
}

/**
 * Encodes the engine's columns as the JSON text of at most `limit` rows and `maxBytes` bytes. Numbers that are not
 * finite become null.
 */
export function encodeRows(
  columns: readonly (readonly DuckDBValue[])[],
  types: readonly ResultColumn['type'][],
  { limit, maxBytes }: { limit: number | null; maxBytes: number },
): EncodedRows {
  const length = columns[0]?.length ?? 0;
  const count = limit === null ? length : Math.min(length, limit);
  const notFinite = new Set<number>();
  let bytes = 2;
  let text = '';
  // A block of rows at a time: all cells as text can be many times what the engine's values take.
  for (let from = 0; from < count; from += ENCODED_AT_ONCE) {
    const to = Math.min(count, from + ENCODED_AT_ONCE);
    const block = encodeBlock(columns, types, { from, to, notFinite });
    bytes += Buffer.byteLength(block) + 1;
    if (bytes > maxBytes) return encoded(text, from, { notFinite, whole: false });
    text += from === 0 ? block : `,${block}`;
  }
  return encoded(text, count, { notFinite, whole: true });
}

const encoded = (
  text: string,
  rowCount: number,
  { notFinite, whole }: { notFinite: ReadonlySet<number>; whole: boolean },
): EncodedRows => ({
  rows: `[${text}]`,
  rowCount,
  whole,
  ...(notFinite.size > 0 && { notFinite: [...notFinite].toSorted((a, b) => a - b) }),
});

/** The rows of a block, without the enclosing brackets. */
function encodeBlock(
  columns: readonly (readonly DuckDBValue[])[],
  types: readonly ResultColumn['type'][],
  { from, to, notFinite }: { from: number; to: number; notFinite: Set<number> },
): string {
  const cells = columns.map((column, index) => {
    const encode = ENCODERS[types[index]!];
    const texts = Array.from<string>({ length: to - from });
    for (let row = from; row < to; row++) {
      const value = column[row]!;
      const json = value === null ? 'null' : encode(value);
      texts[row - from] = json;
      if (value !== null && json === 'null') notFinite.add(index);
    }
    return texts;
  });
  let text = '';
  for (let row = 0; row < to - from; row++) {
    text += row === 0 ? '[' : ',[';
    for (let index = 0; index < cells.length; index++)
      text += index === 0 ? cells[index]![row]! : `,${cells[index]![row]!}`;
    text += ']';
  }
  return text;
}

/** The results in the rows of a statement: one, or one per slice. Throws `ResultTooLarge`. */
export function encodeSlices(
  columns: readonly (readonly DuckDBValue[])[],
  { types, limit, slices }: Pick<StatementRequest, 'types' | 'limit' | 'slices'>,
  maxBytes = MAX_RESULT_BYTES,
): RowsText[] {
  if (!slices) return [encodeAnswer(columns, types, { limit, maxBytes })];
  const places = rowsByKind(columns[0]!.map(Number));
  return slices.map((cut) => {
    const rows = cut.kinds.flatMap((kind) => places.get(kind) ?? []);
    const cells = cut.columns.map((column) => rows.map((row) => columns[column]![row]!));
    return encodeAnswer(
      cells,
      cut.columns.map((column) => types[column]!),
      { limit: cut.limit, maxBytes },
    );
  });
}

function encodeAnswer(
  columns: readonly (readonly DuckDBValue[])[],
  types: readonly ResultColumn['type'][],
  limits: { limit: number | null; maxBytes: number },
): RowsText {
  const { whole, ...answer } = encodeRows(columns, types, limits);
  if (!whole) throw new ResultTooLarge(limits.maxBytes);
  return { ...answer, truncated: (columns[0]?.length ?? 0) > answer.rowCount };
}
