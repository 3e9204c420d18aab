import type { DimensionRequest } from '../query/query.ts';
import type { ReportDocument } from '../report-document.ts';
import type { Tile } from '../report-tiles.ts';
import type { LocalizedText } from './text.ts';

/** Levels below what a tile is divided by, the next one first: a hierarchy of the model, the author's own, or periods. */
export interface LevelPath {
  /** The hierarchy's title; null for periods and for the author's own levels. */
  readonly title: LocalizedText | null;
  readonly levels: readonly DimensionRequest[];
}

/** A member that a reader opened in a tile: its value as text, a period's by its first day, and the level shown of it. */
export interface OpenedMember {
  readonly value: string;
  /** The column of the level: a dimension's name, or `field_grain` of periods. */
  readonly to: string;
}

/** The column of a dimension in a result. */
export const levelColumn = (request: DimensionRequest): string =>
  typeof request === 'string' ? request : `${request.field}_${request.grain}`;

/** What the levels of a tile are below: the category of a chart, or the first rows of a table; null of other tiles. */
export function openedBy(tile: Tile): DimensionRequest | null {
  if (tile.kind === 'chart') return tile.category ?? null;
  return tile.kind === 'table' ? tile.dimensions[0]! : null;
}

/** The levels that a reader can open next, each once. `opened` are the members that are open, from the outermost. */
export function nextLevels(
  paths: readonly LevelPath[],
  opened: readonly OpenedMember[],
): { title: LocalizedText | null; to: DimensionRequest }[] {
  const found = new Map<string, { title: LocalizedText | null; to: DimensionRequest }>();
  for (const { title, levels } of paths) {
    const columns = levels.map(levelColumn);
    // Levels are opened one after the other, so those that are open are the first of a path.
    const isOnPath = opened.every(({ to }, place) => columns[place] === to);
    const to = levels[opened.length];
    if (isOnPath && to !== undefined && !found.has(levelColumn(to))) found.set(levelColumn(to), { title, to });
  }
  return [...found.values()];
}

/** The levels that are shown after each opened member; null where the members are not of one path. */
export function openedLevels(paths: readonly LevelPath[], opened: readonly OpenedMember[]): DimensionRequest[] | null {
  const path = paths.find(({ levels }) =>
    opened.every(({ to }, place) => {
      const level = levels[place];
      return level !== undefined && levelColumn(level) === to;
    }),
  );
  return path ? path.levels.slice(0, opened.length) : null;
}

/** A tile with another level in place of what it is divided by. The caller limits its rows to the opened members. */
export function atLevel<T extends Tile>(tile: T, level: DimensionRequest): T {
  if (tile.kind === 'chart') return { ...tile, category: level };
  if (tile.kind !== 'table') return tile;
  const [from, to] = [levelColumn(tile.dimensions[0]!), levelColumn(level)];
  return {
    ...tile,
    dimensions: [level, ...tile.dimensions.slice(1)],
    ...(tile.order && {
      order: tile.order.map((one) => (one.field === from ? { ...one, field: to } : one)),
    }),
  };
}

/** Opened members by tile, each list from the outermost. */
export type OpenedMembers = Readonly<Record<string, readonly OpenedMember[]>>;

/** A document whose tiles show the levels that are open; tiles without such levels stay as they are. */
export function withOpenedLevels(
  document: ReportDocument,
  paths: Readonly<Record<string, readonly LevelPath[]>>,
  opened: OpenedMembers,
): ReportDocument {
  const tileOf = (tile: Tile): Tile => {
    const level = openedLevels(paths[tile.id] ?? [], opened[tile.id] ?? [])?.at(-1);
    return level === undefined ? tile : atLevel(tile, level);
  };
  return withTiles(document, tileOf);
}

/** A document with other tiles in the places of its own. */
export const withTiles = (document: ReportDocument, tileOf: (tile: Tile) => Tile): ReportDocument => ({
  ...document,
  pages: document.pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) => ({ ...row, tiles: row.tiles.map(tileOf) })),
  })),
});
