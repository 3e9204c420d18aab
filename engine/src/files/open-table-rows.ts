import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { TableSettings } from '@rise/contract';
import { FileError } from './file-error.ts';
import { fileSource } from './file-source.ts';
import { openSheet } from './xlsx/read-sheet.ts';
import { openWorkbook } from './xlsx/open-workbook.ts';
import { openText } from './read-text.ts';
import type { OpenedRows } from './table-rows.ts';

export interface OpenRowsOptions {
  path: string;
  /** Where the table is in the file, as inspecting it says. */
  part: string;
  settings: TableSettings;
  /** A folder for what has to be unpacked to be read; it is empty again after `close`. */
  scratch: string;
  signal?: AbortSignal;
}

/** Opens a table of a file, to load or to show it. Throws `FileError`, or the signal's reason. */
export async function openTableRows({ path, part, settings, signal }: OpenRowsOptions): Promise<OpenedRows> {
  const { size } = await stat(path);
  const source = fileSource(path, basename(path), size);
  if (settings.kind === 'text') return openText(source, settings, signal);
  if (settings.kind === 'sheet') return openSheet(await openWorkbook(path), part, settings, signal);
  throw new FileError('wrong_settings', 'This kind of file is not read yet.', 'Save it as CSV.');
}
