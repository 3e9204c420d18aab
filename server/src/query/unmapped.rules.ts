import type { Filter, QueryMeta, SemanticQuery } from '@rise/contract';
import { measuresBehind, type CompiledDataset, type UnlabelledRows } from '@rise/engine';

/** Those of the affected fields that a query groups or filters by, or whose figures it asks for. */
export function affectedFields(query: SemanticQuery, dataset: CompiledDataset, affected: readonly string[]): string[] {
  if (affected.length === 0) return [];
  const grouped =
    query.kind === 'aggregate'
      ? query.dimensions.map((request) => (typeof request === 'string' ? request : request.field))
      : [query.by];
  const asked =
    query.kind === 'distribution'
      ? [query.measure]
      : [...query.measures, ...(query.kind === 'aggregate' ? query.calculations.map(({ measure }) => measure) : [])];
  const measures = asked.flatMap((name) => measuresBehind(dataset, name));
  const used = new Set([...grouped, ...(query.filter ? fieldsOf(query.filter) : []), ...measures]);
  return affected.filter((name) => used.has(name));
}

function fieldsOf(filter: Filter): string[] {
  if ('all' in filter) return filter.all.flatMap(fieldsOf);
  if ('any' in filter) return filter.any.flatMap(fieldsOf);
  if ('not' in filter) return fieldsOf(filter.not);
  return [filter.field];
}

/** Shares of the rows behind the figures, and of the figures themselves, as fractions; a field without such rows is left out. */
export function sharesOf(
  fields: readonly string[],
  { rows, unlabelled, figures }: UnlabelledRows,
): QueryMeta['unmapped'] {
  return fields.flatMap((name, index) => {
    const count = unlabelled[index] ?? 0;
    if (count === 0) return [];
    const shares = figures.flatMap(({ measure, all, parts }) => {
      const share = all === null || all === 0 ? null : (parts[index] ?? 0) / all;
      // Where amounts of both signs meet, a part can be greater than the whole and says nothing.
      return share === null || share < 0 || share > 1 ? [] : [{ measure, share }];
    });
    return [{ dimension: name, share: count / rows, figures: shares }];
  });
}
