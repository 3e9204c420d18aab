import { stat } from 'node:fs/promises';
import type { TableSettings } from '@rise/contract';
import { FileError } from './file-error.ts';
import { openJson } from './json/read-json.ts';
import { refuseKind } from './kind-of.ts';
import { openPart } from './parts.ts';
import type { OpenPart, PartKind } from './parts.ts';
import { openText } from './read-text.ts';
import type { OpenedRows } from './table-rows.ts';
import { openArrow } from './typed/arrow.ts';
import { openParquet } from './typed/parquet.ts';
import { openWorkbook } from './xlsx/open-workbook.ts';
import { openSheet } from './xlsx/read-sheet.ts';

export interface OpenRowsOptions {
  path: string;
  /** Where the table is in the file, as inspecting it says. */
  part: string;
  settings: TableSettings;
  /** A folder for what has to be unpacked to be read; it is empty again after `close`. */
  scratch: string;
  signal?: AbortSignal;
}

const KINDS: Readonly<Record<TableSettings['kind'], readonly PartKind[]>> = {
  text: ['text'],
  // One row of JSON lines may look like text.
  json: ['json', 'text'],
  sheet: ['xlsx'],
  typed: ['parquet', 'arrow'],
};

/** A later file of a source may be of another kind than the one that the settings were found with. */
function requireKind({ kind, source }: OpenPart, settings: TableSettings): void {
  if (kind === 'empty') throw refuseKind(kind);
  const isKind = KINDS[settings.kind].includes(kind) && (settings.kind !== 'typed' || settings.format === kind);
  if (isKind) return;
  const expected = settings.kind === 'typed' ? settings.format : settings.kind;
  throw new FileError('wrong_settings', `${source.name} is of the kind ${kind}, and is to be read as ${expected}.`, 'Upload a file of the same kind as before, or import it as another source.'); // prettier-ignore
}

async function openRows(part: OpenPart, settings: TableSettings, signal?: AbortSignal): Promise<OpenedRows> {
  const { close } = part;
  switch (settings.kind) {
    case 'text':
      return { ...(await openText(part.source, settings, signal)), close };
    case 'json':
      return { ...(await openJson(part.source, settings, signal)), close };
    case 'sheet': {
      const workbook = await openWorkbook(await part.onDisk(signal));
      const closeAll = async () => {
        workbook.close();
        await close();
      };
      try {
        return { ...(await openSheet(workbook, part.sheet, settings, signal)), close: closeAll };
      } catch (error) {
        workbook.close();
        throw error;
      }
    }
    case 'typed': {
      const path = await part.onDisk(signal);
      if (settings.format === 'parquet') return openParquet(path, settings, close);
      return openArrow(path, (await stat(path)).size, settings, close);
    }
  }
}

/** Opens a table of a file, to load or to show it. Throws `FileError`, or the signal's reason. */
export async function openTableRows({ path, part, settings, scratch, signal }: OpenRowsOptions): Promise<OpenedRows> {
  const opened = await openPart(path, part, scratch);
  try {
    requireKind(opened, settings);
    return await openRows(opened, settings, signal);
  } catch (error) {
    await opened.close();
    throw error;
  }
}
