import type { LookupFunction } from 'node:net';

/** What every warehouse in a server of its own is reached by. */
interface CommonSettings {
  host: string;
  port: number;
  user: string;
  /** Null: no TLS. The server's certificate is always checked, against `ca` (PEM) where that is given. */
  tls: { ca: string | null } | null;
  /** Queries at the same time. */
  connections: number;
  /** How long one query may take; the engine's own deadline where that is shorter. */
  deadlineMs: number;
  /** The column of every table that says whose row it is; null where every row in it is the one tenant's. */
  tenantColumn: string | null;
}

export type PostgresSettings = CommonSettings & {
  engine: 'postgres';
  database: string;
  schema: string;
  password: string;
};

/** A database is ClickHouse's word for a schema. */
export type ClickhouseSettings = CommonSettings & {
  engine: 'clickhouse';
  schema: string;
  password: string;
};

/** Without password and token Trino is asked in the user's name alone. */
export type TrinoSettings = CommonSettings & {
  engine: 'trino';
  catalog: string;
  schema: string;
  password: string | null;
  /** A JSON web token, instead of the password. */
  token: string | null;
};

/** One of password, token and private key is there. */
export type SnowflakeSettings = CommonSettings & {
  engine: 'snowflake';
  account: string;
  warehouse: string;
  database: string;
  schema: string;
  /** Null: the user's default role. */
  role: string | null;
  password: string | null;
  /** A programmatic access token. */
  token: string | null;
  /** In PEM. */
  privateKey: string | null;
  passphrase: string | null;
};

export type ServerSettings = PostgresSettings | ClickhouseSettings | TrinoSettings | SnowflakeSettings;

/** What a driver is given by the engine. */
export interface DriverOptions {
  deadlineMs: number;
  /** Resolves names of hosts; throws for one that may not be reached. The system's own where it is left out. */
  lookup: LookupFunction | undefined;
}

/** Which server, as whom; without secrets, for it stands in keys. */
export function identityOfServer(settings: ServerSettings): string {
  const { engine, host, port, user, schema, tenantColumn } = settings;
  const database = 'database' in settings ? settings.database : 'catalog' in settings ? settings.catalog : null;
  const role = 'role' in settings ? settings.role : null;
  return JSON.stringify([engine, host, port, user, role, database, schema, tenantColumn]);
}
