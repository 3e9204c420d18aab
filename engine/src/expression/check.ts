import { suggestName } from './suggest-name.ts';
import { signatureOf } from './functions.ts';
import type { Signature, ArgumentType } from './functions.ts';
import { ExpressionError } from './tokens.ts';
import type { BinaryOperator, Expression, ValueType } from './tree.ts';

/** Resolves the names of an expression to types. */
export interface Names {
  /** Type of a column; `unknown` if no catalog has been read. Throws `ExpressionError` for an unknown name. */
  column(table: string | null, name: string, at: number): ValueType;
  /** `isListed`: it is an item of the list of an IN. */
  parameter(name: string, at: number, isListed?: boolean): ValueType;
}

/** From narrowest to widest. */
export const NUMERIC: readonly ValueType[] = ['integer', 'decimal', 'number'];
const DATED = new Set<ValueType>(['date', 'timestamp']);
/** Each type as used in messages. */
export const TYPE_PHRASES: Record<ValueType, string> = {
  boolean: 'true or false',
  integer: 'a whole number',
  decimal: 'an exact number',
  number: 'a number',
  string: 'a text',
  date: 'a day',
  timestamp: 'a time',
  unknown: 'a value',
};

const isNumeric = (type: ValueType) => type === 'unknown' || NUMERIC.includes(type);
const isDated = (type: ValueType) => type === 'unknown' || DATED.has(type);

/** The type that can hold values of both, or null if none can. */
export function commonType(one: ValueType, other: ValueType): ValueType | null {
  if (one === other || other === 'unknown') return one;
  if (one === 'unknown') return other;
  const places = [NUMERIC.indexOf(one), NUMERIC.indexOf(other)];
  if (!places.includes(-1)) return NUMERIC[Math.max(...places)]!;
  return DATED.has(one) && DATED.has(other) ? 'timestamp' : null;
}

/** Type of an expression. Throws `ExpressionError` at the first invalid part. */
export function typeOf(expression: Expression, names: Names): ValueType {
  const inner = (item: Expression) => typeOf(item, names);
  const need = (item: Expression, fits: (type: ValueType) => boolean, expected: string): ValueType => {
    const type = inner(item);
    if (!fits(type)) throw new ExpressionError(item.at, `This is ${TYPE_PHRASES[type]}, but ${expected} is required.`);
    return type;
  };
  const truth = (item: Expression) => need(item, (type) => type === 'boolean' || type === 'unknown', 'a condition');
  const alike = (all: readonly Expression[], typeOfItem = inner): ValueType =>
    all.reduce<ValueType>((type, item) => {
      const next = typeOfItem(item);
      const common = commonType(type, next);
      if (!common)
        throw new ExpressionError(
          item.at,
          `This is ${TYPE_PHRASES[next]}, but it is combined with ${TYPE_PHRASES[type]}. CAST one to the other's type.`,
        );
      return common;
    }, 'unknown');

  switch (expression.kind) {
    case 'text':
    case 'lookup':
      return 'string';
    case 'number':
      return expression.value.includes('.') ? 'decimal' : 'integer';
    case 'boolean':
    case 'test':
    case 'compared':
      return 'boolean';
    case 'null':
    case 'nothing':
    case 'absent':
      return 'unknown';
    case 'day':
      return 'date';
    case 'name':
      return names.column(expression.table, expression.name, expression.at);
    case 'parameter':
      return names.parameter(expression.name, expression.at);
    case 'negative':
      return need(expression.of, isNumeric, 'a number');
    case 'not':
      truth(expression.of);
      return 'boolean';
    case 'binary':
      return typeOfBinary(expression.operator, expression.left, expression.right, { need, truth, alike });
    case 'in':
      alike([expression.of, ...expression.list], (item) =>
        item.kind === 'parameter' ? names.parameter(item.name, item.at, true) : inner(item),
      );
      return 'boolean';
    case 'between':
      alike([expression.of, expression.from, expression.to]);
      return 'boolean';
    case 'missing':
      inner(expression.of);
      return 'boolean';
    case 'case': {
      for (const { when } of expression.when) if (!expression.of) truth(when);
      if (expression.of) alike([expression.of, ...expression.when.map(({ when }) => when)]);
      return alike([...expression.when.map(({ value }) => value), ...(expression.else ? [expression.else] : [])]);
    }
    case 'weighted':
      need(expression.weight, isNumeric, 'a number');
      return inner(expression.of);
    case 'since':
      for (const item of [expression.from, expression.to]) need(item, isDated, 'a day');
      return 'integer';
    case 'perKey': {
      const { key, take, value, where } = expression;
      for (const item of key) inner(item);
      if (where) truth(where);
      const type = value === null ? 'integer' : take === 'sum' ? need(value, isNumeric, 'a number') : inner(value);
      return take === 'any' ? 'boolean' : take === 'count_distinct' ? 'integer' : type;
    }
    case 'rate':
      return expression.take === 'day' ? 'date' : 'decimal';
    case 'cast':
      inner(expression.of);
      return expression.type;
    case 'call':
      return typeOfCall(expression, { inner, need, alike });
  }
}

interface Checks {
  need(item: Expression, fits: (type: ValueType) => boolean, expected: string): ValueType;
  alike(all: readonly Expression[]): ValueType;
}

function typeOfBinary(
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  { need, truth, alike }: Checks & { truth(item: Expression): ValueType },
): ValueType {
  switch (operator) {
    case 'and':
    case 'or':
      truth(left);
      truth(right);
      return 'boolean';
    case '||':
      need(left, (type) => type === 'string' || type === 'unknown', 'a text (CAST it AS string)');
      need(right, (type) => type === 'string' || type === 'unknown', 'a text (CAST it AS string)');
      return 'string';
    case '=':
    case '<>':
    case '<':
    case '<=':
    case '>':
    case '>=':
      alike([left, right]);
      return 'boolean';
    case '+':
    case '-':
    case '*':
    case '%': {
      const numbers = [left, right].map((item) => need(item, isNumeric, 'a number'));
      return commonType(numbers[0]!, numbers[1]!) ?? 'number';
    }
    case '/':
      for (const entry of [left, right]) need(entry, isNumeric, 'a number');
      return 'number';
  }
}

function typeOfCall(
  call: Extract<Expression, { kind: 'call' }>,
  { inner, need, alike }: Checks & { inner(item: Expression): ValueType },
): ValueType {
  const signature: Signature = signatureOf(call.function)!;
  const name = call.function.toUpperCase();
  const most = signature.arguments.length;
  const least = most - (signature.optional ?? 0);
  const count = call.arguments.length;
  if (count < least || (count > most && !signature.more)) {
    const expected = signature.more ? `at least ${least}` : least === most ? `${most}` : `${least} to ${most}`;
    throw new ExpressionError(
      call.at,
      `${name} takes ${expected} ${expected === '1' ? 'value' : 'values'} and has ${count}.`,
    );
  }
  const argumentTypeOf = (index: number): ArgumentType => signature.arguments[Math.min(index, most - 1)]!;
  const types = call.arguments.map((argument, index) =>
    checkArgument(argument, argumentTypeOf(index), name, { inner, need }),
  );
  const same = call.arguments.filter((_, index) => argumentTypeOf(index) === 'same');
  const common = same.length > 0 ? alike(same) : 'unknown';
  if (signature.gives === 'common') return common;
  return signature.gives === 'first' ? types[0]! : signature.gives;
}

function checkArgument(
  item: Expression,
  expected: ArgumentType,
  name: string,
  { inner, need }: Pick<Checks, 'need'> & { inner(item: Expression): ValueType },
): ValueType {
  if (typeof expected === 'object') {
    if (item.kind === 'text' && expected.words.includes(item.value)) return 'string';
    const near = item.kind === 'text' ? suggestName(item.value, expected.words) : '';
    throw new ExpressionError(
      item.at,
      `${name} wants one of ${expected.words.map((word) => `'${word}'`).join(', ')} here.${near}`,
    );
  }
  switch (expected) {
    case 'same':
    case 'any':
      return inner(item);
    case 'numeric':
      return need(item, isNumeric, 'a number');
    case 'whole': {
      if (item.kind === 'number' && !item.value.includes('.')) return 'integer';
      if (item.kind === 'negative' && item.of.kind === 'number' && !item.of.value.includes('.')) return 'integer';
      return need(item, (type) => type === 'integer' || type === 'unknown', 'a whole number');
    }
    case 'date':
      return need(item, isDated, 'a day');
    case 'time':
      return need(item, (type) => type === 'timestamp' || type === 'unknown', 'a time');
    case 'code':
      return need(item, (type) => ['string', 'integer', 'unknown'].includes(type), 'a code: a text or a whole number');
    case 'string':
    case 'boolean':
      return need(item, (type) => type === expected || type === 'unknown', TYPE_PHRASES[expected]);
  }
}
