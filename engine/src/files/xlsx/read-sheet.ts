import type { SheetSettings, TextColumnType } from '@rise/contract';
import { castColumn } from '../cast-column.ts';
import { writeDate } from '../date-format.ts';
import { FileError } from '../file-error.ts';
import { footerTest } from '../footers.ts';
import { HEADER_ROWS, locateHeader } from '../locate-header.ts';
import { isFilled } from '../table-cell.ts';
import type { DelimitedRows, TableRow } from '../table-rows.ts';
import { distinctTitles, findColumns, titleAt } from '../titles.ts';
import type { SheetCell } from './cell-values.ts';
import type { Workbook } from './open-workbook.ts';
import type { SheetRow } from './scan-sheet.ts';

/** A cell in the format of its column, so that a column can hold numbers and texts of numbers. */
export function cellText(cell: SheetCell | null | undefined, type: TextColumnType): string | null {
  if (cell === null || cell === undefined) return null;
  const { native, text } = cell;
  if (native === 'number') return (type.kind === 'decimal' || type.kind === 'number') && type.decimal === ',' ? text.replace('.', ',') : text; // prettier-ignore
  if ((native !== 'date' && native !== 'timestamp') || (type.kind !== 'date' && type.kind !== 'timestamp')) return text;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  return `${writeDate(type.format, year, month, day)}${text.slice(10)}`;
}

const textsOf = ({ cells }: SheetRow) => cells.map((cell) => cell?.text ?? null);

/** The titles, and the row that they are in. */
async function readHeader(
  workbook: Workbook,
  sheet: string,
  settings: SheetSettings,
  signal?: AbortSignal,
): Promise<{ titles: string[]; row: number }> {
  // prettier-ignore
  const rows: SheetRow[] = [];
  for await (const batch of workbook.rows(sheet, signal)) {
    rows.push(...batch.filter((row) => textsOf(row).some(isFilled)));
    if (rows.length >= HEADER_ROWS && rows.at(-1)!.row > settings.skipRows) break;
  }
  const expected = rows.findIndex(({ row }) => row > settings.skipRows);
  const [first] = rows;
  if (first === undefined) throw new FileError('no_rows', 'The sheet has no rows.', 'Check that it is the sheet with the table.'); // prettier-ignore
  if (!settings.header) {
    const width = Math.max(...rows.map(({ cells }) => cells.length));
    return { titles: Array.from({ length: width }, (_, position) => titleAt(position)), row: settings.skipRows };
  }
  const header = rows[locateHeader(rows.map(textsOf), Math.max(0, expected), settings.columns)]!;
  return { titles: distinctTitles(header.cells.map((cell) => cell?.text ?? '')), row: header.row };
}

/** Opens a sheet. The workbook is closed with it. */
export async function openSheet(
  workbook: Workbook,
  sheet: string,
  settings: SheetSettings,
  signal?: AbortSignal,
): Promise<DelimitedRows> {
  // prettier-ignore
  const header = await readHeader(workbook, sheet, settings, signal);
  const { found, missing, unlisted } = findColumns(header.titles, settings.columns);
  const isFooter = footerTest(settings.footerTexts);
  const rowOf = (row: SheetRow): TableRow | null => {
    if (row.row <= header.row) return null;
    const first = row.cells.find((cell) => isFilled(cell?.text));
    if (!first || isFooter(first.text)) return null;
    const cells = found.map(({ column, position }) => cellText(row.cells[position], column.type));
    return { line: row.row, cells, fault: null, text: '' };
  };
  return {
    format: 'delimited',
    columns: found.map(({ column }) => ({ title: column.title, name: column.name, cast: (cell) => castColumn(column, cell) })), // prettier-ignore
    missing: missing.map(({ title }) => title),
    unlisted,
    native: null,
    async *read(stop = signal) {
      try {
        for await (const batch of workbook.rows(sheet, stop)) {
          const rows = batch.map(rowOf).filter((row) => row !== null);
          if (rows.length > 0) yield rows;
        }
      } finally {
        // The rows are sorted next, which takes memory, too.
        await workbook.release();
      }
    },
    close: async () => workbook.close(),
  };
}
