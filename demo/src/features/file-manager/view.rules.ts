import { isFolder, type Item } from './item.ts';

export const SORTS = ['name', 'modified', 'size', 'type'] as const;
export type Sort = (typeof SORTS)[number];

/** How a folder is shown, from the address. */
export interface View {
  readonly layout: 'grid' | 'list';
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  readonly query: string;
}

export const readView = (search: Readonly<Record<string, string | undefined>>): View => ({
  layout: search['view'] === 'list' ? 'list' : 'grid',
  sort: SORTS.find((name) => name === search['sort']) ?? 'name',
  order: search['order'] === 'desc' ? 'desc' : 'asc',
  query: (search['q'] ?? '').trim(),
});

/** Items in the order of a view; equal ones by name. */
export function sorted<T extends Item>(
  items: readonly T[],
  { sort, order }: Pick<View, 'sort' | 'order'>,
  locale: string,
): T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const by: Record<Sort, (one: T, other: T) => number> = {
    name: () => 0,
    modified: (one, other) => (one.modifiedAt < other.modifiedAt ? -1 : one.modifiedAt > other.modifiedAt ? 1 : 0),
    size: (one, other) => one.bytes - other.bytes,
    type: (one, other) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0),
  };
  const direction = order === 'asc' ? 1 : -1;
  return items.toSorted((one, other) => direction * (by[sort](one, other) || compare(one.name, other.name)));
}

/** Folders, then files: the order in which they are shown. */
export const foldersFirst = <T extends Item>(items: readonly T[]): T[] => [
  ...items.filter(isFolder),
  ...items.filter((item) => !isFolder(item)),
];

/** The ids from one shown item to another, both included; only the other's where the one is not shown. */
export function rangeOf(shown: readonly Item[], from: string, to: string): string[] {
  const order = foldersFirst(shown).map(({ id }) => id);
  const [start, end] = [order.indexOf(from), order.indexOf(to)];
  return start < 0 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** A line of the list: a heading, or items side by side. */
export type Line<T> =
  | { readonly kind: 'heading'; readonly name: 'folders' | 'files' }
  | { readonly kind: 'items'; readonly items: readonly T[] };

/** Folders and then files, each under its heading, in rows of so many columns. */
export function linesOf<T extends Item>(items: readonly T[], columns: number): Line<T>[] {
  const lines: Line<T>[] = [];
  for (const name of ['folders', 'files'] as const) {
    const part = items.filter(({ type }) => (type === 'folder') === (name === 'folders'));
    if (part.length > 0) lines.push({ kind: 'heading', name });
    for (let start = 0; start < part.length; start += columns)
      lines.push({ kind: 'items', items: part.slice(start, start + columns) });
  }
  return lines;
}

/** Where an arrow key leads from an item, by rows of items; null for nowhere. */
export function stepFrom<T extends { readonly id: string }>(
  lines: readonly Line<T>[],
  id: string,
  key: string,
): string | null {
  const rows = lines.flatMap((line) => (line.kind === 'items' ? [line.items] : []));
  const all = rows.flat();
  const at = all.findIndex((item) => item.id === id);
  const row = rows.findIndex((items) => items.some((item) => item.id === id));
  if (at < 0) return null;
  const column = rows[row]!.findIndex((item) => item.id === id);
  const below = (by: number) => rows[row + by] && rows[row + by]![Math.min(column, rows[row + by]!.length - 1)];
  const targets: Record<string, T | undefined> = {
    ArrowRight: all[at + 1],
    ArrowLeft: all[at - 1],
    ArrowDown: below(1),
    ArrowUp: below(-1),
    Home: all[0],
    End: all.at(-1),
  };
  return targets[key]?.id ?? null;
}
