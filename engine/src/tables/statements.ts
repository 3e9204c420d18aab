import { sql } from 'kysely';
import type { ResultColumn, TableSort } from '@rise/contract';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { StatementRequest } from '../dialects/statement.ts';
import { POSITION } from './browsed-table.ts';
import type { BrowsedColumn } from './browsed-table.ts';

/** How a column's values are sent: exact numbers as text, and whatever has no type of ours, too. */
export function wireType({ type }: BrowsedColumn): ResultColumn['type'] {
  if (type === 'integer') return 'decimal';
  return type === 'unknown' ? 'string' : type;
}

/** Types of texts that are sent as they are; others, such as UUIDs, are cast. */
const PLAIN_TEXT = /^(varchar|text|string|character|char|nullable\(string\)|lowcardinality\(string\))/i;

/** `exact`: times to the microsecond. */
function shownValue({ name, type, native }: BrowsedColumn, dialect: Dialect, exact: boolean): Sql {
  const value = sql.id(name);
  const asText =
    type === 'unknown' || (exact && type === 'timestamp') || (type === 'string' && !PLAIN_TEXT.test(native));
  return asText ? sql`${dialect.cast(value, 'string')} AS ${sql.id(name)}` : value;
}

export interface RowsRequest {
  /** The table's rows for the reader; with positions where `positioned`. */
  relation: Sql;
  positioned: boolean;
  /** Columns to send, and all that the reader sees. */
  columns: readonly BrowsedColumn[];
  all: readonly BrowsedColumn[];
  conditions: readonly Sql[];
  sort: readonly TableSort[];
  /** Rows after the first `offset`, one more than fit the page; null for all, as texts that lose nothing. */
  page: { limit: number; offset: number } | null;
  dialect: Dialect;
}

const where = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql.raw('') : sql` WHERE ${sql.join(conditions, sql.raw(' AND '))}`;

const direction = ({ direction: way }: TableSort) => sql.raw(`${way.toUpperCase()} NULLS LAST`);

function selectedRows(request: RowsRequest): Sql {
  const { relation, conditions, columns, all, sort, page, dialect, positioned } = request;
  const selected = sql.join(columns.map((column) => shownValue(column, dialect, page === null)));
  const paged = page ? sql` ${dialect.page(page.limit + 1, page.offset)}` : sql.raw('');
  if (!positioned) {
    // Rows that are equal in every column are interchangeable.
    const ties = dialect.name === 'duckdb' ? [] : all.map(({ name }) => sql.id(name));
    const order = [...sort.map((item) => sql`${sql.id(item.column)} ${direction(item)}`), ...ties];
    const ordered =
      order.length === 0 || (page === null && sort.length === 0) ? sql.raw('') : sql` ORDER BY ${sql.join(order)}`;
    return sql`SELECT ${selected} FROM ${relation} AS browsed${where(conditions)}${ordered}${paged}`;
  }
  const position = sql.join(POSITION.map((name) => sql.id(name)));
  if (sort.length === 0)
    return sql`SELECT ${selected} FROM ${relation} AS browsed${where(conditions)} ORDER BY ${position}${paged}`;
  // Only keys and positions are sorted; the columns of the page's rows are read afterwards.
  const keys = sort.map((item, place) => sql`${sql.id(item.column)} AS ${sql.id(`rise key ${place}`)}`);
  const sorted = (scope: Sql) =>
    sql`ORDER BY ${sql.join([...sort.map((item, place) => sql`${scope}${sql.id(`rise key ${place}`)} ${direction(item)}`), ...POSITION.map((name) => sql`${scope}${sql.id(name)}`)])}`;
  const found = sql`SELECT ${position}, ${sql.join(keys)} FROM ${relation} AS browsed${where(conditions)} ${sorted(sql.raw(''))}${paged}`;
  const same = POSITION.map((name) => sql`browsed.${sql.id(name)} = found.${sql.id(name)}`);
  return sql`WITH found AS MATERIALIZED (${found}) SELECT ${selected} FROM ${relation} AS browsed JOIN found ON ${sql.join(same, sql.raw(' AND '))} ${sorted(sql.raw('found.'))}`;
}

/** Rows of a table, in a stable order. */
export function rowsStatement(request: RowsRequest): StatementRequest {
  const { columns, dialect, page } = request;
  return { ...dialect.compile(selectedRows(request)), types: columns.map(wireType), limit: page ? page.limit : null };
}

export function countStatement(relation: Sql, conditions: readonly Sql[], dialect: Dialect): StatementRequest {
  const statement = sql`SELECT COUNT(*) FROM ${relation} AS browsed${where(conditions)}`;
  return { ...dialect.compile(statement), types: ['integer'], limit: null };
}

/** The rows that meet the conditions, as a relation. */
export const filteredRows = (relation: Sql, conditions: readonly Sql[]): Sql =>
  sql`(SELECT * FROM ${relation} AS browsed${where(conditions)})`;
