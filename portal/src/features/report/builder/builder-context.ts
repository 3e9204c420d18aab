import type { CatalogDataset, PresentPerson, Report, ReportDocument, ReportPage, Tile } from '@rise/contract';
import type { ReportOperation } from '@rise/contract/report-operations';
import { createContext, useContext } from 'react';
import type { CatalogField } from './fields/fields.rules.ts';

/** What the parts of the builder share. */
export interface Builder {
  /** With the draft as its document. */
  report: Report;
  document: ReportDocument;
  page: ReportPage;
  datasets: readonly CatalogDataset[];
  /** The tile whose settings are shown; null: those of the report. */
  selected: Tile | null;
  select: (id: string | null) => void;
  /** Who else has the builder open. */
  people: readonly PresentPerson[];
  showPage: (id: string) => void;
  change: (operations: readonly ReportOperation[]) => void;
  /** Adds a tile behind the selected one, and selects it. */
  add: (tile: Tile, height?: number) => void;
  /** Puts a field into the selected tile or takes it out; a new tile where none is selected. */
  toggleField: (field: CatalogField, dataset: string) => void;
  /** The author chose how a tile looks: it stays so as long as it can. */
  keepLook: (id: string) => void;
  /** Read to people who do not see the change. */
  announce: (text: string) => void;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('Only parts of the builder can be drawn here.');
  return builder;
}
