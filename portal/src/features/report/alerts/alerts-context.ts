import { createContext, useContext } from 'react';

/** The panel of the reader's alerts on an open report. */
export interface AlertsPanel {
  /** Opens the form of a new one on a tile, or the list. */
  open: (tile: string | null) => void;
  /** The reader's on this report. */
  count: number;
  /** How many of them are triggered. */
  firing: number;
}

/** Null where a report is not read but built. */
export const AlertsContext = createContext<AlertsPanel | null>(null);

export const useAlerts = (): AlertsPanel | null => useContext(AlertsContext);
