import { spreadsheetSafe } from '@rise/contract/csv-cell';
import { QueryError } from '../errors.ts';
import type { RowsEncoder, XlsxFormat } from './stream-request.ts';
import { ZipWriter } from './zip-writer.ts';

/** Rows of a sheet, and characters of a cell, at most. */
const SHEET_ROWS = 1_048_576;
export const MAX_CELL_TEXT = 32_767;
/** Sheets end before their XML reaches 4 GB, which an archive's fields cannot say. */
const SHEET_BYTES = 3_500_000_000;
/** Digits that a spreadsheet's numbers hold; longer ones stay texts. */
const MAX_DIGITS = 15;

/** Styles of cells, in the order of styles.xml. */
const STYLE = { plain: 0, head: 1, day: 2, time: 3, quoted: 4 };

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters that XML cannot hold are written as the format prescribes, and so is what looks like that. */
const UNFIT =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[\da-f]{4}_)|\r/gi;
const SPECIAL = /[&<>]/;

function xmlText(text: string): string {
  const fit = text.replace(UNFIT, (found) => `_x${found.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
  return SPECIAL.test(fit) ? fit.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : fit;
}

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

const digitsOf = (text: string) => text.replace(/e.*$/i, '').replaceAll(/^[-0.]+|[-.]/g, '').length;

/** Days since 1899-12-30. Before March 1900 spreadsheets count a day that there was not. */
const FIRST_SERIAL = 61;
const EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2})(\.\d+)?)?(?:\+00)?$/;

function serialOf(text: string): number | null {
  const found = DAY.exec(text);
  // `Date.UTC` takes two digits as a year of the twentieth century.
  if (!found || Number(found[1]) < 1900) return null;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  const days = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - EPOCH) / DAY_MS;
  if (days < FIRST_SERIAL) return null;
  // Finer than milliseconds is lost in a serial number.
  if (fraction.replace(/0+$/, '').length > 4) return null;
  return days + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds + fraction)) / 86_400;
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

/** Names of sheets have at most 31 characters, none of these. */
const sheetName = (heading: string, place: number): string => {
  const suffix = place === 1 ? '' : ` ${place}`;
  const clean = heading.replaceAll(/[\\/?*[\]:']/g, ' ').trim() || 'Data';
  return `${clean.slice(0, 31 - suffix.length)}${suffix}`;
};

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
    const start = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row>${titles}</row>`;
    return [zip.begin(`xl/worksheets/sheet${sheets}.xml`), zip.write(Buffer.from(start))];
  };
  const endSheet = (): Buffer[] => [zip.write(Buffer.from('</sheetData></worksheet>')), zip.end()];
  const entry = (name: string, content: string): Buffer[] => [
    zip.begin(name),
    zip.write(Buffer.from(content)),
    zip.end(),
  ];
  const numbers = () => Array.from({ length: sheets }, (_, place) => place + 1);
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
    tail: () =>
      Buffer.concat([
        ...endSheet(),
        ...entry('xl/styles.xml', STYLES),
        ...entry(
          'xl/workbook.xml',
          `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers()
            .map(
              (n) =>
                `<sheet name="${xmlText(sheetName(heading, n)).replaceAll('"', '&quot;')}" sheetId="${n}" r:id="rId${n}"/>`,
            )
            .join('')}</sheets></workbook>`,
        ),
        ...entry(
          'xl/_rels/workbook.xml.rels',
          `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${numbers()
            .map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
            .join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
        ),
        ...entry(
          '_rels/.rels',
          `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
        ),
        ...entry(
          '[Content_Types].xml',
          `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${numbers()
            .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)
            .join('')}</Types>`,
        ),
        zip.finish(),
      ]),
  };
}
