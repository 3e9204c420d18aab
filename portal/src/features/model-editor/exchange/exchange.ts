import type { ExportedModel, ImportedModel } from '@rise/contract';

export interface ExchangeMenuProps {
  text: string;
  hasPublished: boolean;
  /** Whether the text extends a template, and the names of the datasets that it has with it. */
  extending: boolean;
  datasets: readonly string[];
  onText: (text: string) => void;
}

/** What the drawer shows after a document was read or written, or could not be. */
export type Exchange =
  | { kind: 'read'; file: string; model: ImportedModel }
  | { kind: 'written'; model: ExportedModel }
  | { kind: 'failed'; title: string; message: string; lines: readonly string[] };
