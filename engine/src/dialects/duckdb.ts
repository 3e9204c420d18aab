import { createQueryId, PostgresQueryCompiler, sql } from 'kysely';
import type { PlanValue } from '../plan/predicates.ts';
import { DECIMAL_PLACES, TENANT_COLUMN } from './dialect.ts';
import type { Dialect, Sql } from './dialect.ts';
import {
  columnsOfPairs,
  standardCall,
  standardCatalog,
  standardConcatenate,
  standardArithmetic,
  standardSum,
  standardNext,
  standardPage,
  standardSpread,
  tenTo,
  valuesTable,
} from './standard-call.ts';

const TYPES = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  decimal: 'DECIMAL(38, 10)',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  boolean: 'BOOLEAN',
} as const;
const CAST = {
  ...TYPES,
  number: 'DOUBLE',
  decimal: `DECIMAL(38, ${DECIMAL_PLACES})`,
} as const;
const day = (value: Sql): Sql => sql`CAST(${value} AS DATE)`;

/** Lower case without accents; the Turkish dotless ı counts as i, as people type it. */
const folded = (text: Sql): Sql => sql`replace(strip_accents(lower(${text})), 'ı', 'i')`;

/** DuckDB quotes names and numbers parameters as PostgreSQL does. */
export const duckdb: Dialect = {
  name: 'duckdb',
  tenantColumn: TENANT_COLUMN,
  tenantKey: null,
  comparesInJoins: true,
  number: (digits) => sql.raw(digits),
  numbers: valuesTable,
  unpivot({ carried, lists, from }) {
    const places = { name: 'position', values: lists[0]!.values.map((_, place) => sql.raw(String(place))) };
    const columns = [places, ...lists].map(({ name, values }) => sql`unnest([${sql.join(values)}]) AS ${sql.id(name)}`);
    return sql`SELECT ${sql.join([...carried, ...columns])}
  FROM ${from}`;
  },
  grouping: (columns) => sql`GROUPING(${sql.join(columns)})`,
  page: standardPage,
  // Other files are attached with the rows of earlier loads; their tables are parts of this one's.
  catalog: (schema) => standardCatalog(schema, sql` AND table_catalog = current_database()`),
  compile(statement) {
    const compiled = new PostgresQueryCompiler().compileQuery(statement.toOperationNode(), createQueryId());
    return { sql: compiled.sql, parameters: compiled.parameters as PlanValue[] };
  },
  cast: (value, type) => sql`CAST(${value} AS ${sql.raw(TYPES[type])})`,
  convert: (value, type) => sql`TRY_CAST(${value} AS ${sql.raw(CAST[type])})`,
  concatenate: standardConcatenate,
  ...standardArithmetic,
  sum: standardSum,
  // In a CASE, so that a part of it that another column has, too, is not computed outside of it once for both; on a
  // condition that only the rows tell.
  attempt: (value) => sql`CASE WHEN random() < 2 THEN TRY([${value}]) END`,
  remainder: (value, by) => sql`(${value} % NULLIF(${by}, 0))`,
  call: (name, values) => (name === 'fold' ? folded(values[0]!) : standardCall(name, values)),
  // DuckDB runs this as a hash join, so a look-up is fast however long the list is.
  lookUp(text, pairs) {
    const [texts, meanings] = columnsOfPairs(pairs);
    const list = (json: string) => sql`unnest(CAST(CAST(${json} AS JSON) AS VARCHAR[]))`;
    return sql`(SELECT "listed"."means" FROM (SELECT ${list(texts)} AS "text", ${list(meanings)} AS "means") AS "listed" WHERE "listed"."text" = ${text})`;
  },
  startOf: (grain, value) => (grain === 'day' ? day(value) : day(sql`date_trunc(${sql.lit(grain)}, ${day(value)})`)),
  startOfHour: (time) => sql`CAST(date_trunc('hour', ${time}) AS TIMESTAMP)`,
  localTime: (time, zone) => sql`((CAST(${time} AS TIMESTAMP) AT TIME ZONE 'UTC') AT TIME ZONE ${zone})`,
  days: (bounds) =>
    sql`SELECT CAST(unnest(generate_series("first", "last", INTERVAL 1 DAY)) AS DATE) AS "day" FROM ${bounds}`,
  next: standardNext,
  addTime: (value, count, unit) =>
    unit === 'quarter'
      ? day(sql`${day(value)} + to_months(CAST(3 * (${count}) AS INTEGER))`)
      : day(sql`${day(value)} + ${sql.raw(`to_${unit}s`)}(CAST(${count} AS INTEGER))`),
  timeBetween: (unit, from, to) =>
    unit === 'week'
      ? sql`(date_diff('day', date_trunc('week', ${day(from)}), date_trunc('week', ${day(to)})) // 7)`
      : sql`date_diff(${sql.lit(unit)}, ${day(from)}, ${day(to)})`,
  microsecondsBetween: (from, to) => sql`date_diff('microsecond', ${from}, ${to})`,
  toDouble: (value) => sql`CAST(${value} AS DOUBLE)`,
  quantile: (value, share) => sql`quantile_cont(${value}, ${sql.raw(String(share))})`,
  // DuckDB computes identical aggregates once.
  quantiles: (value, shares) =>
    shares.map(
      (_, place) => sql`quantile_cont(${value}, [${sql.raw(shares.join(', '))}])[${sql.raw(String(place + 1))}]`,
    ),
  // DuckDB would fail the query for a single infinite value.
  spread: (value, spread) => standardSpread(sql`CASE WHEN isfinite(${value}) THEN ${value} END`, spread),
  contains: (text, part) => sql`contains(${folded(text)}, ${folded(sql`CAST(${part} AS VARCHAR)`)})`,
  startsWith: (text, part) => sql`starts_with(${folded(text)}, ${folded(sql`CAST(${part} AS VARCHAR)`)})`,
  monthOf: (day) => sql`month(${day})`,
  cutRatio(numerator, denominator, scale, digits) {
    const whole = (value: Sql) => sql`CAST((${value}) * ${tenTo(scale)} AS HUGEINT)`;
    const [top, bottom] = [sql`${whole(numerator)} * ${tenTo(digits)}`, whole(denominator)];
    const short = (value: Sql) => sql`TRY_CAST(${value} AS BIGINT)`;
    // DuckDB's // divides integers exactly and truncates toward zero; 64-bit integers are ten times as fast as wider
    // ones.
    const cut = sql`COALESCE(${short(top)} // NULLIF(${short(bottom)}, 0), ${top} // NULLIF(${bottom}, 0))`;
    return sql`CAST(${cut} AS DOUBLE) / ${tenTo(digits)}`;
  },
};
