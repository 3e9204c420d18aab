import type { StreamParts, StreamRequest } from '../../stream/stream-request.ts';
import type { AdHocStatement } from '../embedded/messages.ts';
import type { RowsText, StatementRequest } from '../../dialects/statement.ts';

/** A setting that does not work: its name, the reason and the remedy. */
export interface SettingsIssue {
  field: string;
  message: string;
}

/** An external warehouse. */
export interface ServerDriver {
  /**
   * Runs statements, read-only. Throws `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. `tag` names the
   * tenant in the server's query log, if it supports that.
   */
  query(statements: StatementRequest[], signal?: AbortSignal, tag?: string): Promise<RowsText[]>;
  /** Streams the rows of one statement. Throws as `query` does. */
  stream(request: StreamRequest, signal?: AbortSignal, tag?: string): StreamParts;
  /**
   * Runs a validated ad-hoc statement with limits of its own. Throws as `query` does, and `StatementFailed` with a byte
   * offset in the statement.
   */
  runAdHoc?(statement: AdHocStatement, signal?: AbortSignal): Promise<RowsText>;
  /** Connects, runs a statement and checks that the user cannot change data; empty if there are no issues. */
  examine(): Promise<SettingsIssue[]>;
  close(): Promise<void>;
}
