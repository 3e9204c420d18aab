import type { StatementRequest } from '../warehouses/messages.ts';

/** How the rows of a stream are written. */
export type StreamFormat =
  /** One row a line as a JSON array, cells as everywhere on the wire. */
  | { kind: 'ndjson' }
  /** Arrow's IPC streaming format: record batches, exact decimals as decimal(38, 4). */
  | { kind: 'arrow' }
  | CsvFormat;

/** RFC 4180 in UTF-8, lines ended by CR LF. Text that a spreadsheet would take for a formula gets an apostrophe in front. */
export interface CsvFormat {
  kind: 'csv';
  /** The first line. */
  titles: string[];
  delimiter: ',' | ';';
  decimalComma: boolean;
  /** Begin with a byte order mark, by which spreadsheets know UTF-8. */
  bom: boolean;
  /** A last line for an answer that is cut; null for none. */
  cutNote: string | null;
}

export interface StreamRequest extends StatementRequest {
  /** Of the columns, in their order. */
  names: string[];
  limit: number;
  format: StreamFormat;
}

/** How a stream ended: rows sent, and whether there were more than its limit. */
export interface StreamEnd {
  rowCount: number;
  truncated: boolean;
}

/** Bytes in the requested format, one part after the other; what it returns says that the stream is whole. */
export type StreamParts = AsyncGenerator<Uint8Array, StreamEnd>;

/** Values of one column as plain text: '-12.5', '2025-12-31', 'true'; null where there is none. */
export type TextColumn = readonly (string | null)[];

export interface RowsEncoder {
  head(): string | Uint8Array;
  /** The first `count` values of every column. */
  rows(columns: readonly TextColumn[], count: number): string | Uint8Array;
  tail(end: StreamEnd): string | Uint8Array;
}
