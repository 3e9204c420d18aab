import type { ModelParameter } from '@rise/contract';
import type { ParameterValue } from '../expression/bind.ts';

export const PARAMETER_PHRASES = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number such as 0.5',
  date: "a day as 'YYYY-MM-DD'",
  boolean: 'true or false',
} as const;

/** Whether a text is a valid date 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

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
