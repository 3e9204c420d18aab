import type { ResultColumn } from '@rise/contract';
import { serverText } from './server-text.ts';
import type { TextBatch } from '../../stream/encoder.ts';

/** Converts rows of a server's text cells to the column batches of a stream's encoder. */
export function textBatch(
  rows: readonly (readonly (string | null)[])[],
  types: readonly ResultColumn['type'][],
): TextBatch {
  const columns = types.map((type, index) =>
    rows.map((row) => (row[index] === null || row[index] === undefined ? null : serverText(row[index], type))),
  );
  return { columns, count: rows.length };
}
