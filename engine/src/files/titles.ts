/** What two titles have in common if they mean the same column. */
export const titleKey = (title: string): string => title.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The title of a column that has none, by its position from 0. */
export const titleAt = (position: number): string => `Column ${position + 1}`;

/** Titles by which each column can be found: a title's second column ends with (2), one without a title is numbered. */
export function distinctTitles(cells: readonly string[]): string[] {
  const used = new Set<string>();
  return cells.map((cell, position) => {
    const title = cell.trim().replaceAll(/\s+/g, ' ').slice(0, 900) || titleAt(position);
    let distinct = title;
    for (let count = 2; used.has(titleKey(distinct)); count++) distinct = `${title} (${count})`;
    used.add(titleKey(distinct));
    return distinct;
  });
}

/** Where the listed columns are in a file, and which are on one side only. */
export interface FoundColumns<Column> {
  found: { column: Column; position: number }[];
  missing: Column[];
  /** Titles of the file's columns that are not listed. */
  unlisted: string[];
}

export function findColumns<Column extends { title: string }>(
  titles: readonly string[],
  columns: readonly Column[],
): FoundColumns<Column> {
  const positions = new Map(titles.map((title, position) => [titleKey(title), position]));
  const listed = new Set(columns.map(({ title }) => titleKey(title)));
  const found: { column: Column; position: number }[] = [];
  const missing: Column[] = [];
  for (const column of columns) {
    const position = positions.get(titleKey(column.title));
    if (position === undefined) missing.push(column);
    else found.push({ column, position });
  }
  return { found, missing, unlisted: titles.filter((title) => !listed.has(titleKey(title))) };
}
