import type { ResultColumn } from '@rise/contract';
import { formatDecimal, parseDecimal } from '../plan/exact-decimal.ts';

const ENCODERS: Record<ResultColumn['type'], (text: string) => string> = {
  string: (text) => JSON.stringify(text),
  integer: (text) => text,
  boolean: (text) => (text === 't' || text === 'true' ? 'true' : 'false'),
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
