/** Of a tile's head and frame, in pixels, which its row's height includes. */
export const TILE_FRAME = 76;
