import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FileFault, ImportFileKind, InspectedFile, InspectedTable } from '@rise/contract';
import { FileError } from './file-error.ts';
import { fileSource } from './file-source.ts';
import type { FileSource } from './file-source.ts';
import { inspectText } from './infer/inspect-text.ts';
import type { TableFindings } from './infer/inspect-text.ts';
import { distinctNames } from './infer/names.ts';
import { inspectSheet } from './xlsx/inspect-sheet.ts';
import { openWorkbook } from './xlsx/open-workbook.ts';
import { HEAD_BYTES, kindOfBytes, refuseKind } from './kind-of.ts';

export interface InspectOptions {
  path: string;
  /** As the person calls it; suggests titles. */
  name: string;
  /** A folder for what has to be unpacked to be read. */
  scratch: string;
}

/** What went wrong, for people; anything else is a defect. */
export function faultOf(error: unknown): FileFault {
  if (!(error instanceof FileError)) throw error;
  return { code: error.code, message: error.what, remedy: error.remedy, line: error.at.line ?? null };
}

const titleOf = (name: string) => {
  const base = name.slice(name.lastIndexOf('/') + 1);
  return base.slice(0, base.length - extname(base).length) || base;
};

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
  const own = { part, title, name: distinctNames([title], 'table')[0]! };
  try {
    return { ...own, ...(await inspect()), error: null };
  } catch (error) {
    return { ...own, ...UNREAD, error: faultOf(error) };
  }
}

async function headOf(source: FileSource): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source.open()) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

async function inspectWorkbook(path: string, part: (sheet: string) => string): Promise<InspectedTable[]> {
  const workbook = await openWorkbook(path);
  try {
    const tables: InspectedTable[] = [];
    for (const sheet of workbook.sheets) tables.push(await inspectTable(part(sheet), sheet, () => inspectSheet(workbook, sheet))); // prettier-ignore
    return tables;
  } finally {
    workbook.close();
  }
}

async function inspectSource(source: FileSource): Promise<{ kind: ImportFileKind; tables: InspectedTable[] }> {
  const kind = kindOfBytes(await headOf(source));
  if (kind === 'xlsx') return { kind, tables: await inspectWorkbook(source.path!, (sheet) => sheet) };
  if (kind === 'text' || kind === 'utf-16')
    return { kind: 'text', tables: [await inspectTable('', titleOf(source.name), () => inspectText(source))] };
  throw refuseKind(kind);
}

/** Finds the tables of a file, how each is read, and what only a person knows. Never throws `FileError`. */
export async function inspectFile({ path, name }: InspectOptions): Promise<InspectedFile> {
  const { size: bytes } = await stat(path);
  try {
    const { kind, tables } = await inspectSource(fileSource(path, name, bytes));
    return { kind, bytes, tables, error: null };
  } catch (error) {
    return { kind: null, bytes, tables: [], error: faultOf(error) };
  }
}
