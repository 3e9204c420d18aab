import type { Doubt, JsonSettings } from '@rise/contract';
import { FileError } from '../file-error.ts';
import type { FileSource } from '../file-source.ts';
import { ColumnSample } from '../infer/column-sample.ts';
import { inferColumns, rowsToInspect } from '../infer/infer-columns.ts';
import type { TableFindings } from '../infer/inspect-text.ts';
import { doubtTable } from '../infer/table-doubts.ts';
import { utf16Order } from '../kind-of.ts';
import { flattenJson } from './flatten.ts';
import { jsonRecords } from './read-json.ts';

const MAX_COLUMNS = 5000;
type Encoding = JsonSettings['encoding'];

function decodeHead(head: Buffer): { encoding: Encoding; text: string } {
  const encoding = utf16Order(head) ?? 'utf-8';
  return { encoding, text: new TextDecoder(encoding).decode(head, { stream: true }).trimStart() };
}

/** Whether text is JSON that holds rows, by its beginning. */
export function isJson(head: Buffer): boolean {
  const { text } = decodeHead(head);
  return /^\{\s*(?:"|\})/.test(text) || /^\[\s*(?:[[{\]])/.test(text);
}

/** The members that lead to the first array of objects, by the beginning of a document. */
function findRows(text: string): string[] | null {
  const path: { key: string; array: boolean }[] = [];
  let key = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token.startsWith('"')) {
      if (token.endsWith(':')) key = JSON.parse(token.slice(0, -1).trim()) as string;
      continue;
    }
    if (token === '{' && path.at(-1)?.array && path.slice(0, -1).every(({ array }) => !array)) return path.map((each) => each.key).slice(1); // prettier-ignore
    if (token === '{' || token === '[') path.push({ key: path.length === 0 ? '' : key, array: token === '[' });
    else path.pop();
  }
  return null;
}

function shapeOf(head: Buffer): Pick<JsonSettings, 'encoding' | 'shape' | 'rowsAt'> {
  const { encoding, text } = decodeHead(head);
  const [line = ''] = text.split('\n', 1);
  const isRow = typeof flattenJson(line) !== 'string';
  if (text.startsWith('{') && isRow && findRows(line) === null) return { encoding, shape: 'lines', rowsAt: [] };
  if (text.startsWith('{') && isRow && text.slice(line.length).trim() !== '') return { encoding, shape: 'lines', rowsAt: [] }; // prettier-ignore
  const rowsAt = findRows(text);
  if (rowsAt === null) {
    if (text.startsWith('[')) throw new FileError('no_rows', 'The JSON is a list, but not of objects.', 'Export rows as objects with named members.'); // prettier-ignore
    return { encoding, shape: 'lines', rowsAt: [] };
  }
  return { encoding, shape: 'document', rowsAt };
}

/** Finds out how JSON is read. Throws `FileError`. */
export async function inspectJson(source: FileSource, head: Buffer, signal?: AbortSignal): Promise<TableFindings> {
  const shape = shapeOf(head);
  const samples = new Map<string, ColumnSample>();
  const nested = new Map<string, { line: number; text: string }>();
  const broken: { line: number; text: string }[] = [];
  let brokenRows = 0;
  let rows = 0;
  let inspected = 0;
  for await (const batch of jsonRecords(source, shape, signal))
    for (const { line, row, text } of batch) {
      rows += 1;
      if (typeof row === 'string') {
        brokenRows += 1;
        if (broken.length < 10) broken.push({ line, text: text.slice(0, 200) });
        continue;
      }
      const isInspected = inspected < rowsToInspect(samples.size) && (inspected < 5000 || rows % 10 === 0);
      for (const [path, cell] of row) {
        let sample = samples.get(path);
        if (sample === undefined) {
          if (samples.size === MAX_COLUMNS)
            throw new FileError('too_many_columns', `The rows have more than ${MAX_COLUMNS} members.`, 'Export rows with the same members.'); // prettier-ignore
          samples.set(path, (sample = new ColumnSample()));
        }
        if (isInspected || sample.filled < 100) sample.add(cell.text, line, cell.native);
        if (cell.nested && !nested.has(path)) nested.set(path, { line, text: cell.text.slice(0, 200) });
      }
      if (isInspected) inspected += 1;
    }
  if (samples.size === 0)
    throw new FileError(brokenRows > 0 ? 'damaged_json' : 'no_rows', 'The file has no rows that are JSON objects.', 'Export the table as one JSON object a line, or as a list of objects.'); // prettier-ignore
  for (const sample of samples.values()) {
    sample.blanks += Math.max(0, inspected - sample.rows);
    sample.rows = Math.max(sample.rows, inspected);
  }
  const titles = [...samples.keys()];
  const { columns, settings, doubts } = inferColumns(titles, [...samples.values()]);
  return {
    settings: { kind: 'json', ...shape, columns: settings },
    rows: { count: rows, exact: true },
    rowsInspected: inspected,
    columns,
    doubts: [...doubtBroken(broken, brokenRows), ...doubtNested(nested), ...doubts],
  };
}

const doubtBroken = (broken: { line: number; text: string }[], count: number): Doubt[] =>
  count === 0 ? [] : [doubtTable('broken_rows', broken, count)];

const doubtNested = (nested: ReadonlyMap<string, { line: number; text: string }>): Doubt[] =>
  [...nested].map(([title, evidence]) => ({
    code: 'nested_values',
    column: title,
    count: null,
    evidence: [evidence],
    choices: [
      { code: 'text', value: null, examples: [], suggested: true, change: { kind: 'nothing' } },
      { code: 'leave_out', value: null, examples: [], suggested: false, change: { kind: 'leave_out', title } },
    ],
  }));
