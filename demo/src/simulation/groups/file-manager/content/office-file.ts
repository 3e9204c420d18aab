import { utf8 } from './bytes.ts';

const rtf = (text: string) =>
  text.replaceAll(/[\\{}]/g, String.raw`\$&`).replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0)}?`);

/** A document in RTF, which word processors open as .doc, of exactly `size` bytes. */
export function documentFile(title: string, lines: readonly string[], size: number): Uint8Array {
  const head = String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0 Calibri;}}\fs32\b ${rtf(title)}\b0\fs22\par\par` + '\n';
  let text = head;
  // The last kilobyte is for the end and a remark that nobody sees.
  for (let index = 0; text.length < Math.min(size - 1024, 60_000); index += 1)
    text += `${rtf(lines[index % lines.length]!)}\\par\n`;
  const [open, close] = [String.raw`{\*\remark `, '}}'];
  const rest = Math.max(0, size - text.length - open.length - close.length);
  return utf8(`${text}${open}${' '.repeat(rest)}${close}`);
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A sheet in SpreadsheetML, which spreadsheets open as .xls, of exactly `size` bytes. */
export function sheetFile(title: string, rows: readonly (readonly (string | number)[])[], size: number): Uint8Array {
  const cell = (value: string | number) =>
    `<Cell><Data ss:Type="${typeof value === 'number' ? 'Number' : 'String'}">${xml(String(value))}</Data></Cell>`;
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="${xml(title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31))}"><Table>\n`;
  const end = '</Table></Worksheet></Workbook>';
  let body = '';
  for (const row of rows) {
    const line = `<Row>${row.map(cell).join('')}</Row>\n`;
    if (utf8(head + body + line + end).length + 8 > size) break;
    body += line;
  }
  const rest = Math.max(0, size - utf8(`${head}${body}${end}<!---->`).length);
  return utf8(`${head}${body}${end}<!--${' '.repeat(rest)}-->`);
}
