import { FileError } from '../file-error.ts';
import { MAX_RECORD_BYTES } from '../scan-records.ts';
import type { SheetCell, readStyles } from './cell-values.ts';
import { numberCell } from './cell-values.ts';
import { restoreEscapes, textOfRuns } from './shared-strings.ts';
import type { SharedStrings } from './shared-strings.ts';
import { attribute, findOpening, innerOf, quickAttribute, streamElements, xmlText } from './xml.ts';

const MAX_COLUMNS = 16_384;
const SLASH = 0x2f;

export interface SheetRow {
  /** From 1. */
  row: number;
  /** By column; null where there is no value. */
  cells: (SheetCell | null)[];
  /** Cells with an error such as #DIV/0!, and formulas without a stored result, read as no value. */
  errors: { column: number; text: string }[];
}

interface SheetContext {
  strings: SharedStrings | null;
  styles: ReturnType<typeof readStyles>;
  since1904: boolean;
}

/** The column of a reference such as AB12, from 0. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
    if (column > MAX_COLUMNS) return -1;
  }
  return column - 1;
}

/** The texts of a cell that does not refer to one. */
function textCell(text: string): SheetCell | null {
  return text === '' ? null : { native: 'text', text };
}

function readIsoDate(text: string): SheetCell {
  const found = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)Z?)?$/.exec(text);
  if (found === null) return { native: 'text', text };
  const [, date, time] = found;
  return time === undefined || /^00:00:00(?:\.0+)?$/.test(time) ? { native: 'date', text: date! } : { native: 'timestamp', text: `${date} ${time}` }; // prettier-ignore
}

/** A cell's value, or the text of its error. */
function readCell(
  tag: string,
  body: string,
  prefix: string,
  context: SheetContext,
): SheetCell | { error: string } | null {
  const type = quickAttribute(tag, 't') ?? 'n';
  if (type === 'inlineStr') {
    const runs = innerOf(body, `${prefix}is`);
    return runs === null ? null : textCell(textOfRuns(runs, prefix));
  }
  const value = innerOf(body, `${prefix}v`);
  if (value === null || value === '') return body.includes(`<${prefix}f`) && value === null ? { error: '=' } : null;
  switch (type) {
    case 's': {
      const text = context.strings?.at(Number(value)) ?? '';
      return textCell(text);
    }
    case 'str':
      return textCell(restoreEscapes(xmlText(value)));
    case 'b':
      return { native: 'boolean', text: value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE' };
    case 'e':
      return { error: xmlText(value) };
    case 'd':
      return readIsoDate(xmlText(value));
    default: {
      const style = context.styles[Number(quickAttribute(tag, 's') ?? 0)] ?? 'number';
      return numberCell(value, style, context.since1904) ?? textCell(xmlText(value));
    }
  }
}

/** The cells of a row, in a loop of its own: most of the time is spent here. */
function readRow(body: string, prefix: string, row: number, context: SheetContext): SheetRow {
  const cells: (SheetCell | null)[] = [];
  const errors: SheetRow['errors'] = [];
  const name = `${prefix}c`;
  const closing = `</${name}>`;
  let next = 0;
  for (let at = 0; ;) {
    const start = findOpening(body, name, at);
    const tagEnd = start === -1 ? -1 : body.indexOf('>', start);
    if (tagEnd === -1) return { row, cells, errors };
    const closed = body.charCodeAt(tagEnd - 1) === SLASH;
    const end = closed ? tagEnd : body.indexOf(closing, tagEnd);
    if (end === -1) return { row, cells, errors };
    at = closed ? tagEnd + 1 : end + closing.length;
    const tag = body.slice(start + name.length + 1, tagEnd);
    const reference = quickAttribute(tag, 'r');
    const column = reference === null ? next : columnOf(reference);
    if (column < 0 || column >= MAX_COLUMNS)
      throw new FileError('too_many_columns', `Row ${row} has a cell beyond column XFD.`, 'Open the workbook and save it as .xlsx again.', { line: row }); // prettier-ignore
    next = column + 1;
    if (closed) continue;
    const cell = readCell(tag, body.slice(tagEnd + 1, end), prefix, context);
    if (cell === null) continue;
    if ('error' in cell) {
      errors.push({ column, text: cell.error });
      continue;
    }
    while (cells.length < column) cells.push(null);
    cells[column] = cell;
  }
}

/** The rows of a sheet that have a value, in batches. */
export async function* scanSheet(chunks: AsyncIterable<Buffer>, context: SheetContext): AsyncGenerator<SheetRow[]> {
  let row = 0;
  let prefix: string | null = null;
  for await (const batch of streamElements(chunks, { root: 'worksheet', name: 'row', limit: MAX_RECORD_BYTES })) {
    const rows: SheetRow[] = [];
    for (const { tag, body } of batch) {
      const number = Number(attribute(tag, 'r') ?? 0);
      row = Number.isInteger(number) && number > row ? number : row + 1;
      prefix ??= /<([\w.-]+:)?c[\s/>]/.exec(body)?.[1] ?? (body.includes('<c') ? '' : null);
      const read = readRow(body, prefix ?? '', row, context);
      if (read.cells.length > 0 || read.errors.length > 0) rows.push(read);
    }
    if (rows.length > 0) yield rows;
  }
}
