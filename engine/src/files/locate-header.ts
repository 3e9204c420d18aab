import { distinctTitles, titleKey } from './titles.ts';

type Cells = readonly (string | null)[];

/** Rows from the start among which a header is looked for. */
export const HEADER_ROWS = 100;

function countTitles(cells: Cells | undefined, keys: ReadonlySet<string>): number {
  if (cells === undefined) return 0;
  return distinctTitles(cells.map((cell) => cell ?? '')).filter((title) => keys.has(titleKey(title))).length;
}

/**
 * The place of the header among a file's first rows: the expected one if it has half of the titles, otherwise the one
 * with the most, since lines above a header come and go.
 */
export function locateHeader(rows: readonly Cells[], expected: number, columns: readonly { title: string }[]): number {
  const keys = new Set(columns.map(({ title }) => titleKey(title)));
  let most = countTitles(rows[expected], keys);
  if (most * 2 >= keys.size) return expected;
  let best = expected;
  for (const [place, cells] of rows.entries()) {
    const count = countTitles(cells, keys);
    if (count > most && count * 2 >= keys.size) [best, most] = [place, count];
  }
  return best;
}
