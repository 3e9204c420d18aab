import type { ResultColumn } from '@rise/contract';
import type { StatementFailed } from '../errors.ts';
import type { PlanValue } from '../plan/plan.ts';
import type { BuiltRollup } from '../rollups/rollup.ts';
import type { Cut } from '../sql/statement.ts';
import type { StreamEnd, StreamRequest } from '../stream/stream-request.ts';

/** How a reader process is set up; passed to it as its first argument. */
export interface ReaderSetup {
  file: string;
  /** Files beside it whose tables are read too, each by its name. */
  beside?: readonly string[];
  memoryMb: number;
  threads: number;
  /** Queries run at the same time, each on a connection of its own. */
  connections: number;
  /** Whether it runs what people wrote, each time in an instance of its own. */
  sandbox?: boolean;
}

export interface StatementRequest {
  sql: string;
  parameters: PlanValue[];
  types: ResultColumn['type'][];
  /** Rows beyond this many are dropped and reported as `truncated`; null keeps all. */
  limit: number | null;
  /** The answers in its rows, in order; left out where the rows are one answer. */
  cuts?: Cut[];
}

/** A text of which the tree is wanted that PostgreSQL's own parser makes of it, as JSON; nothing is run. */
export interface ParseRequest {
  parse: string;
}

/** What somebody wrote for a server, with what it may see; the server's driver bounds it on top. */
export interface HandStatement {
  sql: string;
  parameters: PlanValue[];
  /** Rows beyond this many are left out, and told as `truncated`. */
  limit: number;
  /** What it may take of the server's memory, where a server can be told so. */
  memoryMb?: number;
}

/** What somebody wrote, and all that it may see. */
export interface SandboxRequest {
  sql: string;
  /** The name under which the version's file is attached, which nobody can guess. */
  attachAs: string;
  /** What the statement finds as tables. */
  views: { name: string; select: string }[];
  /** Whether rows come in the order in which they lie in the file where nothing else orders them. */
  keepsOrder: boolean;
  limit: number;
}

export type ToReader =
  | { id: number; statements: (StatementRequest | SandboxRequest | ParseRequest)[] }
  | { id: number; stream: StreamRequest }
  /** One more part of a stream may be sent. */
  | { id: number; more: true }
  | { id: number; interrupt: true };

/** The rows of one statement as JSON text: an array of arrays. */
export interface RowsText {
  rows: string;
  rowCount: number;
  truncated: boolean;
  /** Of what somebody wrote: the columns that it has. */
  columns?: { name: string; type: ResultColumn['type'] }[];
}

export type FromReader =
  | { ready: true }
  | { refused: string }
  | { id: number; results: RowsText[] }
  | { id: number; part: Uint8Array }
  | { id: number; ended: StreamEnd }
  /** `fault` is the engine's own account of what is wrong with a statement that somebody wrote. */
  | { id: number; failed: string; interrupted: boolean; fault?: StatementFault };

export interface StatementFault {
  why: StatementFailed['why'];
  /** In the engine's own words. */
  message: string;
  /** Bytes before the place in the statement; null where it has none. */
  at: number | null;
}

/**
 * A table to load: the Parquet file under `sourceDir` and the columns to take (all where left out), or a query that
 * makes the rows up, in which `getvariable('rows')` is how many.
 */
export type LoadTable =
  | { table: string; file: string; columns?: string[] }
  | { table: string; select: string; rows: number };

/** A rollup to build beside the tables: a statement that gives its rows, whose first column is `tenant_id`. */
export interface LoadRollup {
  dataset: string;
  name: string;
  table: string;
  hash: string;
  statement: { sql: string; parameters: PlanValue[] };
  /** Columns that add numbers up. */
  sums: string[];
}

export interface LoadSetup {
  sourceDir: string;
  tables: LoadTable[];
  tenant: string;
  sortKey: string;
  asOf: { table: string; column: string } | null;
  rollups: LoadRollup[];
  /** The version that rollups are made of, where they are built beside it and not with it. */
  over: string | null;
  target: string;
}

export interface LoadedTable {
  table: string;
  rows: number;
}
export type LoadedRollup = BuiltRollup | { dataset: string; name: string; problem: string };
export type FromLoader =
  | { progress: LoadedTable }
  | { loaded: { tables: LoadedTable[]; rollups: LoadedRollup[]; asOf: string | null; bytes: number } }
  | { failed: string };
