import type { Cell } from '@rise/contract';
import { type FigureFormat, useFigure } from '@rise/ui';

/** A tile's figures as rows, for leaving the page. */
export interface FlatTable {
  columns: { title: string; format?: FigureFormat }[];
  rows: (Cell | undefined)[][];
}

export type WriteFigure = (value: string | number | null, format: FigureFormat) => string;

/** How figures are written on this page. */
export const useFigures = (): WriteFigure => useFigure() as WriteFigure;

const LINE_END = '\r\n';
/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMERIC = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Comma-separated values (RFC 4180), figures exact and unformatted. Text that a spreadsheet would run is made text. */
export function csvOf({ columns, rows }: FlatTable): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => row.map((cell) => raw(cell)))];
  return lines.map((line) => line.map((cell) => quoted(harmless(cell))).join(',')).join(LINE_END) + LINE_END;
}

/** Tab-separated values as they are read on the page, for pasting into a document or a spreadsheet. */
export function tabbedOf({ columns, rows }: FlatTable, write: WriteFigure): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) =>
      row.map((cell, index) => {
        const format = columns[index]?.format;
        return format && typeof cell !== 'boolean' ? write(cell ?? null, format) : raw(cell);
      }),
    ),
  ];
  return lines.map((line) => line.map((cell) => harmless(cell.replaceAll(/[\t\r\n]+/g, ' '))).join('\t')).join('\n');
}

const raw = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell));
const harmless = (text: string): string => (FORMULA.test(text) && !NUMERIC.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
