import { demoStates } from '@rise/contract/demo';
import type { z } from 'zod';
import type { AnyGroup } from '../group.ts';
import { telling } from '../text.ts';
import type { Kept } from './database.ts';

/** What became of a group's stored part: as it was, less what had lost its shape, or not to be used. */
export type Examined = { data: unknown; repaired: boolean } | null;

export async function digestOf(data: unknown): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(data)));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Looks at what lies stored for a group. What carries the digest that we gave it is as we left it. Else each record
 * must have its shape; those that don't are left out; and what then does not hold together is not used.
 */
export async function examine(group: AnyGroup, stored: unknown): Promise<Examined> {
  const kept = stored as Partial<Kept> | null;
  if (kept?.version !== group.version || typeof kept.data !== 'object' || kept.data === null) return null;
  if ((await digestOf(kept.data)) === kept.digest) return { data: kept.data, repaired: false };
  const data = wellShaped(group, kept.data);
  return data && { data, repaired: true };
}

/** The data with those records only that have their shape, if what is left holds together; else null. */
export function wellShaped(group: AnyGroup, data: object): object | null {
  const shape: Readonly<Record<string, z.ZodType>> = demoStates[group.name].shape;
  const fields = Object.entries(shape).map(([name, schema]) => {
    const value = (data as Record<string, unknown>)[name];
    const element = 'element' in schema && Array.isArray(value) ? (schema.element as z.ZodType) : null;
    return [name, element ? (value as unknown[]).filter((record) => fits(element, record)) : value];
  });
  const mended = Object.fromEntries(fields) as object;
  return holds(group, mended) ? mended : null;
}

/** Whether the data has its shape, down to each record, and holds together. */
export function holds(group: AnyGroup, data: unknown): boolean {
  return fits(demoStates[group.name], data) && group.problems(data as never).length === 0;
}

/** Texts that are stored in both languages must fit as each of them is told. */
function fits(schema: z.ZodType, value: unknown): boolean {
  return (['en', 'tr'] as const).every((language) => {
    const text = JSON.stringify(value, telling(language)) as string | undefined;
    return text !== undefined && schema.safeParse(JSON.parse(text)).success;
  });
}
