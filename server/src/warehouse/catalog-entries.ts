import { accountCode, allSynonyms, LANGUAGES, synonymsIn } from '@rise/contract';
import type { CombinedDataset, Dataset, LocalizedText, Measure, Model, Synonyms } from '@rise/contract';
import type { CompiledModel } from '@rise/engine';
import type { SearchEntry } from '../search/search-index.service.ts';

/**
 * A model's search entries: its datasets and measures, found by titles, synonyms, definitions and account codes; datasets
 * also by the synonyms of their dimensions.
 */
export function catalogEntries({ model }: Pick<CompiledModel, 'model'>): SearchEntry[] {
  return [...model.datasets, ...model.combined].flatMap((dataset) => [
    datasetEntry(dataset),
    ...dataset.measures.map((measure) => measureEntry(model, dataset, measure)),
  ]);
}

function datasetEntry(dataset: Dataset | CombinedDataset): SearchEntry {
  const { name, title, description, synonyms } = dataset;
  const ofDimensions = 'dimensions' in dataset ? dataset.dimensions.map((dimension) => dimension.synonyms) : [];
  const all = [synonyms, ...ofDimensions];
  const keywords = [...new Set([name, ...all.flatMap(allSynonyms)])];
  return {
    id: name,
    permission: 'report.read',
    title,
    detail: description,
    keywords,
    synonyms: byLanguage(all),
    icon: 'database',
  };
}

function measureEntry(model: Model, dataset: Dataset | CombinedDataset, measure: Measure): SearchEntry {
  const { name, title, label, definition, caveat, synonyms } = measure;
  return {
    id: `${dataset.name}.${name}`,
    permission: 'report.read',
    title,
    detail: definition,
    keywords: [name, ...allLanguages(label), ...allSynonyms(synonyms), ...accountCodes(model, measure)],
    synonyms: byLanguage([synonyms]),
    ...(caveat && { body: caveat }),
    icon: 'chart',
  };
}

const byLanguage = (all: readonly Synonyms[]): NonNullable<SearchEntry['synonyms']> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, [...new Set(all.flatMap((item) => synonymsIn(item, language)))]]),
  );

const allLanguages = (text: LocalizedText | undefined): string[] =>
  text ? [text.en, ...(text.tr ? [text.tr] : [])] : [];

/** Codes of the accounts that a sum adds up. */
function accountCodes(model: Model, measure: Measure): string[] {
  const columns = measure.kind === 'sum' ? (measure.columns ?? []).map(({ column }) => column) : [];
  return [...new Set(columns.map((column) => accountCode(column, model)))];
}
