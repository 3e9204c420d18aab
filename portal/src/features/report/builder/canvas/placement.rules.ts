import type { ReportDocument, ReportPage, ReportRow, Tile } from '@rise/contract';
import type { ReportOperation, TilePlace } from '@rise/contract/report-operations';
import { GRID_COLUMNS, MIN_TILE_WIDTH } from '@rise/contract/report-pages';

/** Where a tile is. */
export interface TileSpot {
  page: ReportPage;
  row: ReportRow;
  /** From 0. */
  rowIndex: number;
  index: number;
  tile: Tile;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

export function findTile(document: ReportDocument, id: string): TileSpot | null {
  for (const page of document.pages)
    for (const [rowIndex, row] of page.rows.entries()) {
      const index = row.tiles.findIndex((tile) => tile.id === id);
      if (index >= 0) return { page, row, rowIndex, index, tile: row.tiles[index]! };
    }
  return null;
}

/** An id that no part of the document has. */
export function freshId(document: ReportDocument, kind: string, random: () => number = Math.random): string {
  const stem = kind.replaceAll('_', '-');
  for (;;) {
    const id = `${stem}-${Math.floor(random() * 36 ** 6).toString(36)}`;
    const isUsed = document.pages.some(
      (page) => page.id === id || page.rows.some((row) => row.id === id || row.tiles.some((tile) => tile.id === id)),
    );
    if (!isUsed) return id;
  }
}

const setWidth = (tile: string, value: number): ReportOperation => ({
  type: 'set',
  at: ['tiles', tile, 'width'],
  value,
});

/** Equal widths that fill the row; tiles beyond the sixth continue below. */
function equalWidths(tiles: readonly Pick<Tile, 'id' | 'width'>[]): ReportOperation[] {
  const count = Math.min(tiles.length, GRID_COLUMNS / MIN_TILE_WIDTH);
  const width = Math.floor(GRID_COLUMNS / count);
  return tiles.flatMap(({ id, width: before }, index) => {
    const isLast = index === count - 1;
    const next = isLast ? GRID_COLUMNS - width * (count - 1) : width;
    return before === next ? [] : [setWidth(id, next)];
  });
}

const widthOf = (tiles: readonly Pick<Tile, 'width'>[]) => tiles.reduce((sum, { width }) => sum + width, 0);

/** What makes the tiles that stay in a row fill it again. */
function closeGap(row: ReportRow, leaving: string): ReportOperation[] {
  const staying = row.tiles.filter(({ id }) => id !== leaving);
  return staying.length > 0 && widthOf(row.tiles) >= GRID_COLUMNS ? equalWidths(staying) : [];
}

/** What makes place for one more tile in a row, its own width included. */
function makePlace(row: ReportRow, tile: Pick<Tile, 'id' | 'width'>): ReportOperation[] {
  const tiles = row.tiles.some(({ id }) => id === tile.id) ? row.tiles : [...row.tiles, tile];
  return widthOf(tiles) > GRID_COLUMNS ? equalWidths(tiles) : [];
}

/** Where a tile is dropped: before a tile of a row or at its end, or in a row of its own. */
export type Drop = { row: string; before: string | null } | { page: string; beforeRow: string | null };

/** Moves a tile to where it was dropped. No operations where it would stay. */
export function dropTile(document: ReportDocument, id: string, drop: Drop): ReportOperation[] {
  const spot = findTile(document, id);
  if (!spot) return [];
  if ('page' in drop) {
    const rows = document.pages.find((page) => page.id === drop.page)?.rows ?? [];
    const isAlone = spot.row.tiles.length === 1;
    const behind = rows[rows.findIndex(({ id: row }) => row === spot.row.id) + 1]?.id ?? null;
    if (isAlone && drop.page === spot.page.id && (drop.beforeRow === spot.row.id || drop.beforeRow === behind))
      return [];
    const newRow = { id: freshId(document, 'row'), ...(spot.row.height && { height: spot.row.height }) };
    return [
      { type: 'move-tile', tile: id, to: { page: drop.page, newRow, before: drop.beforeRow } },
      ...closeGap(spot.row, id),
      ...(spot.tile.width === GRID_COLUMNS || spot.tile.kind === 'text' ? [] : [setWidth(id, GRID_COLUMNS)]),
    ];
  }
  const target = document.pages
    .flatMap((page) => page.rows.map((row) => ({ page, row })))
    .find(({ row }) => row.id === drop.row);
  if (!target || drop.before === id) return [];
  const to: TilePlace = { page: target.page.id, row: target.row.id, before: drop.before };
  const next = spot.row.tiles[spot.index + 1]?.id ?? null;
  if (target.row.id === spot.row.id) return drop.before === next ? [] : [{ type: 'move-tile', tile: id, to }];
  return [{ type: 'move-tile', tile: id, to }, ...closeGap(spot.row, id), ...makePlace(target.row, spot.tile)];
}

/** Moves a tile one step: within its row, into the row beside it, or into a row of its own above or below. */
export function stepTile(document: ReportDocument, id: string, direction: Direction): ReportOperation[] {
  const spot = findTile(document, id);
  if (!spot) return [];
  const { page, row, rowIndex, index } = spot;
  if (direction === 'left') {
    const before = row.tiles[index - 1];
    if (before) return dropTile(document, id, { row: row.id, before: before.id });
    const above = page.rows[rowIndex - 1];
    return above ? dropTile(document, id, { row: above.id, before: null }) : [];
  }
  if (direction === 'right') {
    if (index < row.tiles.length - 1)
      return dropTile(document, id, { row: row.id, before: row.tiles[index + 2]?.id ?? null });
    const below = page.rows[rowIndex + 1];
    return below ? dropTile(document, id, { row: below.id, before: below.tiles[0]!.id }) : [];
  }
  const isAlone = row.tiles.length === 1;
  if (direction === 'up') {
    const above = isAlone ? page.rows[rowIndex - 1] : row;
    return above ? dropTile(document, id, { page: page.id, beforeRow: above.id }) : [];
  }
  if (isAlone && rowIndex === page.rows.length - 1) return [];
  const below = page.rows[rowIndex + (isAlone ? 2 : 1)];
  return dropTile(document, id, { page: page.id, beforeRow: below?.id ?? null });
}

/** Makes a tile wider or narrower; the tile beside it gives or takes what the row lacks. */
export function resizeTile(document: ReportDocument, id: string, width: number): ReportOperation[] {
  const spot = findTile(document, id);
  if (!spot) return [];
  const { row, index, tile } = spot;
  const others = row.tiles.filter((one) => one.id !== id);
  const most = GRID_COLUMNS - MIN_TILE_WIDTH * others.length;
  const next = Math.max(MIN_TILE_WIDTH, Math.min(width, Math.max(most, MIN_TILE_WIDTH)));
  if (next === tile.width) return [];
  const operations = [setWidth(id, next)];
  let lacking = widthOf(others) + next - GRID_COLUMNS;
  const isFull = widthOf(row.tiles) >= GRID_COLUMNS;
  const order = [...row.tiles.slice(index + 1), ...row.tiles.slice(0, index).toReversed()];
  for (const other of order) {
    if (lacking === 0 || (lacking < 0 && !isFull)) break;
    const changed = Math.max(MIN_TILE_WIDTH, other.width - lacking);
    if (changed === other.width) continue;
    operations.push(setWidth(other.id, changed));
    lacking -= other.width - changed;
    if (lacking < 0) break;
  }
  return operations;
}

/** Puts a tile into a row of its own behind another tile's row, or at the end of the page. */
export function addTile(
  document: ReportDocument,
  page: string,
  tile: Tile,
  { after, height }: { after: string | null; height?: number | undefined },
): ReportOperation[] {
  const rows = document.pages.find(({ id }) => id === page)?.rows ?? [];
  const at = after === null ? -1 : rows.findIndex((row) => row.tiles.some(({ id }) => id === after));
  const before = at < 0 ? null : (rows[at + 1]?.id ?? null);
  const newRow = { id: freshId(document, 'row'), ...(height && { height }) };
  return [{ type: 'insert-tile', tile, to: { page, newRow, before } }];
}

/** Removes a tile; the others of its row fill it. */
export function removeTile(document: ReportDocument, id: string): ReportOperation[] {
  const spot = findTile(document, id);
  return spot ? [{ type: 'remove-tile', tile: id }, ...closeGap(spot.row, id)] : [];
}

/** A copy beside the tile. */
export function duplicateTile(
  document: ReportDocument,
  id: string,
): { operations: ReportOperation[]; id: string } | null {
  const spot = findTile(document, id);
  if (!spot) return null;
  const copy = { ...spot.tile, id: freshId(document, spot.tile.kind) };
  const before = spot.row.tiles[spot.index + 1]?.id ?? null;
  return {
    id: copy.id,
    operations: [
      { type: 'insert-tile', tile: copy, to: { page: spot.page.id, row: spot.row.id, before } },
      ...makePlace(spot.row, copy),
    ],
  };
}
