import { csvCell } from './cells.ts';

export type CsvCell = string | number | null;

export interface CsvTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

/**
 * Comma-separated values (RFC 4180), figures exact and unformatted, in UTF-8 with a byte order mark, without which
 * spreadsheets misread Turkish letters.
 */
export function csvOf({ head, rows }: CsvTable): string {
  const lines = [head, ...rows].map((line) => line.map((cell) => csvCell(String(cell ?? ''))).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
