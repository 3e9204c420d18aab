import type { Attribute } from './scim-attributes.ts';
import { findAttribute } from './scim-attributes.ts';
import { invalid } from './scim-error.ts';

/** Parts of one element or one complex attribute, by their canonical names. */
export type Item = Record<string, string | boolean>;
export type Value = string | boolean | Item | Item[];

const LONGEST_TEXT = 2000;
const MOST_ITEMS = 50;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a key in any case; undefined where there is none. */
export function valueOf(object: Record<string, unknown>, name: string): unknown {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

/** Null for what clears an attribute: null, and an empty text or list. */
export function readValue(attribute: Attribute, value: unknown): Value | null {
  if (attribute.isList) {
    const items = readItems(attribute, value);
    return items.length === 0 ? null : items;
  }
  if (attribute.type === 'complex') return readComplex(attribute, value);
  return readSimple(attribute, value);
}

/** Entra writes booleans as texts, and others write texts as numbers. */
export function readSimple(attribute: Attribute, value: unknown): string | boolean | null {
  if (value === null || value === undefined || value === '') return null;
  if (attribute.type === 'boolean') return readBoolean(attribute.name, value);
  // What is one value may arrive as a list of one.
  const single = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  const inner = isObject(single) ? valueOf(single, 'value') : single;
  if (typeof inner !== 'string' && typeof inner !== 'number')
    throw invalid('invalidValue', `'${attribute.name}' has to be a text.`);
  const text = String(inner);
  if (text.length > LONGEST_TEXT)
    throw invalid('invalidValue', `'${attribute.name}' has at most ${LONGEST_TEXT} characters.`);
  return text;
}

function readBoolean(name: string, value: unknown): boolean {
  const single = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  const inner = isObject(single) ? valueOf(single, 'value') : single;
  if (typeof inner === 'boolean') return inner;
  if (typeof inner === 'string' && /^true$/i.test(inner)) return true;
  if (typeof inner === 'string' && /^false$/i.test(inner)) return false;
  throw invalid('invalidValue', `'${name}' has to be true or false.`);
}

/** A manager, for one, is sent as a text as well. */
function readComplex(attribute: Attribute, value: unknown): Item | null {
  if (value === null || value === undefined || value === '') return null;
  if (!isObject(value)) {
    const main = findAttribute(attribute.parts ?? [], 'value');
    const text = main && readSimple({ ...main, name: attribute.name }, value);
    if (text === null || !main) throw invalid('invalidValue', `'${attribute.name}' has to be an object.`);
    return { value: text };
  }
  return readItem(attribute, value);
}

/** Parts that are not stored are left out; null where none is left. */
function readItem({ parts = [] }: Attribute, value: Record<string, unknown>): Item | null {
  const item: Item = {};
  for (const part of parts) {
    if (part.isReadOnly) continue;
    const read = readSimple(part, valueOf(value, part.name));
    if (read !== null) item[part.name] = read;
  }
  return Object.keys(item).length === 0 ? null : item;
}

export function readItems(attribute: Attribute, value: unknown): Item[] {
  if (value === null || value === undefined || value === '') return [];
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > MOST_ITEMS)
    throw invalid('invalidValue', `'${attribute.name}' has at most ${MOST_ITEMS} elements.`);
  return list.flatMap((one) => {
    const item = readItem(attribute, isObject(one) ? one : { value: one });
    return item === null ? [] : [item];
  });
}
