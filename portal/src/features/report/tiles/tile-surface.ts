import { createContext, useContext } from 'react';

/** What a tile is drawn on, which decides what stands around its figures. */
export interface TileSurface {
  /** Among other tiles of a page, alone over the window, or on a page that is presented, without menus. */
  on: 'page' | 'window' | 'slide';
  /** Whether its figures are shown as a table. */
  asTable: boolean;
  /** Of that table, in pixels. */
  height: number;
}

const PAGE: TileSurface = { on: 'page', asTable: false, height: 0 };

export const TileSurfaceContext = createContext<TileSurface>(PAGE);

export const useTileSurface = (): TileSurface => useContext(TileSurfaceContext);
