import type { CellIssueCode } from '@rise/contract';
import { quoteIdentifier, quoteText } from '../expression/quote.ts';
import type { ColumnCast } from './cast-column.ts';

/** A row that has cells, or none that can be trusted and a fault. */
export interface TableRow {
  /** Line of the text, row of the sheet, or number of the row, from 1. */
  line: number;
  /** Of the listed columns that the file has; null where there is no value. */
  cells: (string | null)[];
  fault: CellIssueCode | null;
  /** The row as it is in the file, if it has a fault; the beginning of a long one. */
  text: string;
}

/** A listed column that the file has. */
export interface RowColumn {
  title: string;
  name: string;
  /** SQL of DuckDB for the value of a cell, an expression of type VARCHAR. */
  cast(cell: string): ColumnCast;
}

/** What DuckDB reads by itself, fast: all rows, as texts. Where it fails, `read` says which rows have a fault. */
export interface NativeRows {
  /** The file that it reads from; null if `bytes` have to be written to one, or to a named pipe. */
  path: string | null;
  /** The table as UTF-8. Throws `FileError` for what DuckDB would read in another way than `read`. */
  bytes(signal?: AbortSignal): AsyncIterable<Buffer>;
  /** A relation over the file or pipe. It fails where a row has a fault. */
  sql(from: string): string;
  /** The column of the relation for each of `columns`. */
  cells: string[];
  /** A condition for rows without any value, and footers. */
  leftOut: string;
}

/** Rows of texts that have to be cast. */
export interface DelimitedRows {
  format: 'delimited';
  columns: RowColumn[];
  /** Titles of listed columns that the file does not have. */
  missing: string[];
  /** Titles of the file's columns that are not listed. */
  unlisted: string[];
  /** Null where the rows have to come through `read`. */
  native: NativeRows | null;
  /**
   * Rows in batches, without footers and rows that have no value. Those with a fault have no cells. Throws `FileError`
   * where the file ends being readable.
   */
  read(signal?: AbortSignal): AsyncIterable<TableRow[]>;
  close(): Promise<void>;
}

/** Rows that have types of their own. */
export interface TypedRows {
  format: 'typed';
  /** `type` is as DuckDB names it. `rejected` is a condition over the relation; null where nothing can be. */
  columns: { title: string; name: string; type: string; rejected: string | null; reason: string; text: string }[];
  missing: string[];
  unlisted: string[];
  /** A relation with the file's columns. */
  from: string;
  /** For each column, its value as SQL over the relation. */
  values: string[];
  close(): Promise<void>;
}

/** What a file's table is loaded from. */
export type OpenedRows = DelimitedRows | TypedRows;

/** The name of the first column of canonical text, which holds the line. */
export const LINE_COLUMN = '_line';

/**
 * A relation over canonical text in a file or a named pipe: the line, and the columns by name, all VARCHAR. `maxBytes`
 * is of a line, and what is taken for each of a few buffers.
 */
export function readCanonical(path: string, columns: readonly RowColumn[], maxBytes = MAX_LINE_BYTES): string {
  const types = [LINE_COLUMN, ...columns.map(({ name }) => name)].map((name) => `${quoteText(name)}: 'VARCHAR'`);
  return `read_csv(${quoteText(path)}, auto_detect=false, header=false, skip=1, delim=',', quote='"', escape='"', new_line='\\n', comment='', nullstr='', allow_quoted_nulls=false, strict_mode=true, parallel=false, max_line_size=${maxBytes}, buffer_size=${maxBytes}, columns={${types.join(', ')}})`;
}

/** Longer than the longest record that is read, whose quotes may be doubled. */
export const MAX_LINE_BYTES = 40 * 1024 * 1024;
/** Longer than almost all lines. */
export const USUAL_LINE_BYTES = 1024 * 1024;

/** A row is longer than the buffers that were asked for. */
export class LongLine extends Error {
  override name = 'LongLine';
  constructor(maxBytes: number) {
    super(`A row has more than ${maxBytes} bytes.`);
  }
}

/** How much canonical text there is. */
export interface TextSize {
  rows: number;
  bytes: number;
}

interface TextOptions {
  /** Bytes of a line beyond which `LongLine` is thrown. */
  maxBytes?: number;
  /** Awaited before the text ends. */
  onEnd?(size: TextSize): Promise<void>;
  signal?: AbortSignal;
}

/** A character is at most three bytes, by which almost all texts are known to be shorter. */
const isLonger = (text: string, bytes: number) => text.length > bytes / 3 && Buffer.byteLength(text) > bytes;

function canonicalCell(cell: string | null): string {
  if (cell === null) return '';
  if (cell !== '' && !/[",\r\n]/.test(cell)) return cell;
  return `"${cell.replaceAll('"', '""')}"`;
}

/**
 * Rows as one dialect, whatever the file is: commas, quotes where they are needed, LF, and a header with
 * `LINE_COLUMN` and the names. Rows with a fault go to `onFault`.
 */
export async function* canonicalText(
  rows: DelimitedRows,
  onFault: (row: TableRow) => void,
  { maxBytes = MAX_LINE_BYTES, onEnd, signal }: TextOptions = {},
): AsyncGenerator<Buffer> {
  const size: TextSize = { rows: 0, bytes: 0 };
  yield Buffer.from(`${[LINE_COLUMN, ...rows.columns.map(({ name }) => name)].map(quoteIdentifier).join(',')}\n`);
  for await (const batch of rows.read(signal)) {
    let text = '';
    for (const row of batch) {
      if (row.fault !== null) {
        onFault(row);
        continue;
      }
      const line = `${row.line},${row.cells.map(canonicalCell).join(',')}\n`;
      if (isLonger(line, maxBytes)) throw new LongLine(maxBytes);
      text += line;
      size.rows += 1;
    }
    if (text === '') continue;
    const bytes = Buffer.from(text);
    size.bytes += bytes.length;
    yield bytes;
  }
  await onEnd?.(size);
}
