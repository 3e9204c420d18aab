import type { ResultColumn } from '@rise/contract';
import { formatDecimal, parseDecimal } from '../plan/exact-decimal.ts';
import type { RowsText, StatementRequest } from './messages.ts';
import { placesByKind } from './places-by-kind.ts';

const ENCODERS: Record<ResultColumn['type'], (text: string) => string> = {
  string: (text) => JSON.stringify(text),
  integer: (text) => text,
  boolean: (text) => (text === 't' || text === 'true' || text === '1' ? 'true' : 'false'),
  number: (text) => (Number.isFinite(Number(text)) ? String(Number(text)) : 'null'),
  decimal: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? `"${formatDecimal(parseDecimal(text))}"` : 'null'),
  date: (text) => JSON.stringify(text.slice(0, 10)),
  timestamp: (text) => JSON.stringify(text.slice(0, 19).replace(' ', 'T')),
};

/** Rows as a server writes their cells → the JSON text of the rows, at most `limit` of them. */
export function encodeTexts(
  rows: readonly (readonly (string | null)[])[],
  types: readonly ResultColumn['type'][],
  limit: number | null,
): string {
  const encoders = types.map((type) => ENCODERS[type]);
  const kept = limit === null ? rows : rows.slice(0, limit);
  const lines = kept.map(
    (row) => `[${row.map((cell, index) => (cell === null ? 'null' : encoders[index]!(cell))).join(',')}]`,
  );
  return `[${lines.join(',')}]`;
}

/** The answers in the rows of a statement: one, or as many as it has cuts. */
export function encodeTextAnswers(
  rows: readonly (readonly (string | null)[])[],
  { types, limit, cuts }: Pick<StatementRequest, 'types' | 'limit' | 'cuts'>,
): RowsText[] {
  if (!cuts) return [answerOf(rows, types, limit)];
  const places = placesByKind(rows.map(([kind]) => Number(kind)));
  return cuts.map((cut) => {
    const own = cut.kinds.flatMap((kind) => places.get(kind) ?? []);
    const cells = own.map((row) => cut.columns.map((column) => rows[row]![column]!));
    return answerOf(
      cells,
      cut.columns.map((column) => types[column]!),
      cut.limit,
    );
  });
}

function answerOf(
  rows: readonly (readonly (string | null)[])[],
  types: readonly ResultColumn['type'][],
  limit: number | null,
): RowsText {
  return {
    rows: encodeTexts(rows, types, limit),
    rowCount: limit === null ? rows.length : Math.min(rows.length, limit),
    truncated: limit !== null && rows.length > limit,
  };
}
