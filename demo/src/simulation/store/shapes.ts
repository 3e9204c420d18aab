import { demoStates } from '@rise/contract/demo';
import type { z } from 'zod';
import type { AnyGroup } from '../group.ts';
import { telling } from '../text.ts';

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
