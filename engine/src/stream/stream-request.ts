import type { CsvDelimiter, QueryMeta, ResultColumn } from '@rise/contract';
import type { StatementRequest } from '../dialects/statement.ts';

/** Output format of a stream. */
export type StreamFormat =
  /** One row per line as a JSON array, cells in the wire format. */
  { kind: 'ndjson' } | ArrowFormat | CsvFormat | XlsxFormat | ParquetFormat;

/** Arrow's IPC streaming format: record batches, exact decimals as decimal(38, 12). */
export interface ArrowFormat {
  kind: 'arrow';
  /** Custom metadata of the schema and of each of its fields, in order; omitted: none. */
  metadata?: { schema: Readonly<Record<string, string>>; fields: readonly Readonly<Record<string, string>>[] };
}

/**
 * RFC 4180 in UTF-8, lines end with CR LF. Text that a spreadsheet would treat as a formula is prefixed with an
 * apostrophe.
 */
export interface CsvFormat {
  kind: 'csv';
  /** The first line. */
  titles: string[];
  delimiter: CsvDelimiter;
  decimalComma: boolean;
  /** Start with a byte order mark, so that spreadsheets detect UTF-8. */
  bom: boolean;
  /** Last line of a truncated result; null for none. */
  cutNote: string | null;
}

/** The format of a stream whose columns are known once it runs: their names become the titles. */
export type UntitledFormat = { kind: 'ndjson' } | Omit<CsvFormat, 'titles'> | Pick<ParquetFormat, 'kind'>;
/** A workbook; rows that do not fit a sheet go on in the next. */
export interface XlsxFormat {
  kind: 'xlsx';
  /** Names the sheets. */
  heading: string;
  columns: { name: string; type: 'number' | 'double' | 'boolean' | 'date' | 'timestamp' | 'text' }[];
}

/** Timestamps are in UTC, to the microsecond. */
export type ParquetType =
  | { kind: 'boolean' | 'integer' | 'double' | 'date' | 'timestamp' | 'text' }
  | { kind: 'decimal'; precision: number; scale: number };

export interface ParquetFormat {
  kind: 'parquet';
  columns: { name: string; type: ParquetType }[];
}

export interface StreamRequest extends StatementRequest {
  /** One per column, in order. */
  names: string[];
  limit: number;
  format: StreamFormat;
}

/** What an encoder needs to know of a result. */
export type EncodedColumns = Pick<StreamRequest, 'types' | 'names'>;

/** The end of a stream: rows sent, and whether there were more than the limit. */
export interface StreamEnd {
  rowCount: number;
  truncated: boolean;
}

/** Chunks of bytes in the requested format; the return value confirms that the stream is complete. */
export type StreamParts = AsyncGenerator<Uint8Array, StreamEnd>;

/** The rows of a query as a stream, and their columns. */
export interface ResultStream {
  columns: ResultColumn[];
  /** The days that the query's date ranges mean. */
  periods: QueryMeta['periods'];
  unavailable: QueryMeta['unavailable'];
  parts: StreamParts;
}

/** Values of one column as plain text: '-12.5', '2025-12-31', 'true'; null for null. */
export type TextColumn = readonly (string | null)[];

export interface RowsEncoder {
  head(): string | Uint8Array;
  /** The first `count` values of every column. */
  rows(columns: readonly TextColumn[], count: number): string | Uint8Array;
  tail(end: StreamEnd): string | Uint8Array;
}
