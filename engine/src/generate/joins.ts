import { isCalledIdentifier, wordsOf } from '../profiles/column-words.ts';
import type { ColumnProfile, Link, TableProfile, Tuple } from './profile.ts';

/** A name that a model can use for a table or column. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name);

/** A join that the data confirms. */
export interface Join extends Link {
  /** Share of the column's distinct values that are keys in the other table. */
  readonly found: number;
  readonly of: number;
  /** Further columns of a key of several columns. */
  readonly also?: readonly { column: string; key: string }[];
  /** Set if it was found by the values, with the reason. */
  readonly why?: string;
}

export interface Tables {
  readonly tables: ReadonlyMap<string, TableProfile>;
  /** Key column by table. */
  readonly keys: ReadonlyMap<string, string>;
  /** Columns that identify the rows together, by table, where no single one does. */
  readonly tuples: ReadonlyMap<string, readonly string[]>;
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

/** Columns that could be keys: unique and never null. */
const uniqueColumns = ({ rows, columns }: TableProfile): ColumnProfile[] =>
  columns.filter(
    (column) =>
      rows > 1 &&
      column.filled === rows &&
      column.distinct === rows &&
      (column.type === 'integer' || column.type === 'string') &&
      isIdentifier(column.name),
  );

/** A table's key column, or undefined: unique, never null, and named like a key. */
export function keyOf(table: TableProfile): string | undefined {
  const { name, columns } = table;
  const unique = uniqueColumns(table);
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

/** What a warehouse tells about columns. */
export interface KeyLookup {
  /** How many distinct values of a column are keys in another table. */
  found(link: Link): Promise<number>;
  /** How many distinct combinations there are; with `to`, of those that are in the other columns. */
  tuples(of: Tuple, to?: Tuple): Promise<number>;
}

type JoinsOf = Map<string, Join[]>;
const add = (joins: JoinsOf, join: Join) =>
  void (joins.get(join.table) ?? joins.set(join.table, []).get(join.table)!).push(join);

/** Finds keys and joins by names, types and values; accepts only those that the values confirm. */
export async function guessJoins(profiles: readonly TableProfile[], lookup: KeyLookup): Promise<Tables> {
  const usable = profiles.filter((table) => isIdentifier(table.name) && table.rows > 0);
  const guesser = new JoinGuesser(usable, lookup);
  await guesser.findKeys();
  await guesser.findHalves();
  await guesser.findJoins();
  await guesser.findTuples();
  return guesser;
}

class JoinGuesser implements Tables {
  readonly tables: Map<string, TableProfile>;
  readonly keys = new Map<string, string>();
  readonly tuples = new Map<string, readonly string[]>();
  readonly joins: JoinsOf = new Map();
  readonly halves: JoinsOf = new Map();
  readonly #lookup: KeyLookup;
  /** Tables with more columns of another table's rows. */
  readonly #halved = new Set<string>();

  constructor(usable: readonly TableProfile[], lookup: KeyLookup) {
    this.tables = new Map(usable.map((table) => [table.name, table]));
    this.#lookup = lookup;
  }

  /** Keys that are named as such, then unique columns whose values another table has under the same name. */
  async findKeys(): Promise<void> {
    for (const table of this.tables.values()) {
      const key = keyOf(table) ?? (await this.#referenced(table));
      if (key !== undefined) this.keys.set(table.name, key);
    }
  }

  async #referenced(table: TableProfile): Promise<string | undefined> {
    for (const { name: key, type } of uniqueColumns(table)) {
      for (const other of this.tables.values()) {
        const column = other.columns.find((item) => plain(item.name) === plain(key) && item.type === type);
        if (other === table || !column || GENERIC.has(plain(key)) || !isIdentifier(column.name)) continue;
        if (await this.#verified({ table: other.name, column: column.name, to: table.name, key })) return key;
      }
    }
    return undefined;
  }

  #columnOf(table: string, name: string): ColumnProfile {
    return this.tables.get(table)!.columns.find((column) => column.name === name)!;
  }

  async #verified(link: Link): Promise<Join | null> {
    const of = this.#columnOf(link.table, link.column).distinct;
    const result = await this.#lookup.found(link);
    return of > 0 && result / of >= ENOUGH ? { ...link, found: result, of } : null;
  }

  /** Tables in the order in which others are joined to them. */
  #longest(names: Iterable<string>): string[] {
    const of = (name: string) => this.tables.get(name)!;
    return [...names].toSorted((a, b) => of(b).rows - of(a).rows || share(of(b)) - share(of(a)) || a.localeCompare(b));
  }

  /** Tables with the same key describe the same entities: the others are joined to the longest. */
  async findHalves(): Promise<void> {
    const order = this.#longest(this.keys.keys());
    for (const whole of order) {
      if (this.#halved.has(whole)) continue;
      const key = this.keys.get(whole)!;
      for (const other of order.slice(order.indexOf(whole) + 1)) {
        const column = this.keys.get(other)!;
        if (this.#halved.has(other) || plain(column) !== plain(key) || GENERIC.has(plain(key))) continue;
        if (this.#columnOf(other, column).type !== this.#columnOf(whole, key).type) continue;
        const back = await this.#verified({ table: other, column, to: whole, key });
        if (!back) continue;
        this.#halved.add(other);
        const of = this.tables.get(whole)!.rows;
        add(this.halves, { table: whole, column: key, to: other, key: column, found: back.found, of });
      }
    }
  }

  /** Joins of columns named like a key, then those of columns in other roles, by their values. */
  async findJoins(): Promise<void> {
    for (const table of this.tables.values()) {
      if (this.#halved.has(table.name)) continue;
      for (const column of table.columns) {
        if (column.distinct < 2 || !isIdentifier(column.name)) continue;
        const named = await this.#joinsOf(table, column, (to, key) => isCalledLike(column.name, to, key));
        const [role] = named.length > 0 ? [] : await this.#roleOf(table, column);
        for (const join of role ? [role] : named) add(this.joins, join);
      }
    }
  }

  async #joinsOf(
    table: TableProfile,
    column: ColumnProfile,
    fits: (to: TableProfile, key: string) => boolean,
    itself = false,
  ): Promise<Join[]> {
    const joins: Join[] = [];
    for (const [to, key] of this.keys) {
      if ((to === table.name && (!itself || column.name === key)) || this.#halved.has(to)) continue;
      if (this.#columnOf(to, key).type !== column.type || !fits(this.tables.get(to)!, key)) continue;
      const join = await this.#verified({ table: table.name, column: column.name, to, key });
      if (join) joins.push(join);
    }
    return joins;
  }

  /** What a column refers to that mentions a table, or is called an identifier and has values of one table's key only. */
  async #roleOf(table: TableProfile, column: ColumnProfile): Promise<Join[]> {
    if (this.keys.get(table.name) === column.name) return [];
    const words = new Set(wordsOf(column.name).map(singular));
    const mentioned = await this.#joinsOf(table, column, (to) => words.has(singular(to.name)), true);
    if (mentioned.length > 0)
      return mentioned.map((join) => ({ ...join, why: `mentions ${join.to}, and its values are keys there` }));
    if (!isCalledIdentifier(column.name)) return [];
    const all = await this.#joinsOf(table, column, () => true, true);
    const [only, ...others] = all.filter((join) => this.#isTelling(join));
    if (!only || others.length > 0) return [];
    return [{ ...only, why: `an identifier, and its values are keys of ${only.to} only` }];
  }

  /** Whether it is no chance that values are keys: they are half of them, or the keys are no serial numbers from 1. */
  #isTelling({ of, to, key }: Join): boolean {
    const { type, distinct, least, greatest } = this.#columnOf(to, key);
    const isSerial = type === 'integer' && Number(least) <= 1 && Number(greatest) < distinct * 1.5;
    return of * 2 >= distinct || !isSerial;
  }

  /** Keys of two columns, in tables that no single column identifies, where another table has both columns too. */
  async findTuples(): Promise<void> {
    const named = (table: TableProfile, { name, type }: ColumnProfile) =>
      table.columns.find((item) => plain(item.name) === plain(name) && item.type === type)?.name;
    const order = this.#longest([...this.tables.keys()].filter((name) => !this.keys.has(name)));
    for (const name of order) {
      const columns = await this.#pairOf(this.tables.get(name)!);
      if (columns) this.tuples.set(name, columns);
    }
    for (const to of order) {
      const key = this.tuples.get(to);
      for (const table of key ? this.tables.values() : []) {
        if (table.name === to || this.#halved.has(table.name) || this.#halved.has(to)) continue;
        const own = key!.map((column) => named(table, this.#columnOf(to, column)));
        if (own.some((column) => column === undefined)) continue;
        const isPart = this.tuples.has(table.name);
        // Of two parts of the same rows, the shorter one is joined to the longer one.
        if (isPart && order.indexOf(table.name) > order.indexOf(to)) continue;
        const tuple = { table: table.name, columns: own as string[] };
        const [of, found] = [
          await this.#lookup.tuples(tuple),
          await this.#lookup.tuples(tuple, { table: to, columns: key! }),
        ];
        if (of === 0 || found / of < ENOUGH) continue;
        const [first, ...also] = key!.map((column, place) => ({ column: own[place]!, key: column }));
        const join = { table: table.name, to, ...first!, also, found, of };
        if (isPart) this.#halved.add(to);
        add(isPart ? this.halves : this.joins, join);
      }
    }
  }

  async #pairOf(table: TableProfile): Promise<readonly string[] | undefined> {
    const { rows, columns } = table;
    const others = [...this.tables.values()].filter((other) => other !== table);
    const elsewhere = columns.filter(
      ({ name, type, filled, distinct }) =>
        filled === rows &&
        distinct > 1 &&
        ['integer', 'string', 'date'].includes(type) &&
        isIdentifier(name) &&
        others.some((other) => other.columns.some((item) => plain(item.name) === plain(name) && item.type === type)),
    );
    const pairs = elsewhere.flatMap((one, place) => elsewhere.slice(place + 1).map((other) => [one, other] as const));
    for (const [one, other] of pairs.filter(([a, b]) => a.distinct * b.distinct >= rows).slice(0, MOST_PAIRS)) {
      const pair = [one.name, other.name];
      if ((await this.#lookup.tuples({ table: table.name, columns: pair })) === rows) return pair;
    }
    return undefined;
  }
}

/** Pairs of columns that are tried as a key of a table. */
const MOST_PAIRS = 10;

/** Share of text columns: high for tables that describe entities, low for facts. */
function share({ columns }: TableProfile): number {
  return columns.filter((column) => column.type === 'string').length / columns.length;
}
