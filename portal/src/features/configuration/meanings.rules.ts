import type { UNMAPPED, UnmappedCodes } from '@rise/contract';

/** The word for having no meaning, which is none. */
export const RESERVED = 'unmapped' satisfies typeof UNMAPPED;

/** One code with where it stands. */
export interface CodeRow {
  code: string;
  rows: number;
  datasets: UnmappedCodes['codes'][number]['dataset'][];
  /** It has a meaning on other days. */
  elsewhere: boolean;
}

/** The greatest number of codes that are shown at once. */
export const SHOWN = 100;

/** Each code once, those in the most rows first. */
export function rowsOf(codes: UnmappedCodes['codes']): CodeRow[] {
  const rows = new Map<string, CodeRow>();
  for (const { code, rows: count, dataset, elsewhere } of codes) {
    const row = rows.get(code) ?? { code, rows: 0, datasets: [], elsewhere };
    rows.set(code, { ...row, rows: row.rows + count, datasets: [...row.datasets, dataset] });
  }
  return [...rows.values()].toSorted((one, other) => other.rows - one.rows || (one.code < other.code ? -1 : 1));
}

/** What is written for codes that are still shown, without those left empty. */
export function writtenFor(
  rows: readonly CodeRow[],
  written: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ code, elsewhere }) => {
      const value = (Object.hasOwn(written, code) ? written[code]! : '').trim();
      return value === '' || elsewhere ? [] : [[code, value]];
    }),
  );
}

/** Codes whose meaning is the word for having none. */
export function reservedIn(meanings: Readonly<Record<string, string>>): Set<string> {
  return new Set(Object.keys(meanings).filter((code) => meanings[code] === RESERVED));
}
