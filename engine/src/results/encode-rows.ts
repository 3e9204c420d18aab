import { DuckDBDateValue, DuckDBDecimalValue } from '@duckdb/node-api';
import type { DuckDBValue } from '@duckdb/node-api';
import type { ResultColumn } from '@rise/contract';
import { formatDecimal } from '../plan/exact-decimal.ts';
import { decimalJson, integerJson } from './number-json.ts';
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

/** Encodes the engine's columns as the JSON text of at most `limit` rows. Numbers that are not finite become null. */
export function encodeRows(
  columns: readonly (readonly DuckDBValue[])[],
  types: readonly ResultColumn['type'][],
  limit: number | null,
): Pick<RowsText, 'rows' | 'notFinite'> {
  const length = columns[0]?.length ?? 0;
  const count = limit === null ? length : Math.min(length, limit);
  const notFinite: number[] = [];
  const encoded = columns.map((column, index) => {
    const encode = ENCODERS[types[index]!];
    const cells = Array.from<string>({ length: count });
    for (let row = 0; row < count; row++) {
      const value = column[row]!;
      cells[row] = value === null ? 'null' : encode(value);
      if (value !== null && cells[row] === 'null' && notFinite.at(-1) !== index) notFinite.push(index);
    }
    return cells;
  });
  let text = '[';
  for (let row = 0; row < count; row++) {
    text += row === 0 ? '[' : ',[';
    for (let index = 0; index < encoded.length; index++)
      text += index === 0 ? encoded[index]![row]! : `,${encoded[index]![row]!}`;
    text += ']';
  }
  return { rows: `${text}]`, ...(notFinite.length > 0 && { notFinite }) };
}

/** The results in the rows of a statement: one, or one per slice. */
export function encodeSlices(
  columns: readonly (readonly DuckDBValue[])[],
  { types, limit, slices }: Pick<StatementRequest, 'types' | 'limit' | 'slices'>,
): RowsText[] {
  if (!slices) return [encodeAnswer(columns, types, limit)];
  const places = rowsByKind(columns[0]!.map(Number));
  return slices.map((cut) => {
    const rows = cut.kinds.flatMap((kind) => places.get(kind) ?? []);
    const cells = cut.columns.map((column) => rows.map((row) => columns[column]![row]!));
    return encodeAnswer(
      cells,
      cut.columns.map((column) => types[column]!),
      cut.limit,
    );
  });
}

function encodeAnswer(
  columns: readonly (readonly DuckDBValue[])[],
  types: readonly ResultColumn['type'][],
  limit: number | null,
): RowsText {
  const length = columns[0]?.length ?? 0;
  return {
    ...encodeRows(columns, types, limit),
    rowCount: limit === null ? length : Math.min(length, limit),
    truncated: limit !== null && length > limit,
  };
}
