import { spreadsheetSafe } from '@rise/contract/csv-cell';
import { QueryError } from '../errors.ts';
import type { RowsEncoder, XlsxFormat } from './stream-request.ts';
import {
  DECLARATION,
  digitsOf,
  MAIN,
  MAX_CELL_TEXT,
  MAX_DIGITS,
  packageParts,
  serialOf,
  SHEET_BYTES,
  sheetEnd,
  SHEET_ROWS,
  sheetFile,
  sheetName,
  sheetStart,
  xmlText,
} from './xlsx-parts.ts';
import { ZipWriter } from './zip-writer.ts';

/** Styles of cells, in the order of styles.xml. */
const STYLE = { plain: 0, head: 1, day: 2, time: 3, quoted: 4 };

const styled = (style: number) => (style === STYLE.plain ? '' : ` s="${style}"`);

/** A text. One that begins like a formula is marked, so that it stays a text when it is edited. */
function textCell(text: string, column: string): string {
  if (text.length > MAX_CELL_TEXT) {
    const message = `A text of '${column}' has more than ${MAX_CELL_TEXT} characters, which a cell cannot hold. Export CSV or Parquet.`;
    throw new QueryError([{ field: 'format', message }]);
  }
  const style = spreadsheetSafe(text) === text ? STYLE.plain : STYLE.quoted;
  return `<c${styled(style)} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

function cellOf(value: string, type: XlsxFormat['columns'][number]['type'], column: string): string {
  switch (type) {
    case 'number':
      return digitsOf(value) > MAX_DIGITS ? textCell(value, column) : `<c><v>${value}</v></c>`;
    // A double has more digits than are shown; all of them are sent.
    case 'double':
      return `<c><v>${value}</v></c>`;
    case 'boolean':
      return `<c t="b"><v>${value === 'true' ? 1 : 0}</v></c>`;
    case 'date':
    case 'timestamp': {
      const serial = serialOf(value);
      if (serial === null) return textCell(value, column);
      return `<c${styled(type === 'date' ? STYLE.day : STYLE.time)}><v>${serial}</v></c>`;
    }
    case 'text':
      return textCell(value, column);
  }
}

const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`;

/**
 * A workbook, written as its rows come: as many sheets as they need, each with the titles in its first row. Empty texts
 * are cells; null is none.
 */
export function createXlsxEncoder({ heading, columns }: XlsxFormat): RowsEncoder {
  const zip = new ZipWriter();
  let sheets = 0;
  let rowsInSheet = 0;
  const beginSheet = (): Buffer[] => {
    sheets += 1;
    rowsInSheet = 1;
    const titles = columns
      .map(({ name }) => textCell(name, name).replace(/^<c( s="\d")?/, `<c s="${STYLE.head}"`))
      .join('');
    const start = `${sheetStart(1)}<row>${titles}</row>`;
    return [zip.begin(sheetFile(sheets)), zip.write(Buffer.from(start))];
  };
  const endSheet = (): Buffer[] => [zip.write(Buffer.from(sheetEnd())), zip.end()];
  const entry = (name: string, content: string): Buffer[] => [
    zip.begin(name),
    zip.write(Buffer.from(content)),
    zip.end(),
  ];
  return {
    head: () => Buffer.concat(beginSheet()),
    rows(values, count) {
      const parts: Buffer[] = [];
      let xml = '';
      for (let row = 0; row < count; row++) {
        if (rowsInSheet === SHEET_ROWS || zip.entrySize + xml.length > SHEET_BYTES) {
          parts.push(zip.write(Buffer.from(xml)), ...endSheet(), ...beginSheet());
          xml = '';
        }
        xml += '<row>';
        for (const [index, { name, type }] of columns.entries()) {
          const value = values[index]![row]!;
          xml += value === null ? '<c/>' : cellOf(value, type, name);
        }
        xml += '</row>';
        rowsInSheet += 1;
      }
      parts.push(zip.write(Buffer.from(xml)));
      return Buffer.concat(parts);
    },
    tail: () => {
      const ended = endSheet();
      const names = Array.from({ length: sheets }, (_, place) => sheetName(heading, place + 1));
      const parts = packageParts(names, STYLES).flatMap(({ name, content }) => entry(name, content));
      return Buffer.concat([...ended, ...parts, zip.finish()]);
    },
  };
}
