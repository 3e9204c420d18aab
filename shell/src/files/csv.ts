import { csvCell } from '@rise/contract/csv-cell';

export interface CsvTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null | undefined)[])[];
}

/** Comma-separated values (RFC 4180), figures exact and unformatted. */
export function csvText({ head, rows }: CsvTable): string {
  const lines = [head, ...rows].map((line) => line.map((cell) => csvCell(String(cell ?? ''))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** The same as the content of a file: in UTF-8 with a byte order mark, without which spreadsheets misread Turkish letters. */
export const csvFile = (table: CsvTable): string => `\uFEFF${csvText(table)}`;
