import type { Doubt, DoubtCode, SettingsChange } from '@rise/contract';
import { isFilled } from '../table-cell.ts';
import type { RawRow } from './layout.ts';

const MAX_SHOWN = 200;

/** A row as evidence. */
export const shownRow = ({ line, cells }: RawRow): { line: number; text: string } => ({
  line,
  text: cells
    .filter(isFilled)
    .map((cell) => cell!.trim())
    .join(' | ')
    .slice(0, MAX_SHOWN),
});

/** A doubt about the table as a whole. The first choice is the suggested one. */
export function doubtTable(
  code: DoubtCode,
  evidence: { line: number | null; text: string }[],
  count: number | null,
  choices: { code: string; value?: string; examples?: string[]; change: SettingsChange }[] = [],
): Doubt {
  return {
    code,
    column: null,
    count,
    evidence: evidence.slice(0, 10),
    choices: choices.map(({ code: choice, value = null, examples = [], change }, place) => ({
      code: choice,
      value,
      examples: examples.slice(0, 10),
      suggested: place === 0,
      change,
    })),
  };
}

const NOTHING: SettingsChange = { kind: 'nothing' };

export const doubtTitleRows = (rows: readonly RawRow[]): Doubt[] =>
  rows.length === 0 ? [] : [doubtTable('title_rows', rows.map(shownRow), rows.length)];

export const doubtFooters = (rows: readonly RawRow[], texts: string[]): Doubt[] =>
  rows.length === 0
    ? []
    : [
        doubtTable('footer_rows', rows.map(shownRow), rows.length, [
          { code: 'leave_out', change: { kind: 'footers', footerTexts: texts } },
          { code: 'keep', change: { kind: 'footers', footerTexts: [] } },
        ]),
      ];

/** Whether the first row holds titles; `other` is how the table is read if it does not, or does. */
export const doubtHeader = (row: RawRow, isHeader: boolean, other: SettingsChange): Doubt =>
  doubtTable('header', [shownRow(row)], null, [
    { code: isHeader ? 'titles' : 'data', change: NOTHING },
    { code: isHeader ? 'data' : 'titles', change: other },
  ]);

/** Titles that more than one column has, or none, of the columns that are read. */
export function doubtTitles(
  header: RawRow | null,
  titles: readonly string[],
  read: readonly { title: string }[],
): Doubt[] {
  if (header === null) return [];
  const isRead = new Set(read.map(({ title }) => title));
  const unclear = titles.filter(
    (title, place) => isRead.has(title) && title !== (header.cells[place] ?? '').trim().replaceAll(/\s+/g, ' '),
  );
  return unclear.length === 0
    ? []
    : [doubtTable('unclear_titles', unclear.map((text) => ({ line: header.line, text })), unclear.length)]; // prettier-ignore
}
