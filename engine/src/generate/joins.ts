import type { ColumnProfile, Link, TableProfile } from './profile.ts';

/** A name that a model can use for a table or column. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name);

/** A join that the data confirms. */
export interface Join extends Link {
  /** Share of the column's distinct values that are keys in the other table. */
  readonly found: number;
  readonly of: number;
}

export interface Tables {
  readonly tables: ReadonlyMap<string, TableProfile>;
  /** Key column by table. */
  readonly keys: ReadonlyMap<string, string>;
  /** Joins by their source table, each to at most one row. */
  readonly joins: ReadonlyMap<string, readonly Join[]>;
  /** By table, the tables with more columns of the same rows. */
  readonly halves: ReadonlyMap<string, readonly Join[]>;
}

/** Minimum share of matching values for a join to be accepted. */
const ENOUGH = 0.95;
const GENERIC = new Set(['id', 'key', 'code', 'name', 'number', 'no', 'nr', 'type', 'date', 'status', 'rows']);
const SUFFIXES = ['', 'id', 'key', 'code', 'no', 'nr', 'number', 'num', 'cd'];

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const singular = (name: string) =>
  plain(name)
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');

/** A table's key column, or undefined: unique, never null, and named like a key. */
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

/** Whether a key is named after its table, as `loan_id` of `loan`: then each row is one of these. */
export const isNamedAfter = (key: string, table: string): boolean =>
  plain(key) === 'id' || isCalledLike(key, { name: table, rows: 0, columns: [] }, '');

/** Whether a column is named like the key of a table. */
function isCalledLike(column: string, to: TableProfile, key: string): boolean {
  const called = plain(column);
  if (called === plain(key) && !GENERIC.has(called)) return true;
  const table = singular(to.name);
  return called.startsWith(table) && SUFFIXES.includes(called.slice(table.length)) && called !== '';
}

/** Finds keys and joins by names and types; accepts only those that the values confirm. */
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
    const result = await keysFound(link);
    return of > 0 && result / of >= ENOUGH ? { ...link, found: result, of } : null;
  };

  // Tables with the same key describe the same entities: the others are joined to the longest.
  const halves = new Map<string, Join[]>();
  const halved = new Set<string>();
  const order = [...keys.keys()].toSorted(
    (a, b) =>
      tables.get(b)!.rows - tables.get(a)!.rows || share(tables.get(b)!) - share(tables.get(a)!) || a.localeCompare(b),
  );
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

/** Share of text columns: high for tables that describe entities, low for facts. */
function share({ columns }: TableProfile): number {
  return columns.filter((column) => column.type === 'string').length / columns.length;
}
