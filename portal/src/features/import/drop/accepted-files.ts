/** What can be imported, by the end of the name. Content decides in the end: the server looks at it. */
const ENDINGS = ['csv', 'tsv', 'txt', 'psv', 'json', 'ndjson', 'jsonl', 'parquet', 'arrow', 'feather', 'xlsx', 'zip'];

/** Value of a file field's `accept`. */
export const ACCEPTED_ENDINGS = ENDINGS.map((ending) => `.${ending}`).join(',');

/** Bytes: 2 GB. */
export const MAX_FILE_BYTES = 2 * 1024 ** 3;
/** Files of one import. */
export const MAX_FILES = 100;

export type RefusalCode = 'tooLarge' | 'empty' | 'oldExcel' | 'otherSpreadsheet' | 'otherKind' | 'tooMany';
export interface Refusal {
  name: string;
  code: RefusalCode;
}

export interface Selection {
  accepted: File[];
  refused: Refusal[];
  /** Files of a folder that are no data, such as pictures; nobody chose them by name. */
  ignored: number;
}

/** Files that systems and programs leave in folders and archives. */
const isSystemFile = (name: string): boolean => /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i.test(name);

const endingOf = (name: string): string => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase();

function refusalOf({ name, size }: File): RefusalCode | null {
  const ending = endingOf(name);
  if (ending === 'xls' || ending === 'xlsb') return 'oldExcel';
  if (ending === 'ods' || ending === 'numbers') return 'otherSpreadsheet';
  if (!ENDINGS.includes(ending)) return 'otherKind';
  if (size === 0) return 'empty';
  return size > MAX_FILE_BYTES ? 'tooLarge' : null;
}

/** Where a browser or file-selector puts a file's place in its folder; none for files that were chosen themselves. */
const isFromFolder = (file: File & { path?: string }): boolean =>
  [file.webkitRelativePath, file.path ?? ''].some((path) => path.replace(/^\.?\//, '').includes('/'));

/** Decides which of the chosen files are sent; `room` is how many more the import can have. */
export function selectFiles(files: readonly File[], room: number = MAX_FILES): Selection {
  const selection: Selection = { accepted: [], refused: [], ignored: 0 };
  for (const file of files) {
    const code = refusalOf(file);
    if (isSystemFile(file.name)) selection.ignored += 1;
    else if (code === null && selection.accepted.length < room) selection.accepted.push(file);
    else if (code === null) selection.refused.push({ name: file.name, code: 'tooMany' });
    else if (code === 'otherKind' && isFromFolder(file)) selection.ignored += 1;
    else selection.refused.push({ name: file.name, code });
  }
  return selection;
}
