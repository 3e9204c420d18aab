import type { Dataset, LocalizedText, Measure } from '@rise/contract';
import type { CompiledModel } from '@rise/engine';
import type { SearchEntry } from '../search/search-index.service.ts';

/** What of a model can be found: its datasets and measures, by titles, synonyms, definitions and account codes. */
export function catalogueEntries({ model }: Pick<CompiledModel, 'model'>): SearchEntry[] {
  return model.datasets.flatMap((dataset) => [
    datasetEntry(dataset),
    ...dataset.measures.map((measure) => measureEntry(dataset, measure)),
  ]);
}

function datasetEntry({ name, title, description }: Dataset): SearchEntry {
  return { id: name, permission: 'report.read', title, detail: description, keywords: [name], icon: 'database' };
}

function measureEntry(dataset: Dataset, measure: Measure): SearchEntry {
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
