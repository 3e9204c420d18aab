import type { Language } from '@rise/contract';
import { createRandom } from '../../../generate/random.ts';
import lines from '../data/lines.json';
import { base64, filledText } from './bytes.ts';
import { jpegFile } from './jpeg-file.ts';
import { landscape } from './landscape.ts';
import { documentFile, sheetFile } from './office-file.ts';
import { pdfFile } from './pdf-file.ts';

export interface GeneratedFile {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly bytes: number;
}

/** Media types by type of file. */
const MEDIA: Readonly<Record<string, string>> = {
  PDF: 'application/pdf',
  DOC: 'application/msword',
  XLS: 'application/vnd.ms-excel',
  TXT: 'text/plain;charset=utf-8',
  CSV: 'text/csv;charset=utf-8',
  JPG: 'image/jpeg',
};

/** Blocks of a picture: 2560 × 1440 pixels. */
const [COLUMNS, ROWS] = [320, 180];
const MOST_ROWS = 1500;

function tableRows({ id }: GeneratedFile, language: Language): (string | number)[][] {
  const random = createRandom(`table ${id}`);
  const body = Array.from({ length: MOST_ROWS }, (_, row) => [
    `${2024 + Math.floor(row / 60)}-${String((Math.floor(row / 5) % 12) + 1).padStart(2, '0')}`,
    lines.branches[row % 5]!,
    random.int(800, 9000),
    random.int(2_000_000, 90_000_000),
    random.int(1_000_000, 80_000_000),
  ]);
  return [lines.columns[language], ...body];
}

function bytesOfFile(file: GeneratedFile, language: Language): Uint8Array {
  const { id, type, name, description, bytes } = file;
  const random = createRandom(`lines ${id}`);
  const texts = lines[language];
  const start = random.int(0, texts.length - 1);
  const body = [...(description === null ? [] : [description, '']), ...texts.slice(start), ...texts.slice(0, start)];
  if (type === 'PDF') return pdfFile(name, body, bytes);
  if (type === 'DOC') return documentFile(name, body, bytes);
  if (type === 'XLS') return sheetFile(name, tableRows(file, language), bytes);
  if (type === 'CSV') return filledText(tableRows(file, language).map((row) => row.join(',')), bytes); // prettier-ignore
  if (type === 'JPG') {
    const colorAt = landscape(id);
    return jpegFile(COLUMNS, ROWS, (x, y) => colorAt(x / COLUMNS, y / ROWS), bytes);
  }
  return filledText([name, '='.repeat(name.length), '', ...body, ''], bytes);
}

/** A file of the sample as a data URL: the same for the same file, and of exactly its size. */
export function generatedFile(file: GeneratedFile, language: Language): string {
  const media = MEDIA[file.type] ?? 'application/octet-stream';
  return `data:${media};base64,${base64(bytesOfFile(file, language))}`;
}
