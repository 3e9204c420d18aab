import type { RouteKey } from '@rise/contract';
import type { Random } from './random.ts';

/** The parts of JSON Schema that the contract's types become. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Words that mean something to the server: names of its model and texts of every format. */
export interface Vocabulary {
  /** By the name of the field, for those that only some words fit. */
  readonly byField: Readonly<Record<string, readonly string[]>>;
  readonly words: readonly string[];
  readonly ids: readonly string[];
  /** Some of them by what they are of, as paths name it: 'reports'. */
  readonly idsOf: Readonly<Record<string, readonly string[]>>;
  /** The tenant and the people that send requests: no request suspends, disables or removes them. */
  readonly senders: ReadonlySet<string>;
  /** Valid bodies of some routes. */
  readonly bodies: Readonly<Partial<Record<RouteKey, readonly unknown[]>>>;
}

const MOMENTS = ['2026-01-01T00:00:00Z', '2025-12-31T23:59:59.999Z', '2100-01-01T00:00:00Z'];

/** Generates values that a schema describes; most of them are valid. */
export class ValueGenerator {
  readonly #random: Random;
  readonly #vocabulary: Vocabulary;
  readonly #root: JsonSchema;

  constructor(random: Random, vocabulary: Vocabulary, root: JsonSchema) {
    this.#random = random;
    this.#vocabulary = vocabulary;
    this.#root = root;
  }

  value(schema: JsonSchema = this.#root, field = '', depth = 0): unknown {
    const target = this.#resolve(schema);
    if (target.const !== undefined) return target.const;
    if (target.enum) return this.#random.pick(target.enum);
    const options = target.anyOf ?? target.oneOf;
    if (options) return this.value(this.#option(options, depth), field, depth);
    if (target.allOf) return this.#merged(target.allOf, field, depth);
    switch (target.type) {
      case 'object':
        return this.#object(target, depth);
      case 'array':
        return this.#array(target, field, depth);
      case 'string':
        return this.#text(target, field);
      case 'integer':
      case 'number':
        return this.#number(target);
      case 'boolean':
        return this.#random.oneIn(2);
      case 'null':
        return null;
      default:
        return this.#random.pick([null, 1, 'a', true, {}]);
    }
  }

  #resolve(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.split('/').at(-1)!;
    return schema.$ref === '#' ? this.#root : this.#resolve(this.#root.$defs?.[name] ?? {});
  }

  /** Deep down the first option, which recursive schemas end with. */
  #option(options: readonly JsonSchema[], depth: number): JsonSchema {
    return depth > 5 ? options[0]! : this.#random.pick(options);
  }

  #merged(parts: readonly JsonSchema[], field: string, depth: number): unknown {
    const values = parts.map((part) => this.value(part, field, depth));
    return values.every((value) => typeof value === 'object') ? Object.assign({}, ...values) : values[0];
  }

  #object({ properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema, depth: number): object {
    const chance = depth > 3 ? 4 : 2;
    const members = Object.entries(properties)
      .filter(([name]) => required.includes(name) || this.#random.oneIn(chance))
      .map(([name, member]) => [name, this.value(member, name, depth + 1)] as const);
    if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0)
      for (let count = this.#random.below(4); count > 0; count--)
        members.push([
          String(this.value(propertyNames ?? { type: 'string' }, 'name', depth + 1)),
          this.value(additionalProperties, '', depth + 1),
        ]);
    return Object.fromEntries(members);
  }

  #array({ items = {}, prefixItems, minItems = 0, maxItems = 3 }: JsonSchema, field: string, depth: number): unknown[] {
    if (prefixItems) return prefixItems.map((item) => this.value(item, field, depth + 1));
    const length = Math.min(maxItems, minItems + this.#random.below(depth > 5 ? 1 : 3));
    return Array.from({ length }, () => this.value(items, field, depth + 1));
  }

  #text({ format, pattern, minLength = 0, maxLength = 10_000 }: JsonSchema, field: string): string {
    const { byField, words, ids } = this.#vocabulary;
    if (format === 'uuid') return this.#random.pick(ids);
    if (format === 'date-time') return this.#random.pick(MOMENTS);
    if (format === 'date') return this.#random.pick(['2025-12-31', '2026-02-28', '0001-01-01']);
    const fits = (word: string) =>
      word.length >= minLength &&
      word.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(word));
    const own = (byField[field] ?? []).filter(fits);
    if (own.length > 0 && !this.#random.oneIn(8)) return this.#random.pick(own);
    const known = words.filter(fits);
    return known.length > 0 ? this.#random.pick(known) : 'a'.repeat(Math.max(1, minLength));
  }

  #number({ type, minimum = -1000, maximum = 1000 }: JsonSchema): number {
    const least = Math.max(minimum, -1e12);
    const most = Math.min(maximum, 1e12);
    const value = this.#random.pick([
      least,
      most,
      least + this.#random.next() * (most - least),
      Math.max(least, Math.min(most, 1)),
    ]);
    return type === 'integer' ? Math.round(value) : value;
  }
}
