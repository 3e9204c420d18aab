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
import type { DataType, Table } from '@uwdata/flechette';
import type { ResultColumn } from '@rise/contract';
import { QueryError } from '../errors.ts';
import { parseDecimal } from '../plan/exact-decimal.ts';
import type { ArrowFormat, EncodedColumns, RowsEncoder, TextColumn } from './stream-request.ts';

const DIGITS = 38;
const LIMIT = 10n ** BigInt(DIGITS);

/** Arrow fixes the decimal places of a column before its first row, so they are enough for every measure. */
export const DECIMAL_PLACES = 12;

/** In units of the last place, rounded half away from zero. Throws a `QueryError` for a value of more than 38 digits. */
function exact(text: string, places: number, name: string): bigint {
  const { digits, scale } = parseDecimal(text);
  const unit = 10n ** BigInt(Math.abs(scale - places));
  const value = scale <= places ? digits * unit : (digits + (digits < 0n ? -unit : unit) / 2n) / unit;
  if (value > -LIMIT && value < LIMIT) return value;
  const message = `A value of '${name}' has more than ${DIGITS} digits, which a decimal of Arrow cannot hold. Use JSON or CSV.`;
  throw new QueryError([{ field: name, message }]);
}

/** The other types have no parameters. */
const COLUMNS: Record<
  Exclude<ResultColumn['type'], 'decimal'>,
  { type: () => DataType; value: (text: string) => unknown }
> = {
  string: { type: utf8, value: (text) => text },
  integer: { type: int64, value: BigInt },
  number: { type: float64, value: Number },
  boolean: { type: bool, value: (text) => text === 'true' },
  date: { type: dateDay, value: (text) => new Date(`${text}T00:00:00Z`) },
  timestamp: {
    type: () => timestamp(TimeUnit.MICROSECOND, null),
    value: (text) => new Date(`${text.slice(0, 19).replace(' ', 'T')}Z`),
  },
};

function columnOf(type: ResultColumn['type'], places: number, name: string) {
  if (type !== 'decimal') return COLUMNS[type];
  return { type: () => decimal(DIGITS, places, 128), value: (text: string) => exact(text, places, name) };
}

/** Arrow's end-of-stream marker. */
const END = new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0]);

/** The library's tables have no metadata of their own. */
function addMetadata({ schema }: Table, { metadata }: ArrowFormat): void {
  if (!metadata) return;
  schema.metadata = new Map(Object.entries(metadata.schema));
  for (const [index, field] of schema.fields.entries())
    field.metadata = new Map(Object.entries(metadata.fields[index] ?? {}));
}

/**
 * The library writes complete streams: schema, record batches, end marker. Each batch is written as a stream of its
 * own, and its schema and end marker, which are always the same bytes, are removed. `places` has the decimal places of
 * each column.
 */
export function createArrowEncoder(
  { names, types }: EncodedColumns,
  format: ArrowFormat,
  places: readonly number[] = types.map(() => DECIMAL_PLACES),
): RowsEncoder {
  const streamOf = (columns: readonly TextColumn[], count: number): Uint8Array => {
    const built = types.map((item, index) => {
      const { type, value } = columnOf(item, places[index]!, names[index]!);
      const values = Array.from<unknown>({ length: count });
      for (let row = 0; row < count; row++) {
        const text = columns[index]![row]!;
        values[row] = text === null ? null : value(text);
      }
      return [names[index]!, columnFromArray(values, type())] as [string, ReturnType<typeof columnFromArray>];
    });
    const table = tableFromColumns(built);
    addMetadata(table, format);
    return tableToIPC(table, { format: 'stream' })!;
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
