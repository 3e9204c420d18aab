import { reportDocument, type ReportDocument } from '@rise/contract';
import { z } from 'zod';

/** What the writer reads of a JSON Schema. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
}
interface RootSchema extends Schema {
  readonly $defs?: Readonly<Record<string, Schema>>;
}

export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };
export type Block = Record<string, Value>;

export const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of values as in JSON, whatever the order of their keys. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  if (!isBlock(left) || !isBlock(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => isSame(left[key], right[key]));
}

/** What says what a block is comes first: a tile's id, kind and title. */
const FIRST = ['id', 'kind', 'title', 'subtitle'];

/** Values that the schema itself cannot express are written as they are. */
const root = z.toJSONSchema(reportDocument, { io: 'input', unrepresentable: 'any' }) as RootSchema;

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolve(root.$defs?.[name] ?? {});
}

const typeOf = (value: Value): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value === 'object' ? 'object' : typeof value;

/** Whether a value is of a schema's shape: its type, its keys, and the words that distinguish it. */
function fits(of: Schema, value: Value): boolean {
  const schema = resolve(of);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.some((alternative) => fits(alternative, value));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  const { type } = schema;
  if (type !== undefined && type !== (type === 'integer' && Number.isInteger(value) ? type : typeOf(value)))
    return false;
  if (!isBlock(value)) return true;
  const { properties = {}, required = [] } = schema;
  return (
    required.every((key) => key in value) &&
    Object.entries(value).every(([key, item]) => {
      const property = properties[key];
      return property !== undefined && (isBlock(item) || Array.isArray(item) || fits(property, item));
    })
  );
}

function order(keys: readonly string[]): string[] {
  return [...FIRST.filter((key) => keys.includes(key)), ...keys.filter((key) => !FIRST.includes(key))];
}

function canonical(of: Schema, value: Value): Value {
  const schema = resolve(of);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const meant = alternatives.find((alternative) => fits(alternative, value));
    return meant ? canonical(meant, value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => canonical(schema.items ?? {}, item));
  if (!isBlock(value)) return value;
  const { properties = {} } = schema;
  const names = order([...new Set([...Object.keys(properties), ...Object.keys(value)])]);
  const written: Block = {};
  for (const name of names) {
    const item = value[name];
    const property = properties[name] ?? {};
    if (item !== undefined && !isSame(item, property.default)) written[name] = canonical(property, item);
  }
  return written;
}

/** A report as it is written: keys in the order of the schema, without what a reader of the file adds by default. */
export function canonicalReport(document: ReportDocument): Block {
  return canonical(root, document as unknown as Value) as Block;
}
