import { rm, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { FileError } from './file-error.ts';
import { fileSource } from './file-source.ts';
import type { FileSource } from './file-source.ts';
import { HEAD_BYTES, kindOfBytes } from './kind-of.ts';
import type { FileKind } from './kind-of.ts';
import { isJson } from './json/inspect-json.ts';
import { openZip, unpackEntry } from './zip/open-zip.ts';
import type { OpenZip, ZipEntry } from './zip/open-zip.ts';

/** What a file or an entry is, also of what is text. */
export type PartKind = Exclude<FileKind, 'utf-16'> | 'json';

/** The bytes that a file begins with. */
export async function headOf(source: FileSource): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source.open()) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

export function partKind(head: Buffer): PartKind {
  const kind = kindOfBytes(head);
  if (kind !== 'text' && kind !== 'utf-16') return kind;
  return isJson(head) ? 'json' : 'text';
}

/** What programs put into archives beside the files that people packed. */
const isJunk = (name: string) => /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name);

export const tableEntries = ({ entries }: OpenZip): ZipEntry[] => entries.filter(({ name }) => !isJunk(name));

export const entrySource = ({ name, bytes, open }: ZipEntry): FileSource => ({ name, bytes, path: null, open });

/** A title from a file's name. */
export function titleOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1);
  return base.slice(0, base.length - extname(base).length) || base;
}

/** A part of a file: the bytes that hold a table, and the sheet if they are a workbook. */
export interface OpenPart {
  source: FileSource;
  kind: PartKind;
  sheet: string;
  /** The bytes on disk, unpacked if they have to be. */
  onDisk(signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** The entry that a part names, alone or before / and a sheet. */
function findEntry(entries: readonly ZipEntry[], part: string): { entry: ZipEntry; sheet: string } {
  const exact = entries.find(({ name }) => name === part);
  if (exact) return { entry: exact, sheet: '' };
  const workbook = entries.filter(({ name }) => part.startsWith(`${name}/`)).toSorted((a, b) => b.name.length - a.name.length)[0]; // prettier-ignore
  if (workbook) return { entry: workbook, sheet: part.slice(workbook.name.length + 1) };
  throw new FileError('wrong_settings', `The archive has no file “${part}”.`, 'Choose one of the files in it.');
}

/** Opens a part. Throws `FileError`. */
export async function openPart(path: string, part: string, scratch: string): Promise<OpenPart> {
  const source = fileSource(path, basename(path), (await stat(path)).size);
  const kind = partKind(await headOf(source));
  if (kind !== 'zip') return { source, kind, sheet: part, onDisk: async () => path, close: async () => undefined };
  const zip = await openZip(path);
  try {
    const { entry, sheet } = findEntry(tableEntries(zip), part);
    const inner = entrySource(entry);
    let unpacked: Promise<string> | null = null;
    return {
      source: inner,
      kind: partKind(await headOf(inner)),
      sheet,
      onDisk: (signal) => (unpacked ??= unpackEntry(entry, scratch, signal)),
      async close() {
        zip.close();
        if (unpacked !== null) await rm(await unpacked, { force: true });
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
