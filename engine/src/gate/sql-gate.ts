import type { Dialect } from '../dialects/dialect.ts';
import type { RowsText } from '../warehouses/messages.ts';
import type { WarehouseVersion } from '../warehouses/warehouses.ts';
import type { Ground, SecuredTable } from './secured-tables.ts';

/** What a statement may name: tables by the name under which the engine finds them, and all of their columns so. */
export interface Nameable {
  /** By `folded` name, as they are to be written. */
  tables: ReadonlyMap<string, string>;
  columns: ReadonlySet<string>;
}

export interface Checked {
  /** The tables that it reads, by their `folded` names. */
  tables: ReadonlySet<string>;
  /** Whether the same statement answers the same later. */
  lasting: boolean;
}

export interface GatedStatement {
  version: WarehouseVersion;
  tenant: string;
  /** What somebody wrote, checked. */
  sql: string;
  /** The tables that it reads, and finds under their names; nothing else is there for it. */
  used: readonly SecuredTable[];
  /** Rows beyond this many are left out, and told as `truncated`. */
  limit: number;
}

/** How one engine takes what people write: what it lets through, and where that runs. */
export interface SqlGate {
  readonly dialect: Dialect;
  /** Where its tables are; what is read of them there is part of an answer's key. */
  readonly ground: Ground;
  /** A name as the engine compares it with others. */
  folded(name: string): string;
  /** A table's name as it has to be written, with quotes where it needs them. */
  written(name: string): string;
  /** Looks at every part of a statement. Throws `GateFault` at the first that has no place there. */
  check(sql: string, nameable: Nameable, signal?: AbortSignal): Promise<Checked>;
  /**
   * Runs a checked statement. Throws `GateFault` for what the engine has against it, `EngineBusy`, `QueryTimeout`,
   * `WarehouseUnavailable` or the signal's reason.
   */
  run(statement: GatedStatement, signal?: AbortSignal): Promise<RowsText>;
}
