import type { BenchmarkQuery, CombinedDataset, Dataset, Dimension, LocalizedText } from '@rise/contract';

type Entity = NonNullable<Dataset['entity']>;

/** What figures of a dataset are about; null where it does not say so, as a combined dataset. */
export const entityOf = (dataset: Dataset | CombinedDataset): Entity | null =>
  ('entity' in dataset ? dataset.entity : undefined) ?? null;

/** The dimension whose members a query compares; null where neither the query nor an entity names it. */
export const comparedBy = (
  { dataset }: { readonly dataset: Dataset | CombinedDataset },
  { by }: Pick<BenchmarkQuery, 'by'>,
): string | null => by ?? entityOf(dataset)?.key ?? null;

/** How one of the members is called that a query compares: of an entity, by the dimension of its names. */
export function memberTitle(
  from: { readonly dataset: Dataset | CombinedDataset; readonly dimensions: ReadonlyMap<string, Dimension> },
  by: string | null,
): LocalizedText | null {
  const entity = entityOf(from.dataset);
  const dimension = by === null ? undefined : from.dimensions.get(entity?.key === by ? entity.name : by);
  return dimension?.title ?? null;
}
