import type { CombinedDataset, Dataset, LocalizedText, Measure } from '@rise/contract';
import type { CompiledModel } from '@rise/engine';
import type { SearchEntry } from '../search/search-index.service.ts';

/**
 * What of a model can be found: its datasets and measures, by titles, synonyms, definitions and account codes; datasets
 * also by the synonyms of their dimensions.
 */
export function catalogueEntries({ model }: Pick<CompiledModel, 'model'>): SearchEntry[] {
  return [...model.datasets, ...model.combined].flatMap((dataset) => [
    datasetEntry(dataset),
    ...dataset.measures.map((measure) => measureEntry(dataset, measure)),
  ]);
}

function datasetEntry(dataset: Dataset | CombinedDataset): SearchEntry {
  const { name, title, description, synonyms } = dataset;
  const ofDimensions = 'dimensions' in dataset ? dataset.dimensions.flatMap((dimension) => dimension.synonyms) : [];
  const keywords = [...new Set([name, ...synonyms, ...ofDimensions])];
  return { id: name, permission: 'report.read', title, detail: description, keywords, icon: 'database' };
}

function measureEntry(dataset: Dataset | CombinedDataset, measure: Measure): SearchEntry {
  const { name, title, label, definition, caveat, synonyms } = measure;
  return {
    id: `${dataset.name}.${name}`,
    permission: 'report.read',
    title,
    detail: definition,
    keywords: [name, ...inEach(label), ...synonyms, ...accountCodes(measure)],
    ...(caveat && { body: caveat }),
    icon: 'chart',
  };
}

const inEach = (text: LocalizedText | undefined): string[] => (text ? [text.en, ...(text.tr ? [text.tr] : [])] : []);

/** Columns as the warehouse calls them and as the form that they come from does: ACCT_041B is account 041B. */
function accountCodes(measure: Measure): string[] {
  const columns = measure.kind === 'sum' ? (measure.columns ?? []).map(({ column }) => column) : [];
  return [...new Set(columns.map((column) => column.replace(/^acct_/i, '')))];
}
