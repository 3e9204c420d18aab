import { createQueryId, PostgresQueryCompiler, sql } from 'kysely';
import type { CastType } from '../expression/tree.ts';
import type { PlanValue } from '../plan/predicates.ts';
import { DECIMAL_PLACES, TENANT_COLUMN } from './dialect.ts';
import type { Dialect, Sql } from './dialect.ts';
import {
  columnsOfPairs,
  standardCall,
  standardCatalog,
  standardConcatenate,
  standardPage,
  standardUnpivot,
  tenTo,
  wideArithmetic,
} from './standard-call.ts';

const TIME = `DateTime64(6, 'UTC')`;
const TYPES = {
  string: 'String',
  integer: 'Int64',
  decimal: 'Decimal(38, 10)',
  date: 'Date32',
  timestamp: TIME,
  boolean: 'Bool',
} as const;

/** The driver sets `cast_keep_nullable`, so null stays null. */
const as = (value: Sql, type: string): Sql => sql`CAST(${value} AS ${sql.raw(type)})`;
const day = (value: Sql): Sql => as(value, 'Date32');
const whole = (value: Sql): Sql => as(value, 'Int64');
const text = (value: Sql): Sql => as(value, 'String');
const call = (name: string, ...values: Sql[]): Sql => sql`${sql.raw(name)}(${sql.join(values)})`;

/** Lower case without accents; the Turkish dotless ı counts as i. */
const folded = (value: Sql): Sql =>
  sql`replaceAll(replaceRegexpAll(normalizeUTF8NFD(lowerUTF8(${value})), '\\\\p{Mn}', ''), 'ı', 'i')`;

/** Parameters include their type: {p1:String}. */
class Compiler extends PostgresQueryCompiler {
  #count = 0;
  protected override appendValue(value: unknown): void {
    this.addParameter(value);
    this.#count += 1;
    this.append(`{p${this.#count}:${typeOf(value as PlanValue)}}`);
  }
  protected override sanitizeIdentifier(identifier: string): string {
    return identifier.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  }
}

function typeOf(value: PlanValue): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Bool';
  return Number.isSafeInteger(value) ? 'Int64' : 'Float64';
}

const UTF8: Record<string, string> = {
  upper: 'upperUTF8',
  lower: 'lowerUTF8',
  trim: 'trimBoth',
  replace: 'replaceAll',
  reverse: 'reverseUTF8',
};
const STARTS: Record<string, string> = {
  year: 'toStartOfYear',
  quarter: 'toStartOfQuarter',
  month: 'toStartOfMonth',
  week: 'toMonday',
};
const ADD: Record<string, string> = {
  year: 'addYears',
  quarter: 'addQuarters',
  month: 'addMonths',
  week: 'addWeeks',
  day: 'addDays',
};
const PARTS: Record<string, string> = { year: 'toYear', quarter: 'toQuarter', month: 'toMonth', day: 'toDayOfMonth' };
const TIME_PARTS: Record<string, string> = { hour: 'toHour', minute: 'toMinute' };
/** ClickHouse rounds doubles half to even; as decimals they round half away from zero, as in the other engines. */
const exactly = (value: Sql): Sql => as(value, 'Decimal(38, 10)');

export const clickhouse: Dialect = {
  name: 'clickhouse',
  tenantColumn: TENANT_COLUMN,
  tenantKey: null,
  // Older versions do not where missing rows are null.
  comparesInJoins: false,
  compile(statement) {
    const compiled = new Compiler().compileQuery(statement.toOperationNode(), createQueryId());
    return { sql: compiled.sql, parameters: compiled.parameters as PlanValue[] };
  },
  // A literal with a decimal point would be a double.
  number: (digits) =>
    digits.includes('.') ? sql.raw(`toDecimal128('${digits}', ${digits.split('.')[1]!.length})`) : sql.raw(digits),
  numbers: (count) => sql`(SELECT toInt64(number) AS "n" FROM numbers(${sql.raw(String(count))}))`,
  unpivot: (stack) => standardUnpivot(stack, clickhouse.numbers),
  // ClickHouse drops the grand total row if no aggregate is read, so one is read here.
  grouping: (columns) => sql`(GROUPING(${sql.join(columns)}) + least(COUNT(*), 0))`,
  page: standardPage,
  catalog: standardCatalog,
  cast: (value, type) => as(value, TYPES[type]),
  convert(value, type: CastType) {
    const content = text(value);
    switch (type) {
      case 'string':
        return content;
      case 'integer':
        return sql`CAST(round(toDecimal128OrNull(trimBoth(${content}), 10)) AS Int64)`;
      case 'decimal':
        return sql`round(toDecimal128OrNull(trimBoth(${content}), 10), ${sql.raw(String(DECIMAL_PLACES))})`;
      case 'number':
        return sql`toFloat64OrNull(trimBoth(${content}))`;
      case 'boolean':
        return sql`CASE WHEN lower(${content}) IN ('true', 't', '1') THEN TRUE WHEN lower(${content}) IN ('false', 'f', '0') THEN FALSE END`;
      case 'date':
        // ClickHouse moves invalid dates to valid ones: compare the text to detect that.
        return sql`if(toString(toDate32OrNull(left(${content}, 10))) = left(${content}, 10), toDate32OrNull(left(${content}, 10)), NULL)`;
      case 'timestamp':
        return sql`parseDateTime64BestEffortOrNull(${content}, 6, 'UTC')`;
    }
  },
  concatenate: standardConcatenate,
  // The product of two decimals of nine digits would have nine digits, and integers and decimals of 38 digits would wrap
  // around without an error.
  computesWide: true,
  ...wideArithmetic(76),
  // The same for sums. A factor that the engine knew before it runs would be applied to the sum instead of its values.
  sum: (value) => sql`SUM(${value} * CAST(1 + ignore(0) AS Decimal(76, 0)))`,
  remainder: (value, by) => sql`(${value} % NULLIF(${by}, 0))`,
  call(name, values) {
    const [first, second, third] = values as [Sql, Sql, Sql];
    if (UTF8[name]) return call(UTF8[name], ...values);
    if (PARTS[name]) return whole(call(PARTS[name], day(first)));
    if (TIME_PARTS[name]) return whole(call(TIME_PARTS[name], first));
    switch (name) {
      case 'length':
        return whole(call('lengthUTF8', first));
      case 'substring':
        return call('substringUTF8', first, ...[second, third].filter((item) => item !== undefined).map(whole));
      case 'concat':
        return sql`concat(${sql.join(values.map((value) => sql`ifNull(toString(${value}), '')`))})`;
      case 'contains':
        return sql`(position(${first}, ${second}) > 0)`;
      case 'starts_with':
        return sql`startsWith(${first}, ${second})`;
      case 'fold':
        return folded(first);
      case 'sign':
      case 'floor':
      case 'ceil':
        return whole(call(name, first));
      case 'round':
      case 'trunc':
        return call(name, exactly(first), second ?? sql.raw('0'));
      default:
        return standardCall(name, values);
    }
  },
  lookUp(value, pairs) {
    const [texts, meanings] = columnsOfPairs(pairs).map((json) => sql`JSONExtract(${json}, 'Array(String)')`);
    // No code maps to an empty text, so '' can mean null.
    return sql`nullIf(transform(ifNull(${value}, ''), ${texts!}, ${meanings!}, ''), '')`;
  },
  startOf: (grain, value) => (grain === 'day' ? day(value) : day(call(STARTS[grain]!, day(value)))),
  startOfHour: (time) => as(call('toStartOfHour', as(time, TIME)), TIME),
  localTime: (time, zone) => sql`addSeconds(${as(time, TIME)}, timeZoneOffset(toTimeZone(${as(time, TIME)}, ${zone})))`,
  days: (bounds) =>
    sql`SELECT arrayJoin(arrayMap(n -> addDays(assumeNotNull("first"), n), range(toUInt32(ifNull(dateDiff('day', "first", "last") + 1, 0))))) AS "day" FROM ${bounds}`,
  // Of a nullable value, or the last row would have the first day of 1970.
  next: (value, window) =>
    sql`leadInFrame(toNullable(${value})) OVER (${window} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`,
  addTime: (value, count, unit) => day(call(ADD[unit]!, day(value), whole(count))),
  timeBetween: (unit, from, to) => whole(sql`dateDiff(${sql.lit(unit)}, ${day(from)}, ${day(to)})`),
  microsecondsBetween: (from, to) =>
    sql`(${call('toUnixTimestamp64Micro', as(to, TIME))} - ${call('toUnixTimestamp64Micro', as(from, TIME))})`,
  toDouble: (value) => as(value, 'Float64'),
  quantile: (value, share) => sql`quantileExactInclusive(${sql.raw(String(share))})(${value})`,
  quantiles: (value, shares) => shares.map((share) => clickhouse.quantile(value, share)),
  spread(value, { root, population }) {
    const spread = sql`${sql.raw(`${root ? 'stddev' : 'var'}${population ? 'Pop' : 'Samp'}Stable`)}(${value})`;
    // Of a single value it is infinite.
    return sql`if(isFinite(${spread}), ${spread}, NULL)`;
  },
  contains: (value, part) => sql`(position(${folded(value)}, ${folded(text(part))}) > 0)`,
  startsWith: (value, part) => sql`startsWith(${folded(value)}, ${folded(text(part))})`,
  monthOf: (value) => whole(call('toMonth', value)),
  cutRatio(numerator, denominator, scale, digits) {
    const big = (value: Sql) =>
      sql`toInt256(CAST(${value} AS Decimal(76, ${sql.raw(String(scale))})) * ${tenTo(scale)})`;
    return sql`CAST(intDiv(${big(numerator)} * ${tenTo(digits)}, NULLIF(${big(denominator)}, 0)) AS Float64) / ${tenTo(digits)}`;
  },
};
