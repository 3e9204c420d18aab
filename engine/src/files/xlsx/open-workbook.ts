import { posix } from 'node:path';
import { FileError } from '../file-error.ts';
import { openZip } from '../zip/open-zip.ts';
import type { OpenZip, ZipEntry } from '../zip/open-zip.ts';
import { readStyles } from './cell-values.ts';
import { scanSheet } from './scan-sheet.ts';
import type { SheetRow } from './scan-sheet.ts';
import { SharedStrings } from './shared-strings.ts';
import { attribute, elementsIn, prefixOf, readPart } from './xml.ts';

export interface Workbook {
  /** Names of its sheets with cells, in their order. */
  sheets: string[];
  /** Rows of a sheet that have cells, in batches. Throws `FileError`. */
  rows(sheet: string, signal?: AbortSignal): AsyncIterable<SheetRow[]>;
  /** Gives back the memory of the texts that sheets refer to, until rows are read again. */
  release(): Promise<void>;
  close(): void;
}

const noWorkbook = (reason: string) =>
  new FileError('damaged_archive', `The workbook cannot be read: ${reason}.`, 'Open it and save it as .xlsx again, or save its sheets as CSV.'); // prettier-ignore

/** Parts that a part refers to, by id. */
async function relationsOf(
  part: (name: string) => ZipEntry | undefined,
  of: string,
): Promise<Map<string, { type: string; target: string }>> {
  // prettier-ignore
  const folder = posix.dirname(of);
  const entry = part(posix.join(folder, '_rels', `${posix.basename(of)}.rels`));
  const found = new Map<string, { type: string; target: string }>();
  if (entry === undefined) return found;
  const xml = await readPart(entry.open());
  for (const { tag } of elementsIn(xml, `${prefixOf(xml, 'Relationships')}Relationship`)) {
    const target = attribute(tag, 'Target') ?? '';
    const type = attribute(tag, 'Type') ?? '';
    if (attribute(tag, 'TargetMode') === 'External') continue;
    found.set(attribute(tag, 'Id') ?? '', { type: type.slice(type.lastIndexOf('/') + 1), target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) }); // prettier-ignore
  }
  return found;
}

function partsOf(zip: OpenZip): (name: string) => ZipEntry | undefined {
  const entries = new Map(zip.entries.map((entry) => [entry.name.toLowerCase(), entry]));
  return (name) => entries.get(posix.normalize(name).toLowerCase());
}

async function readWorkbook(zip: OpenZip): Promise<Omit<Workbook, 'close'>> {
  const part = partsOf(zip);
  if (part('xl/workbook.bin') !== undefined)
    throw new FileError('other_kind', 'The file is a binary Excel workbook (.xlsb).', 'Save it as .xlsx.');
  const root = [...(await relationsOf(part, '')).values()].find(({ type }) => type === 'officeDocument');
  const name = root?.target ?? 'xl/workbook.xml';
  const entry = part(name);
  if (entry === undefined) throw noWorkbook('it has no list of sheets');
  const xml = await readPart(entry.open());
  const prefix = prefixOf(xml, 'workbook');
  const relations = await relationsOf(part, name);
  const parts = new Map<string, ZipEntry>();
  for (const { body } of elementsIn(xml, `${prefix}sheets`))
    for (const { tag } of elementsIn(body, `${prefix}sheet`)) {
      const relation = relations.get(attribute(tag, 'id') ?? '');
      const sheet = relation && part(relation.target);
      if (relation?.type === 'worksheet' && sheet) parts.set(attribute(tag, 'name') ?? relation.target, sheet);
    }
  if (parts.size === 0) throw noWorkbook('it has no sheets with cells');
  const settings = [...elementsIn(xml, `${prefix}workbookPr`)][0];
  const since1904 = settings !== undefined && ['1', 'true'].includes(attribute(settings.tag, 'date1904') ?? '');
  const related = (type: string) => {
    const relation = [...relations.values()].find((each) => each.type === type);
    return relation && part(relation.target);
  };
  const styles = related('styles');
  const numberStyles = styles === undefined ? [] : readStyles(await readPart(styles.open()));
  let strings: Promise<SharedStrings | null> | null = null;
  const shared = related('sharedStrings');
  return {
    sheets: [...parts.keys()],
    async *rows(sheet, signal) {
      const found = parts.get(sheet);
      if (found === undefined) throw new FileError('wrong_settings', `The workbook has no sheet “${sheet}”.`, `It has ${[...parts.keys()].slice(0, 20).join(', ')}.`); // prettier-ignore
      strings ??= shared === undefined ? Promise.resolve(null) : SharedStrings.read(shared.open(signal));
      yield* scanSheet(found.open(signal), { strings: await strings, styles: numberStyles, since1904 });
    },
    async release() {
      const read = strings;
      strings = null;
      (await read?.catch(() => null))?.release();
    },
  };
}

/** Opens an XLSX file. Throws `FileError`. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await openZip(path);
  try {
    return { ...(await readWorkbook(zip)), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}
