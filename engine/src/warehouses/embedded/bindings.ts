import {
  BIGINT,
  BOOLEAN,
  DATE,
  DECIMAL,
  DuckDBDateValue,
  DuckDBDecimalValue,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import type { DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { SqlParameter, SqlParameters } from '@rise/contract';
import { parseDecimal } from '../../plan/exact-decimal.ts';

/** Digits of a decimal, and those after its point in a list of numbers, whose elements have one type. */
const DIGITS = 38;
const PLACES = 10;
const MS_OF_A_DAY = 86_400_000;

function numberBinding(text: string): { value: DuckDBValue; type: DuckDBType } {
  const { digits, scale } = parseDecimal(text);
  if (scale === 0) return { value: digits, type: BIGINT };
  return { value: new DuckDBDecimalValue(digits, DIGITS, scale), type: DECIMAL(DIGITS, scale) };
}

function decimalOf(text: string): DuckDBDecimalValue {
  const { digits, scale } = parseDecimal(text);
  return new DuckDBDecimalValue(digits * 10n ** BigInt(PLACES - scale), DIGITS, PLACES);
}

function bindingOf(parameter: SqlParameter): { value: DuckDBValue; type: DuckDBType } {
  switch (parameter.type) {
    case 'text':
      return { value: parameter.value, type: VARCHAR };
    case 'number':
      return numberBinding(parameter.value);
    case 'date':
      return { value: new DuckDBDateValue(Date.parse(`${parameter.value}T00:00:00Z`) / MS_OF_A_DAY), type: DATE };
    case 'switch':
      return { value: parameter.value, type: BOOLEAN };
    case 'list':
      return { value: listValue([...parameter.values]), type: LIST(VARCHAR) };
    case 'numbers':
      return { value: listValue(parameter.values.map(decimalOf)), type: LIST(DECIMAL(DIGITS, PLACES)) };
  }
}

/** Values and types to bind to the placeholders of a statement, by name. */
export function bindingsOf(parameters: SqlParameters) {
  const bindings = Object.entries(parameters).map(([name, parameter]) => [name, bindingOf(parameter)] as const);
  return {
    values: Object.fromEntries(bindings.map(([name, { value }]) => [name, value])),
    types: Object.fromEntries(bindings.map(([name, { type }]) => [name, type])),
  };
}
