import type { Filter, QueryMeta, SemanticQuery } from '@rise/contract';

/** Those of the affected dimensions that a query groups or filters by. */
export function affectedDimensions(query: SemanticQuery, affected: readonly string[]): string[] {
  if (affected.length === 0) return [];
  const grouped =
    query.kind === 'aggregate'
      ? query.dimensions.map((request) => (typeof request === 'string' ? request : request.field))
      : [query.by];
  const used = new Set([...grouped, ...(query.filter ? fieldsOf(query.filter) : [])]);
  return affected.filter((name) => used.has(name));
}

function fieldsOf(filter: Filter): string[] {
  if ('all' in filter) return filter.all.flatMap(fieldsOf);
  if ('any' in filter) return filter.any.flatMap(fieldsOf);
  if ('not' in filter) return fieldsOf(filter.not);
  return [filter.field];
}

/** Shares of the rows behind the figures, as fractions; a dimension without such rows is left out. */
export function sharesOf(
  dimensions: readonly { name: string }[],
  { rows, unlabelled }: { rows: number; unlabelled: readonly number[] },
): QueryMeta['unmapped'] {
  return dimensions.flatMap(({ name }, index) => {
    const count = unlabelled[index] ?? 0;
    return count === 0 ? [] : [{ dimension: name, share: count / rows }];
  });
}
