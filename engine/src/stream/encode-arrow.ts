import {
  bool,
  columnFromArray,
  dateDay,
  decimal,
  float64,
  int64,
  tableFromColumns,
  tableToIPC,
  TimeUnit,
  timestamp,
  utf8,
} from '@uwdata/flechette';
import type { DataType } from '@uwdata/flechette';
import type { ResultColumn } from '@rise/contract';
import { parseDecimal } from '../plan/exact-decimal.ts';
import type { RowsEncoder, StreamRequest, TextColumn } from './stream-request.ts';

/** Arrow fixes the decimal places of a column before its first row, so they are enough for every measure. */
const DIGITS = 38;
const PLACES = 12;

/** In units of the last place, rounded half away from zero. */
function exact(text: string): bigint {
  const { digits, scale } = parseDecimal(text);
  if (scale <= PLACES) return digits * 10n ** BigInt(PLACES - scale);
  const unit = 10n ** BigInt(scale - PLACES);
  return (digits + (digits < 0n ? -unit : unit) / 2n) / unit;
}

const COLUMNS: Record<ResultColumn['type'], { type: () => DataType; value: (text: string) => unknown }> = {
  string: { type: utf8, value: (text) => text },
  integer: { type: int64, value: BigInt },
  number: { type: float64, value: Number },
  decimal: { type: () => decimal(DIGITS, PLACES, 128), value: exact },
  boolean: { type: bool, value: (text) => text === 'true' },
  date: { type: dateDay, value: (text) => new Date(`${text}T00:00:00Z`) },
  timestamp: {
    type: () => timestamp(TimeUnit.MICROSECOND, null),
    value: (text) => new Date(`${text.slice(0, 19).replace(' ', 'T')}Z`),
  },
};

/** Arrow's end-of-stream marker. */
const END = new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0]);

/**
 * The library writes complete streams: schema, record batches, end marker. Each batch is written as a stream of its
 * own, and its schema and end marker, which are always the same bytes, are removed.
 */
export function createArrowEncoder({ names, types }: StreamRequest): RowsEncoder {
  const streamOf = (columns: readonly TextColumn[], count: number): Uint8Array => {
    const built = types.map((item, index) => {
      const { type, value } = COLUMNS[item];
      const values = Array.from<unknown>({ length: count });
      for (let row = 0; row < count; row++) {
        const text = columns[index]![row]!;
        values[row] = text === null ? null : value(text);
      }
      return [names[index]!, columnFromArray(values, type())] as [string, ReturnType<typeof columnFromArray>];
    });
    return tableToIPC(tableFromColumns(built), { format: 'stream' })!;
  };
  const none = streamOf(
    types.map(() => []),
    0,
  );
  // With no rows there is still one empty batch after the schema.
  const schema = none.subarray(0, schemaLength(none));
  return {
    head: () => schema,
    rows: (columns, count) => streamOf(columns, count).subarray(schema.length, -END.length),
    tail: () => END,
  };
}

/** A message is a marker, the length of the metadata, and the metadata; a schema has no body. */
function schemaLength(stream: Uint8Array): number {
  return 8 + new DataView(stream.buffer, stream.byteOffset).getInt32(4, true);
}
