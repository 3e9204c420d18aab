import type { ReportDocument, Tile } from '@rise/contract';
import { tilesOf } from '@rise/contract';
import { measuresOfModel, namesInFilter, namesInTile } from '@rise/engine';
import { minimumsOf } from './minimums.rules.ts';

export interface FieldNames {
  readonly dimensions: ReadonlySet<string>;
  readonly measures: ReadonlySet<string>;
}

/** The dataset that a tile's figures are of. */
export const datasetOf = ({ dataset }: Pick<ReportDocument, 'dataset'>, tile: Tile): string =>
  ('dataset' in tile ? tile.dataset : undefined) ?? dataset;

/** Names of all dimensions and measures that a document uses, by dataset; columns and conditions of lists of rows are in both. */
export function fieldsByDataset(document: ReportDocument): ReadonlyMap<string, FieldNames> {
  const found = new Map<string, { dimensions: Set<string>; measures: Set<string> }>();
  const of = (dataset: string) => {
    const names = found.get(dataset) ?? { dimensions: new Set(), measures: new Set() };
    found.set(dataset, names);
    return names;
  };
  const { subject, peers, filters, measures, filter, period } = document;
  const own = of(document.dataset);
  if (subject) {
    for (const name of [subject.key, subject.title, ...subject.details]) own.dimensions.add(name);
    for (const name of [subject.size, ...(subject.count ? [subject.count] : [])]) own.measures.add(name);
  }
  for (const name of [...peers, ...filters]) own.dimensions.add(name);
  for (const part of [filter, ...document.pages.map((page) => page.filter)])
    for (const { name } of namesInFilter(part, [])) own.dimensions.add(name);
  if (period) own.dimensions.add(period.field);
  for (const { minimum } of minimumsOf(document)) own.dimensions.add(minimum.field);
  for (const name of measures) own.measures.add(name);
  for (const tile of tilesOf(document)) {
    const names = of(datasetOf(document, tile));
    for (const { kind, name } of namesInTile(tile))
      (kind === 'dimension' ? names.dimensions : names.measures).add(name);
    if (tile.kind === 'classification') for (const { field } of tile.notes ?? []) names.dimensions.add(field);
    if (tile.kind === 'rows')
      for (const name of [...tile.columns, ...namesInFilter(tile.filter, []).map((part) => part.name)]) {
        names.dimensions.add(name);
        names.measures.add(name);
      }
  }
  // A measure that the report defines shows those that it is computed from.
  for (const name of Array.from(own.measures))
    for (const part of measuresOfModel(document.customMeasures ?? [], name)) own.measures.add(part);
  return found;
}

/** Names of the report's own dataset, each once. */
export function fieldNamesOf(document: ReportDocument): { dimensions: string[]; measures: string[] } {
  const { dimensions, measures } = fieldsByDataset(document).get(document.dataset)!;
  return { dimensions: [...dimensions], measures: [...measures] };
}
