import { partsOf } from './tree.ts';
import type { Expression } from './tree.ts';

export type ParameterValue = string | number | boolean;

/** What a parameter is worth, as it would be written. */
function literal(value: ParameterValue, type: string, at: number): Expression {
  if (typeof value === 'boolean') return { kind: 'boolean', value, at };
  if (type === 'date') return { kind: 'day', value: String(value), at };
  if (type === 'string') return { kind: 'text', value: String(value), at };
  const text = String(value);
  const number: Expression = { kind: 'number', value: text.replace(/^-/, ''), at };
  return text.startsWith('-') ? { kind: 'negative', of: number, at } : number;
}

/** The expression with every parameter's value in its place. */
export function bindParameters(
  expression: Expression,
  valueOf: (name: string) => { value: ParameterValue; type: string },
): Expression {
  let holds = false;
  const look = (each: Expression) => {
    if (each.kind === 'parameter') holds = true;
    else partsOf(each).forEach(look);
  };
  look(expression);
  return holds ? bound(expression, valueOf) : expression;
}

function bound(expression: Expression, valueOf: (name: string) => { value: ParameterValue; type: string }): Expression {
  const inner = (each: Expression) => bound(each, valueOf);
  switch (expression.kind) {
    case 'parameter': {
      const { value, type } = valueOf(expression.name);
      return literal(value, type, expression.at);
    }
    case 'call':
      return { ...expression, arguments: expression.arguments.map(inner) };
    case 'negative':
    case 'not':
    case 'missing':
    case 'cast':
      return { ...expression, of: inner(expression.of) };
    case 'binary':
      return { ...expression, left: inner(expression.left), right: inner(expression.right) };
    case 'in':
      return { ...expression, of: inner(expression.of), list: expression.list.map(inner) };
    case 'between':
      return { ...expression, of: inner(expression.of), from: inner(expression.from), to: inner(expression.to) };
    case 'case':
      return {
        ...expression,
        of: expression.of && inner(expression.of),
        when: expression.when.map(({ when, value }) => ({ when: inner(when), value: inner(value) })),
        else: expression.else && inner(expression.else),
      };
    default:
      return expression;
  }
}
