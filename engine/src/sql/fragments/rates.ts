import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { walk } from '../../expression/tree.ts';
import type { RateLookUp } from '../../expression/tree.ts';
import type { PlanFact } from '../../plan/plan.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import type { PlanExpression } from '../../plan/predicates.ts';
import { expressionsOfAggregate } from '../../plan/references.ts';
import { expressionSql, ratesTable } from './expression.ts';
import { fromSql } from './source.ts';

/** Exchange rates of one tenant, converted to one currency. */
interface Rates {
  rate: RateLookUp;
  tenant: string;
  dialect: Dialect;
}

const text = (value: string, dialect: Dialect): Sql => dialect.cast(sql`${value}`, 'string');
const one = sql.raw('1');

/** Decimal places of rates below a limit, so that they have at most fifteen digits, as many as floating-point numbers. */
const PLACES = [
  { below: '1', places: 15 },
  { below: '1e3', places: 12 },
  { below: '1e6', places: 9 },
  { below: null, places: 6 },
] as const;
/** Decimal places of the type of rates. */
const RATE_PLACES = 15;

/**
 * The quotient of two quotes as an exact decimal, by which amounts stay exact. It is divided as a floating-point number,
 * as decimals divide differently on each engine, and rounded to the digits that these have; the rest is the same
 * everywhere.
 */
function quotientSql(numerator: Sql, denominator: Sql, dialect: Dialect): Sql {
  const quotient = sql`(${dialect.toDouble(numerator)} / ${dialect.toDouble(denominator)})`;
  const steps = PLACES.map(({ below, places }) => {
    const whole = dialect.cast(sql`FLOOR(${quotient} * ${sql.raw(`1e${places}`)} + 0.5)`, 'integer');
    const step = dialect.number(`0.${'1'.padStart(places, '0').padEnd(RATE_PLACES, '0')}`);
    const when = below === null ? sql.raw('ELSE') : sql`WHEN ${quotient} < ${sql.raw(below)} THEN`;
    return sql`${when} ${whole} * ${step}`;
  });
  return sql`CASE ${sql.join(steps, sql.raw(' '))} END`;
}

/**
 * The rates in the table that satisfy a condition on the code, on every day on which each holds: from its own until the
 * next one of its currency, and at most so many days.
 */
function dailySql({ rate: { rates }, tenant, dialect }: Rates, codes: (code: Sql) => Sql): Sql {
  const column = (name: string) => sql.id(rates.table, name);
  const code = dialect.cast(column(rates.currency), 'string');
  const day = dialect.cast(column(rates.day), 'date');
  const source = { table: rates.table, joins: [], tenant, rules: null };
  const ofBase =
    rates.baseColumn === undefined
      ? sql.raw('')
      : sql` AND ${dialect.cast(column(rates.baseColumn), 'string')} = ${text(rates.base, dialect)}`;
  const quoted = sql`SELECT ${code} AS "currency", ${day} AS "rated", ${column(rates.rate)} AS "quote", ${dialect.next(day, sql`PARTITION BY ${code} ORDER BY ${day}`)} AS "next"
    ${fromSql(source, [], dialect)}${ofBase} AND ${column(rates.rate)} > 0 AND ${codes(code)}`;
  const held = dialect.addTime(sql`"quoted"."rated"`, sql`"held"."n"`, 'day');
  return sql`SELECT "quoted"."currency" AS "currency", "quoted"."rated" AS "rated", "quoted"."quote" AS "quote", ${held} AS "day"
    FROM (${quoted}) AS "quoted" CROSS JOIN ${dialect.numbers(rates.carry.days + 1)} AS "held"
    WHERE "quoted"."next" IS NULL OR ${held} < "quoted"."next"`;
}

/** Codes to convert, as they are in the table: one, or all but the target's and the base's own. */
function convertedCodes({ rate: { from, to, rates }, dialect }: Rates): (code: Sql) => Sql {
  if (from.kind === 'text') return (code) => sql`${code} = ${text(from.value, dialect)}`;
  return (code) => sql`${code} NOT IN (${text(to, dialect)}, ${text(rates.base, dialect)})`;
}

/** A row for each currency and day: the rate to the target, and the day of the older of the two quotes behind it. */
function pairsSql(of: Rates): Sql {
  const { rate, dialect } = of;
  const { from, to, rates } = rate;
  const quotient = (target: Sql, source: Sql) =>
    rates.quote === 'currency_per_base' ? quotientSql(target, source, dialect) : quotientSql(source, target, dialect);
  const row = (currency: Sql, table: 'of' | 'target', value: Sql, rated: Sql) =>
    sql`SELECT ${currency} AS "currency", ${sql.id(table, 'day')} AS "day", ${value} AS "rate", ${rated} AS "rated"`;
  const listed = sql`(${dailySql(of, convertedCodes(of))}) AS "of"`;
  if (to === rates.base)
    return sql`${row(sql`"of"."currency"`, 'of', quotient(one, sql`"of"."quote"`), sql`"of"."rated"`)}
    FROM ${listed}`;
  const target = sql`(${dailySql(of, (code) => sql`${code} = ${text(to, dialect)}`)}) AS "target"`;
  const older = sql`CASE WHEN "of"."rated" < "target"."rated" THEN "of"."rated" ELSE "target"."rated" END`;
  const through = sql`${row(sql`"of"."currency"`, 'of', quotient(sql`"target"."quote"`, sql`"of"."quote"`), older)}
    FROM ${listed} JOIN ${target} ON "of"."day" = "target"."day"`;
  const ofBase = sql`${row(text(rates.base, dialect), 'target', quotient(sql`"target"."quote"`, one), sql`"target"."rated"`)}
    FROM ${target}`;
  if (from.kind === 'text') return from.value === rates.base ? ofBase : through;
  return sql`${through}
    UNION ALL ${ofBase}`;
}

/** The look-ups of rates in expressions, one for each table of rates. */
function lookUpsIn(expressions: readonly PlanExpression[]): RateLookUp[] {
  const found = new Map<string, RateLookUp>();
  for (const expression of expressions)
    walk(expression, (item) => {
      if (item.kind === 'rate') found.set(ratesTable(item), item);
    });
  return [...found.values()];
}

/**
 * Joins rows to the exchange rates that these expressions look up: at most one for each row, by equality of currency and
 * day. After the tables of snapshot dates, whose days may be those of the rates.
 */
export function ratesJoins(expressions: readonly PlanExpression[], { source }: PlanFact, dialect: Dialect): Sql[] {
  return lookUpsIn(expressions).map((rate) => {
    const name = ratesTable(rate);
    const currency = dialect.cast(expressionSql(rate.from, dialect), 'string');
    return sql`\n  LEFT JOIN (${pairsSql({ rate, tenant: source.tenant, dialect })}) AS ${sql.id(name)} ON ${sql.id(name, 'currency')} = ${currency} AND ${sql.id(name, 'day')} = ${expressionSql(rate.day, dialect)}`;
  });
}

/** The same for what aggregates are computed from. */
export const ratesJoinsOf = (aggregates: readonly BaseAggregate[], fact: PlanFact, dialect: Dialect): Sql[] =>
  ratesJoins(aggregates.flatMap(expressionsOfAggregate), fact, dialect);
