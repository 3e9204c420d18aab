import type { CatalogDataset, ReportDocument, Tile, TimeGrain } from '@rise/contract';
import type { ReportOperation } from '@rise/contract/report-operations';
import { addTile, freshId } from '../canvas/placement.rules.ts';
import { carried } from './carried.rules.ts';
import {
  type CatalogField,
  datasetOf,
  type DataTile,
  isDataTile,
  requestOf,
  type Selection,
  selectionOf,
  suggest,
  suggestedTile,
  titleFor,
  toggled,
  withSelection,
} from './fields.rules.ts';

interface Toggle {
  document: ReportDocument;
  page: string;
  selected: Tile | null;
  /** Whether the kind of the selected tile was chosen by its author, and stays as long as it can. */
  isChosen: boolean;
  field: CatalogField;
  dataset: CatalogDataset;
}

/** Usual heights of rows with charts, in steps. */
export const CHART_HEIGHT = 9;

/** What a click on a field does; null where there would be nothing to show. */
export function toggleField(toggle: Toggle): { operations: ReportOperation[]; select: string } | null {
  const { document, selected, field, dataset } = toggle;
  if (selected && isDataTile(selected) && datasetOf(document, selected) === dataset.name)
    return changedTile(selected, toggle);
  const selection = toggled({ measures: [], dimensions: [] }, field);
  return newTile(withMeasure(selection, dataset), toggle);
}

/** What an empty report begins with: names of fields of its dataset, and the grain of its dates, else months. */
export interface ReportStart {
  fields: readonly string[];
  grain: TimeGrain | null;
}

/** The first tile of a report; null where its dataset has none of the fields. */
export function firstTile(
  { fields, grain }: ReportStart,
  { document, page, dataset }: Pick<Toggle, 'document' | 'page' | 'dataset'>,
): { operations: ReportOperation[]; select: string } | null {
  const measures = fields.filter((name) => dataset.measures.some((one) => one.name === name));
  const dimensions = fields.flatMap((name) => {
    const dimension = dataset.dimensions.find((one) => one.name === name);
    const request = dimension && requestOf(dimension);
    if (request === undefined) return [];
    return [typeof request === 'string' || grain === null ? request : { ...request, grain }];
  });
  if (measures.length + dimensions.length === 0) return null;
  const selection = withMeasure({ measures, dimensions }, dataset);
  return newTile(selection, { document, page, selected: null, dataset });
}

/** A dimension alone counts rows, or what the dataset has first. */
function withMeasure(selection: Selection, { measures }: CatalogDataset): Selection {
  if (selection.measures.length > 0) return selection;
  const counted = measures.find(({ format }) => format.unit === 'count') ?? measures[0];
  return counted ? { ...selection, measures: [counted.name] } : selection;
}

function newTile(
  selection: Selection,
  { document, page, selected, dataset }: Pick<Toggle, 'document' | 'page' | 'selected' | 'dataset'>,
) {
  const suggestion = suggest(selection, dataset);
  if (!suggestion) return null;
  const isEmpty = document.pages.every(({ rows }) => rows.length === 0);
  const isOwn = dataset.name === document.dataset || isEmpty;
  const tile = suggestedTile(suggestion, {
    id: freshId(document, suggestion.kind),
    width: 12,
    of: 'peers',
    title: titleFor(selection, dataset),
    ...(!isOwn && { dataset: dataset.name }),
  });
  const operations: ReportOperation[] = [
    ...(isEmpty && dataset.name !== document.dataset
      ? [{ type: 'set', at: ['dataset'], value: dataset.name } as const]
      : []),
    ...addTile(document, page, tile, {
      after: selected?.id ?? null,
      ...(tile.kind === 'chart' && { height: CHART_HEIGHT }),
    }),
  ];
  return { operations, select: tile.id };
}

function changedTile(tile: DataTile, { document, isChosen, field, dataset }: Toggle) {
  const before = selectionOf(tile);
  const selection = toggled(before, field);
  const suggestion = suggest(selection, dataset);
  if (!suggestion) return null;
  const fitting = isChosen ? withSelection(tile, selection) : null;
  const isOwnTitle = JSON.stringify(tile.title) !== JSON.stringify(titleFor(before, dataset));
  const next = {
    ...carried(tile, fitting ?? suggestedTile(suggestion, tile)),
    title: isOwnTitle ? tile.title : titleFor(selection, dataset),
  };
  const row = document.pages.flatMap(({ rows }) => rows).find(({ tiles }) => tiles.some(({ id }) => id === tile.id));
  const operations: ReportOperation[] = [{ type: 'replace-tile', tile: next as Tile }];
  if (next.kind === 'chart' && row && row.height === undefined)
    operations.push({ type: 'set', at: ['rows', row.id, 'height'], value: CHART_HEIGHT });
  if (next.kind !== 'chart' && row?.height !== undefined && row.tiles.length === 1)
    operations.push({ type: 'set', at: ['rows', row.id, 'height'], value: null });
  return { operations, select: tile.id };
}
