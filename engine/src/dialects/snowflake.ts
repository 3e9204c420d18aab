import { sql } from 'kysely';
import type { CastType } from '../expression/tree.ts';
import { DECIMAL_PLACES, TENANT_COLUMN } from './dialect.ts';
import type { Dialect, Sql } from './dialect.ts';
import { compileQuestionMarks } from './question-marks.ts';
import {
  greatestOfPresent,
  standardCall,
  standardConcatenate,
  standardArithmetic,
  standardSum,
  standardDays,
  standardNext,
  standardSpread,
  standardPage,
  standardUnpivot,
  tenTo,
  valuesTable,
  standardLookUp,
} from './standard-call.ts';

const TYPES = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  decimal: 'DECIMAL(38, 10)',
  date: 'DATE',
  timestamp: 'TIMESTAMP_NTZ',
  boolean: 'BOOLEAN',
} as const;
const EXACT = `DECIMAL(38, ${DECIMAL_PLACES})`;

const as = (value: Sql, type: string): Sql => sql`CAST(${value} AS ${sql.raw(type)})`;
const day = (value: Sql): Sql => as(value, 'DATE');
const text = (value: Sql): Sql => as(value, 'VARCHAR');
/** Converts a time with a zone to UTC: the session's time zone is UTC. */
const time = (value: Sql): Sql => as(as(value, 'TIMESTAMP_LTZ'), 'TIMESTAMP_NTZ');
const readDay = (content: Sql): Sql => sql`TRY_TO_DATE(LEFT(${content}, 10), 'YYYY-MM-DD')`;

/** Letters of European languages with accents, and those without. */
const LETTERS = Array.from({ length: 0x190 }, (_, place) => String.fromCodePoint(0xc0 + place))
  .map((letter) => [letter, letter.normalize('NFD').replace(/[\u0300-\u036F]+$/, '')] as const)
  .filter(([letter, plain]) => letter !== plain && /^[a-z]$/.test(plain));
const ACCENTED = `ı${LETTERS.map(([letter]) => letter).join('')}\u0307`;
const PLAIN = `i${LETTERS.map(([, plain]) => plain).join('')}`;

/** Lower case without accents; the Turkish dotless ı counts as i. */
const folded = (value: Sql): Sql => sql`COLLATE(REPLACE(${text(value)}, 'ı', 'i'), 'en-ci-ai')`;

/**
 * Snowflake SQL. The driver sets these session parameters: quoted identifiers ignore case, the time zone is UTC, weeks
 * start on Monday, dates and times use ISO formats.
 */
export const snowflake: Dialect = {
  name: 'snowflake',
  tenantColumn: TENANT_COLUMN,
  tenantKey: null,
  comparesInJoins: true,
  compile: compileQuestionMarks,
  number: (digits) => sql.raw(digits),
  numbers: valuesTable,
  unpivot: (stack) => standardUnpivot(stack),
  grouping: (columns) => sql`GROUPING(${sql.join(columns)})`,
  page: standardPage,
  // An integer is a NUMBER with scale 0: the catalog has one type name for both.
  catalog: (
    schema,
  ) => sql`SELECT table_name, column_name, CASE WHEN data_type = 'NUMBER' AND numeric_scale = 0 THEN 'INTEGER' ELSE data_type END
FROM information_schema.columns WHERE UPPER(table_schema) = UPPER(${schema}) ORDER BY table_name, ordinal_position`,
  cast: (value, type) => (type === 'timestamp' ? time(value) : as(value, TYPES[type])),
  convert(value, type: CastType) {
    const content = text(value);
    switch (type) {
      case 'string':
        return content;
      case 'integer':
        return sql`TRY_CAST(TRIM(${content}) AS DECIMAL(38, 0))`;
      case 'decimal':
        return sql`TRY_CAST(TRIM(${content}) AS ${sql.raw(EXACT)})`;
      case 'number':
        return sql`TRY_CAST(TRIM(${content}) AS DOUBLE)`;
      case 'boolean':
        return sql`CASE WHEN LOWER(${content}) IN ('true', 't', '1') THEN TRUE WHEN LOWER(${content}) IN ('false', 'f', '0') THEN FALSE END`;
      case 'date':
        return readDay(content);
      case 'timestamp':
        // Snowflake would read a text of digits only as seconds.
        return sql`CASE WHEN ${readDay(content)} IS NOT NULL THEN TRY_CAST(${content} AS TIMESTAMP_NTZ) END`;
    }
  },
  concatenate: standardConcatenate,
  ...standardArithmetic,
  sum: standardSum,
  remainder: (value, by) => sql`(${value} % NULLIF(${by}, 0))`,
  call(name, values) {
    if (name === 'starts_with') return sql`STARTSWITH(${sql.join(values)})`;
    // A collation would compare alike, but the text would keep its case and accents.
    if (name === 'fold') return sql`TRANSLATE(LOWER(${values[0]!}), ${sql.lit(ACCENTED)}, ${sql.lit(PLAIN)})`;
    if (name === 'log10') return sql`LOG(10, ${sql.join(values)})`;
    if (name === 'greatest' || name === 'least') return greatestOfPresent(name, values);
    return standardCall(name, values);
  },
  lookUp: standardLookUp,
  startOf: (grain, value) => (grain === 'day' ? day(value) : day(sql`DATE_TRUNC(${sql.lit(grain)}, ${day(value)})`)),
  startOfHour: (value) => sql`DATE_TRUNC('hour', ${time(value)})`,
  localTime: (value, zone) => sql`CONVERT_TIMEZONE('UTC', ${zone}, ${time(value)})`,
  days: (bounds) => standardDays(bounds, snowflake),
  next: standardNext,
  addTime: (value, count, unit) => day(sql`DATEADD(${sql.raw(unit)}, ${as(count, 'INTEGER')}, ${day(value)})`),
  timeBetween: (unit, from, to) => sql`DATEDIFF(${sql.raw(unit)}, ${day(from)}, ${day(to)})`,
  microsecondsBetween: (from, to) => sql`DATEDIFF(microsecond, ${from}, ${to})`,
  toDouble: (value) => as(value, 'DOUBLE'),
  quantile: (value, share) =>
    sql`PERCENTILE_CONT(${sql.raw(String(share))}) WITHIN GROUP (ORDER BY ${as(value, 'DOUBLE')})`,
  quantiles: (value, shares) => shares.map((share) => snowflake.quantile(value, share)),
  spread: standardSpread,
  contains: (value, part) => sql`CONTAINS(${folded(value)}, ${folded(part)})`,
  startsWith: (value, part) => sql`STARTSWITH(${folded(value)}, ${folded(part)})`,
  monthOf: (value) => sql`EXTRACT(month FROM ${value})`,
  cutRatio(numerator, denominator, scale, digits) {
    const whole = (value: Sql) => as(sql`(${value}) * ${tenTo(scale)}`, 'DECIMAL(38, 0)');
    const top = sql`(${whole(numerator)} * ${tenTo(digits)})`;
    const bottom = sql`NULLIF(${whole(denominator)}, 0)`;
    // A division would round; without its remainder it is exact.
    return sql`CAST((${top} - ${top} % ${bottom}) / ${bottom} AS DOUBLE) / ${tenTo(digits)}`;
  },
};
