import { sql } from 'kysely';
import type { CastType } from '../expression/tree.ts';
import { EXACT_SCALE, TENANT_COLUMN } from './dialect.ts';
import type { Dialect, Sql } from './dialect.ts';
import { compileQuestionMarks } from './question-marks.ts';
import {
  greatestThere,
  standardCall,
  standardConcatenate,
  standardPage,
  standardStack,
  tenTo,
  valuesTable,
  standardLookUp,
} from './standard-call.ts';

const TYPES = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  date: 'DATE',
  timestamp: 'TIMESTAMP_NTZ',
  boolean: 'BOOLEAN',
} as const;
const EXACT = `DECIMAL(38, ${EXACT_SCALE})`;

const as = (value: Sql, type: string): Sql => sql`CAST(${value} AS ${sql.raw(type)})`;
const day = (value: Sql): Sql => as(value, 'DATE');
const text = (value: Sql): Sql => as(value, 'VARCHAR');
/** A time with a zone of its own becomes what clocks in UTC show then: the session's zone is UTC. */
const time = (value: Sql): Sql => as(as(value, 'TIMESTAMP_LTZ'), 'TIMESTAMP_NTZ');
const readDay = (said: Sql): Sql => sql`TRY_TO_DATE(LEFT(${said}, 10), 'YYYY-MM-DD')`;

/** Texts compare without case and accents here; the Turkish dotless ı counts as i. */
const folded = (value: Sql): Sql => sql`COLLATE(REPLACE(${text(value)}, 'ı', 'i'), 'en-ci-ai')`;

/**
 * Words of Snowflake. The driver sets what they count on for each session: quoted names find tables whatever their case,
 * the zone is UTC, weeks begin on Monday, days and times are written as everywhere.
 */
export const snowflake: Dialect = {
  name: 'snowflake',
  tenantColumn: TENANT_COLUMN,
  tenantKey: null,
  compile: compileQuestionMarks,
  number: (digits) => sql.raw(digits),
  numbers: valuesTable,
  stack: (stack) => standardStack(stack),
  grouping: (columns) => sql`GROUPING(${sql.join(columns)})`,
  page: standardPage,
  // A whole number is one without digits after its point: the catalogue has one word for both.
  catalogue: (
    schema,
  ) => sql`SELECT table_name, column_name, CASE WHEN data_type = 'NUMBER' AND numeric_scale = 0 THEN 'INTEGER' ELSE data_type END
FROM information_schema.columns WHERE UPPER(table_schema) = UPPER(${schema}) ORDER BY table_name, ordinal_position`,
  cast: (value, type) => (type === 'timestamp' ? time(value) : as(value, TYPES[type])),
  convert(value, type: CastType) {
    const said = text(value);
    switch (type) {
      case 'string':
        return said;
      case 'integer':
        return sql`TRY_CAST(TRIM(${said}) AS DECIMAL(38, 0))`;
      case 'decimal':
        return sql`TRY_CAST(TRIM(${said}) AS ${sql.raw(EXACT)})`;
      case 'number':
        return sql`TRY_CAST(TRIM(${said}) AS DOUBLE)`;
      case 'boolean':
        return sql`CASE WHEN LOWER(${said}) IN ('true', 't', '1') THEN TRUE WHEN LOWER(${said}) IN ('false', 'f', '0') THEN FALSE END`;
      case 'date':
        return readDay(said);
      case 'timestamp':
        // Left alone, digits without anything around them would be read as seconds.
        return sql`CASE WHEN ${readDay(said)} IS NOT NULL THEN TRY_CAST(${said} AS TIMESTAMP_NTZ) END`;
    }
  },
  concatenate: standardConcatenate,
  remainder: (value, by) => sql`(${value} % NULLIF(${by}, 0))`,
  call(name, values) {
    if (name === 'starts_with') return sql`STARTSWITH(${sql.join(values)})`;
    if (name === 'greatest' || name === 'least') return greatestThere(name, values);
    return standardCall(name, values);
  },
  lookUp: standardLookUp,
  startOf: (grain, value) => (grain === 'day' ? day(value) : day(sql`DATE_TRUNC(${sql.lit(grain)}, ${day(value)})`)),
  startOfHour: (value) => sql`DATE_TRUNC('hour', ${time(value)})`,
  localTime: (value, zone) => sql`CONVERT_TIMEZONE('UTC', ${zone}, ${time(value)})`,
  addTime: (value, count, unit) => day(sql`DATEADD(${sql.raw(unit)}, ${as(count, 'INTEGER')}, ${day(value)})`),
  timeBetween: (unit, from, to) => sql`DATEDIFF(${sql.raw(unit)}, ${day(from)}, ${day(to)})`,
  toDouble: (value) => as(value, 'DOUBLE'),
  toExact: (value) => as(value, EXACT),
  quantile: (value, share) =>
    sql`PERCENTILE_CONT(${sql.raw(String(share))}) WITHIN GROUP (ORDER BY ${as(value, 'DOUBLE')})`,
  quantiles: (value, shares) => shares.map((share) => snowflake.quantile(value, share)),
  contains: (value, part) => sql`CONTAINS(${folded(value)}, ${folded(part)})`,
  startsWith: (value, part) => sql`STARTSWITH(${folded(value)}, ${folded(part)})`,
  monthOf: (value) => sql`EXTRACT(month FROM ${value})`,
  cutRatio(numerator, denominator, scale, digits) {
    const whole = (value: Sql) => as(sql`(${value}) * ${tenTo(scale)}`, 'DECIMAL(38, 0)');
    const top = sql`(${whole(numerator)} * ${tenTo(digits)})`;
    const bottom = sql`NULLIF(${whole(denominator)}, 0)`;
    // A division would round: without its remainder it comes out even.
    return sql`CAST((${top} - ${top} % ${bottom}) / ${bottom} AS DOUBLE) / ${tenTo(digits)}`;
  },
};
