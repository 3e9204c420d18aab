import type { ParameterValue } from '@rise/contract';
import { mapParts } from './tree.ts';
import type { Expression } from './tree.ts';

/** A value of one text, number, day or truth value. */
type SingleValue = Exclude<ParameterValue, string[]>;

/**
 * The value of a parameter in one query, or the values of a list or of a reader's attribute, of which there can be any
 * number.
 */
export type ParameterBinding = { value: SingleValue; type: string } | { values: readonly string[] };

/**
 * The bindings of a parameter whose value changes on some days, in order. Each applies to rows of days before `before`;
 * the last one, whose `before` is null, to all later ones and to rows without a day.
 */
export interface DatedBinding {
  spans: readonly { before: string | null; binding: ParameterBinding }[];
}

/** A value as an expression. */
function literal(value: SingleValue, type: string, at: number): Expression {
  if (typeof value === 'boolean') return { kind: 'boolean', value, at };
  if (type === 'date') return { kind: 'day', value: String(value), at };
  if (type === 'string') return { kind: 'text', value: String(value), at };
  const text = String(value);
  const number: Expression = { kind: 'number', value: text.replace(/^-/, ''), at };
  return text.startsWith('-') ? { kind: 'negative', of: number, at } : number;
}

/**
 * Replaces every parameter by its value. `day` is the day of a row, a column or a constant: that of the values of dated
 * parameters.
 */
export function bindParameters(
  expression: Expression,
  bindingOf: (name: string) => ParameterBinding | DatedBinding,
  day: Expression,
): Expression {
  const bind = (item: Expression): Expression => {
    if (item.kind === 'in' && item.list.some((part) => part.kind === 'parameter'))
      return overSpans(item, namesIn(item.list), (valueOf) => ({
        ...item,
        of: bind(item.of),
        list: listed(item.list, valueOf, bind),
      }));
    if (item.kind !== 'parameter') return mapParts(item, bind);
    return overSpans(item, [item.name], (valueOf) => bound(item, valueOf(item.name)));
  };
  /** One expression, or a CASE of those of each span of days in which no parameter changes. */
  const overSpans = (
    { at }: Expression,
    names: readonly string[],
    inSpan: (valueOf: (name: string) => ParameterBinding) => Expression,
  ): Expression => {
    const bindings = new Map(names.map((name) => [name, bindingOf(name)]));
    const turns = [...bindings.values()].flatMap((binding) =>
      'spans' in binding ? binding.spans.flatMap(({ before }) => before ?? []) : [],
    );
    const ends = [...[...new Set(turns)].toSorted(), null];
    const on = (end: string | null) => inSpan((name) => bindingBefore(bindings.get(name)!, end));
    if (day.kind === 'day') return on(ends.find((end) => end === null || day.value < end) ?? null);
    if (ends.length === 1) return on(null);
    return {
      kind: 'case',
      of: null,
      when: ends.slice(0, -1).map((end) => ({
        when: { kind: 'binary', operator: '<', left: day, right: { kind: 'day', value: end!, at }, at },
        value: on(end),
      })),
      else: on(null),
      at,
    };
  };
  return bind(expression);
}

const namesIn = (list: readonly Expression[]) => list.flatMap((item) => (item.kind === 'parameter' ? item.name : []));

/** The binding in the span of days that ends before `end`. */
function bindingBefore(binding: ParameterBinding | DatedBinding, end: string | null): ParameterBinding {
  if (!('spans' in binding)) return binding;
  return binding.spans.find(({ before }) => before === null || (end !== null && end <= before))!.binding;
}

function bound(item: Expression, binding: ParameterBinding): Expression {
  if ('value' in binding) return literal(binding.value, binding.type, item.at);
  // With several values none can be picked: null, as for no value, so nothing equals it.
  const [only, another] = binding.values;
  return only === undefined || another !== undefined ? missing(item.at) : literal(only, 'string', item.at);
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
