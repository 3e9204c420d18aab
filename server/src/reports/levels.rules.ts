import { openedBy, openedLevels, atLevel, tilesOf, withTiles, columnOf } from '@rise/contract';
import type { DimensionRequest, Filter, Report, ReportDocument, ReportState, Tile } from '@rise/contract';
import { levelPaths, memberFilter, type CompiledDataset } from '@rise/engine';
import { UserError } from '../kernel/errors/user-error.ts';
import type { Fields } from './choices.ts';
import { datasetOf } from './report-fields.service.ts';
import { allOf, typedValue } from './reports.rules.ts';

export type DatasetOf = (name: string) => CompiledDataset | undefined;

const fieldOf = (request: DimensionRequest): string => (typeof request === 'string' ? request : request.field);

/** What a tile is divided by beside the dimension whose levels can be opened. */
function besides(tile: Tile): DimensionRequest[] {
  if (tile.kind === 'chart') return tile.series === undefined ? [] : [tile.series];
  return tile.kind === 'table' ? [...tile.dimensions.slice(1), ...(tile.columns ?? [])] : [];
}

/** The levels that readers can open, by tile: the author's first, then those of the model. */
export function levelsOf(document: ReportDocument, datasetNamed: DatasetOf): Report['levels'] {
  const found = tilesOf(document).flatMap((tile) => {
    const dataset = datasetNamed(datasetOf(document, tile));
    const from = openedBy(tile);
    if (from === null || !dataset?.dimensions.has(fieldOf(from))) return [];
    const grouped = new Set([...besides(tile), from].map(columnOf));
    const drill = 'drill' in tile ? (tile.drill ?? []) : [];
    const own = drill.filter((name) => dataset.dimensions.has(name) && !grouped.has(name));
    const paths = [...(own.length > 0 ? [{ title: null, levels: own }] : []), ...levelPaths(dataset, from, grouped)];
    return paths.length > 0 ? [[tile.id, paths] as const] : [];
  });
  return Object.fromEntries(found);
}

/**
 * The document with the levels that a reader opened, each tile limited to the members above. VALIDATION_FAILED names what
 * the report does not offer.
 */
export function withOpenedMembers(
  document: ReportDocument,
  { opened = {} }: Pick<ReportState, 'opened'>,
  datasetNamed: DatasetOf,
  lookup: (dataset: string) => Fields,
): ReportDocument {
  if (Object.keys(opened).length === 0) return document;
  const paths = levelsOf(document, datasetNamed);
  const issues: { field: string; message: string }[] = [];
  const tiles = new Map<string, Tile>();
  for (const [id, members] of Object.entries(opened)) {
    const tile = tilesOf(document).find((one) => one.id === id);
    const levels = openedLevels(paths[id] ?? [], members);
    const field = `opened.${id}`;
    if (!tile || !paths[id]) issues.push({ field, message: 'This report has no tile with levels under that id.' });
    else if (!levels) issues.push({ field, message: `Open the levels of the tile, ${namesOf(paths[id])}.` });
    else {
      const fields = lookup(datasetOf(document, tile));
      const requests = [openedBy(tile)!, ...levels];
      const conditions = members.map(({ value }, place) => conditionOf(requests[place]!, value, fields));
      if (conditions.includes(null)) issues.push({ field, message: 'Open members that the tile shows.' });
      else tiles.set(id, limited(atLevel(tile, levels.at(-1)!), conditions as Filter[]));
    }
  }
  if (issues.length > 0) throw new UserError('VALIDATION_FAILED', undefined, issues);
  return withTiles(document, (tile) => tiles.get(tile.id) ?? tile);
}

const namesOf = (paths: Report['levels'][string]): string =>
  paths.map(({ levels }) => levels.map(columnOf).join(' → ')).join(' or ');

const DAY = /^\d{4}-\d{2}-\d{2}(T\d{2}:00:00)?$/;

/** Null where the value is none of the dimension's type. */
function conditionOf(request: DimensionRequest, text: string, fields: Fields): Filter | null {
  const dimension = fields.dimension(fieldOf(request));
  if (!dimension) return null;
  if (typeof request !== 'string')
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? memberFilter(dimension, request, { value: text }) : null;
  const value = typedValue(text, dimension);
  return value === null ? null : memberFilter(dimension, request, { value });
}

/** Within the opened members. They met the tile's condition on measures, so all that they consist of is shown. */
const limited = (tile: Tile, conditions: readonly Filter[]): Tile =>
  tile.kind === 'chart' || tile.kind === 'table'
    ? { ...tile, filter: allOf([tile.filter, ...conditions])!, having: undefined }
    : tile;
