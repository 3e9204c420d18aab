import type { Dialect } from '../dialects/dialect.ts';
import { duckdb } from '../dialects/duckdb.ts';
import { postgres } from '../dialects/postgres.ts';
import type { RowsText, StatementRequest } from './messages.ts';
import { createPostgresServer } from './postgres-server.ts';
import type { PostgresServer, PostgresSettings } from './postgres-server.ts';
import type { Readers } from './readers.ts';

/** A state of a warehouse: an immutable file of the embedded engine, or a server whose loads the host numbers. */
export type WarehouseVersion = { number: number; asOf: string | null } & (
  | { file: string }
  | { server: PostgresSettings }
);

/** Where a version is asked, and in which dialect. */
export interface Warehouse {
  dialect: Dialect;
  /** Statement that lists table and column names, in the order of the columns. */
  catalogue: StatementRequest;
  query(statements: StatementRequest[], signal?: AbortSignal): Promise<RowsText[]>;
}

export interface Warehouses {
  of(version: WarehouseVersion): Warehouse;
  close(): Promise<void>;
}

function catalogueOf(schema: string): StatementRequest {
  return {
    sql: 'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = $1 ORDER BY table_name, ordinal_position',
    parameters: [schema],
    types: ['string', 'string'],
    limit: null,
  };
}

/** What tells one version from every other; without secrets, for it stands in keys. */
export function identityOf(version: WarehouseVersion): string {
  if ('file' in version) return `${version.number} ${version.file}`;
  const { host, pathname } = new URL(version.server.url);
  return `${version.number} ${version.server.engine} ${host}${pathname} ${version.server.schema}`;
}

/** The engines behind the versions: reader processes for files, a pool for each server. */
export function createWarehouses({ readers, deadlineMs }: { readers: Readers; deadlineMs: number }): Warehouses {
  const servers = new Map<string, PostgresServer>();
  const serverOf = (settings: PostgresSettings): PostgresServer => {
    const key = JSON.stringify(settings);
    const server = servers.get(key) ?? createPostgresServer(settings, deadlineMs);
    servers.set(key, server);
    return server;
  };
  return {
    of(version) {
      if ('file' in version) {
        const { file } = version;
        return {
          dialect: duckdb,
          catalogue: catalogueOf('main'),
          query: (statements, signal) => readers.query(file, statements, signal),
        };
      }
      const server = serverOf(version.server);
      return {
        dialect: postgres,
        catalogue: catalogueOf(version.server.schema),
        query: (statements, signal) => server.query(statements, signal),
      };
    },
    async close() {
      await Promise.all([...servers.values()].map((server) => server.close()));
      servers.clear();
    },
  };
}
