import { spreadsheetSafe } from '@rise/contract/csv-cell';
import { QueryError } from '../errors.ts';
import {
  DECLARATION,
  digitsOf,
  MAIN,
  MAX_CELL_TEXT,
  MAX_DIGITS,
  packageParts,
  serialOf,
  sheetEnd,
  SHEET_ROWS,
  sheetFile,
  sheetName,
  sheetStart,
  xmlText,
} from './xlsx-parts.ts';
import { ZipWriter } from './zip-writer.ts';

/** How a cell looks: `total` has a rule above it. */
export type CellLook = 'plain' | 'title' | 'head' | 'note' | 'total';

/** What a figure means: a color, and a mark before it for those who see none. */
export type CellTone = 'good' | 'warning' | 'bad' | 'neutral';

/** Cells of a column that stand out by their size, in some of a sheet's rows. */
export interface SheetScale {
  readonly show: 'heat' | 'bars';
  /** From 0. */
  readonly column: number;
  /** From 0, ascending. */
  readonly rows: readonly number[];
}

/** A cell; null is none. Numbers and times are texts as in results; `format` is a spreadsheet's number format. */
export type SheetCell =
  | null
  | { kind: 'text'; text: string; look?: CellLook }
  | { kind: 'number'; value: string; format?: string; look?: CellLook; tone?: CellTone }
  | { kind: 'day' | 'time'; value: string; look?: CellLook }
  | { kind: 'truth'; value: boolean; look?: CellLook };

const DAY_FORMAT = 'yyyy\\-mm\\-dd';
const TIME_FORMAT = 'yyyy\\-mm\\-dd\\ hh:mm:ss';

/** Fonts and borders of the looks, in the order of the stylesheet. */
const FONT: Record<CellLook, number> = { plain: 0, title: 1, head: 2, note: 3, total: 2 };
const FONTS = [
  '<font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="16"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  '<font><sz val="11"/><color rgb="FF626D7D"/><name val="Calibri"/></font>',
];
const TONES: readonly CellTone[] = ['good', 'warning', 'bad', 'neutral'];
const TONE_MARK: Record<CellTone, string> = { good: '✓', warning: '!', bad: '✗', neutral: '○' };
/** Of letters and of the ground, as in the portal's light scheme. */
const TONE_COLORS: Record<CellTone, readonly [string, string]> = {
  good: ['FF12703F', 'FFECF4F0'],
  warning: ['FF835400', 'FFF5F1EB'],
  bad: ['FFB3261E', 'FFF9EEED'],
  neutral: ['FF4A5464', 'FFF1F3F6'],
};
const TONE_FONTS = TONES.map(
  (tone) => `<font><b/><sz val="11"/><color rgb="${TONE_COLORS[tone][0]}"/><name val="Calibri"/></font>`,
);
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  ...TONES.map(
    (tone) =>
      `<fill><patternFill patternType="solid"><fgColor rgb="${TONE_COLORS[tone][1]}"/><bgColor indexed="64"/></patternFill></fill>`,
  ),
];
/** Behind those that every workbook has. */
const FIRST_TONE_FILL = 2;
const SCALE_COLOR = { least: 'FFFFFFFF', most: 'FF9DA5F5', bar: 'FF9DA5F5' };

const NO_BORDER = '<border><left/><right/><top/><bottom/><diagonal/></border>';
const RULE_ABOVE = '<border><left/><right/><top style="thin"><color auto="1"/></top><bottom/><diagonal/></border>';

/** Cells that are kept written, and the longest of them in characters. */
const MAX_WRITTEN = 10_000;
const MAX_WRITTEN_TEXT = 100;

/** The first number that a workbook may give a format of its own. */
const OWN_FORMATS = 164;

/** The styles that cells of a workbook need, each once. */
class Styles {
  readonly #formats: string[] = [];
  readonly #styles: string[] = [];
  /** Of each look and tone, quoting and format, the number of its style. */
  readonly #numbers = new Map<string, [Map<string | null, number>, Map<string | null, number>]>();

  constructor() {
    this.of('plain', null, false, null);
  }

  of(look: CellLook, format: string | null, quoted: boolean, tone: CellTone | null): number {
    const kind = tone === null ? look : `${look} ${tone}`;
    const ofKind = this.#numbers.get(kind) ?? [new Map(), new Map()];
    this.#numbers.set(kind, ofKind);
    const numbers = ofKind[quoted ? 1 : 0];
    const known = numbers.get(format);
    if (known !== undefined) return known;
    numbers.set(format, this.#styles.length);
    return this.#styles.push(this.#write(look, format, quoted, tone)) - 1;
  }

  sheet(): string {
    const formats = this.#formats.map(
      (format, place) =>
        `<numFmt numFmtId="${OWN_FORMATS + place}" formatCode="${xmlText(format).replaceAll('"', '&quot;')}"/>`,
    );
    return `${DECLARATION}<styleSheet xmlns="${MAIN}">${formats.length === 0 ? '' : `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`}<fonts count="${FONTS.length + TONE_FONTS.length}">${FONTS.join('')}${TONE_FONTS.join('')}</fonts><fills count="${FILLS.length}">${FILLS.join('')}</fills><borders count="2">${NO_BORDER}${RULE_ABOVE}</borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${this.#styles.length}">${this.#styles.join('')}</cellXfs></styleSheet>`;
  }

  #write(look: CellLook, plain: string | null, quoted: boolean, tone: CellTone | null): string {
    const format = tone === null ? plain : `"${TONE_MARK[tone]} "${plain ?? 'General'}`;
    if (format !== null && !this.#formats.includes(format)) this.#formats.push(format);
    const number =
      format === null ? '' : ` numFmtId="${OWN_FORMATS + this.#formats.indexOf(format)}" applyNumberFormat="1"`;
    const toned = tone === null ? null : TONES.indexOf(tone);
    const fontId = toned === null ? FONT[look] : FONTS.length + toned;
    const font = fontId === 0 ? '' : ` fontId="${fontId}" applyFont="1"`;
    const fill = toned === null ? '' : ` fillId="${FIRST_TONE_FILL + toned}" applyFill="1"`;
    const border = look === 'total' ? ' borderId="1" applyBorder="1"' : '';
    return `<xf xfId="0"${number}${font}${fill}${border}${quoted ? ' quotePrefix="1"' : ''}/>`;
  }
}

/** Cells as they were written, by look and value. */
class Written {
  readonly #cells = new Map<CellLook, Map<string, string>>();

  once(look: CellLook, value: string, write: () => string): string {
    if (value.length > MAX_WRITTEN_TEXT) return write();
    let cells = this.#cells.get(look);
    if (cells === undefined || cells.size >= MAX_WRITTEN) this.#cells.set(look, (cells = new Map()));
    const known = cells.get(value);
    if (known !== undefined) return known;
    const xml = write();
    cells.set(value, xml);
    return xml;
  }
}

export interface SheetOptions {
  name: string;
  /** Rows that stay in view. */
  frozen?: number;
  /** Of the columns, in characters. */
  widths?: readonly number[];
}

/** A workbook of several sheets, written as its rows come; nothing but the names of sheets and styles stays in memory. */
export class WorkbookWriter {
  readonly #zip = new ZipWriter();
  readonly #styles = new Styles();
  readonly #names: string[] = [];
  /** Texts and days that were written: most columns repeat theirs. */
  readonly #texts = new Written();
  readonly #days = new Written();
  #rows = 0;

  /** Begins a sheet; the one before has ended. Sheets of one name are numbered. */
  begin({ name, frozen = 0, widths = [] }: SheetOptions): Buffer {
    this.#names.push(this.#freeName(name));
    this.#rows = 0;
    const columns = widths.map(
      (width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
    );
    const start = sheetStart(frozen, columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`);
    return Buffer.concat([this.#zip.begin(sheetFile(this.#names.length)), this.#zip.write(Buffer.from(start))]);
  }

  /** Throws `QueryError` where the sheet has no room for them: nothing is left out in silence. */
  rows(rows: readonly (readonly SheetCell[])[]): Buffer {
    this.#rows += rows.length;
    if (this.#rows > SHEET_ROWS)
      throw unfit(`A sheet of a workbook has at most ${SHEET_ROWS} rows. Filter the report, or export CSV.`);
    let xml = '';
    for (const row of rows) {
      xml += '<row>';
      for (const cell of row) xml += this.#cell(cell);
      xml += '</row>';
    }
    return this.#zip.write(Buffer.from(xml));
  }

  /** Ends a sheet, whose cells stand out by their size in some columns. */
  end(scales: readonly SheetScale[] = []): Buffer {
    const end = sheetEnd(scales.map(scaleRule).join(''));
    return Buffer.concat([this.#zip.write(Buffer.from(end)), this.#zip.end()]);
  }

  finish(): Buffer {
    const parts = packageParts(this.#names, this.#styles.sheet()).flatMap(({ name, content }) => [
      this.#zip.begin(name),
      this.#zip.write(Buffer.from(content)),
      this.#zip.end(),
    ]);
    return Buffer.concat([...parts, this.#zip.finish()]);
  }

  #freeName(heading: string): string {
    // Spreadsheets compare names without case.
    const taken = new Set(this.#names.map((name) => name.toLowerCase()));
    for (let place = 1; ; place++) {
      const name = sheetName(heading, place);
      if (!taken.has(name.toLowerCase())) return name;
    }
  }

  #cell(cell: SheetCell): string {
    if (cell === null) return '<c/>';
    const { look = 'plain' } = cell;
    switch (cell.kind) {
      case 'text':
        return this.#texts.once(look, cell.text, () => this.#text(cell.text, look));
      case 'number':
        return digitsOf(cell.value) > MAX_DIGITS
          ? this.#text(cell.value, look)
          : `<c${this.#styled(look, cell.format ?? null, false, cell.tone ?? null)}><v>${cell.value}</v></c>`;
      case 'truth':
        return `<c${this.#styled(look, null)} t="b"><v>${cell.value ? 1 : 0}</v></c>`;
      case 'day':
        return this.#days.once(look, cell.value, () => this.#moment(cell.value, look, DAY_FORMAT));
      case 'time':
        return this.#moment(cell.value, look, TIME_FORMAT);
    }
  }

  #moment(value: string, look: CellLook, format: string): string {
    const serial = serialOf(value.replace('T', ' '));
    return serial === null ? this.#text(value, look) : `<c${this.#styled(look, format)}><v>${serial}</v></c>`;
  }

  #text(text: string, look: CellLook): string {
    if (text.length > MAX_CELL_TEXT)
      throw unfit(`A text has more than ${MAX_CELL_TEXT} characters, which a cell cannot hold. Export CSV.`);
    // One that begins like a formula is marked, so that it stays a text when it is edited.
    const quoted = spreadsheetSafe(text) !== text;
    return `<c${this.#styled(look, null, quoted)} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  }

  #styled(look: CellLook, format: string | null, quoted = false, tone: CellTone | null = null): string {
    const style = this.#styles.of(look, format, quoted, tone);
    return style === 0 ? '' : ` s="${style}"`;
  }
}

const unfit = (message: string) => new QueryError([{ field: 'format', message }]);

/** The name of a column, 'A' the first. */
function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? columnLetters(rest - 1) : ''}${String.fromCodePoint(65 + (column % 26))}`;
}

/** Ranges of successive rows, as a spreadsheet names them. */
function rangesOf({ column, rows }: SheetScale): string {
  const letters = columnLetters(column);
  const runs: [number, number][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && last[1] === row - 1) last[1] = row;
    else runs.push([row, row]);
  }
  return runs.map(([from, to]) => `${letters}${from + 1}:${letters}${to + 1}`).join(' ');
}

function scaleRule(scale: SheetScale, place: number): string {
  if (scale.rows.length === 0) return '';
  const { least, most, bar } = SCALE_COLOR;
  const ends = '<cfvo type="min"/><cfvo type="max"/>';
  const rule =
    scale.show === 'heat'
      ? `<cfRule type="colorScale" priority="${place + 1}"><colorScale>${ends}<color rgb="${least}"/><color rgb="${most}"/></colorScale></cfRule>`
      : `<cfRule type="dataBar" priority="${place + 1}"><dataBar>${ends}<color rgb="${bar}"/></dataBar></cfRule>`;
  return `<conditionalFormatting sqref="${rangesOf(scale)}">${rule}</conditionalFormatting>`;
}
