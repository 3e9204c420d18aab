import { ClickhouseServer } from './clickhouse/clickhouse-server.ts';
import { PostgresServer } from './postgres/postgres-server.ts';
import { SnowflakeServer } from './snowflake/snowflake-server.ts';
import { TrinoServer } from './trino/trino-server.ts';
import type { ServerDriver } from './server-driver.ts';
import type { DriverOptions, ServerSettings } from './server-settings.ts';

/** The driver of an engine, with the shorter of the two deadlines. */
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
