import { mapParts } from './tree.ts';
import type { Expression } from './tree.ts';

export type ParameterValue = string | number | boolean;

/** The value of a parameter in one query, or the values of a reader's attribute, of which there can be any number. */
export type ParameterBinding = { value: ParameterValue; type: string } | { values: readonly string[] };

/** A value as an expression. */
function literal(value: ParameterValue, type: string, at: number): Expression {
  if (typeof value === 'boolean') return { kind: 'boolean', value, at };
  if (type === 'date') return { kind: 'day', value: String(value), at };
  if (type === 'string') return { kind: 'text', value: String(value), at };
  const text = String(value);
  const number: Expression = { kind: 'number', value: text.replace(/^-/, ''), at };
  return text.startsWith('-') ? { kind: 'negative', of: number, at } : number;
}

/** Replaces every parameter by its value. */
export function bindParameters(expression: Expression, valueOf: (name: string) => ParameterBinding): Expression {
  const bind = (item: Expression): Expression => {
    if (item.kind === 'in') return { ...item, of: bind(item.of), list: listed(item.list, valueOf, bind) };
    if (item.kind !== 'parameter') return mapParts(item, bind);
    const binding = valueOf(item.name);
    if ('value' in binding) return literal(binding.value, binding.type, item.at);
    // With several values none can be picked: null, as for no value, so nothing equals it.
    const [only, another] = binding.values;
    return only === undefined || another !== undefined ? missing(item.at) : literal(only, 'string', item.at);
  };
  return bind(expression);
}

const missing = (at: number): Expression => ({ kind: 'cast', of: { kind: 'null', at }, type: 'string', at });

/** In a list, an attribute expands to all its values. IN an empty list is null, so no row matches, negated or not. */
function listed(
  list: readonly Expression[],
  valueOf: (name: string) => ParameterBinding,
  inner: (item: Expression) => Expression,
): Expression[] {
  return list.flatMap((item) => {
    const binding = item.kind === 'parameter' ? valueOf(item.name) : null;
    if (!binding || 'value' in binding) return [inner(item)];
    return binding.values.length === 0
      ? [missing(item.at)]
      : binding.values.map((value) => literal(value, 'string', item.at));
  });
}
