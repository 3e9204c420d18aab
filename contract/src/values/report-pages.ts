/** A document's pages, whatever its tiles are. */
export interface Paged<T> {
  readonly pages: readonly { readonly rows: readonly { readonly tiles: readonly T[] }[] }[];
}

/** All tiles in reading order: page by page, row by row, from left to right. */
export function tilesOf<T>({ pages }: Paged<T>): T[] {
  return pages.flatMap(({ rows }) => rows.flatMap(({ tiles }) => [...tiles]));
}

/** Columns of a row. */
export const GRID_COLUMNS = 12;
/** The narrowest tile, in columns. */
export const MIN_TILE_WIDTH = 2;
/** A row's height is a number of steps of so many pixels. */
export const ROW_STEP = 40;

/** Kinds of tiles without figures: nothing is queried for them. */
type PlainKind = 'text' | 'image';

/** Whether a tile shows figures. */
export const hasFigures = <T extends { readonly kind: string }>(
  tile: T,
): tile is Exclude<T, { readonly kind: PlainKind }> => tile.kind !== 'text' && tile.kind !== 'image';
