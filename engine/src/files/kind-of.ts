import { open } from 'node:fs/promises';
import { FileError } from './file-error.ts';

/** What a file is by its first bytes, whatever its name says. 'text' is everything that is nothing else. */
export type FileKind =
  | 'text'
  | 'utf-16'
  | 'empty'
  | 'zip'
  | 'xlsx'
  | 'xls'
  | 'gzip'
  | 'bzip2'
  | 'xz'
  | 'zstd'
  | 'parquet'
  | 'arrow'
  | 'pdf'
  | 'sqlite'
  | 'duckdb';

const MAGIC: readonly (readonly [FileKind, string, number?])[] = [
  ['gzip', '\x1f\x8b'],
  ['bzip2', '1AY&SY', 4],
  ['xz', '\xfd7zXZ\0'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  ['parquet', 'PAR1'],
  ['arrow', 'ARROW1\0\0'],
  // A stream of Arrow without a file's frame begins with a continuation marker.
  ['arrow', '\xff\xff\xff\xff'],
  ['pdf', '%PDF-'],
  ['sqlite', 'SQLite format 3\0'],
  ['duckdb', 'DUCK', 8],
  // The container of old Office documents.
  ['xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
];

/** Reads up to `length` bytes from `start`. */
export async function readBytes(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new FileError('unreadable', `The file cannot be opened (${error.code}).`, 'Upload it again.');
  });
  try {
    const buffer = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** The byte order of UTF-16 text, by its mark or by where its NUL bytes are; null if it is not UTF-16. */
export function utf16Order(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const nuls = [0, 0];
  const pairs = Math.floor(head.length / 2);
  for (let index = 0; index < pairs * 2; index++) if (head[index] === 0) nuls[index % 2]! += 1;
  // Delimiters, digits and line ends have a NUL on one side; texts of other scripts have none on either.
  if (pairs < 2 || Math.max(...nuls) < pairs * 0.3) return null;
  if (nuls[1]! > nuls[0]! * 10) return 'utf-16le';
  return nuls[0]! > nuls[1]! * 10 ? 'utf-16be' : null;
}

/** The name of an archive's first entry. An archive of workbooks has the names of their parts further on. */
const firstEntry = (head: Buffer) => head.toString('latin1', 30, 30 + (head.length > 30 ? head.readUInt16LE(26) : 0));

/** A header may begin with the letters of a magic number, as in PAR1,PAR2; these formats have NUL bytes near the start. */
const isBinary = (kind: FileKind, head: Buffer) => (kind !== 'parquet' && kind !== 'duckdb') || head.includes(0);

/** Bytes from a file's start by which its kind is known. */
export const HEAD_BYTES = 65_536;

/** Recognizes a file by its bytes. Throws `FileError` if it cannot be opened. */
export async function kindOf(path: string): Promise<FileKind> {
  return kindOfBytes(await readBytes(path, 0, HEAD_BYTES));
}

/** Recognizes a file by the bytes from its start. */
export function kindOfBytes(head: Buffer): FileKind {
  if (head.length === 0) return 'empty';
  for (const [kind, bytes, offset = 0] of MAGIC)
    if (head.subarray(offset, offset + bytes.length).equals(Buffer.from(bytes, 'latin1')) && isBinary(kind, head))
      return kind;
  if (['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].includes(head.toString('latin1', 0, 4)))
    return /^(?:\[Content_Types\]\.xml$|_rels\/|docProps\/|xl\/)/.test(firstEntry(head)) ? 'xlsx' : 'zip';
  return utf16Order(head) === null ? 'text' : 'utf-16';
}

const REMEDIES: Partial<Record<FileKind, readonly [string, string]>> = {
  empty: ['is empty', 'Check the export that wrote it.'],
  zip: ['is a ZIP archive', 'Unpack it and upload the files in it.'],
  xlsx: ['is an Excel workbook', 'Upload it with the ending .xlsx, or save the sheet as CSV UTF-8.'],
  xls: ['is an old Office document', 'Open it and save the sheet as .xlsx or as CSV UTF-8.'],
  gzip: ['is compressed with gzip', 'Unpack it first.'],
  bzip2: ['is compressed with bzip2', 'Unpack it first.'],
  xz: ['is compressed with xz', 'Unpack it first.'],
  zstd: ['is compressed with zstd', 'Unpack it first.'],
  parquet: ['is a Parquet file', 'Upload it with the ending .parquet.'],
  arrow: ['is an Arrow file', 'Upload it with the ending .arrow.'],
  pdf: ['is a PDF document', 'Export the table as CSV.'],
  sqlite: ['is a SQLite database', 'Export its tables as CSV.'],
  duckdb: ['is a DuckDB database', 'Export its tables as Parquet or CSV.'],
};

/** Why a file of that kind is not read. */
export function refuseKind(kind: FileKind): FileError {
  const [what, remedy] = REMEDIES[kind] ?? ['is none that can be read', 'Upload CSV, JSON, Parquet, Arrow or XLSX.'];
  return new FileError(kind === 'empty' ? 'empty' : 'other_kind', `The file ${what}.`, remedy);
}

/** Throws `FileError` unless the file is text. */
export async function requireText(path: string): Promise<void> {
  const kind = await kindOf(path);
  if (REMEDIES[kind] !== undefined) throw refuseKind(kind);
}
