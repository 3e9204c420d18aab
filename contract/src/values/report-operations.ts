import type { ReportDocument, ReportPage, ReportRow } from '../report-document.ts';
import type { Tile } from '../report-tiles.ts';
import type { LocalizedText } from './text.ts';

/** How many changes that are on their way a run of a draft takes along. */
export const MAX_CHANGES_ON_THE_WAY = 20;

/** Properties of a document that are set as a whole; its pages change by operations of their own. */
export const DOCUMENT_PROPERTIES = [
  'title',
  'purpose',
  'dataset',
  'subject',
  'peers',
  'defaultPeers',
  'filters',
  'filter',
  'period',
  'measures',
  'customMeasures',
  'parameters',
] as const;
export type DocumentProperty = (typeof DOCUMENT_PROPERTIES)[number];

/** What `set` addresses: a property of the document, or one of a part, by the part's id. */
export type OperationPath =
  | readonly [DocumentProperty]
  | readonly ['pages', string, 'title' | 'filter']
  | readonly ['rows', string, 'height']
  /** Any but `id` and `kind`. */
  | readonly ['tiles', string, string];

/** Into a row, before one of its tiles; null: at its end. */
export interface RowPlace {
  readonly page: string;
  readonly row: string;
  readonly before: string | null;
}

/**
 * A row of its own, before another row; null: at the page's end. Where the page already has a row of that id, the tile
 * goes into it, before `beforeTile`: an inverse finds the row that it came from, whether others have left it or not.
 */
export interface NewRowPlace {
  readonly page: string;
  readonly newRow: { readonly id: string; readonly height?: number | undefined };
  readonly before: string | null;
  readonly beforeTile?: string | null | undefined;
}

export type TilePlace = RowPlace | NewRowPlace;

/**
 * An elementary change of a report. Parts are addressed by their ids and never by their positions, so that the
 * operations of several editors merge. A `before` that is no longer there stands for the end.
 */
export type ReportOperation =
  /** A value of null removes an optional property. */
  | { readonly type: 'set'; readonly at: OperationPath; readonly value?: unknown }
  /** The whole tile, with the id of the one that it replaces: its kind changes. */
  | { readonly type: 'replace-tile'; readonly tile: Tile }
  | { readonly type: 'insert-tile'; readonly tile: Tile; readonly to: TilePlace }
  | { readonly type: 'move-tile'; readonly tile: string; readonly to: TilePlace }
  /** A row without tiles disappears. */
  | { readonly type: 'remove-tile'; readonly tile: string }
  | { readonly type: 'insert-page'; readonly page: ReportPage; readonly before: string | null }
  | { readonly type: 'move-page'; readonly page: string; readonly before: string | null }
  | { readonly type: 'remove-page'; readonly page: string };

export interface Applied {
  readonly document: ReportDocument;
  /** What restores the document as it was, in order. */
  readonly inverse: ReportOperation[];
}

export type OperationErrorReason = 'unknown-page' | 'unknown-row' | 'unknown-tile' | 'duplicate-id' | 'fixed-property';

/** An operation does not fit the document: a part is not there, or an id is there already. */
export class OperationError extends Error {
  override name = 'OperationError';
  readonly reason: OperationErrorReason;
  /** Id of the part, or the name of the property. */
  readonly part: string;
  constructor(reason: OperationErrorReason, part: string) {
    super(`${reason}: ${part}`);
    this.reason = reason;
    this.part = part;
  }
}

/** Applies operations in order: all of them, or none where one throws an `OperationError`. */
export function applyChange(document: ReportDocument, operations: readonly ReportOperation[]): Applied {
  let current = document;
  const inverses: ReportOperation[][] = [];
  for (const operation of operations) {
    const applied = applyOperation(current, operation);
    current = applied.document;
    inverses.push(applied.inverse);
  }
  return { document: current, inverse: inverses.toReversed().flat() };
}

/** Returns a document that shares all unchanged parts with the given one. Throws an `OperationError`. */
export function applyOperation(document: ReportDocument, operation: ReportOperation): Applied {
  switch (operation.type) {
    case 'set':
      return setProperty(document, operation.at, operation.value ?? null);
    case 'replace-tile':
      return replaceTile(document, operation.tile);
    case 'insert-tile':
      return insertTile(document, operation.tile, operation.to);
    case 'move-tile':
      return moveTile(document, operation.tile, operation.to);
    case 'remove-tile':
      return removeTile(document, operation.tile);
    case 'insert-page':
      return insertPage(document, operation.page, operation.before);
    case 'move-page':
      return movePage(document, operation.page, operation.before);
    case 'remove-page':
      return removePage(document, operation.page);
  }
}

interface Identified {
  readonly id: string;
}

const byId = (id: string) => (part: Identified) => part.id === id;

/** At the end where `before` is not among the items. */
function insertedBefore<T extends Identified>(items: readonly T[], item: T, before: string | null): T[] {
  const index = items.findIndex((one) => one.id === before);
  return index === -1 ? [...items, item] : items.toSpliced(index, 0, item);
}

/** The id of the item behind an item; null for the last one. */
function idBehind(items: readonly Identified[], id: string): string | null {
  return items[items.findIndex(byId(id)) + 1]?.id ?? null;
}

function replaced<T extends Identified>(items: readonly T[], item: T): T[] {
  return items.map((one) => (one.id === item.id ? item : one));
}

interface RowSpot {
  readonly page: ReportPage;
  readonly row: ReportRow;
}
interface TileSpot extends RowSpot {
  readonly tile: Tile;
}

function findPage(document: ReportDocument, id: string): ReportPage {
  const page = document.pages.find(byId(id));
  if (!page) throw new OperationError('unknown-page', id);
  return page;
}

function rowSpot(document: ReportDocument, id: string): RowSpot | null {
  for (const page of document.pages) {
    const row = page.rows.find(byId(id));
    if (row) return { page, row };
  }
  return null;
}

function tileSpot(document: ReportDocument, id: string): TileSpot | null {
  for (const page of document.pages)
    for (const row of page.rows) {
      const tile = row.tiles.find(byId(id));
      if (tile) return { page, row, tile };
    }
  return null;
}

function findTile(document: ReportDocument, id: string): TileSpot {
  const spot = tileSpot(document, id);
  if (!spot) throw new OperationError('unknown-tile', id);
  return spot;
}

const withPage = (document: ReportDocument, page: ReportPage): ReportDocument => ({
  ...document,
  pages: replaced(document.pages, page),
});

const withRow = (document: ReportDocument, page: ReportPage, row: ReportRow): ReportDocument =>
  withPage(document, { ...page, rows: replaced(page.rows, row) });

const withTile = (document: ReportDocument, { page, row }: RowSpot, tile: Tile): ReportDocument =>
  withRow(document, page, { ...row, tiles: replaced(row.tiles, tile) });

/** With the property, or without it where the value is null; and the operation that sets what was there. */
function assign<T extends object>(part: T, property: string, value: unknown, at: OperationPath) {
  const { [property]: previous = null, ...others } = part as Record<string, unknown>;
  const assigned = value === null ? others : { ...part, [property]: value };
  const inverse: ReportOperation[] = [{ type: 'set', at, value: previous }];
  return { part: assigned as T, inverse };
}

/** Properties that operations of their own change. */
const FIXED = new Set(['id', 'kind']);

function setProperty(document: ReportDocument, at: OperationPath, value: unknown): Applied {
  if (at.length === 1) {
    const { part, inverse } = assign(document, at[0], value, at);
    return { document: part, inverse };
  }
  const [list, id, property] = at;
  if (list === 'pages') {
    const { part, inverse } = assign(findPage(document, id), property, value, at);
    return { document: withPage(document, part), inverse };
  }
  if (list === 'rows') {
    const spot = rowSpot(document, id);
    if (!spot) throw new OperationError('unknown-row', id);
    const { part, inverse } = assign(spot.row, property, value, at);
    return { document: withRow(document, spot.page, part), inverse };
  }
  if (FIXED.has(property)) throw new OperationError('fixed-property', property);
  const spot = findTile(document, id);
  const { part, inverse } = assign(spot.tile, property, value, at);
  return { document: withTile(document, spot, part), inverse };
}

function replaceTile(document: ReportDocument, tile: Tile): Applied {
  const spot = findTile(document, tile.id);
  return { document: withTile(document, spot, tile), inverse: [{ type: 'replace-tile', tile: spot.tile }] };
}

/** Where a tile is: its row by its own id and height, so that it is restored if it disappears. */
function placeOf({ page, row, tile }: TileSpot): NewRowPlace {
  const { id, height } = row;
  return {
    page: page.id,
    newRow: { id, ...(height !== undefined && { height }) },
    before: idBehind(page.rows, id),
    beforeTile: idBehind(row.tiles, tile.id),
  };
}

function put(document: ReportDocument, tile: Tile, to: TilePlace): ReportDocument {
  const page = findPage(document, to.page);
  const id = 'row' in to ? to.row : to.newRow.id;
  const row = page.rows.find(byId(id));
  if (row) {
    const before = 'row' in to ? to.before : (to.beforeTile ?? null);
    return withRow(document, page, { ...row, tiles: insertedBefore(row.tiles, tile, before) });
  }
  if ('row' in to) throw new OperationError('unknown-row', id);
  if (rowSpot(document, id)) throw new OperationError('duplicate-id', id);
  const { height } = to.newRow;
  const newRow: ReportRow = { id, ...(height !== undefined && { height }), tiles: [tile] };
  return withPage(document, { ...page, rows: insertedBefore(page.rows, newRow, to.before) });
}

function take(document: ReportDocument, { page, row, tile }: TileSpot): ReportDocument {
  const tiles = row.tiles.filter((one) => one !== tile);
  if (tiles.length > 0) return withRow(document, page, { ...row, tiles });
  return withPage(document, { ...page, rows: page.rows.filter((one) => one !== row) });
}

function insertTile(document: ReportDocument, tile: Tile, to: TilePlace): Applied {
  if (tileSpot(document, tile.id)) throw new OperationError('duplicate-id', tile.id);
  return { document: put(document, tile, to), inverse: [{ type: 'remove-tile', tile: tile.id }] };
}

function removeTile(document: ReportDocument, id: string): Applied {
  const spot = findTile(document, id);
  return {
    document: take(document, spot),
    inverse: [{ type: 'insert-tile', tile: spot.tile, to: placeOf(spot) }],
  };
}

/** Whether a tile would be where it is. */
function isAt(spot: TileSpot, to: TilePlace): boolean {
  if ('row' in to) return to.row === spot.row.id && to.before === spot.tile.id;
  return to.newRow.id === spot.row.id && (to.beforeTile === spot.tile.id || spot.row.tiles.length === 1);
}

function moveTile(document: ReportDocument, id: string, to: TilePlace): Applied {
  const spot = findTile(document, id);
  const page = findPage(document, to.page);
  if (page === spot.page && isAt(spot, to)) return { document, inverse: [] };
  const inverse: ReportOperation[] = [{ type: 'move-tile', tile: id, to: placeOf(spot) }];
  const isAlone = spot.row.tiles.length === 1;
  // Alone in its row, it is at both ends of it. Otherwise `put` finds the row where it was.
  if (isAlone && page === spot.page && 'row' in to && to.row === spot.row.id) return { document, inverse: [] };
  if (!isAlone) return { document: put(take(document, spot), spot.tile, to), inverse };
  // The row that the tile leaves marks a place until the tile is in the new one.
  const left: ReportRow = { ...spot.row, tiles: [] };
  const moved = put(withRow(document, spot.page, left), spot.tile, to);
  const from = findPage(moved, spot.page.id);
  return { document: withPage(moved, { ...from, rows: from.rows.filter(({ id: row }) => row !== left.id) }), inverse };
}

function insertPage(document: ReportDocument, page: ReportPage, before: string | null): Applied {
  if (document.pages.some(byId(page.id))) throw new OperationError('duplicate-id', page.id);
  const rows = new Set<string>();
  const tiles = new Set<string>();
  for (const row of page.rows) {
    if (rows.has(row.id) || rowSpot(document, row.id)) throw new OperationError('duplicate-id', row.id);
    rows.add(row.id);
    for (const { id } of row.tiles) {
      if (tiles.has(id) || tileSpot(document, id)) throw new OperationError('duplicate-id', id);
      tiles.add(id);
    }
  }
  return {
    document: { ...document, pages: insertedBefore(document.pages, page, before) },
    inverse: [{ type: 'remove-page', page: page.id }],
  };
}

function movePage(document: ReportDocument, id: string, before: string | null): Applied {
  const page = findPage(document, id);
  if (before === id) return { document, inverse: [] };
  const others = document.pages.filter((one) => one !== page);
  return {
    document: { ...document, pages: insertedBefore(others, page, before) },
    inverse: [{ type: 'move-page', page: id, before: idBehind(document.pages, id) }],
  };
}

function removePage(document: ReportDocument, id: string): Applied {
  const page = findPage(document, id);
  return {
    document: { ...document, pages: document.pages.filter((one) => one !== page) },
    inverse: [{ type: 'insert-page', page, before: idBehind(document.pages, id) }],
  };
}

/** A page or tile, with its title where it has one. */
export interface PartName {
  readonly id: string;
  readonly title: LocalizedText | null;
}

export interface PartDifference {
  readonly added: PartName[];
  readonly removed: PartName[];
  /** With the names of the properties that differ, in alphabetical order. */
  readonly changed: (PartName & { readonly properties: string[] })[];
  /** Elsewhere among the parts that both documents have. */
  readonly moved: PartName[];
}

export interface ReportDifference {
  /** Of the document, in alphabetical order. */
  readonly properties: string[];
  readonly pages: PartDifference;
  readonly tiles: PartDifference;
  /** Ids of rows with another height. */
  readonly rows: string[];
}

/** How two documents differ, part by part; parts are the same where their ids are. */
export function describeDifference(before: ReportDocument, after: ReportDocument): ReportDifference {
  const heights = new Map(rowsOf(before).map(({ id, height }) => [id, height]));
  return {
    properties: differingProperties(before, after, ['pages']),
    pages: differenceOf(
      before.pages.map((page) => ({ part: page, within: '' })),
      after.pages.map((page) => ({ part: page, within: '' })),
      ['rows'],
    ),
    tiles: differenceOf(placedTiles(before), placedTiles(after), []),
    rows: rowsOf(after).flatMap(({ id, height }) => (heights.has(id) && heights.get(id) !== height ? [id] : [])),
  };
}

interface TitledPart extends Identified {
  readonly title?: LocalizedText | undefined;
}

interface PlacedPart {
  readonly part: TitledPart;
  /** What it is in, apart from its order there. */
  readonly within: string;
}

const rowsOf = ({ pages }: ReportDocument): ReportRow[] => pages.flatMap(({ rows }) => rows);

const placedTiles = ({ pages }: ReportDocument): PlacedPart[] =>
  pages.flatMap((page) =>
    page.rows.flatMap((row) => row.tiles.map((tile) => ({ part: tile, within: `${page.id}/${row.id}` }))),
  );

const nameOf = ({ id, title }: TitledPart): PartName => ({ id, title: title ?? null });

function differenceOf(
  before: readonly PlacedPart[],
  after: readonly PlacedPart[],
  except: readonly string[],
): PartDifference {
  const known = new Map(before.map((placed, index) => [placed.part.id, { ...placed, index }]));
  const remaining = new Set(after.map(({ part }) => part.id));
  const common = after.filter(({ part }) => known.has(part.id));
  const staying = common.filter(({ part, within }) => known.get(part.id)!.within === within);
  const inOrder = longestIncreasing(staying, ({ part }) => known.get(part.id)!.index);
  return {
    added: after.filter(({ part }) => !known.has(part.id)).map(({ part }) => nameOf(part)),
    removed: before.filter(({ part }) => !remaining.has(part.id)).map(({ part }) => nameOf(part)),
    changed: common.flatMap(({ part }) => {
      const properties = differingProperties(known.get(part.id)!.part, part, except);
      return properties.length > 0 ? [{ ...nameOf(part), properties }] : [];
    }),
    moved: common.filter((placed) => !inOrder.has(placed)).map(({ part }) => nameOf(part)),
  };
}

/** The most items whose ranks increase: what has stayed where it was, if as few as possible have moved. */
function longestIncreasing<T>(items: readonly T[], rankOf: (item: T) => number): Set<T> {
  const best: T[][] = [];
  items.forEach((item, index) => {
    const behind = best
      .slice(0, index)
      .filter((chain) => rankOf(chain.at(-1)!) < rankOf(item))
      .reduce<T[]>((longest, chain) => (chain.length > longest.length ? chain : longest), []);
    best.push([...behind, item]);
  });
  return new Set(best.reduce((longest, chain) => (chain.length > longest.length ? chain : longest), []));
}

function differingProperties(before: object, after: object, except: readonly string[]): string[] {
  const [left, right] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].filter((name) => !except.includes(name) && !isEqual(left[name], right[name])).toSorted();
}

/** Of values as in JSON, whatever the order of their keys. */
function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isEqual(a[key], b[key]));
}

/**
 * Operations that turn one document into another. Parts that both have in the same arrangement change property by
 * property; a page whose arrangement differs is replaced as a whole.
 */
export function operationsBetween(before: ReportDocument, after: ReportDocument): ReportOperation[] {
  const operations: ReportOperation[] = [];
  for (const property of DOCUMENT_PROPERTIES)
    if (!isEqual(before[property], after[property]))
      operations.push({ type: 'set', at: [property], value: after[property] ?? null });
  const arranged = new Map(after.pages.map((page) => [page.id, arrangementOf(page)]));
  const stays = (page: ReportPage) => isEqual(arranged.get(page.id), arrangementOf(page));
  for (const { id } of before.pages.filter((page) => !stays(page))) operations.push({ type: 'remove-page', page: id });
  const staying = before.pages.filter(stays);
  for (const page of staying) operations.push(...partOperations(page, after.pages.find(byId(page.id))!));
  let order = staying.map(({ id }) => id);
  let next: string | null = null;
  for (const page of after.pages.toReversed()) {
    const index = order.indexOf(page.id);
    if (index === -1) operations.push({ type: 'insert-page', page, before: next });
    else if ((order[index + 1] ?? null) !== next) operations.push({ type: 'move-page', page: page.id, before: next });
    order = order.filter((id) => id !== page.id);
    order.splice(next === null ? order.length : order.indexOf(next), 0, page.id);
    next = page.id;
  }
  return operations;
}

const arrangementOf = ({ rows }: ReportPage) => rows.map(({ id, tiles }) => [id, ...tiles.map((tile) => tile.id)]);

/** Of two pages with the same rows and tiles. */
function partOperations(before: ReportPage, after: ReportPage): ReportOperation[] {
  const operations: ReportOperation[] = [];
  for (const property of ['title', 'filter'] as const)
    if (!isEqual(before[property], after[property]))
      operations.push({ type: 'set', at: ['pages', after.id, property], value: after[property] ?? null });
  for (const [index, row] of after.rows.entries()) {
    const previous = before.rows[index]!;
    if (previous.height !== row.height)
      operations.push({ type: 'set', at: ['rows', row.id, 'height'], value: row.height ?? null });
    for (const [place, tile] of row.tiles.entries()) operations.push(...tileOperations(previous.tiles[place]!, tile));
  }
  return operations;
}

function tileOperations(before: Tile, after: Tile): ReportOperation[] {
  if (before.kind !== after.kind) return [{ type: 'replace-tile', tile: after }];
  const values = after as Record<string, unknown>;
  return differingProperties(before, after, []).map((property) => ({
    type: 'set',
    at: ['tiles', after.id, property],
    value: values[property] ?? null,
  }));
}
