import { open } from 'node:fs/promises';
import type { TextSettings } from '@rise/contract';
import { quoteText } from '../expression/quote.ts';
import { castColumn } from './cast-column.ts';
import { FileError } from './file-error.ts';
import type { FileSource } from './file-source.ts';
import { footerTest, leftOutCondition } from './footers.ts';
import { HEADER_ROWS, locateHeader } from './locate-header.ts';
import { RecordScanner, splitValues } from './scan-records.ts';
import type { RecordFault, TextDialect } from './scan-records.ts';
import type { DelimitedRows, NativeRows, RowColumn, TableRow } from './table-rows.ts';
import { CHUNK_BYTES, decodeText } from './text-stream.ts';
import { isFilled } from './table-cell.ts';
import { distinctTitles, findColumns, titleAt } from './titles.ts';

/** Characters of a row with a fault that are shown and stored. */
const MAX_SHOWN = 2000;

/** A record with its cells; none if it has a fault. */
export interface TextRecord {
  line: number;
  cells: (string | null)[];
  fault: RecordFault | null;
  /** No cell has anything but blanks. */
  blank: boolean;
  /** Where it lies. */
  bytes: Buffer;
  start: number;
  end: number;
}

/** A record as it is in the file, or the beginning of a long one. */
const textOf = ({ bytes, start, end }: TextRecord) => bytes.toString('utf8', start, Math.min(end, start + MAX_SHOWN));

/** The records of decoded text, in batches of what a chunk holds. */
export async function* textRecords(
  chunks: AsyncIterable<Buffer>,
  dialect: TextDialect,
  skipLines = 0,
): AsyncGenerator<TextRecord[]> {
  const scanner = new RecordScanner(dialect, skipLines);
  const take = (chunk: Buffer, last: boolean) => {
    const batch: TextRecord[] = [];
    for (const { bytes, start, end, line, fault, blank } of scanner.push(chunk, last)) {
      const cells = fault === null ? splitValues(bytes.toString('utf8', start, end), dialect) : [];
      batch.push({ line, cells, fault, blank, bytes, start, end });
    }
    return batch;
  };
  for await (const chunk of chunks) {
    const batch = take(chunk, false);
    if (batch.length > 0) yield batch;
  }
  const rest = take(Buffer.alloc(0), true);
  if (rest.length > 0) yield rest;
}

interface Header {
  titles: string[];
  /** Cells that a row needs: those of columns with a title. */
  required: number;
  /** Lines before the first row. */
  lines: number;
  /** DuckDB, too, would find the first row after that many lines. */
  plain: boolean;
}

/** The first records with something in them, up to a number and from the line on. */
async function firstRecords(
  source: FileSource,
  settings: TextSettings,
  skipLines: number,
  count: number,
  signal?: AbortSignal,
): Promise<TextRecord[]> {
  // prettier-ignore
  const found: TextRecord[] = [];
  const chunks = decodeText(source.open(signal), settings.encoding);
  for await (const batch of textRecords(chunks, settings, skipLines)) {
    found.push(...batch.filter(({ blank }) => !blank));
    if (found.length >= count) break;
  }
  return found.slice(0, count);
}

/** The header where it is expected, or where it is now if lines above it came or went. */
async function findHeader(source: FileSource, settings: TextSettings, signal?: AbortSignal): Promise<TextRecord> {
  const records = await firstRecords(source, settings, 0, HEADER_ROWS, signal);
  const [expected] = await firstRecords(source, settings, settings.skipLines, 1, signal);
  const all = expected === undefined ? records : [expected, ...records];
  const found = all[locateHeader(all.map(({ cells }) => cells), 0, settings.columns)]; // prettier-ignore
  if (found === undefined)
    throw new FileError('no_rows', 'The file has no rows.', 'Check that it is the whole export, and how many lines are left out above the header.'); // prettier-ignore
  return found;
}

/** The titles of a file: those of its header, or numbers for as many columns as its first row has. */
async function readHeader(source: FileSource, settings: TextSettings, signal?: AbortSignal): Promise<Header> {
  if (!settings.header) {
    const [first] = await firstRecords(source, settings, settings.skipLines, 1, signal);
    if (first === undefined)
      throw new FileError('no_rows', 'The file has no rows.', 'Check that it is the whole export.');
    const { cells, line } = first;
    return { titles: cells.map((_, position) => titleAt(position)), required: cells.length, lines: line - 1, plain: true }; // prettier-ignore
  }
  const header = await findHeader(source, settings, signal);
  const { line, cells, fault } = header;
  if (fault !== null)
    throw new FileError(
      'unclosed_quote',
      `The header in line ${line} has a quote that is not closed.`,
      'Check how many lines are above the header, and which quote the file has.',
      { line },
    );
  const titles = distinctTitles(cells.map((title) => title ?? ''));
  const required = Math.max(1, cells.findLastIndex(isFilled) + 1);
  return { titles, required, lines: line, plain: !/[\r\n]/.test(textOf(header)) };
}

const LONE_CR = /\r(?!\n|$)/;

const MB = 1024 * 1024;

/** Whether DuckDB reads the text as we do: it has no NUL bytes, and its lines do not end with CR alone. */
const isAlike = (bytes: Buffer, first: boolean) =>
  !bytes.includes(0) && !(first && LONE_CR.test(bytes.toString('latin1', 0, CHUNK_BYTES)));

async function* requireAlike(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first = true;
  for await (const chunk of chunks) {
    if (!isAlike(chunk, first))
      throw new FileError('unusual_text', 'The file has NUL bytes, or lines that end with CR.', 'Read it row by row.');
    first = false;
    yield chunk;
  }
}

/** The same for a file on disk, whose bytes nobody else needs: reading into one buffer is several times as fast. */
async function readsAlike(path: string, signal?: AbortSignal): Promise<boolean> {
  const file = await open(path);
  try {
    const chunk = Buffer.alloc(8 * CHUNK_BYTES);
    for (let first = true; ; first = false) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(chunk, 0, chunk.length);
      if (bytesRead === 0) return true;
      const bytes = chunk.subarray(0, bytesRead);
      if (!isAlike(bytes, first)) return false;
    }
  } finally {
    await file.close();
  }
}

async function nativeRows(
  source: FileSource,
  settings: TextSettings,
  { titles, lines, plain }: Header,
  positions: readonly number[],
  signal?: AbortSignal,
): Promise<NativeRows | null> {
  if (!plain) return null;
  const path = settings.encoding === 'utf-8' ? source.path : null;
  if (path !== null && !(await readsAlike(path, signal))) return null;
  const names = titles.map((_, position) => `c${position}`);
  const { quote, delimiter } = settings;
  // Each thread holds a few such buffers. The usual ones of 32 MB take more memory, and no less time.
  const buffers = `max_line_size=${2 * MB}, buffer_size=${8 * MB}`;
  const escape = quote === '' ? '' : settings.escape || quote;
  return {
    path,
    bytes: (stop = signal) => requireAlike(decodeText(source.open(stop), settings.encoding)),
    sql: (from) =>
      `read_csv(${quoteText(from)}, auto_detect=false, header=false, skip=${lines}, delim=${quoteText(delimiter)}, quote=${quoteText(quote)}, escape=${quoteText(escape)}, comment='', nullstr='', allow_quoted_nulls=false, strict_mode=true, ${buffers}, columns={${names.map((name) => `'${name}': 'VARCHAR'`).join(', ')}})`,
    cells: positions.map((position) => names[position]!),
    leftOut: leftOutCondition(names, settings.footerTexts),
  };
}

/** Opens delimited text: DuckDB reads what it can, and `read` everything. Throws `FileError`. */
export async function openText(
  source: FileSource,
  settings: TextSettings,
  signal?: AbortSignal,
): Promise<DelimitedRows> {
  const header = await readHeader(source, settings, signal);
  const { titles } = header;
  const { found, missing, unlisted } = findColumns(titles, settings.columns);
  const positions = found.map(({ position }) => position);
  const columns: RowColumn[] = found.map(({ column }) => ({
    title: column.title,
    name: column.name,
    cast: (cell) => castColumn(column, cell),
  }));
  const isFooter = footerTest(settings.footerTexts);
  const rowOf = (record: TextRecord): TableRow | null => {
    const { line, cells, fault } = record;
    if (record.blank || line <= header.lines) return null;
    if (fault !== null) return { line, cells: [], fault, text: textOf(record) };
    const first = cells.find(isFilled);
    if (first === undefined || isFooter(first!)) return null;
    const tooMany = cells.length > titles.length && cells.slice(titles.length).some(isFilled);
    if (tooMany) return { line, cells: [], fault: 'too_many_cells', text: textOf(record) };
    if (cells.length < header.required) return { line, cells: [], fault: 'too_few_cells', text: textOf(record) };
    return { line, cells: positions.map((position) => cells[position] ?? null), fault: null, text: '' };
  };
  return {
    format: 'delimited',
    columns,
    missing: missing.map(({ title }) => title),
    unlisted,
    native: await nativeRows(source, settings, header, positions, signal),
    async *read(stop = signal) {
      const chunks = decodeText(source.open(stop), settings.encoding);
      // The header may be above the line where it was.
      const skip = Math.min(settings.skipLines, Math.max(0, header.lines - 1));
      for await (const batch of textRecords(chunks, settings, skip)) {
        const rows = batch.map(rowOf).filter((row) => row !== null);
        if (rows.length > 0) yield rows;
      }
    },
    close: async () => undefined,
  };
}
