/** First characters that make a spreadsheet run text as a formula, full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Numbers as JavaScript and the warehouses write them, exponents included: -1.5e-7 is a figure, not a formula. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

const SPECIAL = { ',': /[",\r\n]/, ';': /[";\r\n]/ } as const;
export type CsvDelimiter = keyof typeof SPECIAL;

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe; numbers are unchanged. */
export function spreadsheetSafe(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** A cell's text in quotes if it needs them (RFC 4180). */
export function quoteCsv(text: string, delimiter: CsvDelimiter): string {
  return SPECIAL[delimiter].test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell of delimited values (RFC 4180), safe for spreadsheets. */
export function csvCell(text: string, delimiter: CsvDelimiter = ','): string {
  return quoteCsv(spreadsheetSafe(text), delimiter);
}
