import type { CellIssueCode } from '@rise/contract';

/** A row that is not loaded. */
export interface RejectedRow {
  /** Title of the file. */
  file: string;
  /** Line of the text, row of the sheet, or number of the row, from 1; null if unknown. */
  line: number | null;
  /** Null: the row as a whole. */
  column: string | null;
  value: string | null;
  reason: CellIssueCode;
}

/** Why a load was refused. */
export interface RejectSummary {
  table: string;
  rejected: number;
  /** Of the table's files, with the rejected ones. */
  rows: number;
  /** Share that may be rejected. */
  limit: number;
  examples: RejectedRow[];
}
