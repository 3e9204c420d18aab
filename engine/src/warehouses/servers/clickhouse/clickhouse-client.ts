import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { guardedAgent } from '../guarded-agent.ts';
import type { ClickhouseSettings, DriverOptions } from '../server-settings.ts';

export const identifier = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** A client of a server, whose statements have these settings. */
export function connectClickhouse(
  settings: ClickhouseSettings,
  options: DriverOptions,
  clickhouse_settings: ClickHouseSettings,
): ClickHouseClient {
  const { host, port, user, password, schema, tls } = settings;
  return createClient({
    url: `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    username: user,
    password,
    database: schema,
    request_timeout: options.deadlineMs + 5000,
    max_open_connections: settings.connections,
    application: 'rise',
    http_agent: guardedAgent(settings, options),
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings,
  });
}
