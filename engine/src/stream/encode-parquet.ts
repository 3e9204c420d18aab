import { gzipSync } from 'node:zlib';
import { QueryError } from '../errors.ts';
import { parseDecimal } from '../plan/exact-decimal.ts';
import type { ParquetFormat, ParquetType, RowsEncoder, TextColumn } from './stream-request.ts';
import { thriftBytes } from './thrift-writer.ts';
import type { ThriftValue } from './thrift-writer.ts';

/** Rows that are held until they are written, and the characters of their values. */
const GROUP_ROWS = 50_000;
const GROUP_CHARACTERS = 16_000_000;

const MAGIC = Buffer.from('PAR1');
const [BOOLEAN, INT32, INT64, DOUBLE, BYTE_ARRAY, FIXED] = [0, 1, 2, 5, 6, 7];
const [PLAIN, RLE] = [0, 3];
const GZIP = 2;
const DECIMAL_BYTES = 16;
const DECIMAL_LIMIT = 10n ** 38n;

const physical = (type: ParquetType): number =>
  ({
    boolean: BOOLEAN,
    integer: INT64,
    decimal: FIXED,
    double: DOUBLE,
    date: INT32,
    timestamp: INT64,
    text: BYTE_ARRAY,
  })[type.kind]!;

/** Older readers know these of types, newer ones too. */
const CONVERTED: Partial<Record<ParquetType['kind'], number>> = { text: 0, decimal: 5, date: 6, timestamp: 10 };

function unfit(column: string, value: string): QueryError {
  const message = `'${value.slice(0, 60)}' in '${column}' is no value that Parquet can hold. Filter such rows out, or export CSV.`;
  return new QueryError([{ field: 'format', message }]);
}

const DAY_MS = 86_400_000;
const TIME = /^(\d{4,})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?)?(?:\+00(?::00)?|Z)?$/;

/** Microseconds since 1970; of a date, those of its midnight. */
function microsOf(text: string): bigint | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const ms = date.getTime() + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return BigInt(ms) * 1000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
}

/** A number in units of its last place; null where it has more places or digits than the type. */
function unitsOf(text: string, scale: number): bigint | null {
  const { digits, scale: places } = parseDecimal(text);
  if (places > scale) return null;
  const value = digits * 10n ** BigInt(scale - places);
  return value < DECIMAL_LIMIT && value > -DECIMAL_LIMIT ? value : null;
}

function decimalBytes(value: bigint): Buffer {
  const bytes = Buffer.alloc(DECIMAL_BYTES);
  bytes.writeBigInt64BE(value >> 64n, 0);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value), 8);
  return bytes;
}

/** Values without nulls, in the plain encoding. */
function plainValues(values: readonly string[], type: ParquetType, column: string): Buffer {
  const fixed = (size: number, put: (bytes: Buffer, value: string, at: number) => void) => {
    const bytes = Buffer.alloc(size * values.length);
    for (const [place, value] of values.entries()) put(bytes, value, place * size);
    return bytes;
  };
  const required = <T>(found: T | null, value: string): T => {
    if (found === null) throw unfit(column, value);
    return found;
  };
  switch (type.kind) {
    case 'boolean': {
      const bytes = Buffer.alloc(Math.ceil(values.length / 8));
      for (const [place, value] of values.entries()) if (value === 'true') bytes[place >> 3]! |= 1 << (place & 7);
      return bytes;
    }
    case 'integer':
      return fixed(8, (bytes, value, at) => bytes.writeBigInt64LE(BigInt(value), at));
    case 'double':
      return fixed(8, (bytes, value, at) => bytes.writeDoubleLE(Number(value), at));
    case 'date':
      return fixed(4, (bytes, value, at) =>
        bytes.writeInt32LE(Number(required(microsOf(value), value) / 1000n) / DAY_MS, at),
      );
    case 'timestamp':
      return fixed(8, (bytes, value, at) => bytes.writeBigInt64LE(required(microsOf(value), value), at));
    case 'decimal':
      return fixed(DECIMAL_BYTES, (bytes, value, at) =>
        decimalBytes(required(unitsOf(value, type.scale), value)).copy(bytes, at),
      );
    case 'text':
      return textValues(values);
  }
}

function textValues(values: readonly string[]): Buffer {
  const texts = values.map((value) => Buffer.from(value));
  const bytes = Buffer.alloc(texts.reduce((sum, { length }) => sum + 4 + length, 0));
  let at = 0;
  for (const text of texts) {
    bytes.writeUInt32LE(text.length, at);
    text.copy(bytes, at + 4);
    at += 4 + text.length;
  }
  return bytes;
}

/** Which rows have a value: one bit each, as one bit-packed run, with its length before it. */
function definitions(column: TextColumn): Buffer {
  const groups = Math.ceil(column.length / 8);
  const bits = Buffer.alloc(groups);
  for (const [place, value] of column.entries()) if (value !== null) bits[place >> 3]! |= 1 << (place & 7);
  const head: number[] = [];
  for (let rest = (groups << 1) | 1; ; rest >>>= 7) {
    if (rest < 0x80) {
      head.push(rest);
      break;
    }
    head.push((rest & 0x7f) | 0x80);
  }
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length + bits.length, 0);
  return Buffer.concat([length, Buffer.from(head), bits]);
}

const int = (value: number): ThriftValue => ({ i32: value });
const long = (value: number): ThriftValue => ({ i64: value });

interface Chunk {
  bytes: Buffer;
  meta: ThriftValue;
}

function chunkOf(column: TextColumn, { name, type }: ParquetFormat['columns'][number], offset: number): Chunk {
  const values = column.filter((value) => value !== null);
  const page = Buffer.concat([definitions(column), plainValues(values, type, name)]);
  const compressed = gzipSync(page, { level: 4 });
  const header = thriftBytes({
    1: int(0),
    2: int(page.length),
    3: int(compressed.length),
    5: { struct: { 1: int(column.length), 2: int(PLAIN), 3: int(RLE), 4: int(RLE) } },
  });
  const meta: ThriftValue = {
    struct: {
      1: int(physical(type)),
      2: { list: [int(PLAIN), int(RLE)] },
      3: { list: [{ text: name }] },
      4: int(GZIP),
      5: long(column.length),
      6: long(header.length + page.length),
      7: long(header.length + compressed.length),
      9: long(offset),
    },
  };
  return { bytes: Buffer.concat([header, compressed]), meta: { struct: { 2: long(offset), 3: meta } } };
}

function schemaOf(columns: ParquetFormat['columns']): ThriftValue {
  const root: ThriftValue = { struct: { 4: { text: 'schema' }, 5: int(columns.length) } };
  const fields = columns.map(({ name, type }): ThriftValue => {
    const converted = CONVERTED[type.kind];
    const optional = 1;
    const fields: Record<number, ThriftValue> = { 1: int(physical(type)), 3: int(optional), 4: { text: name } };
    if (converted !== undefined) fields[6] = int(converted);
    if (type.kind === 'decimal')
      Object.assign(fields, { 2: int(DECIMAL_BYTES), 7: int(type.scale), 8: int(type.precision) });
    return { struct: fields };
  });
  return { list: [root, ...fields] };
}

/** Parquet, a row group at a time, compressed. Exact numbers stay exact; every column may have nulls. */
export function createParquetEncoder({ columns }: ParquetFormat): RowsEncoder {
  let offset = MAGIC.length;
  let total = 0;
  let held: (string | null)[][] = columns.map(() => []);
  let characters = 0;
  const groups: ThriftValue[] = [];
  const flush = (): Buffer => {
    const rows = held[0]?.length ?? 0;
    if (rows === 0) return Buffer.alloc(0);
    const chunks: Chunk[] = [];
    let size = 0;
    for (const [index, column] of columns.entries()) {
      const chunk = chunkOf(held[index]!, column, offset + size);
      chunks.push(chunk);
      size += chunk.bytes.length;
    }
    groups.push({ struct: { 1: { list: chunks.map(({ meta }) => meta) }, 2: long(size), 3: long(rows) } });
    offset += size;
    total += rows;
    held = columns.map(() => []);
    characters = 0;
    return Buffer.concat(chunks.map(({ bytes }) => bytes));
  };
  return {
    head: () => MAGIC,
    rows(values, count) {
      for (const [index, column] of held.entries())
        for (let row = 0; row < count; row++) {
          const value = values[index]![row]!;
          column.push(value);
          characters += value === null ? 0 : value.length;
        }
      return (held[0]?.length ?? 0) >= GROUP_ROWS || characters >= GROUP_CHARACTERS ? flush() : '';
    },
    tail() {
      const last = flush();
      const footer = thriftBytes({
        1: int(1),
        2: schemaOf(columns),
        3: long(total),
        4: { list: groups },
        6: { text: 'Rise' },
      });
      const length = Buffer.alloc(4);
      length.writeUInt32LE(footer.length, 0);
      return Buffer.concat([last, footer, length, MAGIC]);
    },
  };
}
