import type { SqlParameter, SqlParameterEntry, SqlParameters } from '@rise/contract';
import { sqlPlaces } from '@rise/contract/sql-places';

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const NUMBER = /^-?\d{1,18}(\.\d{1,10})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The parameters that a statement names, in their order, with what was entered for them. */
export function entriesOf(sql: string, entered: readonly SqlParameterEntry[]): SqlParameterEntry[] {
  const names = [...new Set(sqlPlaces(sql).map(({ name }) => name))].filter((name) => NAME.test(name));
  return names.map((name) => entered.find((entry) => entry.name === name) ?? { name, type: 'text', text: '' });
}

/** What was entered, with one entry changed. Entries that the statement no longer names stay, should it name them again. */
export function withEntry(entered: readonly SqlParameterEntry[], entry: SqlParameterEntry): SqlParameterEntry[] {
  const others = entered.filter(({ name }) => name !== entry.name);
  return [...others, entry].slice(-30);
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** A decimal comma is read as a point. */
const decimal = (text: string) => text.trim().replace(',', '.');

/** The value of an entry; null if its text is none of its type. */
function toParameter({ type, text }: SqlParameterEntry): SqlParameter | null {
  switch (type) {
    case 'text':
      return { type, value: text };
    case 'number':
      return NUMBER.test(decimal(text)) ? { type, value: decimal(text) } : null;
    case 'date':
      return DAY.test(text) ? { type, value: text } : null;
    case 'switch':
      return { type, value: text === 'true' };
    case 'list':
      return { type, values: lines(text) };
    case 'numbers': {
      const values = lines(text).map(decimal);
      return values.every((value) => NUMBER.test(value)) ? { type, values } : null;
    }
  }
}

export interface EnteredParameters {
  parameters: SqlParameters;
  /** Names of entries without a value of their type. */
  invalid: ReadonlySet<string>;
}

export function toParameters(entries: readonly SqlParameterEntry[]): EnteredParameters {
  const parameters: SqlParameters = {};
  const invalid = new Set<string>();
  for (const entry of entries) {
    const parameter = toParameter(entry);
    if (parameter) parameters[entry.name] = parameter;
    else invalid.add(entry.name);
  }
  return { parameters, invalid };
}

/** Entries with these values, for a statement of the history. */
export function toEntries(parameters: SqlParameters): SqlParameterEntry[] {
  return Object.entries(parameters).map(([name, parameter]) => {
    const text = 'values' in parameter ? parameter.values.join('\n') : String(parameter.value);
    return { name, type: parameter.type, text };
  });
}
