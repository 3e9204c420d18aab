import type { ModelParameter, ParameterValue } from '@rise/contract';
import type { DatedBinding, ParameterBinding } from '../expression/bind.ts';
import { isDay } from '../expression/days.ts';
import type { ValueType } from '../expression/tree.ts';

type ParameterType = ModelParameter['type'];

export const PARAMETER_PHRASES = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number such as 0.5',
  percent: 'a fraction such as 0.05 for 5 %',
  date: "a day as 'YYYY-MM-DD'",
  boolean: 'true or false',
  list: 'a list of texts',
} as const satisfies Record<ParameterType, string>;

/** The type of a parameter in expressions. */
export const valueTypeOf = (type: ParameterType): ValueType =>
  type === 'percent' ? 'number' : type === 'list' ? 'string' : type;

/**
 * A tenant's value of a parameter, or several: `value` applies before the first change, the default where it is null.
 */
export type ParameterSetting =
  | ParameterValue
  | {
      readonly value: ParameterValue | null;
      /** In the order of their days; each value applies from its day on. */
      readonly changes: readonly { readonly from: string; readonly value: ParameterValue }[];
    };

/** The value in the parameter's type; null if it is not valid. Numbers stay as written. */
export function parameterValue(parameter: Pick<ModelParameter, 'type'>, value: ParameterValue): ParameterValue | null {
  switch (parameter.type) {
    case 'string':
      return typeof value === 'string' ? value : null;
    case 'integer':
      return !Array.isArray(value) && /^-?\d{1,15}$/.test(String(value)) ? String(value) : null;
    case 'number':
    case 'percent':
      return !Array.isArray(value) && /^-?\d{1,15}(\.\d{1,10})?$/.test(String(value)) ? String(value) : null;
    case 'date':
      return typeof value === 'string' && isDay(value) ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'list':
      return Array.isArray(value) ? value : null;
  }
}

type Described = Pick<ModelParameter, 'name' | 'type' | 'minimum' | 'maximum' | 'options'>;

/** The issue with a value for a parameter, with the remedy; null if it is valid. */
export function parameterIssue(parameter: Described, value: ParameterValue): string | null {
  const { name, type } = parameter;
  const known = parameterValue({ type }, value);
  if (known === null) return `'${name}' takes ${PARAMETER_PHRASES[type]}.`;
  const allowed = parameter.options?.map((option) => option.value);
  const other = allowed && [known].flat().find((item) => !allowed.includes(String(item)));
  if (other !== undefined) return `'${name}' takes ${allowed!.map((item) => `'${item}'`).join(', ')}, not '${other}'.`;
  const { minimum, maximum } = parameter;
  const isBelow = minimum !== undefined && compare(type, known, minimum) < 0;
  const isAbove = maximum !== undefined && compare(type, known, maximum) > 0;
  return isBelow || isAbove ? `'${name}' takes ${rangePhrase(minimum, maximum)}.` : null;
}

/** The issues with a definition itself, by its field. */
export function definitionIssues(parameter: ModelParameter): { field: string; message: string }[] {
  const { name, type, minimum, maximum } = parameter;
  const issues: { field: string; message: string }[] = [];
  const hasRange = type !== 'string' && type !== 'boolean' && type !== 'list';
  for (const [field, limit] of [
    ['minimum', minimum],
    ['maximum', maximum],
  ] as const) {
    if (limit === undefined) continue;
    if (!hasRange) issues.push({ field, message: `A ${type} has no range. Leave ${field} out.` });
    else if (parameterValue(parameter, limit) === null)
      issues.push({ field, message: `The ${field} of '${name}' is not ${PARAMETER_PHRASES[type]}.` });
  }
  if (parameter.options && type !== 'string' && type !== 'list')
    issues.push({
      field: 'options',
      message: `Only texts and lists have options. Use minimum and maximum for '${name}'.`,
    });
  if (issues.length > 0) return issues;
  if (minimum !== undefined && maximum !== undefined && compare(type, minimum, maximum) > 0)
    return [{ field: 'maximum', message: `The maximum of '${name}' is below its minimum.` }];
  if (parameterValue(parameter, parameter.default) === null)
    return [{ field: 'default', message: `The default of '${name}' is not ${PARAMETER_PHRASES[type]}.` }];
  const issue = parameterIssue(parameter, parameter.default);
  return issue === null ? [] : [{ field: 'default', message: `The default is not allowed: ${issue}` }];
}

function compare(type: ParameterType, one: ParameterValue, other: ParameterValue): number {
  const [a, b] = [String(one), String(other)];
  if (type === 'date') return a < b ? -1 : a > b ? 1 : 0;
  const difference = tenBillionths(a) - tenBillionths(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A number of at most ten decimals, exactly. */
function tenBillionths(number: string): bigint {
  const [whole, fraction = ''] = number.split('.');
  return BigInt(`${whole}${fraction.padEnd(10, '0')}`);
}

function rangePhrase(minimum: ParameterValue | undefined, maximum: ParameterValue | undefined): string {
  if (minimum === undefined) return `at most ${String(maximum)}`;
  return maximum === undefined ? `at least ${String(minimum)}` : `${String(minimum)} to ${String(maximum)}`;
}

const isDated = (setting: ParameterSetting): setting is Exclude<ParameterSetting, ParameterValue> =>
  typeof setting === 'object' && !Array.isArray(setting);

/** A setting as its first value and its changes. */
export function spansOfSetting(setting: ParameterSetting | undefined) {
  if (setting === undefined) return { value: null, changes: [] };
  return isDated(setting) ? setting : { value: setting, changes: [] };
}

/** The value that applies on a day. */
export function valueOn(
  { default: usual }: Pick<ModelParameter, 'default'>,
  setting: ParameterSetting | undefined,
  day: string,
): ParameterValue {
  const { value, changes } = spansOfSetting(setting);
  return changes.findLast(({ from }) => from <= day)?.value ?? value ?? usual;
}

/** The bindings of a parameter; null if one of its values is not of its type. */
export function bindingsOf(
  parameter: Pick<ModelParameter, 'type' | 'default'>,
  setting: ParameterSetting | undefined,
): ParameterBinding | DatedBinding | null {
  const { value, changes } = spansOfSetting(setting);
  const values = [value ?? parameter.default, ...changes.map((change) => change.value)];
  const bindings = values.map((item) => bindingOf(parameter, item));
  if (bindings.some((binding) => binding === null)) return null;
  if (changes.length === 0) return bindings[0]!;
  return { spans: bindings.map((binding, index) => ({ before: changes[index]?.from ?? null, binding: binding! })) };
}

function bindingOf(parameter: Pick<ModelParameter, 'type'>, entered: ParameterValue): ParameterBinding | null {
  const value = parameterValue(parameter, entered);
  if (value === null) return null;
  return Array.isArray(value) ? { values: value } : { value, type: parameter.type };
}
