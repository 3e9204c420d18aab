import { demoStates } from '@rise/contract/demo';
import type { z } from 'zod';
import type { AnyGroup } from '../group.ts';
import { localizer } from '../text.ts';

/** The data without invalid records, if the rest is consistent; else null. */
export function repair(group: AnyGroup, data: object): object | null {
  const schemas: Readonly<Record<string, z.ZodType>> = demoStates[group.name].shape;
  const fields = Object.entries(schemas).map(([name, schema]) => {
    const value = (data as Record<string, unknown>)[name];
    const element = 'element' in schema && Array.isArray(value) ? (schema.element as z.ZodType) : null;
    return [name, element ? (value as unknown[]).filter((record) => fits(element, record)) : value];
  });
  const repaired = Object.fromEntries(fields) as object;
  return isValid(group, repaired) ? repaired : null;
}

/** Whether all records match their schema and the data is consistent. */
export function isValid(group: AnyGroup, data: unknown): boolean {
  return fits(demoStates[group.name], data) && group.findIssues(data as never).length === 0;
}

/** Localized texts must be valid in both languages. */
function fits(schema: z.ZodType, value: unknown): boolean {
  return (['en', 'tr'] as const).every((language) => {
    const text = JSON.stringify(value, localizer(language)) as string | undefined;
    return text !== undefined && schema.safeParse(JSON.parse(text)).success;
  });
}
