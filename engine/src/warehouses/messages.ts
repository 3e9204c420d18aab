import type { ResultColumn } from '@rise/contract';
import type { PlanValue } from '../plan/plan.ts';

/** How a reader process is set up; passed to it as its first argument. */
export interface ReaderSetup {
  file: string;
  memoryMb: number;
  threads: number;
  /** Queries run at the same time, each on a connection of its own. */
  connections: number;
}

export interface StatementRequest {
  sql: string;
  parameters: PlanValue[];
  types: ResultColumn['type'][];
  /** Rows beyond this many are dropped and reported as `truncated`; null keeps all. */
  limit: number | null;
}

export type ToReader = { id: number; statements: StatementRequest[] } | { id: number; interrupt: true };

/** The rows of one statement as JSON text: an array of arrays. */
export interface RowsText {
  rows: string;
  rowCount: number;
  truncated: boolean;
}

export type FromReader =
  | { ready: true }
  | { refused: string }
  | { id: number; results: RowsText[] }
  | { id: number; failed: string; interrupted: boolean };

/**
 * A table to load: the Parquet file under `sourceDir` and the columns to take (all where left out), or a query that
 * makes the rows up, in which `getvariable('rows')` is how many.
 */
export type LoadTable =
  | { table: string; file: string; columns?: string[] }
  | { table: string; select: string; rows: number };

export interface LoadSetup {
  sourceDir: string;
  tables: LoadTable[];
  tenant: string;
  sortKey: string;
  asOf: { table: string; column: string } | null;
  target: string;
}

export interface LoadedTable {
  table: string;
  rows: number;
}
export type FromLoader =
  | { progress: LoadedTable }
  | { loaded: { tables: LoadedTable[]; asOf: string | null; bytes: number } }
  | { failed: string };
