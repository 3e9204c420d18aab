import type { Filter } from '@rise/contract';

/** Values of one dimension, any of which a row has. */
export interface ValuesFilter {
  field: string;
  values: (string | number | boolean)[];
}

/** A filter as values of dimensions; null where it has other conditions, which only a file can write. */
export function valuesOf(filter: Filter | undefined): ValuesFilter[] | null {
  if (filter === undefined) return [];
  if ('op' in filter && filter.op === 'in' && 'values' in filter)
    return [{ field: filter.field, values: [...filter.values] }];
  if (!('all' in filter)) return null;
  const parts = filter.all.map(valuesOf);
  return parts.every((part) => part?.length === 1) ? parts.flatMap((part) => part ?? []) : null;
}

/** Null where nothing is filtered. */
export function filterOf(conditions: readonly ValuesFilter[]): Filter | null {
  const all = conditions
    .filter(({ values }) => values.length > 0)
    .map(({ field, values }): Filter => ({ field, op: 'in', values }));
  return all.length > 1 ? { all } : (all[0] ?? null);
}
