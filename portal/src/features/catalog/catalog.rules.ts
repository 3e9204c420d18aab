import type { CatalogDataset, CatalogDimension, CatalogMeasure, LocalizedText } from '@rise/contract';
import { createWordMatcher } from '@rise/contract/fold';
import type { CatalogState } from './catalog.state.ts';

/** A measure or dimension with its texts in the reader's language. */
export interface CatalogRow {
  /** `<dataset>.<name>` */
  key: string;
  title: string;
  definition: string;
  dataset: CatalogDataset;
  measure: CatalogMeasure | null;
  dimension: CatalogDimension | null;
}

type Localize = (text: LocalizedText) => string;

export const keyOf = (dataset: { name: string }, member: { name: string }): string => `${dataset.name}.${member.name}`;

/** All measures or dimensions of the datasets, in the order of the model. */
export function catalogRows(
  datasets: readonly CatalogDataset[],
  kind: CatalogState['kind'],
  localize: Localize,
): CatalogRow[] {
  return datasets.flatMap((dataset): CatalogRow[] =>
    kind === 'measures'
      ? dataset.measures.map((measure) => ({
          key: keyOf(dataset, measure),
          title: localize(measure.title),
          definition: localize(measure.definition),
          dataset,
          measure,
          dimension: null,
        }))
      : dataset.dimensions.map((dimension) => ({
          key: keyOf(dataset, dimension),
          title: localize(dimension.title),
          definition: dimension.description ? localize(dimension.description) : '',
          dataset,
          measure: null,
          dimension,
        })),
  );
}

/** Rows of the chosen dataset that contain every word of the search in their texts, name or formula. */
export function matchingRows(
  rows: readonly CatalogRow[],
  { dataset, search }: Pick<CatalogState, 'dataset' | 'search'>,
): CatalogRow[] {
  const matches = createWordMatcher(search);
  return rows.filter(
    (row) =>
      (dataset === null || row.dataset.name === dataset) &&
      matches(`${row.title} ${row.definition} ${(row.measure ?? row.dimension)!.name} ${row.measure?.formula ?? ''}`),
  );
}
