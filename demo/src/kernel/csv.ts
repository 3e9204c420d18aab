export type CsvCell = string | number | null;

export interface CsvTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

/** What makes a spreadsheet take text for a formula when it stands at its beginning, full-width forms included. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const NUMERIC = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Comma-separated values (RFC 4180), figures exact and unformatted, UTF-8 with its mark, without which spreadsheets
 * misread Turkish letters. Text that a spreadsheet would run is made text.
 */
export function csvOf({ head, rows }: CsvTable): string {
  const lines = [head, ...rows].map((line) => line.map((cell) => quoted(harmless(String(cell ?? '')))).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

const harmless = (text: string) => (FORMULA.test(text) && !NUMERIC.test(text) ? `'${text}` : text);
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
