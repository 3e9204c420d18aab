import { csvCell } from '@rise/contract/csv-cell';
import {
  changesIn,
  type Draft,
  type DraftChange,
  enteredIn,
  isDefault,
  type ParameterDraft,
  type Shape,
} from './parameters.rules.ts';

const HEAD = ['name', 'from', 'value'];

/** Entries as CSV: a row for each value; `from` is empty for the first one, and `value` where the default applies. */
export function writeParameterFile(parameters: readonly Shape[], draft: Draft): string {
  const rows = parameters.flatMap((parameter) => [
    [parameter.name, '', isDefault(parameter, draft) ? '' : String(enteredIn(parameter, draft))],
    ...changesIn(parameter, draft).map(({ from, value }) => [parameter.name, from, String(value)]),
  ]);
  return [HEAD, ...rows].map((row) => `${row.map((cell) => csvCell(cell)).join(',')}\r\n`).join('');
}

/** Cells of a CSV text (RFC 4180), with `,` or `;`. */
function cellsOf(text: string): string[][] {
  const delimiter = /^[^\n]*;/.test(text) ? ';' : ',';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at]!;
      else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === delimiter || letter === '\n') {
      rows.at(-1)!.push(cell);
      cell = '';
      if (letter === '\n') rows.push([]);
    } else if (letter !== '\r') cell += letter;
  }
  rows.at(-1)!.push(cell);
  return rows.filter((row) => row.some((item) => item.trim() !== ''));
}

/** Exported text that a spreadsheet would run begins with an apostrophe. */
const unescape = (text: string) => (/^'[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text);

export interface ParameterFile {
  draft: Draft;
  /** Lines that are not taken, with the name that no parameter has; null: the line has too few cells. */
  ignored: { line: number; name: string | null }[];
}

/** The entries of a file. Parameters that it does not name stay as they are. Null: it has not these columns. */
export function readParameterFile(text: string, parameters: readonly Shape[]): ParameterFile | null {
  const [head, ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  const places = HEAD.map((title) => head?.findIndex((cell) => cell.trim().toLowerCase() === title) ?? -1);
  if (places.includes(-1)) return null;
  const drafts = new Map<string, ParameterDraft & { changes: DraftChange[] }>();
  const ignored: ParameterFile['ignored'] = [];
  for (const [index, row] of rows.entries()) {
    const [name, from, value] = places.map((place) => row[place]);
    const parameter = parameters.find((item) => item.name === name?.trim());
    if (!parameter || from === undefined || value === undefined) {
      ignored.push({ line: index + 2, name: parameter ? null : (name?.trim() ?? null) });
      continue;
    }
    const entry = drafts.get(parameter.name) ?? { changes: [] };
    drafts.set(parameter.name, entry);
    const entered = parameter.type === 'boolean' ? value.trim().toLowerCase() === 'true' : unescape(value);
    if (from.trim() !== '') entry.changes.push({ from: from.trim(), value: entered });
    else entry.value = value === '' ? null : entered;
  }
  return { draft: Object.fromEntries(drafts), ignored };
}
