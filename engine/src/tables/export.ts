import { sql } from 'kysely';
import type { CsvDelimiter, ResultColumn } from '@rise/contract';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { StatementRequest } from '../dialects/statement.ts';
import { MAX_CELL_TEXT } from '../stream/xlsx-parts.ts';
import type { ParquetType, StreamFormat, XlsxFormat } from '../stream/stream-request.ts';
import type { BrowsedColumn } from './browsed-table.ts';

export { MAX_CELL_TEXT };

export type ExportFormat =
  | { kind: 'csv'; delimiter: CsvDelimiter; decimalComma: boolean }
  | { kind: 'parquet' }
  /** `heading` names the sheets. */
  | { kind: 'xlsx'; heading: string };

/** How values are sent to the encoder: times as texts, which lose nothing. */
export const exportTypes = (columns: readonly BrowsedColumn[]): ResultColumn['type'][] =>
  columns.map(({ type }) => (type === 'unknown' || type === 'timestamp' ? 'string' : type));

const XLSX_TYPES: Record<BrowsedColumn['type'], XlsxFormat['columns'][number]['type']> = {
  integer: 'number',
  decimal: 'number',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  string: 'text',
  unknown: 'text',
};

const DECIMAL = /\((\d+),\s*(\d+)\)/;
/** Integers that 64 bits with a sign do not hold. */
const WIDE = /HUGEINT|UBIGINT|UINT64|INT128|UINT128|INT256/i;

function parquetType({ type, native }: BrowsedColumn): ParquetType {
  switch (type) {
    case 'integer':
      return WIDE.test(native) ? { kind: 'decimal', precision: 38, scale: 0 } : { kind: 'integer' };
    case 'decimal': {
      const [, precision, scale] = DECIMAL.exec(native) ?? [];
      // Without fixed places a text is exact, and no number type is.
      if (precision === undefined || Number(precision) > 38) return { kind: 'text' };
      return { kind: 'decimal', precision: Number(precision), scale: Number(scale) };
    }
    case 'number':
      return { kind: 'double' };
    case 'boolean':
    case 'date':
    case 'timestamp':
      return { kind: type };
    case 'string':
    case 'unknown':
      return { kind: 'text' };
  }
}

export function exportFormat(columns: readonly BrowsedColumn[], format: ExportFormat): StreamFormat {
  const names = columns.map(({ name }) => name);
  switch (format.kind) {
    case 'csv':
      return { ...format, titles: names, bom: true, cutNote: null };
    case 'parquet':
      return { kind: 'parquet', columns: columns.map((column) => ({ name: column.name, type: parquetType(column) })) };
    case 'xlsx':
      return {
        kind: 'xlsx',
        heading: format.heading,
        columns: columns.map(({ name, type }) => ({ name, type: XLSX_TYPES[type] })),
      };
  }
}

/** The longest text of each column of texts. */
export function longestTexts(
  from: Sql,
  columns: readonly BrowsedColumn[],
  dialect: Dialect,
): { texts: BrowsedColumn[]; statement: StatementRequest } {
  const texts = columns.filter(({ type, masked }) => !masked && (type === 'string' || type === 'unknown'));
  const lengths = texts.map(({ name }) => sql`MAX(LENGTH(${dialect.cast(sql.id(name), 'string')}))`);
  const selected = lengths.length === 0 ? sql.raw('NULL') : sql.join(lengths);
  const statement = dialect.compile(sql`SELECT ${selected} FROM ${from} AS measured`);
  return { texts, statement: { ...statement, types: texts.map(() => 'integer' as const), limit: null } };
}
