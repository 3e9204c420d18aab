import type { DataImport } from '@rise/contract';

export interface OpenImportProps {
  item: DataImport;
  /** The table that is open; null: the first that needs something. */
  table: string | null;
  onTable: (id: string) => void;
  onClose: () => void;
}
