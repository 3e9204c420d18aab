import { isFilled } from '../table-cell.ts';
import { isNullText } from './null-texts.ts';

/** A row of the file before it is known what it is. */
export interface RawRow {
  line: number;
  cells: readonly (string | null)[];
}

/** Where the table is in the rows. */
export interface Layout {
  /** Cells of most rows. */
  width: number;
  /** Row of the titles; null without a header. */
  header: RawRow | null;
  /** The row that may be titles or data. */
  headerInDoubt: boolean;
  /** Filled rows above the header. */
  titleRows: RawRow[];
  /** Line of the first row of data, if there is no header. */
  firstLine: number;
}

const filledIn = ({ cells }: RawRow) => cells.reduce((count, cell) => count + (isFilled(cell) ? 1 : 0), 0);
/** Whether a text is a value of a column rather than the title of one. */
export const isValue = (cell: string): boolean =>
  /^[-+($€£₺]{0,3} ?\d[\d.,' ]*(?:[eE][-+]?\d+)? ?[%)$€£₺]?$/.test(cell.trim()) ||
  /^\d{1,4}[-./ ](?:\d{1,2}|[A-Za-z]{3,9})[-./ ]\d{1,4}(?:[ T].*)?$/.test(cell.trim());

function usualWidth(rows: readonly RawRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) {
    const width = cells.findLastIndex(isFilled) + 1;
    if (width > 0) counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  // Rows with empty cells at the end are shorter than the table.
  let best = 1;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  for (const [width, count] of counts) if (count >= Math.max(2, total * 0.05) || counts.size === 1) best = Math.max(best, width); // prettier-ignore
  return best;
}

/** Whether a column's values tell its title from them: they are numbers or dates, or the title is none of them. */
function tellsTitles(title: RawRow, data: readonly RawRow[], width: number): { sure: boolean; titles: boolean } {
  let typed = 0;
  let repeats = 0;
  for (let column = 0; column < width; column++) {
    const title_ = title.cells[column];
    const values = data.map(({ cells }) => cells[column]).filter((cell): cell is string => isFilled(cell) && !isNullText(cell!)); // prettier-ignore
    if (!isFilled(title_) || values.length === 0) continue;
    if (values.filter(isValue).length >= values.length * 0.9 && !isValue(title_!)) typed += 1;
    if (values.includes(title_!)) repeats += 1;
  }
  if (typed > 0) return { sure: true, titles: true };
  return { sure: false, titles: repeats === 0 };
}

/** Finds header and titles in the first rows. `rows` has no blank ones. */
export function findLayout(rows: readonly RawRow[]): Layout {
  const width = usualWidth(rows);
  const counts = rows.map(filledIn).toSorted((a, b) => a - b);
  const least = Math.max(1, Math.ceil(counts[Math.floor(counts.length * 0.75)]! * 0.8));
  const at = Math.max(
    0,
    rows.slice(0, 100).findIndex((row) => filledIn(row) >= least),
  );
  const candidate = rows[at]!;
  const data = rows.slice(at + 1, at + 200);
  const filled = candidate.cells.slice(0, width).filter(isFilled) as string[];
  const values = filled.filter(isValue).length;
  const distinct = new Set(filled.map((cell) => cell.trim().toLowerCase())).size;
  const base = { width, titleRows: rows.slice(0, at), firstLine: candidate.line };
  const none = { ...base, header: null, headerInDoubt: false };
  // Titles such as 2023 and 2024 are numbers: enough if the others are texts.
  if (values > filled.length / 2) return { ...none, headerInDoubt: values < filled.length };
  if (data.length === 0) return { ...base, header: candidate, headerInDoubt: false };
  const { sure, titles } = tellsTitles(candidate, data, width);
  if (sure && values === 0) return { ...base, header: candidate, headerInDoubt: false };
  const header = titles && distinct >= filled.length * 0.8;
  return header ? { ...base, header: candidate, headerInDoubt: !sure || values > 0 } : { ...none, headerInDoubt: true };
}

const TOTAL = /^(?:(?:grand|sub|report)[- ]?)?(?:totals?|toplam|genel toplam|ara toplam|sum|summe|gesamt|celkem|spolu|razem|suma|ukupno|összesen|total général)\b/i; // prettier-ignore

/** A footer's text as a setting: what stays the same from file to file. */
function footerText(first: string): string {
  const text = first.trim().slice(0, 150);
  const digits = text.search(/\d/);
  return digits > 3 ? `${text.slice(0, digits).trimEnd()} *` : text;
}

/** Rows below the data, by the last rows of the file: totals, and lines of text that are no rows. */
export function findFooters(last: readonly RawRow[], width: number): { rows: RawRow[]; texts: string[] } {
  const found: RawRow[] = [];
  for (let at = last.length - 1; at >= 0 && found.length < 10; at--) {
    const row = last[at]!;
    const first = row.cells.find(isFilled) ?? '';
    const alone = width >= 3 && filledIn(row) === 1 && isFilled(row.cells[0]) && !isValue(first!);
    if (!TOTAL.test(first!.trim()) && !alone) break;
    found.unshift(row);
  }
  const texts = [...new Set(found.map(({ cells }) => footerText(cells.find(isFilled)!)))];
  return { rows: found, texts };
}
