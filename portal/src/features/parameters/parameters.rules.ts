import type { TenantParameter } from '@rise/contract';

export type ParameterValue = string | number | boolean;
/** By parameter; null resets it to its default. */
export type ParameterValues = Record<string, ParameterValue | null>;
/** What was entered, by parameter: a text as typed, a switch, or null for the default. */
export type Draft = Readonly<Record<string, string | boolean | null>>;

type Shape = Pick<TenantParameter, 'name' | 'type' | 'default' | 'value'>;

const INTEGER = /^-?\d{1,15}$/;
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/;

/** The value that figures are computed with. */
export const valueOf = ({ value, default: initial }: Shape): ParameterValue => value ?? initial;

/** The content of a parameter's field. */
export function enteredIn(parameter: Shape, draft: Draft): string | boolean {
  const entered = draft[parameter.name];
  const value = entered === undefined ? valueOf(parameter) : (entered ?? parameter.default);
  return typeof value === 'boolean' ? value : String(value);
}

/** Whether the default applies if the field is saved. */
export function isDefault(parameter: Shape, draft: Draft): boolean {
  const entered = draft[parameter.name];
  return entered === undefined ? parameter.value === null : entered === null;
}

/** A number is sent as it was typed, so that it stays exact; a decimal comma is read as a point. */
function read({ type }: Shape, entered: string | boolean): ParameterValue | null {
  if (typeof entered === 'boolean') return entered;
  const text = entered.trim();
  switch (type) {
    case 'integer':
      return INTEGER.test(text) ? Number(text) : null;
    case 'number': {
      const number = text.replace(',', '.');
      return NUMBER.test(number) ? number : null;
    }
    case 'date':
      return text === '' ? null : text;
    default:
      return text;
  }
}

export interface ParameterChanges {
  values: ParameterValues;
  /** Names of the parameters whose entry is not of their type. */
  invalid: ReadonlySet<string>;
}

/** What saving would change. An entry that equals the current value changes nothing. */
export function changesOf(parameters: readonly Shape[], draft: Draft): ParameterChanges {
  const values: ParameterValues = {};
  const invalid = new Set<string>();
  for (const parameter of parameters) {
    const { name, value: saved } = parameter;
    const entered = draft[name];
    if (entered === undefined) continue;
    if (entered === null) {
      if (saved !== null) values[name] = null;
      continue;
    }
    const value = read(parameter, entered);
    if (value === null) invalid.add(name);
    else if (String(value) !== String(valueOf(parameter))) values[name] = value;
  }
  return { values, invalid };
}
