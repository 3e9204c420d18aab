import type { AggregatePlan } from './plan.ts';

/** Dimensions whose values may be totals or "other", in the query's order. */
export function fieldsWithLevels({ fields, sets, top }: Pick<AggregatePlan, 'fields' | 'sets' | 'top'>): string[] {
  return fields
    .filter((field, place) => field.name === top?.field || (sets?.some((set) => !set.includes(place)) ?? false))
    .map(({ name }) => name);
}

/** Contains a dot, so it cannot clash with a name in a model or query. */
export const levelName = (field: string) => `${field}.level`;
