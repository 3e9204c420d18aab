import { measuresOfHaving, type AggregateQuery, type QueryMeta, type SemanticQuery } from '@rise/contract';
import {
  comparedBy,
  customFilters,
  fieldsIn,
  fieldsOfFunnel,
  measuresBehind,
  modelMeasures,
  type CompiledDataset,
  type UnmappedRows,
} from '@rise/engine';

/** Those of the affected fields that a query groups by, filters by, measures, or lists. */
export function affectedFields(query: SemanticQuery, dataset: CompiledDataset, affected: readonly string[]): string[] {
  if (affected.length === 0) return [];
  const measures = measuresOf(query)
    .flatMap((name) => modelMeasures(query, name))
    .flatMap((name) => measuresBehind(dataset, name));
  const filters = [query.filter, ...('peers' in query ? [query.peers] : []), ...customFilters(query)];
  const filtered = filters.flatMap(fieldsIn);
  const used = new Set([...dimensionsOf(query, dataset), ...filtered, ...measures]);
  return affected.filter((name) => used.has(name));
}

/** The fields that a query groups by; of a list of rows, what it shows and orders by; of a funnel also those of its steps. */
function dimensionsOf(query: SemanticQuery, dataset: CompiledDataset): (string | null)[] {
  const nameOf = (request: string | { field: string }) => (typeof request === 'string' ? request : request.field);
  if (query.kind === 'rows') return [...query.columns, ...query.order].map(nameOf);
  if (query.kind === 'funnel') return fieldsOfFunnel(dataset, query);
  if (query.kind === 'aggregate') return query.dimensions.map(nameOf);
  return [comparedBy(dataset, query), query.kind === 'distribution' ? (query.groupBy ?? null) : null];
}

function measuresOf(query: SemanticQuery): readonly string[] {
  if (query.kind === 'rows' || query.kind === 'funnel') return [];
  if (query.kind === 'distribution') return [query.measure];
  return [...query.measures, ...(query.kind === 'aggregate' ? furtherMeasures(query) : [])];
}

/** Measures of an aggregate's calculations and of its condition on measures. */
const furtherMeasures = ({ calculations, having }: AggregateQuery): string[] => [
  ...calculations.map(({ measure }) => measure),
  ...measuresOfHaving(having),
];

/** Unmapped shares of the rows and of each figure, as fractions; fields without unmapped rows are left out. */
export function sharesOf(fields: readonly string[], { rows, unmapped, figures }: UnmappedRows): QueryMeta['unmapped'] {
  return fields.flatMap((name, index) => {
    const count = unmapped[index] ?? 0;
    if (count === 0) return [];
    const shares = figures.flatMap(({ measure, all, parts }) => {
      const share = all === null || all === 0 ? null : (parts[index] ?? 0) / all;
      // With amounts of both signs a part can exceed the total; the share is meaningless then.
      return share === null || share < 0 || share > 1 ? [] : [{ measure, share }];
    });
    return [{ dimension: name, share: count / rows, figures: shares }];
  });
}
