import { sql } from 'kysely';
import type { TableFilter } from '@rise/contract';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { Fail } from '../errors.ts';
import { isDay } from '../expression/days.ts';
import type { BrowsedColumn } from './browsed-table.ts';

const NUMBER = /^-?\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,3})?$/i;
/** With a time that a clock shows. */
const TIME = /^\d{4}-\d{2}-\d{2}([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?)?$/;

const isTime = (value: string) => TIME.test(value) && isDay(value.slice(0, 10));
const isNumber = (value: string) => NUMBER.test(value) && Number.isFinite(Number(value));

const isNumeric = ({ type }: BrowsedColumn) => type === 'integer' || type === 'decimal' || type === 'number';
const isText = ({ type }: BrowsedColumn) => type === 'string';

/** A column's value, comparable with texts where it is of no type that we know. */
function comparable({ name, type }: BrowsedColumn, dialect: Dialect): Sql {
  return type === 'unknown' ? dialect.cast(sql.id(name), 'string') : sql.id(name);
}

/** A value of the column's type; null where the text is none. */
function literal({ type }: BrowsedColumn, value: string, dialect: Dialect): Sql | null {
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'number':
      return isNumber(value) ? sql.raw(value) : null;
    case 'date':
      return isDay(value) ? dialect.cast(sql`${value}`, 'date') : null;
    case 'timestamp':
      return isTime(value) ? dialect.cast(sql`${value.replace('T', ' ')}`, 'timestamp') : null;
    case 'boolean':
      return value === 'true' || value === 'false' ? sql.raw(value.toUpperCase()) : null;
    default:
      return dialect.cast(sql`${value}`, 'string');
  }
}

const EXPECTED: Partial<Record<BrowsedColumn['type'], string>> = {
  integer: 'a number such as 1200',
  decimal: 'a number such as 1200.50',
  number: 'a number such as 1200.5',
  date: 'a day such as 2025-12-31',
  timestamp: 'a time such as 2025-12-31 18:30',
  boolean: 'true or false',
};

const or = (conditions: readonly Sql[]): Sql => sql`(${sql.join(conditions, sql.raw(' OR '))})`;
const and = (conditions: readonly Sql[]): Sql => sql`(${sql.join(conditions, sql.raw(' AND '))})`;

/** Space, tab, line ends and the no-break space, as in profiles. */
const SPACES = ["' '", 'chr(9)', 'chr(10)', 'chr(13)', 'chr(160)'];

/** The text without spaces around it. */
function trimmed(value: Sql, dialect: Dialect): Sql {
  return dialect.name === 'duckdb'
    ? sql`trim(${value}, ${sql.raw(`concat(${SPACES.join(', ')})`)})`
    : sql`TRIM(${value})`;
}

/** The condition of a filter on its column; `fail` receives values that are not of its type. */
function conditionOf(filter: TableFilter, column: BrowsedColumn, { dialect, fail }: Reading): Sql {
  const value = comparable(column, dialect);
  const read = (text: string): Sql => {
    const found = literal(column, text, dialect);
    if (!found) fail(`${column.name} is compared with '${text.slice(0, 60)}'. Enter ${EXPECTED[column.type]!}.`);
    return found ?? sql.raw('NULL');
  };
  const text = () => (isText(column) ? value : dialect.cast(sql.id(column.name), 'string'));
  switch (filter.is) {
    case 'in':
      return amongValues(filter.values, value, read);
    case 'not-in':
      return sql`NOT COALESCE(${amongValues(filter.values, value, read)}, FALSE)`;
    case 'contains':
      return dialect.contains(text(), sql`${filter.text}`);
    case 'starts':
      return dialect.startsWith(text(), sql`${filter.text}`);
    case 'range': {
      const bounds = [
        ...(filter.from === undefined ? [] : [sql`${value} >= ${read(filter.from)}`]),
        ...(filter.to === undefined ? [] : [sql`${value} <= ${read(filter.to)}`]),
        ...(filter.below === undefined ? [] : [sql`${value} < ${read(filter.below)}`]),
      ];
      return bounds.length === 0 ? sql.raw('TRUE') : and(bounds);
    }
    case 'null':
      return sql`${value} IS NULL`;
    case 'not-null':
      return sql`${value} IS NOT NULL`;
    case 'empty':
      return sql`${text()} = ''`;
    case 'blank':
      return sql`(${text()} <> '' AND ${trimmed(text(), dialect)} = '')`;
    case 'padded':
      return sql`(${trimmed(text(), dialect)} <> ${text()} AND ${trimmed(text(), dialect)} <> '')`;
  }
}

function amongValues(values: readonly (string | null)[], value: Sql, read: (text: string) => Sql): Sql {
  const present = values.filter((item) => item !== null);
  const conditions = [
    ...(present.length === 0 ? [] : [sql`${value} IN (${sql.join(present.map(read))})`]),
    ...(present.length === values.length ? [] : [sql`${value} IS NULL`]),
  ];
  return or(conditions);
}

interface Reading {
  dialect: Dialect;
  fail: (message: string) => void;
}

/** Rows with a text in one of the columns, or with it as a number. */
function searchCondition(search: string, columns: readonly BrowsedColumn[], dialect: Dialect): Sql | null {
  const found = search.trim();
  if (found === '') return null;
  const texts = columns.filter(isText).map(({ name }) => dialect.contains(sql.id(name), sql`${found}`));
  const numbers = isNumber(found)
    ? columns.filter(isNumeric).map(({ name }) => sql`${sql.id(name)} = ${sql.raw(found)}`)
    : [];
  const conditions = [...texts, ...numbers];
  return conditions.length === 0 ? sql.raw('FALSE') : or(conditions);
}

/** Conditions of filters and search on a table's columns; `fail` receives each issue with the filter's index. */
export function rowConditions(
  { filters, search }: { filters: readonly TableFilter[]; search: string },
  columns: readonly BrowsedColumn[],
  { dialect, fail }: { dialect: Dialect; fail: Fail },
): Sql[] {
  // A masked column is empty in every row, so a search in it finds nothing.
  const searched = searchCondition(
    search,
    columns.filter(({ masked }) => !masked),
    dialect,
  );
  const conditions = filters.flatMap((filter, place) => {
    const report = (message: string) => fail(`filters.${place}`, message);
    const column = columns.find(({ name }) => name === filter.column);
    if (!column) {
      report(`The table has no column '${filter.column}'.`);
      return [];
    }
    return [conditionOf(filter, column, { dialect, fail: report })];
  });
  return searched ? [...conditions, searched] : conditions;
}
