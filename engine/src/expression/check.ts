import { suggestName } from '../model/suggest-name.ts';
import { signatureOf } from './functions.ts';
import type { Signature, Wanted } from './functions.ts';
import { ExpressionFault } from './tokens.ts';
import type { BinaryOperator, Expression, ValueType } from './tree.ts';

/** What names stand for where an expression is read. */
export interface Names {
  /** Type of a column, `unknown` where nobody has looked yet; throws `ExpressionFault` for a name that is none. */
  column(table: string | null, name: string, at: number): ValueType;
  parameter(name: string, at: number): ValueType;
}

/** From the narrowest to the widest. */
export const NUMERIC: readonly ValueType[] = ['integer', 'decimal', 'number'];
const DATED = new Set<ValueType>(['date', 'timestamp']);
/** Each type as it is said in a sentence. */
export const SAID: Record<ValueType, string> = {
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

/** The type that holds values of both, or null where none does. */
export function commonType(one: ValueType, other: ValueType): ValueType | null {
  if (one === other || other === 'unknown') return one;
  if (one === 'unknown') return other;
  const places = [NUMERIC.indexOf(one), NUMERIC.indexOf(other)];
  if (!places.includes(-1)) return NUMERIC[Math.max(...places)]!;
  return DATED.has(one) && DATED.has(other) ? 'timestamp' : null;
}

/** The type of an expression. Throws `ExpressionFault` at the first part that cannot be. */
export function typeOf(expression: Expression, names: Names): ValueType {
  const inner = (each: Expression) => typeOf(each, names);
  const need = (each: Expression, fits: (type: ValueType) => boolean, wanted: string): ValueType => {
    const type = inner(each);
    if (!fits(type)) throw new ExpressionFault(each.at, `Here stands ${SAID[type]}, where ${wanted} is needed.`);
    return type;
  };
  const truth = (each: Expression) => need(each, (type) => type === 'boolean' || type === 'unknown', 'a condition');
  const alike = (all: readonly Expression[]): ValueType =>
    all.reduce<ValueType>((type, each) => {
      const next = inner(each);
      const common = commonType(type, next);
      if (!common) throw new ExpressionFault(each.at, `Here stands ${SAID[next]} beside ${SAID[type]}. CAST one to the other's type.`); // prettier-ignore
      return common;
    }, 'unknown');

  switch (expression.kind) {
    case 'text':
    case 'lookup':
      return 'string';
    case 'number':
      return expression.value.includes('.') ? 'decimal' : 'integer';
    case 'boolean':
      return 'boolean';
    case 'null':
    case 'nothing':
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
      alike([expression.of, ...expression.list]);
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
    case 'cast':
      inner(expression.of);
      return expression.type;
    case 'call':
      return typeOfCall(expression, { inner, need, alike });
  }
}

interface Checks {
  need(each: Expression, fits: (type: ValueType) => boolean, wanted: string): ValueType;
  alike(all: readonly Expression[]): ValueType;
}

function typeOfBinary(
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  { need, truth, alike }: Checks & { truth(each: Expression): ValueType },
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
      const numbers = [left, right].map((each) => need(each, isNumeric, 'a number'));
      return commonType(numbers[0]!, numbers[1]!) ?? 'number';
    }
    case '/':
      for (const each of [left, right]) need(each, isNumeric, 'a number');
      return 'number';
  }
}

function typeOfCall(
  call: Extract<Expression, { kind: 'call' }>,
  { inner, need, alike }: Checks & { inner(each: Expression): ValueType },
): ValueType {
  const signature: Signature = signatureOf(call.function)!;
  const name = call.function.toUpperCase();
  const most = signature.arguments.length;
  const least = most - (signature.optional ?? 0);
  const count = call.arguments.length;
  if (count < least || (count > most && !signature.more)) {
    const wanted = signature.more ? `at least ${least}` : least === most ? `${most}` : `${least} to ${most}`;
    throw new ExpressionFault(
      call.at,
      `${name} takes ${wanted} ${wanted === '1' ? 'value' : 'values'} and has ${count}.`,
    );
  }
  const wantedOf = (index: number): Wanted => signature.arguments[Math.min(index, most - 1)]!;
  const types = call.arguments.map((each, index) => checkArgument(each, wantedOf(index), name, { inner, need }));
  const same = call.arguments.filter((_, index) => wantedOf(index) === 'same');
  const common = same.length > 0 ? alike(same) : 'unknown';
  if (signature.gives === 'common') return common;
  return signature.gives === 'first' ? types[0]! : signature.gives;
}

function checkArgument(
  each: Expression,
  wanted: Wanted,
  name: string,
  { inner, need }: Pick<Checks, 'need'> & { inner(each: Expression): ValueType },
): ValueType {
  if (typeof wanted === 'object') {
    if (each.kind === 'text' && wanted.words.includes(each.value)) return 'string';
    const near = each.kind === 'text' ? suggestName(each.value, wanted.words) : '';
    throw new ExpressionFault(
      each.at,
      `${name} wants one of ${wanted.words.map((word) => `'${word}'`).join(', ')} here.${near}`,
    );
  }
  switch (wanted) {
    case 'same':
    case 'any':
      return inner(each);
    case 'numeric':
      return need(each, isNumeric, 'a number');
    case 'whole': {
      if (each.kind === 'number' && !each.value.includes('.')) return 'integer';
      if (each.kind === 'negative' && each.of.kind === 'number' && !each.of.value.includes('.')) return 'integer';
      return need(each, (type) => type === 'integer' || type === 'unknown', 'a whole number');
    }
    case 'date':
      return need(each, isDated, 'a day');
    case 'code':
      return need(each, (type) => ['string', 'integer', 'unknown'].includes(type), 'a code: a text or a whole number');
    case 'string':
    case 'boolean':
      return need(each, (type) => type === wanted || type === 'unknown', SAID[wanted]);
  }
}
