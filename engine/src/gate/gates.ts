import { createQueues } from '../traffic/queues.ts';
import { createReaders } from '../warehouses/readers.ts';
import type { Readers } from '../warehouses/readers.ts';
import type { Warehouses, WarehouseVersion } from '../warehouses/warehouses.ts';
import { LRUCache } from 'lru-cache';
import { identityOfServer } from '../warehouses/server-settings.ts';
import { createClickhouseGate } from './clickhouse-gate.ts';
import { createDuckdbGate } from './duckdb-gate.ts';
import { createPostgresGate } from './postgres-gate.ts';
import type { SqlGate } from './sql-gate.ts';

export interface GatesOptions {
  /** The bundled reader, where the host is a bundle. */
  entry?: string;
  /** Processes at the same time that run statements, and the bound of DuckDB's memory in each. */
  processes: number;
  memoryMb: number;
  /** DuckDB's threads in each. */
  threads: number;
  /** How long a statement may take, and how long it may wait for its turn before. */
  deadlineMs: number;
  warehouses: Warehouses;
}

/** The gates of all engines, and the processes behind them. */
export interface Gates {
  /** Null where a version's engine has none. */
  of(version: WarehouseVersion, tenant: string): SqlGate | null;
  /** Lets go of a version's file. */
  release(file: string): Promise<void>;
  close(): Promise<void>;
  /** The processes that statements run in. */
  stats(): ReturnType<Readers['stats']>;
}

/** How long the names of a server's functions are kept. */
const FUNCTIONS_KEPT_MS = 600_000;

export function createGates(options: GatesOptions): Gates {
  const { entry, processes, memoryMb, threads, deadlineMs, warehouses } = options;
  const common = { ...(entry !== undefined && { entry }), connections: 2 };
  const parser = createReaders({ ...common, maxProcesses: 1, memoryMb: 128, deadlineMs: 5000, threads: 1 });
  const sandboxes = createReaders({ ...common, maxProcesses: processes, memoryMb, deadlineMs, threads, sandbox: true });
  const queue = createQueues({ maxProcesses: processes, slots: 2 * processes, queueLength: 50 }).files;
  const files = createDuckdbGate({ queue, patienceMs: deadlineMs, parser, sandboxes });
  const functions = new LRUCache<string, ReadonlySet<string>>({ max: 200, ttl: FUNCTIONS_KEPT_MS });
  return {
    of(version, tenant) {
      if ('file' in version) return files;
      const { server } = version;
      switch (server.engine) {
        case 'clickhouse':
          return createClickhouseGate(server, warehouses.of(version, tenant), memoryMb);
        case 'postgres': {
          const key = identityOfServer(server);
          return createPostgresGate({
            version: { ...version, server },
            warehouse: warehouses.of(version, tenant),
            parser,
            functions: { get: () => functions.get(key), set: (names) => void functions.set(key, names) },
          });
        }
        case 'snowflake':
        case 'trino':
          return null;
      }
    },
    release: (file) => sandboxes.release(file),
    async close() {
      await Promise.all([parser.close(), sandboxes.close()]);
    },
    stats: () => sandboxes.stats(),
  };
}
