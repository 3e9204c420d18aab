import type { ColumnProfile, ErrorDetail, SqlParameters, TableSettings } from '@rise/contract';
import type { StatementFailed } from '../../errors.ts';
import type { PlanValue } from '../../plan/predicates.ts';
import type { BuiltRollup, LoadRollup } from '../../rollups/rollup.ts';
import type { RowsText, StatementRequest } from '../../dialects/statement.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { RejectSummary } from './rejected-rows.ts';
import type { AttachedFile, ReaderFiles, Segments } from './segments.ts';
import type { StreamEnd, StreamRequest, UntitledFormat } from '../../stream/stream-request.ts';

/** Configuration of a reader process; its first argument. */
export interface ReaderSetup {
  file: string;
  /** Other files whose tables are read too. */
  beside?: readonly AttachedFile[];
  memoryMb: number;
  threads: number;
  /** Concurrent queries, each on a connection of its own. */
  connections: number;
  /** Size limit of one result, in bytes of its JSON. */
  resultBytes: number;
  /** Whether it runs ad-hoc SQL, each statement in an instance of its own. */
  sandbox?: boolean;
}

/** A text to parse with PostgreSQL's own parser, as JSON; nothing is run. */
export interface ParseRequest {
  parse: string;
}

/** An ad-hoc statement for a server, including the views it can read; the server's driver adds limits. */
export interface AdHocStatement {
  sql: string;
  parameters: PlanValue[];
  /** Rows beyond this are left out and reported as `truncated`. */
  limit: number;
  /** Memory limit on the server in MB, where the server supports one. */
  memoryMb?: number;
}

/** An ad-hoc statement and everything that it can see. */
export interface SandboxRequest {
  sql: string;
  /** Bound to the placeholders `$name`. */
  parameters: SqlParameters;
  /** Unguessable name under which the version's file is attached. */
  attachAs: string;
  /** Tables available to the statement. */
  views: { name: string; select: string }[];
  /** Whether unordered rows are returned in insertion order. */
  keepsOrder: boolean;
  limit: number;
  /** Returns how the statement would run instead of its rows. */
  explain?: true;
}

/** An ad-hoc statement whose rows are streamed. */
export interface SandboxStreamRequest extends Omit<SandboxRequest, 'explain'> {
  format: UntitledFormat;
}

export type ToReader =
  | { id: number; statements: (StatementRequest | SandboxRequest | ParseRequest)[] }
  | { id: number; stream: StreamRequest | SandboxStreamRequest }
  /** The next chunk of a stream may be sent. */
  | { id: number; more: true }
  | { id: number; interrupt: true };

export type FromReader =
  | { ready: true }
  | { refused: string }
  | { id: number; results: RowsText[] }
  | { id: number; part: Uint8Array }
  | { id: number; ended: StreamEnd }
  /** `fault` is the engine's own message about an ad-hoc statement, `details` what a format cannot hold of a result. */
  | { id: number; failed: string; interrupted: boolean; fault?: StatementErrorReport; details?: ErrorDetail[] };

export interface StatementErrorReport {
  why: StatementFailed['why'];
  /** The engine's own message. */
  message: string;
  /** Byte offset in the statement; null if unknown. */
  at: number | null;
}

/**
 * What happens to rows of the versions before: all stay; those with the same key are replaced; those of the same days
 * are replaced.
 */
export type MergeMode = 'append' | { upsert: string[] } | { days: string };

interface TableToLoad {
  table: string;
  /** Left out: the rows replace the whole table. */
  mode?: MergeMode;
  /** Columns by which the rows are sorted. Left out: by the load's sort key, or by all columns. None: as they come. */
  sortBy?: string[];
  /** Column of the day that a row belongs to; null: the table has none. Left out: the load's. */
  asOf?: string | null;
}

/** A table in an uploaded file, as it was inspected. */
export interface InspectedFile {
  /** Path under `sourceDir`. */
  file: string;
  /** What messages and the rejects file call it. */
  title: string;
  /** Where the table is in the file, as its inspection says. */
  part: string;
  settings: TableSettings;
}

/**
 * A table to load: the Parquet file under `sourceDir`, or several whose columns are united by name, and the columns to
 * read (all if left out); a query that generates rows, where `getvariable('rows')` is the number of rows; or uploaded
 * files, of which single rows can be rejected.
 */
export type LoadTable = TableToLoad &
  (
    | { file: string; columns?: string[] }
    | { files: string[]; columns?: string[] }
    | { select: string; rows: number }
    | { inspected: InspectedFile[] }
  );

/** By table, columns of which a total says nothing; names in lower case. */
export type UnsummedColumns = Readonly<Record<string, readonly string[]>>;

export interface LoadSetup {
  sourceDir: string;
  tables: LoadTable[];
  tenant: string;
  /** The type of the tenant column. */
  tenantType: 'UUID' | 'VARCHAR';
  sortKey: string | null;
  asOf: { table: string; column: string } | null;
  /** Share of a table's rows (0 to 1) that may be rejected. */
  rejectLimit: number;
  rollups: LoadRollup[];
  /** Columns that the model knows as identifiers or codes, whose totals are left out. */
  unsummed: UnsummedColumns;
  /** The version whose rollups are built, if they are built after it. */
  over: ReaderFiles | null;
  /** The version before: tables that are not loaded stay as they are there. Null: there is none. */
  base: BaseVersion | null;
  /** Whether it takes little memory, and fails where that is not enough. */
  frugal: boolean;
  /** Unguessable name under which later versions attach the file. */
  as: string;
  target: string;
}

/** What a load builds upon. Its files are in the target's folder. */
export interface BaseVersion {
  segments: Segments;
  coverage: Coverage | null;
  /** Its as-of date, for segments of which none is known. */
  asOf?: string | null;
  /** By table, so that rows that are added to many are not the reason to sum all of them again. */
  totals?: Readonly<Record<string, TableTotals>>;
}

/** Sums by column, as texts of numbers, which are compared with those of the version before. Identifiers have none. */
export type TableTotals = Readonly<Record<string, string>>;

export interface LoadedTable {
  table: string;
  /** Of the whole table, with those of the versions before that stay. */
  rows: number;
  /** Of this load. */
  added: number;
  /** Rows of this load that were left out; they are in the rejects file. */
  rejected: number;
  /** Latest day of the table; null where it has none. */
  asOf: string | null;
  totals: TableTotals;
  /** Columns that some of the table's files have and others lack, where they are null. Empty for one file. */
  missing: { file: string; columns: string[] }[];
}
export type LoadedRollup = BuiltRollup | { dataset: string; name: string; problem: string };
export interface Loaded {
  tables: LoadedTable[];
  /** Of all tables of the version. */
  segments: Segments;
  rollups: LoadedRollup[];
  asOf: string | null;
  coverage: Coverage;
  /** Name of the file of rejected rows, next to the version's; null if there are none. */
  rejects: string | null;
  bytes: number;
}

/** Of tables that take long to profile, by name. */
export type TableProfiles = Readonly<Record<string, ColumnProfile[]>>;

export interface LoadProgress {
  table: string;
  /** Tables that are complete, and all of the load. */
  done: number;
  of: number;
  /** Of the table's source, 0 to 1; null where it is unknown. */
  share: number | null;
}

export type FromLoader =
  | { progress: LoadProgress }
  | { table: LoadedTable }
  | { loaded: Loaded }
  /** After it: the version can be read meanwhile. */
  | { profiles: TableProfiles }
  /** `wantsMemory`: a frugal load whose memory was not enough. */
  | { failed: string; rejects?: RejectSummary; wantsMemory?: true };
