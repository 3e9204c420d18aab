import type { ModelParameter } from '@rise/contract';
import type { ParameterValue } from '../expression/bind.ts';
import { isDay } from '../expression/days.ts';

export const PARAMETER_PHRASES = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number such as 0.5',
  date: "a day as 'YYYY-MM-DD'",
  boolean: 'true or false',
} as const;

/** The value in the parameter's type; null if it is not valid. Numbers stay as written. */
export function parameterValue(parameter: Pick<ModelParameter, 'type'>, value: ParameterValue): ParameterValue | null {
  switch (parameter.type) {
    case 'string':
      return typeof value === 'string' ? value : null;
    case 'integer':
      return /^-?\d{1,15}$/.test(String(value)) ? String(value) : null;
    case 'number':
      return /^-?\d{1,15}(\.\d{1,10})?$/.test(String(value)) ? String(value) : null;
    case 'date':
      return typeof value === 'string' && isDay(value) ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
  }
}

/** The issue with a value for a parameter, with the remedy; null if it is valid. */
export function parameterIssue(
  { name, type }: Pick<ModelParameter, 'name' | 'type'>,
  value: ParameterValue,
): string | null {
  return parameterValue({ type }, value) === null ? `'${name}' takes ${PARAMETER_PHRASES[type]}.` : null;
}
