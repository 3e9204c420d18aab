/** What workbooks are made of, in the format of ECMA-376. */

/** Rows of a sheet, and characters of a cell, at most. */
export const SHEET_ROWS = 1_048_576;
export const MAX_CELL_TEXT = 32_767;
/** Sheets end before their XML reaches 4 GB, which an archive's fields cannot say. */
export const SHEET_BYTES = 3_500_000_000;
/** Digits that a spreadsheet's numbers hold; longer ones stay texts. */
export const MAX_DIGITS = 15;

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters that XML cannot hold are written as the format prescribes, and so is what looks like that. */
const UNFIT =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[\da-f]{4}_)|\r/gi;
const SPECIAL = /[&<>]/;

/** A text as the content of an element. */
export function xmlText(text: string): string {
  const fit = text.replace(UNFIT, (found) => `_x${found.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
  return SPECIAL.test(fit) ? fit.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : fit;
}

export const digitsOf = (text: string) => text.replace(/e.*$/i, '').replaceAll(/^[-0.]+|[-.]/g, '').length;

/** Days since 1899-12-30. Before March 1900 spreadsheets count a day that there was not. */
const FIRST_SERIAL = 61;
const EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2})(\.\d+)?)?(?:\+00)?$/;

/** A day or time 'YYYY-MM-DD HH:MM:SS' as a spreadsheet counts it; null where it cannot. */
export function serialOf(text: string): number | null {
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

/** A sheet's start up to its rows, which keeps the first `frozen` in view. */
export const sheetStart = (frozen: number, columns = ''): string =>
  `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen === 0 ? '' : `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`}</sheetView></sheetViews>${columns}<sheetData>`;

/** The end of a sheet, with what is between its rows and there. */
export const sheetEnd = (rules = ''): string => `</sheetData>${rules}</worksheet>`;

export const sheetFile = (place: number): string => `xl/worksheets/sheet${place}.xml`;

/** Everything of a workbook but its sheets, in the order of their names. */
export function packageParts(sheets: readonly string[], styles: string): { name: string; content: string }[] {
  const all = sheets.map((name, place) => ({ name: xmlText(name).replaceAll('"', '&quot;'), number: place + 1 }));
  return [
    { name: 'xl/styles.xml', content: styles },
    {
      name: 'xl/workbook.xml',
      content: `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${all.map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.map(({ number }) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: '_rels/.rels',
      content: `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: '[Content_Types].xml',
      content: `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${all.map(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    },
  ];
}

/** Names of sheets have at most 31 characters, none of these. `place` tells those of one name apart, from 1. */
export const sheetName = (heading: string, place: number): string => {
  const suffix = place === 1 ? '' : ` ${place}`;
  const clean = heading.replaceAll(/[\\/?*[\]:']/g, ' ').trim() || 'Data';
  return `${clean.slice(0, 31 - suffix.length)}${suffix}`;
};
