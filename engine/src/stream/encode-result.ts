import type { Cell, ResultColumn } from '@rise/contract';
import { parseDecimal } from '../plan/exact-decimal.ts';
import { createArrowEncoder, DECIMAL_PLACES } from './encode-arrow.ts';
import { createEncoder } from './encoder.ts';
import type { EncodedColumns, RowsEncoder, StreamFormat, TextColumn } from './stream-request.ts';

/** A complete result's columns and rows, cells in the wire format. */
export interface CompleteRows {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * A complete result in a format of streams. As all rows are known, Arrow's decimals have as many places as the values
 * need, at least those of a stream. Throws a `QueryError` for decimals that Arrow cannot hold.
 */
export function encodeResult({ columns, rows }: CompleteRows, format: StreamFormat): Buffer {
  const encoded = { names: columns.map(({ name }) => name), types: columns.map(({ type }) => type) };
  const texts = columns.map((_, index) => rows.map((row) => textOf(row[index]!)));
  const encoder = encoderOf(encoded, texts, format);
  const end = { rowCount: rows.length, truncated: false };
  const parts = [encoder.head(), encoder.rows(texts, rows.length), encoder.tail(end)];
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

const textOf = (cell: Cell): string | null => (cell === null ? null : String(cell));

function encoderOf(encoded: EncodedColumns, texts: readonly TextColumn[], format: StreamFormat): RowsEncoder {
  if (format.kind !== 'arrow') return createEncoder(encoded, format);
  const places = texts.map((column, index) => (encoded.types[index] === 'decimal' ? placesOf(column) : 0));
  return createArrowEncoder(encoded, format, places);
}

function placesOf(column: TextColumn): number {
  return column.reduce<number>(
    (most, text) => (text === null ? most : Math.max(most, parseDecimal(text).scale)),
    DECIMAL_PLACES,
  );
}
