import type { LookupFunction } from 'node:net';

/** Settings that all external warehouses share. */
interface CommonSettings {
  host: string;
  port: number;
  user: string;
  /** Null: no TLS. The server's certificate is always verified, against `ca` (PEM) if set. */
  tls: { ca: string | null } | null;
  /** Concurrent queries. */
  connections: number;
  /** Time limit of a query; the engine's own deadline applies if that is shorter. */
  deadlineMs: number;
  /** Tenant column of every table; null if all rows belong to the tenant. */
  tenantColumn: string | null;
}

export type PostgresSettings = CommonSettings & {
  engine: 'postgres';
  database: string;
  schema: string;
  password: string;
};

/** ClickHouse calls a schema a database. */
export type ClickhouseSettings = CommonSettings & {
  engine: 'clickhouse';
  schema: string;
  password: string;
};

/** Without password and token, Trino is queried with the user name only. */
export type TrinoSettings = CommonSettings & {
  engine: 'trino';
  catalog: string;
  schema: string;
  password: string | null;
  /** A JSON web token, instead of the password. */
  token: string | null;
};

/** Exactly one of password, token and private key is set. */
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
  /** PEM. */
  privateKey: string | null;
  passphrase: string | null;
};

export type ServerSettings = PostgresSettings | ClickhouseSettings | TrinoSettings | SnowflakeSettings;

/** What the engine passes to a driver. */
export interface DriverOptions {
  deadlineMs: number;
  /** Size limit of one result, in bytes of its JSON. Default 16 MiB. */
  resultBytes?: number;
  /** Resolves host names; throws for a host that is not allowed. Defaults to the system's resolver. */
  lookup: LookupFunction | undefined;
}

/** Identifies the server and user, without secrets, since it is used in cache keys. */
export function identityOfServer(settings: ServerSettings): string {
  const { engine, host, port, user, schema, tenantColumn } = settings;
  const database = 'database' in settings ? settings.database : 'catalog' in settings ? settings.catalog : null;
  const role = 'role' in settings ? settings.role : null;
  return JSON.stringify([engine, host, port, user, role, database, schema, tenantColumn]);
}
