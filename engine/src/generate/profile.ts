import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { ValueType } from '../expression/tree.ts';
import type { Catalog } from '../model/catalog.ts';
import { fromSql } from '../sql/fragments/source.ts';
import type { StatementRequest } from '../dialects/statement.ts';
import type { Warehouse } from '../warehouses/warehouses.ts';

/** Statistics of a column in a tenant's rows. */
export interface ColumnProfile {
  readonly name: string;
  readonly type: ValueType;
  /** Rows in which it is not null. */
  readonly filled: number;
  /** Distinct values, without null. */
  readonly distinct: number;
  /** Minimum and maximum as text; null if there are none or they have no meaning. */
  readonly least: string | null;
  readonly greatest: string | null;
}

export interface TableProfile {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly ColumnProfile[];
}

/** Two columns, the first of which may reference keys in the second. */
export interface Link {
  readonly table: string;
  readonly column: string;
  readonly to: string;
  readonly key: string;
}

/** Columns profiled per statement. */
const AT_ONCE = 20;

/** A statement over a tenant's rows of one or more tables; its columns are text. */
export const request = (dialect: Dialect, columns: readonly Sql[], from: Sql): StatementRequest => ({
  ...dialect.compile(
    sql`SELECT ${sql.join(columns.map((column, index) => sql`${column} AS ${sql.id(`c${index}`)}`))}\n${from}`,
  ),
  types: columns.map(() => 'string'),
  limit: null,
});

export async function firstRow(
  warehouse: Warehouse,
  statement: StatementRequest,
  signal?: AbortSignal,
): Promise<(string | null)[]> {
  const [answer] = await warehouse.query([statement], signal);
  return (JSON.parse(answer!.rows) as (string | null)[][])[0]!;
}

/** What a load found out about columns, by table and column, with the rows of each table. */
export type KnownProfiles = ReadonlyMap<string, { rows: number; columns: ReadonlyMap<string, KnownProfile> }>;
export type KnownProfile = Omit<ColumnProfile, 'name' | 'type'>;

export interface ProfileOptions {
  /** Columns that are not read again: of thousands of columns that takes a minute. */
  known?: KnownProfiles | undefined;
  signal?: AbortSignal | undefined;
}

/** Profiles the columns of a tenant's tables, skipping types that the language lacks. */
export async function profileTables(
  warehouse: Warehouse,
  catalog: Catalog,
  tenant: string,
  { known, signal }: ProfileOptions = {},
): Promise<TableProfile[]> {
  const { dialect } = warehouse;
  const text = (value: Sql) => dialect.cast(value, 'string');
  const tables: TableProfile[] = [];
  for (const [table, types] of Object.entries(catalog)) {
    const from = fromSql({ table, joins: [], tenant, rules: null }, [], dialect);
    const names = Object.entries(types).filter(([name, type]) => name !== dialect.tenantColumn && type !== 'unknown');
    const stored = known?.get(table);
    const profiles = new Map<string, ColumnProfile>();
    for (const [name, type] of names) {
      const profile = stored?.columns.get(name);
      if (profile) profiles.set(name, { name, type, ...profile });
    }
    const unread = names.filter(([name]) => !profiles.has(name));
    let rows = stored?.rows ?? 0;
    for (let start = 0; start < unread.length; start += AT_ONCE) {
      const part = unread.slice(start, start + AT_ONCE);
      const values = part.flatMap(([name, type]) => {
        const column = sql.id(table, name);
        // Some engines have no MIN of booleans or UUIDs.
        const value = type === 'boolean' || type === 'string' ? text(column) : column;
        const ends = [sql`MIN(${value})`, sql`MAX(${value})`];
        return [sql`COUNT(${column})`, sql`COUNT(DISTINCT ${column})`, ...ends].map(text);
      });
      const statement = request(dialect, [text(sql`COUNT(*)`), ...values], from);
      const [all, ...result] = await firstRow(warehouse, statement, signal);
      rows = Number(all);
      for (const [index, [name, type]] of part.entries()) {
        const [filled, distinct, least, greatest] = result.slice(index * 4, index * 4 + 4);
        const ends = { least: least ?? null, greatest: greatest ?? null };
        profiles.set(name, { name, type, filled: Number(filled), distinct: Number(distinct), ...ends });
      }
    }
    tables.push({ name: table, rows, columns: names.map(([name]) => profiles.get(name)!) });
  }
  return tables;
}

/** The joined table: it may be the same one. With a space, so that it is no name of a model. */
const KEYS = 'the keys';

/** Columns of a table, taken together. */
export interface Tuple {
  readonly table: string;
  readonly columns: readonly string[];
}

/** How many distinct combinations of columns there are; with `to`, of those that another table has in its columns. */
export async function tuplesOf(warehouse: Warehouse, tenant: string, of: Tuple, to?: Tuple): Promise<number> {
  const { dialect } = warehouse;
  const named = of.columns.map((column) => sql.id(of.table, column));
  const on = of.columns.map((column, place) => ({ column, key: to?.columns[place] ?? column }));
  const joins = to ? [{ name: KEYS, table: to.table, to: of.table, on, where: null }] : [];
  const present = [...named, ...(to?.columns ?? []).map((column) => sql.id(KEYS, column))];
  const there = present.map((column) => sql` AND ${column} IS NOT NULL`);
  const from = fromSql({ table: of.table, joins, tenant, rules: null }, [], dialect);
  const list = named.map((column, place) => sql`${column} AS ${sql.id(`t${place}`)}`);
  const tuples = sql`FROM (SELECT DISTINCT ${sql.join(list)} ${from}${sql.join(there, sql.raw(''))}) AS "tuples"`;
  return Number((await firstRow(warehouse, request(dialect, [dialect.cast(sql`COUNT(*)`, 'string')], tuples)))[0]);
}

/** How many distinct values of a column are keys in another table. */
export async function keysFound(warehouse: Warehouse, tenant: string, link: Link): Promise<number> {
  const { dialect } = warehouse;
  const { table, column, to, key } = link;
  const source = {
    table,
    joins: [{ name: KEYS, table: to, to: table, on: [{ column, key }], where: null }],
    tenant,
    rules: null,
  };
  const counted = dialect.cast(sql`COUNT(DISTINCT ${sql.id(KEYS, key)})`, 'string');
  return Number((await firstRow(warehouse, request(dialect, [counted], fromSql(source, [], dialect))))[0]);
}
