import type { StreamParts, StreamRequest } from '../stream/stream-request.ts';
import type { HandStatement, RowsText, StatementRequest } from './messages.ts';
import { createClickhouseServer } from './clickhouse-server.ts';
import { createPostgresServer } from './postgres-server.ts';
import { createSnowflakeServer } from './snowflake-server.ts';
import { createTrinoServer } from './trino-server.ts';
import type { DriverOptions, ServerSettings } from './server-settings.ts';

/** One setting that does not hold: its name in the settings, and what is wrong and what to do about it. */
export interface SettingsProblem {
  field: string;
  message: string;
}

/** A warehouse in a server of its own. */
export interface ServerDriver {
  /**
   * Runs statements, read-only. Throws `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. `tag` says in the
   * server's own lists of queries on whose behalf they are, where it has a place for that.
   */
  query(statements: StatementRequest[], signal?: AbortSignal, tag?: string): Promise<RowsText[]>;
  /** Runs one statement and hands its rows over as they come. Throws as `query` does. */
  stream(request: StreamRequest, signal?: AbortSignal, tag?: string): StreamParts;
  /**
   * Runs what somebody wrote and a gate let through, under bounds of its own. Throws as `query` does, and
   * `StatementFailed` with a place in bytes of the statement.
   */
  byHand?(statement: HandStatement, signal?: AbortSignal): Promise<RowsText>;
  /** Connects, runs a statement, and looks whether the user could change data; empty where nothing is wrong. */
  examine(): Promise<SettingsProblem[]>;
  close(): Promise<void>;
}

export function createServerDriver(settings: ServerSettings, options: DriverOptions): ServerDriver {
  const deadlineMs = Math.min(settings.deadlineMs, options.deadlineMs);
  switch (settings.engine) {
    case 'clickhouse':
      return createClickhouseServer(settings, { ...options, deadlineMs });
    case 'postgres':
      return createPostgresServer(settings, { ...options, deadlineMs });
    case 'snowflake':
      return createSnowflakeServer(settings, { ...options, deadlineMs });
    case 'trino':
      return createTrinoServer(settings, { ...options, deadlineMs });
  }
}
