import type { BinaryOperator, Expression, ValueTest } from './tree.ts';
import { quoteIdentifier, quoteText } from './quote.ts';

const STRENGTH: Record<BinaryOperator, number> = {
  or: 1,
  and: 2,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '||': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};

function strengthOf(expression: Expression): number {
  switch (expression.kind) {
    case 'binary':
      return STRENGTH[expression.operator];
    case 'not':
      return 3;
    case 'in':
    case 'between':
    case 'missing':
    case 'test':
    case 'compared':
      return 4;
    case 'negative':
      return 7;
    default:
      return 8;
  }
}

const quoted = (name: string) =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !isWord(name) ? name : quoteIdentifier(name);
const isWord = (name: string) =>
  /^(and|or|not|in|between|is|null|case|when|then|else|end|cast|as|true|false|date)$/i.test(name);

const SIGNS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const CALLS = { contains: 'CONTAINS', startsWith: 'STARTS_WITH', endsWith: 'ENDS_WITH' } as const;

/** A test of a filter, as close to the language as it has it. */
function testText(of: string, test: ValueTest): string {
  const value = (item: string | number | boolean) => (typeof item === 'string' ? quoteText(item) : String(item));
  switch (test.kind) {
    case 'in':
      return test.values.length === 1
        ? `${of} = ${value(test.values[0]!)}`
        : `${of} IN (${test.values.map(value).join(', ')})`;
    case 'compare':
      return `${of} ${SIGNS[test.op]} ${value(test.value)}`;
    case 'text':
      return `${CALLS[test.op]}(${of}, ${value(test.value)})`;
    case 'range': {
      const sides = [
        ...(test.from === null ? [] : [`${of} >= ${test.from}`]),
        ...(test.to === null ? [] : [`${of} < ${test.to}`]),
      ];
      return sides.length === 0 ? `${of} IS NOT NULL` : `(${sides.join(' AND ')})`;
    }
  }
}

/** The text of an expression, with as few parentheses as possible. Parsing it returns the same tree. */
export function writeExpression(expression: Expression): string {
  const inside = (item: Expression, least: number) =>
    strengthOf(item) < least ? `(${writeExpression(item)})` : writeExpression(item);
  const list = (all: readonly Expression[]) => all.map(writeExpression).join(', ');
  switch (expression.kind) {
    case 'text':
      return quoteText(expression.value);
    case 'number':
      return expression.value;
    case 'boolean':
      return expression.value ? 'TRUE' : 'FALSE';
    case 'null':
    case 'nothing':
    case 'absent':
      return 'NULL';
    case 'day':
      return `DATE ${quoteText(expression.value)}`;
    case 'name':
      return expression.table === null
        ? quoted(expression.name)
        : `${quoted(expression.table)}.${quoted(expression.name)}`;
    case 'parameter':
      return `:${expression.name}`;
    case 'since':
      return `DATE_DIFF(${quoteText(expression.grain)}, ${list([expression.from, expression.to])})`;
    case 'weighted':
      return `${writeExpression(expression.of)} WEIGHTED BY ${writeExpression(expression.weight)}`;
    case 'perKey': {
      const { take, value, where, key } = expression;
      const rows = [...(value ? [writeExpression(value)] : []), ...(where ? [`WHERE ${writeExpression(where)}`] : [])];
      return `${take.toUpperCase()}(${rows.join(' ')}) PER ${list(key)}`;
    }
    case 'rate':
      return `RATE(${list([expression.from])}, ${quoteText(expression.to)}, ${list([expression.day])})`;
    case 'call':
      return `${expression.function.toUpperCase()}(${list(expression.arguments)})`;
    case 'negative':
      return `-${inside(expression.of, 8)}`;
    case 'not':
      return `NOT ${inside(expression.of, 3)}`;
    case 'binary': {
      const strength = STRENGTH[expression.operator];
      // Comparisons do not chain, so both sides bind tighter; for other operators the right side does.
      const left = inside(expression.left, strength === 4 ? 5 : strength);
      return `${left} ${expression.operator.toUpperCase()} ${inside(expression.right, strength + 1)}`;
    }
    case 'in':
      return `${inside(expression.of, 5)} ${expression.negated ? 'NOT ' : ''}IN (${list(expression.list)})`;
    case 'between':
      return `${inside(expression.of, 5)} ${expression.negated ? 'NOT ' : ''}BETWEEN ${inside(expression.from, 5)} AND ${inside(expression.to, 5)}`;
    case 'missing':
      return `${inside(expression.of, 5)} IS ${expression.negated ? 'NOT ' : ''}NULL`;
    case 'case': {
      const of = expression.of ? ` ${writeExpression(expression.of)}` : '';
      const when = expression.when.map(
        (item) => ` WHEN ${writeExpression(item.when)} THEN ${writeExpression(item.value)}`,
      );
      const otherwise = expression.else ? ` ELSE ${writeExpression(expression.else)}` : '';
      return `CASE${of}${when.join('')}${otherwise} END`;
    }
    case 'lookup':
      return `MAPPED(${writeExpression(expression.of)})`;
    case 'compared':
      return `${inside(expression.left, 5)} ${expression.operator} ${inside(expression.right, 5)}`;
    case 'test':
      return testText(inside(expression.of, 5), expression.test);
    case 'cast':
      return `CAST(${writeExpression(expression.of)} AS ${expression.type})`;
  }
}
