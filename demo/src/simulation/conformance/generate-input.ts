import { z } from 'zod';
import type { Random } from '../generate/random.ts';

interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const WORDS = ['Quarterly review', 'an', '  ', 'Çağrı İleti', '/reports', '#4348c8', 'data:image/svg+xml,x', 'starred'];
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-03-01T09:00:00.000Z',
  date: '2026-03-01',
  email: 'somebody@people.example',
};

const shapes = new WeakMap<z.ZodType, Shape>();

/** Short texts that occur in a state; generated requests reuse them. */
export interface Pool {
  /** Ids by kind, so that each kind is equally likely regardless of its number of records. */
  readonly ids: readonly (readonly string[])[];
  /** By field name; a list contributes its elements. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** An id of any kind. */
export function anId({ ids }: Pool, random: Random): string {
  return ids.length === 0 ? 'feather' : random.pick(random.pick(ids));
}

/**
 * Generates a value that mostly matches a schema. Texts come from the state (preferably from a field of the same name),
 * a word list or the schema's format; some optional fields are left out.
 */
export function generateInput(schema: z.ZodType, random: Random, pool: Pool): unknown {
  const make = (shape: Shape, name = ''): unknown => {
    if ('const' in shape) return shape.const;
    if (shape.enum) return random.pick(shape.enum);
    if (shape.anyOf) return make(random.pick(shape.anyOf), name);
    switch (shape.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(shape.properties ?? {})
            .filter(([name]) => shape.required?.includes(name) || random.chance(0.5))
            .map(([name, property]) => [name, make(property, name)]),
        );
      case 'array':
        return Array.from({ length: random.int(0, 3) }, () => make(shape.items ?? {}, name));
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
      case 'number':
        return random.int(Math.max(shape.minimum ?? -5, -5), Math.min(shape.maximum ?? 200_000, 200_000));
      case 'null':
        return null;
      default:
        if (shape.format && shape.format in FORMATS && random.chance(0.9)) return FORMATS[shape.format];
        if (random.chance(0.6)) return pool.fields.has(name) ? random.pick(pool.fields.get(name)!) : anId(pool, random);
        return random.chance(0.5) ? anId(pool, random) : random.pick(WORDS);
    }
  };
  let shape = shapes.get(schema);
  if (!shape) shapes.set(schema, (shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape));
  return make(shape);
}

/** Collects the ids and short texts of a state. */
export function poolOf(state: unknown): Pool {
  const [ids, fields] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const collect = (value: unknown, name: string, parent: string): void => {
    if (typeof value === 'string') {
      if (value.length > 60) return;
      const [pool, key] = name === 'id' ? [ids, parent] : [fields, name];
      const known = pool.get(key);
      if (known) known.push(value);
      else pool.set(key, [value]);
    } else if (Array.isArray(value)) {
      for (const element of value) collect(element, name, parent);
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, field] of Object.entries(value)) collect(field, inner, name);
    }
  };
  collect(state, '', '');
  return { ids: [...ids.values()], fields };
}
