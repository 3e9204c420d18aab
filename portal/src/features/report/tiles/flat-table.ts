import type { Cell } from '@rise/contract';
import { spreadsheetSafe } from '@rise/contract/csv-cell';
import { csvText } from '@rise/shell/files';
import { type FigureFormat, useFigure } from '@rise/ui';

/** A tile's figures as rows, for export. */
export interface FlatTable {
  columns: { title: string; format?: FigureFormat }[];
  rows: (Cell | undefined)[][];
}

export type FormatFigure = (value: string | number | null, format: FigureFormat) => string;

/** Formats a figure as on the page. */
export const useFigures = (): FormatFigure => useFigure() as FormatFigure;

/** Comma-separated values (RFC 4180), figures exact and unformatted. Text that a spreadsheet would run as a formula is escaped. */
export function csvOf({ columns, rows }: FlatTable): string {
  return csvText({ head: columns.map(({ title }) => title), rows });
}

/** Tab-separated values formatted as on the page, for pasting into a document or spreadsheet. */
export function tabbedOf({ columns, rows }: FlatTable, write: FormatFigure): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) =>
      row.map((cell, index) => {
        const format = columns[index]?.format;
        return format && typeof cell !== 'boolean' ? write(cell ?? null, format) : raw(cell);
      }),
    ),
  ];
  return lines
    .map((line) => line.map((cell) => spreadsheetSafe(cell.replaceAll(/[\t\r\n]+/g, ' '))).join('\t'))
    .join('\n');
}

const raw = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell));
