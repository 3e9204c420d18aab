import { sql } from 'kysely';
import type { CastType } from '../expression/tree.ts';
import { DECIMAL_PLACES, TENANT_COLUMN } from './dialect.ts';
import type { Dialect, Sql } from './dialect.ts';
import { compileQuestionMarks } from './question-marks.ts';
import {
  greatestOfPresent,
  standardCall,
  standardDays,
  standardArithmetic,
  standardSum,
  standardNext,
  standardSpread,
  standardCatalog,
  standardUnpivot,
  tenTo,
  valuesTable,
  standardLookUp,
} from './standard-call.ts';

/** Without a precision, times would be cut to milliseconds. */
const TIME = 'TIMESTAMP(6)';
const TYPES = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  decimal: 'DECIMAL(38, 10)',
  date: 'DATE',
  timestamp: TIME,
  boolean: 'BOOLEAN',
} as const;
const EXACT = `DECIMAL(38, ${DECIMAL_PLACES})`;

const as = (value: Sql, type: string): Sql => sql`CAST(${value} AS ${sql.raw(type)})`;
const tried = (value: Sql, type: string): Sql => sql`TRY_CAST(${value} AS ${sql.raw(type)})`;
const day = (value: Sql): Sql => as(value, 'DATE');
const text = (value: Sql): Sql => as(value, 'VARCHAR');

/** Lower case without accents; the Turkish dotless ı counts as i. */
const folded = (value: Sql): Sql =>
  sql`REPLACE(REGEXP_REPLACE(NORMALIZE(LOWER(${value}), NFD), '\\p{Mn}', ''), 'ı', 'i')`;

const number = (unit: 'quarter' | 'month', value: Sql): Sql =>
  unit === 'month'
    ? sql`(EXTRACT(YEAR FROM ${value}) * 12 + EXTRACT(MONTH FROM ${value}))`
    : sql`(EXTRACT(YEAR FROM ${value}) * 4 + EXTRACT(QUARTER FROM ${value}))`;

/** Trino SQL, version 418 or later. */
export const trino: Dialect = {
  name: 'trino',
  tenantColumn: TENANT_COLUMN,
  tenantKey: null,
  comparesInJoins: true,
  compile: compileQuestionMarks,
  // Integer literals are 64 bits wide unless they are decimals.
  number: (digits) => (!digits.includes('.') && digits.length > 18 ? sql`DECIMAL ${sql.lit(digits)}` : sql.raw(digits)),
  numbers: valuesTable,
  unpivot: (stack) => standardUnpivot(stack),
  grouping: (columns) => sql`GROUPING(${sql.join(columns)})`,
  page: (limit, offset) => sql`${sql.raw(offset === 0 ? '' : `OFFSET ${offset} `)}LIMIT ${sql.raw(String(limit))}`,
  catalog: standardCatalog,
  cast: (value, type) => as(value, TYPES[type]),
  convert(value, type: CastType) {
    const content = sql`TRIM(${text(value)})`;
    switch (type) {
      case 'string':
        return text(value);
      case 'integer':
        return tried(sql`ROUND(${tried(content, 'DECIMAL(38, 10)')})`, 'BIGINT');
      case 'decimal':
        return tried(content, EXACT);
      case 'number':
        return tried(content, 'DOUBLE');
      case 'boolean':
        return tried(content, 'BOOLEAN');
      case 'date':
        return tried(sql`SUBSTRING(${content}, 1, 10)`, 'DATE');
      case 'timestamp':
        return tried(sql`REGEXP_REPLACE(${content}, '^(.{10})T', '$1 ')`, TIME);
    }
  },
  // `||` takes text only.
  ...standardArithmetic,
  sum: standardSum,
  concatenate: (left, right) => sql`(${text(left)} || ${text(right)})`,
  remainder: (value, by) => sql`(${value} % NULLIF(${by}, 0))`,
  call(name, values) {
    const [first, second] = values as [Sql, Sql | undefined];
    switch (name) {
      case 'greatest':
      case 'least':
        return greatestOfPresent(name, values);
      case 'fold':
        return folded(first);
      case 'round':
        return sql`ROUND(${first}, ${second ? as(second, 'INTEGER') : sql.raw('0')})`;
      case 'trunc':
        // TRUNCATE takes decimal places for decimals only, not for doubles.
        return sql`TRUNCATE(${as(first, 'DECIMAL(38, 10)')}, ${second ? as(second, 'INTEGER') : sql.raw('0')})`;
      default:
        return standardCall(name, values);
    }
  },
  lookUp: standardLookUp,
  startOf: (grain, value) => (grain === 'day' ? day(value) : day(sql`DATE_TRUNC(${sql.lit(grain)}, ${day(value)})`)),
  startOfHour: (value) => sql`DATE_TRUNC('hour', ${as(value, TIME)})`,
  localTime: (value, zone) => as(sql`AT_TIMEZONE(WITH_TIMEZONE(${as(value, TIME)}, 'UTC'), ${zone})`, TIME),
  // SEQUENCE ends at 10,000 days.
  days: (bounds) => standardDays(bounds, trino),
  next: standardNext,
  addTime: (value, count, unit) => day(sql`DATE_ADD(${sql.lit(unit)}, ${as(count, 'BIGINT')}, ${day(value)})`),
  // Trino's DATE_DIFF counts complete units.
  timeBetween(unit, from, to) {
    const [first, last] = [day(from), day(to)];
    switch (unit) {
      case 'day':
        return sql`DATE_DIFF('day', ${first}, ${last})`;
      case 'week':
        return sql`(DATE_DIFF('day', DATE_TRUNC('week', ${first}), DATE_TRUNC('week', ${last})) / 7)`;
      case 'year':
        return sql`(EXTRACT(YEAR FROM ${last}) - EXTRACT(YEAR FROM ${first}))`;
      default:
        return sql`(${number(unit as 'quarter' | 'month', last)} - ${number(unit as 'quarter' | 'month', first)})`;
    }
  },
  // Trino's DATE_DIFF counts milliseconds at most. A double has the microseconds of times up to the year 2250.
  microsecondsBetween: (from, to) => as(sql`ROUND((TO_UNIXTIME(${to}) - TO_UNIXTIME(${from})) * 1000000)`, 'BIGINT'),
  toDouble: (value) => as(value, 'DOUBLE'),
  /** Trino's own quantiles are approximate. This sorts the values and interpolates between the two nearest ones. */
  quantile(value, share) {
    const ordered = sql`ARRAY_AGG(${as(value, 'DOUBLE')} ORDER BY ${as(value, 'DOUBLE')}) FILTER (WHERE ${value} IS NOT NULL)`;
    const place = sql`((CARDINALITY(v) - 1) * ${as(sql.raw(String(share)), 'DOUBLE')})`;
    const at = (step: number) =>
      sql`ELEMENT_AT(v, CAST(${sql.raw(step === 0 ? 'FLOOR' : 'CEIL')}(${place}) AS INTEGER) + 1)`;
    return sql`TRANSFORM(ARRAY[${ordered}], v -> ${at(0)} + (${at(1)} - ${at(0)}) * (${place} - FLOOR(${place})))[1]`;
  },
  quantiles: (value, shares) => shares.map((share) => trino.quantile(value, share)),
  spread: standardSpread,
  contains: (value, part) => sql`(STRPOS(${folded(value)}, ${folded(text(part))}) > 0)`,
  startsWith: (value, part) => sql`STARTS_WITH(${folded(value)}, ${folded(text(part))})`,
  monthOf: (value) => sql`EXTRACT(MONTH FROM ${value})`,
  cutRatio(numerator, denominator, scale, digits) {
    const whole = (value: Sql) => as(sql`(${value}) * ${tenTo(scale)}`, 'DECIMAL(38, 0)');
    const top = sql`(${whole(numerator)} * ${tenTo(digits)})`;
    const bottom = sql`NULLIF(${whole(denominator)}, 0)`;
    // A division would round; without its remainder it is exact.
    return sql`CAST((${top} - ${top} % ${bottom}) / ${bottom} AS DOUBLE) / ${tenTo(digits)}`;
  },
};
