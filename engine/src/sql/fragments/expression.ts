import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { textOf } from '../../expression/build.ts';
import type { Expression, PerKey, RateLookUp } from '../../expression/tree.ts';
import { composedCall } from './composed-function.ts';
import { comparedSql, valueTestSql } from './value-test.ts';

const OPERATORS = {
  '=': sql.raw('='),
  '<>': sql.raw('<>'),
  '<': sql.raw('<'),
  '<=': sql.raw('<='),
  '>': sql.raw('>'),
  '>=': sql.raw('>='),
  and: sql.raw('AND'),
  or: sql.raw('OR'),
} as const;

/** A number as written in the model: digits and a decimal point only. */
function numberSql(value: string, dialect: Dialect): Sql {
  if (!/^\d+(\.\d+)?$/.test(value)) throw new TypeError(`Not a number: ${value}`);
  return dialect.number(value);
}

/** Name of the table with the values of a dimension per key. With spaces, so it cannot clash with a model's names. */
export const perKeyTable = ({ name, prior }: Pick<PerKey, 'name' | 'prior'>): string =>
  prior ? prior.table : `per key: ${name}`;
/** Its column with the value: of the only one, or of one of several at the prior year-end. */
export const perKeyColumn = ({ name, prior }: Pick<PerKey, 'name' | 'prior'>): string => (prior ? name : 'value');

/** Name of the table of exchange rates for a look-up; the same for the same currency, day and target. */
export function ratesTable({ from, to, day, rates }: RateLookUp): string {
  const key = `${textOf(from)} ${textOf(day)} ${JSON.stringify(rates)}`;
  return `rates to ${to} ${createHash('sha256').update(key).digest('hex').slice(0, 6)}`;
}

type NameSql = (table: string | null, name: string) => Sql;
const columnNamed: NameSql = (table, name) => (table === null ? sql.id(name) : sql.id(table, name));

/**
 * An expression as SQL. Text and dates are bind parameters; every operation is in parentheses. On every engine,
 * division by zero and failed conversion return null.
 */
export function expressionSql(expression: Expression, dialect: Dialect, nameSql: NameSql = columnNamed): Sql {
  const inner = (item: Expression) => expressionSql(item, dialect, nameSql);
  const negated = (is: boolean) => sql.raw(is ? 'NOT ' : '');
  switch (expression.kind) {
    case 'text':
      return dialect.cast(sql`${expression.value}`, 'string');
    case 'number':
      return numberSql(expression.value, dialect);
    case 'boolean':
      return sql.raw(expression.value ? 'TRUE' : 'FALSE');
    case 'null':
      return sql.raw('NULL');
    case 'absent':
      return dialect.cast(sql.raw('NULL'), expression.type);
    case 'nothing': {
      const column = inner(expression.like);
      return sql`NULLIF(${column}, ${column})`;
    }
    case 'day':
      return dialect.cast(sql`${expression.value}`, 'date');
    case 'name':
      return nameSql(expression.table, expression.name);
    case 'since':
      throw new TypeError('Periods are counted in a calendar, which is bound to a query');
    case 'weighted':
      throw new TypeError('A weighted value is aggregated, not written');
    case 'perKey':
      return sql.id(perKeyTable(expression), perKeyColumn(expression));
    case 'rate': {
      const { from, to, take } = expression;
      const value = sql.id(ratesTable(expression), take === 'day' ? 'rated' : 'rate');
      if (take === 'day' || from.kind === 'text') return value;
      const same = sql`${dialect.cast(inner(from), 'string')} = ${dialect.cast(sql`${to}`, 'string')}`;
      return sql`(CASE WHEN ${same} THEN ${dialect.number('1')} ELSE ${value} END)`;
    }
    case 'parameter':
      throw new TypeError(`The parameter ${expression.name} has no value`);
    case 'negative':
      return sql`(- ${inner(expression.of)})`;
    case 'not':
      return sql`(NOT ${inner(expression.of)})`;
    case 'binary': {
      const [left, right] = [inner(expression.left), inner(expression.right)];
      if (expression.operator === '/') return sql`(${dialect.toDouble(left)} / NULLIF(${dialect.toDouble(right)}, 0))`;
      if (expression.operator === '%') return dialect.remainder(left, right);
      if (expression.operator === '*') return dialect.multiply(left, right);
      if (expression.operator === '+' || expression.operator === '-')
        return dialect.plusMinus(left, expression.operator, right);
      if (expression.operator === '||') return dialect.concatenate(left, right);
      return sql`(${left} ${OPERATORS[expression.operator]} ${right})`;
    }
    case 'in':
      return sql`(${inner(expression.of)} ${negated(expression.negated)}IN (${sql.join(expression.list.map(inner))}))`;
    case 'between':
      return sql`(${inner(expression.of)} ${negated(expression.negated)}BETWEEN ${inner(expression.from)} AND ${inner(expression.to)})`;
    case 'missing':
      return sql`(${inner(expression.of)} IS ${negated(expression.negated)}NULL)`;
    case 'case': {
      const of = expression.of ? sql` ${inner(expression.of)}` : sql.raw('');
      const when = expression.when.map((item) => sql` WHEN ${inner(item.when)} THEN ${inner(item.value)}`);
      const otherwise = expression.else ? sql` ELSE ${inner(expression.else)}` : sql.raw('');
      return sql`(CASE${of}${sql.join(when, sql.raw(''))}${otherwise} END)`;
    }
    case 'lookup':
      return expression.pairs.length === 0
        ? dialect.cast(sql.raw('NULL'), 'string')
        : dialect.lookUp(dialect.cast(inner(expression.of), 'string'), expression.pairs);
    case 'compared': {
      const { left, operator, right, type } = expression;
      return sql`(${comparedSql(inner(left), operator, inner(right), { type, dialect })})`;
    }
    case 'test':
      return sql`(${valueTestSql(expression.test, inner(expression.of), expression.type, dialect)})`;
    case 'cast':
      return dialect.convert(inner(expression.of), expression.type);
    case 'call':
      return callSql(expression, dialect, inner);
  }
}

function callSql(call: Extract<Expression, { kind: 'call' }>, dialect: Dialect, inner: (item: Expression) => Sql): Sql {
  const word = (index: number) => {
    const item = call.arguments[index]!;
    if (item.kind !== 'text' || !/^[a-z]+$/.test(item.value)) throw new TypeError('A fixed word is needed');
    return item.value;
  };
  const argument = (index: number) => inner(call.arguments[index]!);
  switch (call.function) {
    case 'date_trunc':
      return dialect.startOf(word(0), argument(1));
    case 'local_time':
      return dialect.localTime(argument(0), argument(1));
    case 'start_of_hour':
      return dialect.startOfHour(argument(0));
    case 'date_add':
      return dialect.addTime(argument(0), argument(1), word(2));
    case 'date_diff':
      return dialect.timeBetween(word(0), argument(1), argument(2));
    default:
      return composed(call, dialect, inner);
  }
}

function composed(
  call: Extract<Expression, { kind: 'call' }>,
  dialect: Dialect,
  inner: (item: Expression) => Sql,
): Sql {
  const values = call.arguments.map(inner);
  return composedCall(call.function, values, dialect) ?? dialect.call(call.function, values);
}
