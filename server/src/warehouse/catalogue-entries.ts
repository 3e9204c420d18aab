import { accountCode } from '@rise/contract';
import type { CombinedDataset, Dataset, LocalizedText, Measure, Model } from '@rise/contract';
import type { CompiledModel } from '@rise/engine';
import type { SearchEntry } from '../search/search-index.service.ts';

/**
 * A model's search entries: its datasets and measures, found by titles, synonyms, definitions and account codes; datasets
 * also by the synonyms of their dimensions.
 */
export function catalogueEntries({ model }: Pick<CompiledModel, 'model'>): SearchEntry[] {
  return [...model.datasets, ...model.combined].flatMap((dataset) => [
    datasetEntry(dataset),
    ...dataset.measures.map((measure) => measureEntry(model, dataset, measure)),
  ]);
}

function datasetEntry(dataset: Dataset | CombinedDataset): SearchEntry {
  const { name, title, description, synonyms } = dataset;
  const ofDimensions = 'dimensions' in dataset ? dataset.dimensions.flatMap((dimension) => dimension.synonyms) : [];
  const keywords = [...new Set([name, ...synonyms, ...ofDimensions])];
  return { id: name, permission: 'report.read', title, detail: description, keywords, icon: 'database' };
}

function measureEntry(model: Model, dataset: Dataset | CombinedDataset, measure: Measure): SearchEntry {
  const { name, title, label, definition, caveat, synonyms } = measure;
  return {
    id: `${dataset.name}.${name}`,
    permission: 'report.read',
    title,
    detail: definition,
    keywords: [name, ...allLanguages(label), ...synonyms, ...accountCodes(model, measure)],
    ...(caveat && { body: caveat }),
    icon: 'chart',
  };
}

const allLanguages = (text: LocalizedText | undefined): string[] =>
  text ? [text.en, ...(text.tr ? [text.tr] : [])] : [];

/** Codes of the accounts that a sum adds up. */
function accountCodes(model: Model, measure: Measure): string[] {
  const columns = measure.kind === 'sum' ? (measure.columns ?? []).map(({ column }) => column) : [];
  return [...new Set(columns.map((column) => accountCode(column, model)))];
}
