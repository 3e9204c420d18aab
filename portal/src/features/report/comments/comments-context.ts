import { createContext, useContext } from 'react';

/** The panel of comments on an open report. */
export interface CommentsPanel {
  /** Opens it, for a tile or the whole report. */
  open: (tile: string | null) => void;
  /** Open threads; null before they are known. */
  openThreads: number | null;
  /** Open threads by tile. */
  byTile: ReadonlyMap<string, number>;
}

/** Null where a report is not read but built. */
export const CommentsContext = createContext<CommentsPanel | null>(null);

export const useComments = (): CommentsPanel | null => useContext(CommentsContext);
