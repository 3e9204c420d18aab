import { stat } from 'node:fs/promises';
import type { FileFault, ImportFileKind, InspectedFile, InspectedTable } from '@rise/contract';
import { FileError } from './file-error.ts';
import { fileSource } from './file-source.ts';
import type { FileSource } from './file-source.ts';
import { inspectText } from './infer/inspect-text.ts';
import type { TableFindings } from './infer/inspect-text.ts';
import { distinctNames } from './infer/names.ts';
import { inspectJson } from './json/inspect-json.ts';
import { refuseKind } from './kind-of.ts';
import { entrySource, headOf, partKind, tableEntries, titleOf } from './parts.ts';
import { inspectArrow } from './typed/arrow.ts';
import { inspectParquet } from './typed/parquet.ts';
import { inspectSheet } from './xlsx/inspect-sheet.ts';
import { openWorkbook } from './xlsx/open-workbook.ts';
import { openZip, unpackEntry } from './zip/open-zip.ts';
import type { ZipEntry } from './zip/open-zip.ts';

export interface InspectOptions {
  path: string;
  /** As the person calls it; suggests titles. */
  name: string;
  /** A folder for what has to be unpacked to be read. */
  scratch: string;
}

const MAX_TABLES = 200;

/** What went wrong, for people; anything else is a defect. */
function faultOf(error: unknown): FileFault {
  if (!(error instanceof FileError)) throw error;
  return { code: error.code, message: error.what, remedy: error.remedy, line: error.at.line ?? null };
}

const UNREAD: TableFindings = {
  settings: null,
  rows: { count: 0, exact: false },
  rowsInspected: 0,
  columns: [],
  doubts: [],
};

/** A table, or why it cannot be read: other tables of the file are not affected. */
async function inspectTable(
  part: string,
  title: string,
  inspect: () => Promise<TableFindings>,
): Promise<InspectedTable> {
  // prettier-ignore
  const own = { part, title: title.slice(0, 200), name: distinctNames([title], 'table')[0]! };
  try {
    return { ...own, ...(await inspect()), error: null };
  } catch (error) {
    return { ...own, ...UNREAD, error: faultOf(error) };
  }
}

/** The sheets with rows; one without any is no table. */
async function inspectWorkbook(path: string, part: (sheet: string) => string): Promise<InspectedTable[]> {
  const workbook = await openWorkbook(path);
  try {
    const tables: InspectedTable[] = [];
    for (const sheet of workbook.sheets.slice(0, MAX_TABLES)) {
      const table = await inspectTable(part(sheet), sheet, () => inspectSheet(workbook, sheet));
      if (table.error?.code !== 'no_rows' || workbook.sheets.length === 1) tables.push(table);
    }
    return tables;
  } finally {
    workbook.close();
  }
}

/** The tables of bytes that are no archive. `onDisk` unpacks them if they have to be on disk. */
async function inspectSource(
  source: FileSource,
  part: string,
  onDisk: () => Promise<string>,
): Promise<{ kind: ImportFileKind; tables: InspectedTable[] }> {
  // prettier-ignore
  const head = await headOf(source);
  const kind = partKind(head);
  const one = (inspect: () => Promise<TableFindings>) => inspectTable(part, titleOf(source.name), inspect);
  switch (kind) {
    case 'text':
      return { kind, tables: [await one(() => inspectText(source))] };
    case 'json':
      return { kind, tables: [await one(() => inspectJson(source, head))] };
    case 'parquet':
      return { kind, tables: [await one(async () => inspectParquet(await onDisk()))] };
    case 'arrow':
      return { kind, tables: [await one(async () => inspectArrow(await onDisk(), source.bytes))] };
    case 'xlsx': {
      const tables = await inspectWorkbook(await onDisk(), (sheet) => (part === '' ? sheet : `${part}/${sheet}`));
      return { kind, tables };
    }
    default:
      throw refuseKind(kind);
  }
}

async function inspectEntry(entry: ZipEntry, scratch: string): Promise<InspectedTable[]> {
  try {
    const { tables } = await inspectSource(entrySource(entry), entry.name, () => unpackEntry(entry, scratch));
    return tables;
  } catch (error) {
    return [await inspectTable(entry.name, titleOf(entry.name), () => Promise.reject(error as Error))];
  }
}

async function inspectZip(path: string, scratch: string): Promise<InspectedTable[]> {
  const zip = await openZip(path);
  try {
    const entries = tableEntries(zip);
    if (entries.length === 0) throw new FileError('no_rows', 'The archive has no files.', 'Pack the files again.');
    if (entries.length > MAX_TABLES)
      throw new FileError('archive_too_large', `The archive has ${entries.length} files.`, `Pack up to ${MAX_TABLES} files into one archive.`); // prettier-ignore
    const tables: InspectedTable[] = [];
    for (const entry of entries) tables.push(...(await inspectEntry(entry, scratch)));
    return tables;
  } finally {
    zip.close();
  }
}

/** Each table of a file has a name of its own. */
function withDistinctNames(tables: InspectedTable[]): InspectedTable[] {
  const names = distinctNames(tables.map(({ title }) => title), 'table'); // prettier-ignore
  return tables.map((table, place) => ({ ...table, name: names[place]! }));
}

/** Finds the tables of a file, how each is read, and what only a person knows. Never throws `FileError`. */
export async function inspectFile({ path, name, scratch }: InspectOptions): Promise<InspectedFile> {
  const { size: bytes } = await stat(path);
  try {
    const source = fileSource(path, name, bytes);
    if (partKind(await headOf(source)) === 'zip')
      return { kind: 'zip', bytes, tables: withDistinctNames(await inspectZip(path, scratch)), error: null };
    const { kind, tables } = await inspectSource(source, '', async () => path);
    return { kind, bytes, tables: withDistinctNames(tables), error: null };
  } catch (error) {
    return { kind: null, bytes, tables: [], error: faultOf(error) };
  }
}
