import type { SqlParameters } from '@rise/contract';
import type { Dialect } from '../dialects/dialect.ts';
import type { RowsText } from '../dialects/statement.ts';
import type { WarehouseVersion } from '../warehouses/warehouses.ts';
import type { StreamParts, UntitledFormat } from '../stream/stream-request.ts';
import type { PhysicalTables, SecuredTable } from './secured-tables.ts';

/** Names that a statement may use: tables with all their columns, folded as the engine does. */
export interface AllowedNames {
  /** By folded name: the name as written, quoted if necessary. */
  tables: ReadonlyMap<string, string>;
  columns: ReadonlySet<string>;
  /** Names of placeholders that have a value. */
  parameters: ReadonlySet<string>;
}

export interface CheckedStatement {
  /** Folded names of the tables that it reads. */
  tables: ReadonlySet<string>;
  /** Whether it always returns the same rows, so that its result can be cached. */
  deterministic: boolean;
}

export interface ValidatedStatement {
  version: WarehouseVersion;
  tenant: string;
  /** Its author, for fair shares within the tenant. */
  person?: string | undefined;
  /** The text as its author wrote it, with the engine's placeholders for parameters. */
  sql: string;
  /** Bound to the placeholders. */
  parameters: SqlParameters;
  /** The tables that it reads; it has access to nothing else. */
  used: readonly SecuredTable[];
  /** Rows beyond this are left out; the result is then `truncated`. */
  limit: number;
}

/** Validates and runs ad-hoc SQL on one engine. */
export interface SqlValidator {
  readonly dialect: Dialect;
  /** The tables in the warehouse; the views compiled over them are part of a result's cache key. */
  readonly tables: PhysicalTables;
  /** Folds a name as the engine does when comparing names. */
  fold(name: string): string;
  /** A table's name, quoted if necessary. */
  quote(name: string): string;
  /** Checks every node of a statement. Throws `SqlValidationError` at the first that is not allowed. */
  validate(sql: string, names: AllowedNames, signal?: AbortSignal): Promise<CheckedStatement>;
  /**
   * Runs a checked statement. Throws `SqlValidationError` for errors of the engine, `EngineBusy`, `QueryTimeout`,
   * `WarehouseUnavailable` or the signal's reason.
   */
  run(statement: ValidatedStatement, signal?: AbortSignal): Promise<RowsText>;
  /** What some engines have only; statements with parameters are refused where it is absent. */
  readonly more?: {
    /** How the engine would run a checked statement, as text. Throws as `run` does. */
    explain(statement: ValidatedStatement, signal?: AbortSignal): Promise<string>;
    /** Streams all rows of a checked statement, at most `limit`. Throws as `run` does, and `StreamStalled`. */
    stream(statement: ValidatedStatement, format: UntitledFormat, signal?: AbortSignal): StreamParts;
  };
}
