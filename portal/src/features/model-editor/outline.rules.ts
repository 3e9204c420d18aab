import type { CatalogDataset, LocalizedText } from '@rise/contract';
import { createWordMatcher } from '@rise/contract/fold';
import type { TextMember } from '../../model-text/yaml-text.ts';

export interface OutlineMember {
  /** `<dataset>.<name>` */
  key: string;
  kind: 'dimension' | 'measure';
  name: string;
  title: string;
  /** Its place in the text; null: it comes from the template. */
  at: number | null;
}

export interface OutlineDataset {
  name: string;
  title: string;
  at: number | null;
  /** Whether it has rows of its own, which rules and masks may restrict. */
  hasRights: boolean;
  measures: OutlineMember[];
  dimensions: OutlineMember[];
}

/**
 * What a model consists of: the datasets of the last valid text with those that only the text has yet. Members that the
 * text does not define come from the template.
 */
export function outlineOf(
  datasets: readonly CatalogDataset[],
  text: readonly TextMember[],
  localize: (text: LocalizedText) => string,
): OutlineDataset[] {
  const placeOf = (kind: string, dataset: string | null, name: string) =>
    text.find((one) => one.kind === kind && one.dataset === dataset && one.name === name)?.from ?? null;
  const datasetAt = (name: string) => placeOf('dataset', null, name) ?? placeOf('combined', null, name);
  const known = datasets.map((dataset): OutlineDataset => {
    const member = (kind: OutlineMember['kind']) => (one: { name: string; title: LocalizedText }) => ({
      key: `${dataset.name}.${one.name}`,
      kind,
      name: one.name,
      title: localize(one.title),
      at: placeOf(kind, dataset.name, one.name),
    });
    return {
      name: dataset.name,
      title: localize(dataset.title),
      at: datasetAt(dataset.name),
      hasRights: placeOf('dataset', null, dataset.name) !== null || dataset.table !== null,
      measures: dataset.measures.map(member('measure')),
      dimensions: dataset.dimensions.map(member('dimension')),
    };
  });
  const all = new Map(known.map((dataset) => [dataset.name, dataset]));
  for (const { kind, dataset, name, from } of text) {
    if (kind === 'dataset' || kind === 'combined') {
      if (!all.has(name))
        all.set(name, { name, title: name, at: from, hasRights: kind === 'dataset', measures: [], dimensions: [] });
    } else if (kind === 'measure' || kind === 'dimension') {
      const list = all.get(dataset!)?.[kind === 'measure' ? 'measures' : 'dimensions'];
      if (list && !list.some((one) => one.name === name))
        list.push({ key: `${dataset}.${name}`, kind, name, title: name, at: from });
    }
  }
  return [...all.values()];
}

/** The members that contain every word; datasets without any are left out. */
export function searchOutline(outline: readonly OutlineDataset[], search: string): OutlineDataset[] {
  if (search.trim() === '') return [...outline];
  const matches = createWordMatcher(search);
  const only = (members: OutlineMember[]) => members.filter(({ name, title }) => matches(`${name} ${title}`));
  return outline
    .map((dataset) => ({ ...dataset, measures: only(dataset.measures), dimensions: only(dataset.dimensions) }))
    .filter(({ measures, dimensions }) => measures.length + dimensions.length > 0);
}
