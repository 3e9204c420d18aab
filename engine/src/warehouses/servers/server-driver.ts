import type { StreamParts, StreamRequest } from '../../stream/stream-request.ts';
import type { AdHocStatement } from '../embedded/messages.ts';
import type { RowsText, StatementRequest } from '../../dialects/statement.ts';
import { ClickhouseServer } from './clickhouse/clickhouse-server.ts';
import { PostgresServer } from './postgres/postgres-server.ts';
import { SnowflakeServer } from './snowflake/snowflake-server.ts';
import { TrinoServer } from './trino/trino-server.ts';
import type { DriverOptions, ServerSettings } from './server-settings.ts';

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

export function createServerDriver(settings: ServerSettings, options: DriverOptions): ServerDriver {
  const deadlineMs = Math.min(settings.deadlineMs, options.deadlineMs);
  switch (settings.engine) {
    case 'clickhouse':
      return new ClickhouseServer(settings, { ...options, deadlineMs });
    case 'postgres':
      return new PostgresServer(settings, { ...options, deadlineMs });
    case 'snowflake':
      return new SnowflakeServer(settings, { ...options, deadlineMs });
    case 'trino':
      return new TrinoServer(settings, { ...options, deadlineMs });
  }
}
