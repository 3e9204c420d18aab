import { open } from 'node:fs/promises';
import type { TextSettings } from '@rise/contract';
import { quoteText } from '../expression/quote.ts';
import { castColumn } from './cast-column.ts';
import { FileError } from './file-error.ts';
import type { FileSource } from './file-source.ts';
import { footerTest, leftOutCondition } from './footers.ts';
import { RecordScanner, splitCells } from './scan-records.ts';
import type { RecordFault, TextCell, TextDialect } from './scan-records.ts';
import type { DelimitedRows, NativeRows, RowColumn, TableRow } from './table-rows.ts';
import { CHUNK_BYTES, decodeText } from './text-stream.ts';
import { distinctTitles, findColumns, titleAt } from './titles.ts';

/** Characters of a row with a fault that are shown and stored. */
const MAX_SHOWN = 2000;

/** A record with its cells; none if it has a fault. */
export interface TextRecord {
  line: number;
  cells: TextCell[];
  fault: RecordFault | null;
  /** No cell has anything but blanks. */
  blank: boolean;
  /** The last cell is empty, and only because the record ends with a delimiter. */
  trailingDelimiter: boolean;
  raw(): string;
}

/** The records of decoded text, in batches of what a chunk holds. */
export async function* textRecords(
  chunks: AsyncIterable<Buffer>,
  dialect: TextDialect,
  skipLines = 0,
): AsyncGenerator<TextRecord[]> {
  const scanner = new RecordScanner(dialect, skipLines);
  const take = (chunk: Buffer, last: boolean) => {
    const batch: TextRecord[] = [];
    for (const { bytes, start, end, line, fault, blank, trailingDelimiter } of scanner.push(chunk, last)) {
      const cells = fault === null ? splitCells(bytes.toString('utf8', start, end), dialect) : [];
      const raw = () => bytes.toString('utf8', start, Math.min(end, start + MAX_SHOWN));
      batch.push({ line, cells, fault, blank, trailingDelimiter: trailingDelimiter !== -1, raw });
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

/** An empty cell has no value; an empty text in quotes is a text. */
export const cellValue = ({ text, quoted }: TextCell): string | null => (text === '' && !quoted ? null : text);

interface Header {
  titles: string[];
  /** Lines before the first row. */
  lines: number;
  /** DuckDB, too, would find the first row after that many lines. */
  plain: boolean;
}

/** The titles of a file: those of its header, or numbers for as many columns as its first row has. */
async function readHeader(source: FileSource, settings: TextSettings, signal?: AbortSignal): Promise<Header> {
  const chunks = decodeText(source.open(signal), settings.encoding);
  for await (const batch of textRecords(chunks, settings, settings.skipLines))
    for (const { line, cells, blank, fault, trailingDelimiter, raw } of batch) {
      // Blank lines above the header are left out, as they come and go.
      if (blank) continue;
      if (fault !== null)
        throw new FileError(
          'unclosed_quote',
          `The header in line ${line} has a quote that is not closed.`,
          'Check how many lines are above the header, and which quote the file has.',
          { line },
        );
      if (!settings.header) return { titles: cells.map((_, position) => titleAt(position)), lines: line - 1, plain: true }; // prettier-ignore
      const quoted = /[\r\n]/.test(raw());
      const filled = cells.findLastIndex(({ text: title }) => title.trim() !== '') + 1;
      const titles = distinctTitles(cells.slice(0, Math.max(filled, 1)).map(({ text: title }) => title));
      return { titles, lines: line, plain: !quoted && cells.length - filled <= (trailingDelimiter ? 1 : 0) };
    }
  throw new FileError('no_rows', 'The file has no rows.', 'Check that it is the whole export, and how many lines are left out above the header.'); // prettier-ignore
}

/** Whether DuckDB reads the file as we do: it has no NUL bytes, and lines do not end with CR alone. */
async function readsAlike(path: string, signal?: AbortSignal): Promise<boolean> {
  const file = await open(path);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES * 4);
    for (let first = true; ; first = false) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(chunk, 0, chunk.length);
      if (bytesRead === 0) return true;
      const bytes = chunk.subarray(0, bytesRead);
      if (bytes.includes(0)) return false;
      if (first && /\r(?!\n|$)/.test(bytes.toString('latin1'))) return false;
    }
  } finally {
    await file.close();
  }
}

async function nativeRows(
  { path }: FileSource,
  settings: TextSettings,
  { titles, lines, plain }: Header,
  positions: readonly number[],
  signal?: AbortSignal,
): Promise<NativeRows | null> {
  if (path === null || settings.encoding !== 'utf-8' || !plain || !(await readsAlike(path, signal))) return null;
  const names = titles.map((_, position) => `c${position}`);
  const option = (text: string) => quoteText(text);
  const sql = `read_csv(${quoteText(path)}, auto_detect=false, header=false, skip=${lines}, delim=${option(settings.delimiter)}, quote=${option(settings.quote)}, escape=${option(settings.quote === '' ? '' : settings.escape || settings.quote)}, comment='', nullstr='', allow_quoted_nulls=false, strict_mode=true, max_line_size=16777216, columns={${names.map((name) => `'${name}': 'VARCHAR'`).join(', ')}})`;
  return { sql, cells: positions.map((position) => names[position]!), leftOut: leftOutCondition(names, settings.footerTexts) }; // prettier-ignore
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
    if (fault !== null) return { line, cells: [], fault, text: record.raw() };
    const first = cells.find(({ text }) => text.trim() !== '');
    if (first === undefined || isFooter(first.text)) return null;
    const extra = cells.length - titles.length;
    const excess = extra > 0 && cells.slice(titles.length).some(({ text }) => text.trim() !== '');
    if (extra < 0 || excess) return { line, cells: [], fault: extra < 0 ? 'too_few_cells' : 'too_many_cells', text: record.raw() }; // prettier-ignore
    return { line, cells: positions.map((position) => cellValue(cells[position]!)), fault: null, text: '' };
  };
  return {
    format: 'delimited',
    columns,
    missing: missing.map(({ title }) => title),
    unlisted,
    native: await nativeRows(source, settings, header, positions, signal),
    async *read(stop = signal) {
      const chunks = decodeText(source.open(stop), settings.encoding);
      for await (const batch of textRecords(chunks, settings, settings.skipLines)) {
        const rows = batch.map(rowOf).filter((row) => row !== null);
        if (rows.length > 0) yield rows;
      }
    },
    close: async () => undefined,
  };
}
