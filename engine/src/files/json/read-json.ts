import type { JsonSettings } from '@rise/contract';
import { castColumn } from '../cast-column.ts';
import type { FileSource } from '../file-source.ts';
import type { DelimitedRows, TableRow } from '../table-rows.ts';
import { RecordScanner } from '../scan-records.ts';
import { decodeText } from '../text-stream.ts';
import { titleKey } from '../titles.ts';
import { flattenJson } from './flatten.ts';
import type { JsonRow } from './flatten.ts';
import { ElementSplitter } from './split-elements.ts';

/** Rows by which it is known which columns the file has, before all are looked through. */
const FIRST_ROWS = 10_000;
const MAX_SHOWN = 2000;

export interface JsonRecord {
  /** The line, or the number of the row. */
  line: number;
  row: JsonRow | 'not_json' | 'not_an_object';
  text: string;
}

type Shape = Pick<JsonSettings, 'shape' | 'rowsAt' | 'encoding'>;

const recordOf = (line: number, text: string): JsonRecord => {
  const row = flattenJson(text);
  return { line, row, text: typeof row === 'string' ? text.slice(0, MAX_SHOWN) : '' };
};

/** The rows of JSON in batches of what a chunk holds. A line that is no JSON costs itself only. */
export async function* jsonRecords(
  source: FileSource,
  { shape, rowsAt, encoding }: Shape,
  signal?: AbortSignal,
): AsyncGenerator<JsonRecord[]> {
  // prettier-ignore
  const chunks = decodeText(source.open(signal), encoding);
  if (shape === 'document') {
    const splitter = new ElementSplitter(rowsAt);
    let number = 0;
    for await (const chunk of chunks) {
      const batch: JsonRecord[] = [];
      for (const element of splitter.push(chunk)) batch.push(recordOf(++number, element.toString()));
      if (batch.length > 0) yield batch;
      if (splitter.done) return;
    }
    return splitter.end();
  }
  // Without quotes and with a delimiter that no JSON has, a record is a line.
  const scanner = new RecordScanner({ delimiter: '\u0001', quote: '', escape: '' });
  const take = (chunk: Buffer, last: boolean) => {
    const batch: JsonRecord[] = [];
    for (const { bytes, start, end, line, blank } of scanner.push(chunk, last))
      if (!blank) batch.push(recordOf(line, bytes.toString('utf8', start, end)));
    return batch;
  };
  for await (const chunk of chunks) {
    const batch = take(chunk, false);
    if (batch.length > 0) yield batch;
  }
  const rest = take(Buffer.alloc(0), true);
  if (rest.length > 0) yield rest;
}

/** Keys of the file's columns; of all rows only if some of the listed ones are not among the first. */
async function findKeys(
  source: FileSource,
  settings: JsonSettings,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  let rows = 0;
  for await (const batch of jsonRecords(source, settings, signal)) {
    for (const { row } of batch)
      if (typeof row !== 'string') for (const path of row.keys()) keys.set(titleKey(path), path);
    rows += batch.length;
    if (rows >= FIRST_ROWS && settings.columns.every(({ title }) => keys.has(titleKey(title)))) break;
  }
  return keys;
}

/** Opens JSON. Throws `FileError`. */
export async function openJson(
  source: FileSource,
  settings: JsonSettings,
  signal?: AbortSignal,
): Promise<DelimitedRows> {
  const keys = await findKeys(source, settings, signal);
  const listed = new Set(settings.columns.map(({ title }) => titleKey(title)));
  const found = settings.columns.filter(({ title }) => keys.has(titleKey(title)));
  const rowOf = ({ line, row, text }: JsonRecord): TableRow => {
    if (typeof row === 'string') return { line, cells: [], fault: row, text };
    const byKey = new Map([...row].map(([path, { text: value }]) => [titleKey(path), value]));
    return { line, cells: found.map(({ title }) => byKey.get(titleKey(title)) ?? null), fault: null, text: '' };
  };
  return {
    format: 'delimited',
    columns: found.map((column) => ({
      title: column.title,
      name: column.name,
      cast: (cell) => castColumn(column, cell),
    })),
    missing: settings.columns.filter(({ title }) => !keys.has(titleKey(title))).map(({ title }) => title),
    unlisted: [...keys].filter(([key]) => !listed.has(key)).map(([, path]) => path),
    native: null,
    async *read(stop = signal) {
      for await (const batch of jsonRecords(source, settings, stop)) yield batch.map(rowOf);
    },
    close: async () => undefined,
  };
}
