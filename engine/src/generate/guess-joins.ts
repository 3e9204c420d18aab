import type { ColumnProfile, Link, TableProfile } from './profile.ts';

/** What can stand in a model as the name of a table or a column. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name);

/** A join that the data bears out. */
export interface Join extends Link {
  /** Of the column's different values, how many are keys there. */
  readonly found: number;
  readonly of: number;
}

export interface Tables {
  readonly tables: ReadonlyMap<string, TableProfile>;
  /** By table, the column that tells its rows apart. */
  readonly keys: ReadonlyMap<string, string>;
  /** By table, the joins that lead from it, each to at most one row. */
  readonly joins: ReadonlyMap<string, readonly Join[]>;
  /** By table, the tables that hold more columns of the same rows. */
  readonly halves: ReadonlyMap<string, readonly Join[]>;
}

/** A join is believed where at least this share of the values is found. */
const ENOUGH = 0.95;
const GENERIC = new Set(['id', 'key', 'code', 'name', 'number', 'no', 'nr', 'type', 'date', 'status', 'rows']);
const SUFFIXES = ['', 'id', 'key', 'code', 'no', 'nr', 'number', 'num', 'cd'];

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const singular = (name: string) =>
  plain(name)
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');

/** The column by which the rows of a table are told apart, or undefined: unique, always filled, and called like one. */
export function keyOf({ name, rows, columns }: TableProfile): string | undefined {
  const unique = columns.filter(
    (column) =>
      rows > 1 &&
      column.filled === rows &&
      column.distinct === rows &&
      (column.type === 'integer' || column.type === 'string') &&
      isIdentifier(column.name),
  );
  const score = (column: ColumnProfile) => {
    const called = plain(column.name);
    if (
      called === 'id' ||
      (called.startsWith(singular(name)) && SUFFIXES.includes(called.slice(singular(name).length)))
    )
      return 3;
    if (SUFFIXES.some((suffix) => suffix !== '' && called.endsWith(suffix))) return 2;
    return columns[0] === column ? 1 : 0;
  };
  const best = unique.map((column) => ({ column, points: score(column) })).toSorted((a, b) => b.points - a.points)[0];
  return best && best.points > 0 ? best.column.name : undefined;
}

/** Whether a column is called like the key of a table. */
function isCalledLike(column: string, to: TableProfile, key: string): boolean {
  const called = plain(column);
  if (called === plain(key) && !GENERIC.has(called)) return true;
  const table = singular(to.name);
  return called.startsWith(table) && SUFFIXES.includes(called.slice(table.length)) && called !== '';
}

/** Finds keys and joins: guessed by names and types, and believed only where the values bear them out. */
export async function guessJoins(
  profiles: readonly TableProfile[],
  keysFound: (link: Link) => Promise<number>,
): Promise<Tables> {
  const usable = profiles.filter((table) => isIdentifier(table.name) && table.rows > 0);
  const tables = new Map(usable.map((table) => [table.name, table]));
  const keys = new Map(
    usable.flatMap((table) => {
      const key = keyOf(table);
      return key === undefined ? [] : [[table.name, key] as const];
    }),
  );
  const columnOf = (table: string, name: string) => tables.get(table)!.columns.find((column) => column.name === name)!;
  const verified = async (link: Link): Promise<Join | null> => {
    const of = columnOf(link.table, link.column).distinct;
    const found = await keysFound(link);
    return of > 0 && found / of >= ENOUGH ? { ...link, found, of } : null;
  };

  // Tables with the same key hold columns of the same things: the longest of them has the others joined to it.
  const halves = new Map<string, Join[]>();
  const halved = new Set<string>();
  const order = [...keys.keys()].toSorted((a, b) => tables.get(b)!.rows - tables.get(a)!.rows || share(tables.get(b)!) - share(tables.get(a)!) || a.localeCompare(b)); // prettier-ignore
  for (const whole of order) {
    if (halved.has(whole)) continue;
    const key = keys.get(whole)!;
    for (const other of order.slice(order.indexOf(whole) + 1)) {
      const column = keys.get(other)!;
      if (halved.has(other) || plain(column) !== plain(key) || GENERIC.has(plain(key))) continue;
      if (columnOf(other, column).type !== columnOf(whole, key).type) continue;
      const back = await verified({ table: other, column, to: whole, key });
      if (!back) continue;
      halved.add(other);
      const link = { table: whole, column: key, to: other, key: column };
      (halves.get(whole) ?? halves.set(whole, []).get(whole)!).push({
        ...link,
        found: back.found,
        of: tables.get(whole)!.rows,
      });
    }
  }

  const joins = new Map<string, Join[]>();
  for (const table of usable) {
    for (const column of table.columns) {
      if (column.distinct < 2 || !isIdentifier(column.name)) continue;
      for (const [to, key] of keys) {
        if (to === table.name || halved.has(to) || halved.has(table.name)) continue;
        if (columnOf(to, key).type !== column.type || !isCalledLike(column.name, tables.get(to)!, key)) continue;
        const join = await verified({ table: table.name, column: column.name, to, key });
        if (join) (joins.get(table.name) ?? joins.set(table.name, []).get(table.name)!).push(join);
      }
    }
  }
  return { tables, keys, joins, halves };
}

/** How much of a table describes rather than counts. */
function share({ columns }: TableProfile): number {
  return columns.filter((column) => column.type === 'string').length / columns.length;
}
