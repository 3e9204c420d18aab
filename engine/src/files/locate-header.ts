import { distinctTitles, titleKey } from './titles.ts';

/** Rows from the start among which a header is looked for. */
export const HEADER_ROWS = 100;

/**
 * The place of the header among a file's first rows: the expected one, unless another has more of the titles, since
 * lines above a header come and go.
 */
export function locateHeader(
  rows: readonly (readonly (string | null)[])[],
  expected: number,
  columns: readonly { title: string }[],
): number {
  const listed = new Set(columns.map(({ title }) => titleKey(title)));
  const matches = (cells: readonly (string | null)[] | undefined) =>
    cells === undefined ? 0 : distinctTitles(cells.map((cell) => cell ?? '')).filter((title) => listed.has(titleKey(title))).length; // prettier-ignore
  let best = expected;
  let most = matches(rows[expected]);
  if (most * 2 >= listed.size) return expected;
  for (const [place, cells] of rows.entries()) {
    const count = matches(cells);
    if (count > most && count * 2 >= listed.size) [best, most] = [place, count];
  }
  return best;
}
