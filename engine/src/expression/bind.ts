import { mapParts } from './tree.ts';
import type { Expression } from './tree.ts';

export type ParameterValue = string | number | boolean;

/** What a parameter is worth to one question: a value, or a reader's attribute with any number of them. */
export type ParameterWorth = { value: ParameterValue; type: string } | { values: readonly string[] };

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
export function bindParameters(expression: Expression, valueOf: (name: string) => ParameterWorth): Expression {
  const bind = (each: Expression): Expression => {
    if (each.kind === 'in') return { ...each, of: bind(each.of), list: listed(each.list, valueOf, bind) };
    if (each.kind !== 'parameter') return mapParts(each, bind);
    const worth = valueOf(each.name);
    if ('value' in worth) return literal(worth.value, worth.type, each.at);
    // Of several values no single one is meant: as with none, nothing equals it.
    const [only, another] = worth.values;
    return only === undefined || another !== undefined ? missing(each.at) : literal(only, 'string', each.at);
  };
  return bind(expression);
}

const missing = (at: number): Expression => ({ kind: 'cast', of: { kind: 'null', at }, type: 'string', at });

/** In a list an attribute stands for all its values. A list of nothing holds nothing, and is true for no row either way. */
function listed(
  list: readonly Expression[],
  valueOf: (name: string) => ParameterWorth,
  inner: (each: Expression) => Expression,
): Expression[] {
  return list.flatMap((each) => {
    const worth = each.kind === 'parameter' ? valueOf(each.name) : null;
    if (!worth || 'value' in worth) return [inner(each)];
    return worth.values.length === 0
      ? [missing(each.at)]
      : worth.values.map((value) => literal(value, 'string', each.at));
  });
}
