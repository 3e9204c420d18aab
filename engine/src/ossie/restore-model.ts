import { isDeepStrictEqual } from 'node:util';
import type { Dataset, Dimension, Measure, Model } from '@rise/contract';
import { VENDOR, type ExchangeNote, type OssieExtension, type OssieModel } from './ossie-document.ts';

type Placed<T> = { readonly dataset: string; readonly index: number } & T;
interface ModelData {
  readonly model: Omit<Model, 'datasets'>;
  readonly datasets: readonly string[];
  /** Datasets over queries, whole; documents written before there were any have none. */
  readonly derived?: readonly Dataset[];
}
interface DatasetData {
  readonly dataset: Omit<Dataset, 'dimensions' | 'measures'>;
  readonly dimensions: readonly { readonly index: number; readonly dimension: Dimension }[];
  readonly measures: readonly { readonly index: number; readonly measure: Measure }[];
}

/** Rise's own data of an element; null where it has none. */
function dataOf({ custom_extensions: all }: { custom_extensions?: readonly OssieExtension[] | undefined }): unknown {
  const data = all?.find(({ vendor_name: vendor }) => vendor === VENDOR)?.data;
  if (typeof data !== 'string') return data ?? null;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return null;
  }
}

/** The model that was written to a document by Rise, not validated; null where another tool wrote it. */
export function restoreModel(document: OssieModel): unknown {
  const head = dataOf(document) as ModelData | null;
  if (!head || typeof head !== 'object' || !('model' in head) || !Array.isArray(head.datasets)) return null;
  const fields = document.datasets.flatMap((dataset) => dataset.fields ?? []);
  const dimensions = fields.map((field) => dataOf(field) as Placed<{ dimension: Dimension }> | null);
  const measures = (document.metrics ?? []).map((metric) => dataOf(metric) as Placed<{ measure: Measure }> | null);
  const datasets = document.datasets.map((dataset) => dataOf(dataset) as DatasetData | null);
  const inOrder = <T>(list: readonly { index: number; value: T }[]) =>
    list.toSorted((one, two) => one.index - two.index).map(({ value }) => value);
  return {
    ...head.model,
    datasets: head.datasets.flatMap((name): object[] => {
      const derived = head.derived?.find((item) => item.name === name);
      if (derived) return [derived];
      const own = datasets.find((data) => data?.dataset?.name === name);
      if (!own) return [];
      const ofName = <T extends { dataset: string }>(list: readonly (T | null)[]) =>
        list.filter((item): item is T => item?.dataset === name);
      return [
        {
          ...own.dataset,
          dimensions: inOrder(
            [...own.dimensions, ...ofName(dimensions)].map(({ index, dimension }) => ({ index, value: dimension })),
          ),
          measures: inOrder(
            [...own.measures, ...ofName(measures)].map(({ index, measure }) => ({ index, value: measure })),
          ),
        },
      ];
    }),
  };
}

/**
 * What another tool has changed in a document since Rise wrote it: `written` is what the restored model would be written
 * as. Rise's extension was read, so the changes were not.
 */
export function findChanges(document: OssieModel, written: OssieModel): ExchangeNote[] {
  const before = elementsOf(written);
  const after = elementsOf(document);
  const remedy = 'What the extension of Rise says was read. To read the change, remove all extensions of Rise.';
  const changed = [...after].flatMap(([place, element]): ExchangeNote[] => {
    const old = before.get(place);
    if (old === undefined)
      return [{ place, reason: `It was added since Rise wrote the document, and not read. ${remedy}` }];
    return isDeepStrictEqual(old, element)
      ? []
      : [{ place, reason: `It was changed since Rise wrote the document. ${remedy}` }];
  });
  const removed = [...before.keys()]
    .filter((place) => !after.has(place))
    .map((place): ExchangeNote => ({ place, reason: `It was removed since Rise wrote the document. ${remedy}` }));
  return [...changed, ...removed];
}

/** Elements by their place, without the elements in them. */
function elementsOf({ datasets, relationships = [], metrics = [], ...rest }: OssieModel): Map<string, unknown> {
  const elements = new Map<string, unknown>([['semantic_model', JSON.parse(JSON.stringify(rest))]]);
  const add = (place: string, element: unknown) => elements.set(place, JSON.parse(JSON.stringify(element)));
  for (const { fields = [], metrics: own = [], ...dataset } of datasets) {
    const place = `datasets.${dataset.name}`;
    add(place, dataset);
    for (const field of fields) add(`${place}.fields.${field.name}`, field);
    for (const metric of own) add(`${place}.metrics.${metric.name}`, metric);
  }
  for (const relationship of relationships) add(`relationships.${relationship.name}`, relationship);
  for (const metric of metrics) add(`metrics.${metric.name}`, metric);
  return elements;
}
