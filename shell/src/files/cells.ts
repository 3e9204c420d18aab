/** First characters that make a spreadsheet run text as a formula, full-width forms included. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const NUMERIC = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe; numbers are unchanged. */
export const spreadsheetSafe = (text: string): string =>
  FORMULA.test(text) && !NUMERIC.test(text) ? `'${text}` : text;

/** A cell of comma-separated values (RFC 4180), safe for spreadsheets. */
export function csvCell(text: string): string {
  const safe = spreadsheetSafe(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
