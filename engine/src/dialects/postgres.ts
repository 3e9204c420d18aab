import { createQueryId, PostgresQueryCompiler, sql } from 'kysely';
import type { CastType } from '../expression/tree.ts';
import type { PlanValue } from '../plan/predicates.ts';
import { DECIMAL_PLACES, TENANT_COLUMN } from './dialect.ts';
import type { Dialect, Sql } from './dialect.ts';
import {
  standardCall,
  standardCatalog,
  standardConcatenate,
  standardArithmetic,
  standardSum,
  standardNext,
  standardSpread,
  standardPage,
  tenTo,
  valuesTable,
} from './standard-call.ts';

const TYPES = {
  string: 'TEXT',
  integer: 'BIGINT',
  decimal: 'NUMERIC',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  boolean: 'BOOLEAN',
} as const;
const EXACT = `NUMERIC(38, ${DECIMAL_PLACES})`;
const CAST: Record<CastType, string> = {
  ...TYPES,
  decimal: EXACT,
  number: 'DOUBLE PRECISION',
};

const as = (value: Sql, type: string): Sql => sql`CAST(${value} AS ${sql.raw(type)})`;
const day = (value: Sql): Sql => as(value, 'DATE');

/** Lower case without accents, without extensions that a server may lack; the Turkish dotless ı counts as i. */
const folded = (text: Sql): Sql =>
  sql`replace(regexp_replace(normalize(lower(${text} COLLATE "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'), 'ı', 'i')`;

/** Patterns of text that converts to each type. PostgreSQL has no cast that returns null. */
const READABLE: Partial<Record<CastType, string>> = {
  integer: '^\\s*[-+]?[0-9]{1,18}(\\.[0-9]+)?\\s*$',
  decimal: '^\\s*[-+]?[0-9]{1,30}(\\.[0-9]+)?\\s*$',
  number: '^\\s*[-+]?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,2})?\\s*$',
  boolean: '^(true|false|t|f|0|1)$',
};

/** The day at the start of a text; null for an invalid date, on which a cast would fail the whole query. */
const readDay = (text: Sql): Sql => {
  const month = sql`make_date(CAST(left(${text}, 4) AS INTEGER), CAST(substr(${text}, 6, 2) AS INTEGER), 1)`;
  const last = sql`EXTRACT(day FROM ${month} + INTERVAL '1 month -1 day')`;
  return sql`(CASE WHEN ${text} ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' THEN CASE WHEN CAST(substr(${text}, 9, 2) AS INTEGER) <= ${last} THEN CAST(left(${text}, 10) AS DATE) END END)`;
};

const number = (unit: 'quarter' | 'month', value: Sql): Sql =>
  unit === 'month'
    ? sql`(EXTRACT(year FROM ${day(value)}) * 12 + EXTRACT(month FROM ${day(value)}))`
    : sql`(EXTRACT(year FROM ${day(value)}) * 4 + EXTRACT(quarter FROM ${day(value)}))`;

/** With the places of exact numbers, which the standard's views have apart. */
const NATIVE_TYPE = sql.raw(
  `CASE WHEN data_type = 'numeric' AND numeric_precision IS NOT NULL THEN 'numeric(' || numeric_precision || ',' || numeric_scale || ')' ELSE data_type END`,
);

export const postgres: Dialect = {
  name: 'postgres',
  tenantColumn: TENANT_COLUMN,
  tenantKey: null,
  comparesInJoins: true,
  number: (digits) => sql.raw(digits),
  numbers: valuesTable,
  unpivot({ carried, lists, from }) {
    const rows = lists[0]!.values.map(
      (_, place) => sql`(${sql.join([sql.raw(String(place)), ...lists.map(({ values }) => values[place]!)])})`,
    );
    const names = ['position', ...lists.map(({ name }) => name)].map((name) => sql.id(name));
    return sql`SELECT ${sql.join([...carried, sql`"stack".*`])}
  FROM ${from}
  CROSS JOIN LATERAL (VALUES ${sql.join(rows)}) AS "stack"(${sql.join(names)})`;
  },
  grouping: (columns) => sql`GROUPING(${sql.join(columns)})`,
  page: standardPage,
  catalog: (schema) => standardCatalog(schema, sql.raw(''), NATIVE_TYPE),
  compile(statement) {
    const compiled = new PostgresQueryCompiler().compileQuery(statement.toOperationNode(), createQueryId());
    return { sql: compiled.sql, parameters: compiled.parameters as PlanValue[] };
  },
  // Text compares and sorts by code point, as in the other engines, regardless of the database's collation.
  cast: (value, type) => (type === 'string' ? sql`(CAST(${value} AS TEXT) COLLATE "C")` : as(value, TYPES[type])),
  convert(value, type) {
    const text = as(value, 'TEXT');
    if (type === 'string') return text;
    if (type === 'date') return readDay(text);
    if (type === 'timestamp') return sql`(CASE WHEN ${readDay(text)} IS NOT NULL THEN ${as(text, 'TIMESTAMP')} END)`;
    const read = type === 'integer' ? sql`ROUND(${as(text, 'NUMERIC')})` : text;
    return sql`(CASE WHEN ${text} ~ ${sql.lit(READABLE[type]!)} THEN ${as(read, CAST[type])} END)`;
  },
  concatenate: standardConcatenate,
  ...standardArithmetic,
  sum: standardSum,
  remainder: (value, by) => sql`MOD(${as(value, 'NUMERIC')}, NULLIF(${as(by, 'NUMERIC')}, 0))`,
  call(name, values) {
    // PostgreSQL rounds doubles half to even; as decimals they round half away from zero, as in the other engines.
    if (name === 'round' || name === 'trunc')
      return standardCall(name, [as(values[0]!, 'NUMERIC'), ...values.slice(1).map((value) => as(value, 'INTEGER'))]);
    if (name === 'substring')
      return standardCall(name, [values[0]!, ...values.slice(1).map((value) => as(value, 'INTEGER'))]);
    // Compares and sorts by code point, like other texts.
    if (name === 'fold') return sql`(${folded(values[0]!)} COLLATE "C")`;
    return standardCall(name, values);
  },
  lookUp: (text, pairs) => sql`(CAST(${JSON.stringify(Object.fromEntries(pairs))} AS jsonb) ->> ${text})`,
  startOf: (grain, value) =>
    grain === 'day' ? day(value) : day(sql`date_trunc(${sql.lit(grain)}, ${as(value, 'TIMESTAMP')})`),
  startOfHour: (time) => sql`date_trunc('hour', ${as(time, 'TIMESTAMP')})`,
  localTime: (time, zone) => sql`((${as(time, 'TIMESTAMP')} AT TIME ZONE 'UTC') AT TIME ZONE ${zone})`,
  days: (bounds) =>
    sql`SELECT CAST("each" AS DATE) AS "day"
    FROM ${bounds} CROSS JOIN LATERAL generate_series(CAST("first" AS TIMESTAMP), CAST("last" AS TIMESTAMP), INTERVAL '1 day') AS "each"`,
  next: standardNext,
  addTime(value, count, unit) {
    const [months, days] = { year: [12, 0], quarter: [3, 0], month: [1, 0], week: [0, 7], day: [0, 1] }[unit] as [
      number,
      number,
    ];
    const times = sql`CAST(${count} AS INTEGER)`;
    return months > 0
      ? day(sql`${day(value)} + make_interval(months => ${times} * ${sql.raw(String(months))})`)
      : day(sql`${day(value)} + ${times} * ${sql.raw(String(days))}`);
  },
  timeBetween(unit, from, to) {
    const whole = (value: Sql) => as(value, 'BIGINT');
    switch (unit) {
      case 'day':
        return whole(sql`(${day(to)} - ${day(from)})`);
      case 'week':
        return whole(
          sql`((${day(sql`date_trunc('week', ${as(to, 'TIMESTAMP')})`)} - ${day(sql`date_trunc('week', ${as(from, 'TIMESTAMP')})`)}) / 7)`,
        );
      case 'year':
        return whole(sql`(EXTRACT(year FROM ${day(to)}) - EXTRACT(year FROM ${day(from)}))`);
      default:
        return whole(sql`(${number(unit as 'quarter' | 'month', to)} - ${number(unit as 'quarter' | 'month', from)})`);
    }
  },
  microsecondsBetween: (from, to) => as(sql`EXTRACT(epoch FROM (${to} - ${from})) * 1000000`, 'BIGINT'),
  toDouble: (value) => as(value, 'DOUBLE PRECISION'),
  quantile: (value, share) =>
    sql`percentile_cont(${sql.raw(String(share))}) WITHIN GROUP (ORDER BY ${as(value, 'DOUBLE PRECISION')})`,
  // PostgreSQL computes identical aggregates once.
  quantiles: (value, shares) =>
    shares.map(
      (_, place) =>
        sql`(percentile_cont(ARRAY[${sql.raw(shares.join(', '))}]) WITHIN GROUP (ORDER BY ${as(value, 'DOUBLE PRECISION')}))[${sql.raw(String(place + 1))}]`,
    ),
  spread: standardSpread,
  contains: (text, part) => sql`(strpos(${folded(text)}, ${folded(as(part, 'TEXT'))}) > 0)`,
  startsWith: (text, part) => sql`starts_with(${folded(text)}, ${folded(as(part, 'TEXT'))})`,
  monthOf: (value) => sql`CAST(EXTRACT(month FROM ${value}) AS BIGINT)`,
  cutRatio(numerator, denominator, scale, digits) {
    const whole = (value: Sql) => sql`CAST((${as(value, 'NUMERIC')}) * ${tenTo(scale)} AS NUMERIC(38, 0))`;
    return sql`CAST(div(${whole(numerator)} * ${tenTo(digits)}, NULLIF(${whole(denominator)}, 0)) AS DOUBLE PRECISION) / ${tenTo(digits)}`;
  },
};
