import { readFile } from 'node:fs/promises';
import * as zlib from 'node:zlib';
import { CompressionType, setCompressionCodec, tableFromIPC, TimeUnit, Type } from '@uwdata/flechette';
import type { Column, DataType, Table } from '@uwdata/flechette';
import type { Doubt, TypedSettings } from '@rise/contract';
import { castColumn } from '../cast-column.ts';
import type { ColumnCast } from '../cast-column.ts';
import { FileError } from '../file-error.ts';
import { ColumnSample } from '../infer/column-sample.ts';
import { distinctNames } from '../infer/names.ts';
import type { TableFindings } from '../infer/inspect-text.ts';
import type { DelimitedRows, TableRow } from '../table-rows.ts';
import { distinctTitles, findColumns } from '../titles.ts';
import { unpackLz4 } from './lz4.ts';

/** Arrow is held in memory as a whole. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_COLUMNS = 5000;
const SAMPLE_ROWS = 5000;
const BATCH_ROWS = 2000;

const tooLarge = () =>
  new FileError('archive_too_large', `The Arrow file has more than ${MAX_BYTES / 1024 / 1024} MB, which has to be in memory at once.`, 'Write it as Parquet.'); // prettier-ignore

/** Unpacks buffers of a file, up to a total. */
function setCodecs(): void {
  let total = 0;
  const count = (size: number) => {
    total += size;
    if (!(size >= 0) || total > 2 * MAX_BYTES) throw tooLarge();
    return size;
  };
  const encode = (): never => {
    throw new Error('Files are read, not written');
  };
  setCompressionCodec(CompressionType.LZ4_FRAME, {
    encode,
    decode: (data, size) => unpackLz4(data, count(Number(size))),
  });
  const unpack = (zlib as { zstdDecompressSync?: (data: Uint8Array) => Uint8Array }).zstdDecompressSync;
  const decode = (data: Uint8Array, size: number) => {
    if (unpack === undefined) throw new FileError('other_kind', 'The Arrow file is compressed with ZSTD.', 'Write it with LZ4, uncompressed or as Parquet.'); // prettier-ignore
    count(Number(size));
    return unpack(data);
  };
  setCompressionCodec(CompressionType.ZSTD, { encode, decode });
}

async function readTable(path: string, bytes: number): Promise<Table> {
  if (bytes > MAX_BYTES) throw tooLarge();
  setCodecs();
  try {
    return tableFromIPC(await readFile(path), { useBigInt: true, useBigIntTimestamp: true, useDecimalInt: true });
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError('damaged_file', `The Arrow file cannot be read: ${(error as Error).message.slice(0, 200)}.`, 'Write it again, or as Parquet.'); // prettier-ignore
  }
}

interface ValueReader {
  /** The file's type in words. */
  fileType: string;
  type: string;
  text(value: unknown): string | null;
  doubt: Doubt['code'] | null;
}

const plain = (fileType: string, type: string, doubt: ValueReader['doubt'] = null): ValueReader => ({ fileType, type, text: String, doubt }); // prettier-ignore

function decimalText(value: unknown, scale: number): string {
  const digits = String(value)
    .replace('-', '')
    .padStart(scale + 1, '0');
  const sign = String(value).startsWith('-') ? '-' : '';
  return scale <= 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** A moment of microseconds since 1970 as text; those out of a date's range are no values. */
function momentText(micros: bigint): string | null {
  const day = 86_400_000_000n;
  const rest = ((micros % day) + day) % day;
  const date = new Date(Number((micros - rest) / 1000n));
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) return null;
  const seconds = Number(rest / 1_000_000n);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const fraction = String(rest % 1_000_000n).padStart(6, '0');
  return `${date.toISOString().slice(0, 10)} ${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${fraction}`;
}

const MICROS: Readonly<Record<number, (value: bigint) => bigint>> = {
  [TimeUnit.SECOND]: (value) => value * 1_000_000n,
  [TimeUnit.MILLISECOND]: (value) => value * 1000n,
  [TimeUnit.MICROSECOND]: (value) => value,
  [TimeUnit.NANOSECOND]: (value) => value / 1000n,
};

const jsonText = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : ArrayBuffer.isView(each) ? [...(each as Uint8Array)] : each)); // prettier-ignore

/** How values of a type become texts; null for one that cannot be read. */
function readerOf(type: DataType): ValueReader | null {
  switch (type.typeId) {
    case Type.Dictionary:
      return readerOf((type as unknown as { dictionary: DataType }).dictionary);
    case Type.Null:
      return { ...plain('NULL', 'VARCHAR'), text: () => null };
    case Type.Int: {
      const { bitWidth, signed } = type as { bitWidth: number; signed: boolean };
      if (bitWidth === 64 && !signed) return plain('UBIGINT', 'DECIMAL(20,0)', 'converted_type');
      return plain(`INT${bitWidth}`, bitWidth <= 16 || (bitWidth === 32 && signed) ? 'INTEGER' : 'BIGINT');
    }
    case Type.Float:
      return { ...plain('FLOAT', 'DOUBLE'), text: (value) => (Number.isFinite(value) ? String(value) : null) };
    case Type.Decimal: {
      const { precision, scale } = type as { precision: number; scale: number };
      const width = Math.min(38, Math.max(precision, scale));
      return { ...plain(`DECIMAL(${precision},${scale})`, `DECIMAL(${width},${Math.max(0, scale)})`), text: (value) => decimalText(value, scale) }; // prettier-ignore
    }
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
      return plain('VARCHAR', 'VARCHAR');
    case Type.Bool:
      return plain('BOOLEAN', 'BOOLEAN');
    case Type.Date:
      return { ...plain('DATE', 'DATE'), text: (value) => momentText(BigInt(Math.round(Number(value))) * 1000n)?.slice(0, 10) ?? null }; // prettier-ignore
    case Type.Timestamp: {
      const { unit, timezone } = type as { unit: number; timezone: string | null };
      const zone = timezone ? '+00' : '';
      const text = (value: unknown) => {
        const moment = momentText(MICROS[unit]!(BigInt(value as bigint)));
        return moment === null ? null : `${moment}${zone}`;
      };
      return { ...plain('TIMESTAMP', timezone ? 'TIMESTAMP WITH TIME ZONE' : 'TIMESTAMP', unit === TimeUnit.NANOSECOND ? 'converted_type' : null), text }; // prettier-ignore
    }
    case Type.Time: {
      const { unit } = type as { unit: number };
      return { ...plain('TIME', 'TIME'), text: (value) => momentText(MICROS[unit]!(BigInt(value as bigint)))?.slice(11) ?? null }; // prettier-ignore
    }
    case Type.Binary:
    case Type.LargeBinary:
    case Type.BinaryView:
    case Type.FixedSizeBinary:
      return null;
    default:
      return { ...plain('NESTED', 'VARCHAR', 'nested_values'), text: jsonText };
  }
}

interface ArrowColumn {
  title: string;
  column: Column<unknown>;
  reader: ValueReader | null;
}

function columnsOf(table: Table): ArrowColumn[] {
  const { fields } = table.schema;
  if (fields.length > MAX_COLUMNS)
    throw new FileError('too_many_columns', `The file has ${fields.length} columns.`, `A table has up to ${MAX_COLUMNS}.`); // prettier-ignore
  const titles = distinctTitles(fields.map(({ name }) => name));
  return fields.map(({ type }, place) => ({ title: titles[place]!, column: table.getChildAt(place), reader: readerOf(type) })); // prettier-ignore
}

const textAt = ({ column, reader }: ArrowColumn, row: number): string | null => {
  const value = column.at(row) as unknown;
  return value === null || value === undefined ? null : reader!.text(value);
};

/** Finds out how an Arrow file is read. Throws `FileError`. */
export async function inspectArrow(path: string, bytes: number): Promise<TableFindings> {
  const table = await readTable(path, bytes);
  const columns = columnsOf(table);
  const names = distinctNames(columns.map(({ title }) => title));
  const rows = Math.min(table.numRows, SAMPLE_ROWS);
  const doubts: Doubt[] = [];
  const found = columns.map((column, place) => {
    const { title, reader } = column;
    const sample = new ColumnSample();
    if (reader !== null) for (let row = 0; row < rows; row++) sample.add(textAt(column, row), row + 1);
    const code = reader === null ? 'unsupported_type' : reader.doubt;
    if (code !== null) doubts.push({ code, column: title, count: null, evidence: [{ line: null, text: reader === null ? 'BLOB' : `${reader.fileType} → ${reader.type}` }], choices: [] }); // prettier-ignore
    return { title, name: names[place]!, fileType: reader?.fileType ?? 'BLOB', samples: [...sample.values.keys()].slice(0, 5), nulls: sample.blanks, distinct: sample.values.size }; // prettier-ignore
  });
  const settings = columns.flatMap(({ title, reader }, place) => reader === null ? [] : [{ title, name: names[place]!, type: null }]); // prettier-ignore
  if (settings.length === 0) throw new FileError('no_rows', 'The file has no column that can be read.', 'Export its columns as texts, numbers or dates.'); // prettier-ignore
  return {
    settings: { kind: 'typed', format: 'arrow', columns: settings },
    rows: { count: table.numRows, exact: true },
    rowsInspected: rows,
    columns: found,
    doubts,
  };
}

const castOwn = (type: string, cell: string): ColumnCast => {
  const value = type === 'VARCHAR' ? cell : `TRY_CAST(${cell} AS ${type})`;
  return { type, value, rejectedBy: (own) => (type === 'VARCHAR' ? 'FALSE' : `(${cell} IS NOT NULL AND (${own}) IS NULL)`), reason: "'too_large'" }; // prettier-ignore
};

/** Opens an Arrow file, whose values arrive as texts. Throws `FileError`. */
export async function openArrow(
  path: string,
  bytes: number,
  settings: TypedSettings,
  close: () => Promise<void>,
): Promise<DelimitedRows> {
  // prettier-ignore
  const table = await readTable(path, bytes);
  const columns = columnsOf(table);
  const { found, missing, unlisted } = findColumns(columns.map(({ title }) => title), settings.columns); // prettier-ignore
  const unread = found.find(({ position }) => columns[position]!.reader === null);
  if (unread) throw new FileError('wrong_settings', `The column ${unread.column.title} has a type that cannot be read.`, 'Leave it out.'); // prettier-ignore
  return {
    format: 'delimited',
    columns: found.map(({ column: { title, name, type }, position }) => ({
      title,
      name,
      cast: (cell) => type === null ? castOwn(columns[position]!.reader!.type, cell) : castColumn({ type, nullTexts: [] }, cell), // prettier-ignore
    })),
    missing: missing.map(({ title }) => title),
    unlisted,
    native: null,
    async *read(signal) {
      for (let start = 0; start < table.numRows; start += BATCH_ROWS) {
        signal?.throwIfAborted();
        const batch: TableRow[] = [];
        for (let row = start; row < Math.min(start + BATCH_ROWS, table.numRows); row++)
          batch.push({ line: row + 1, cells: found.map(({ position }) => textAt(columns[position]!, row)), fault: null, text: '' }); // prettier-ignore
        yield batch;
      }
    },
    close,
  };
}
