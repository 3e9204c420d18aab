import { LRUCache } from 'lru-cache';
import { newQueue } from '../traffic/queues.ts';
import { Readers } from '../warehouses/embedded/readers.ts';
import type { ReaderStats } from '../warehouses/embedded/readers.ts';
import { identityOfServer } from '../warehouses/servers/server-settings.ts';
import type { Warehouses, WarehouseVersion } from '../warehouses/warehouses.ts';
import { ClickhouseValidator } from './clickhouse/clickhouse-validator.ts';
import { DuckdbValidator } from './duckdb/duckdb-validator.ts';
import type { Lane } from './duckdb/duckdb-validator.ts';
import { PostgresValidator } from './postgres/postgres-validator.ts';
import type { SqlValidator } from './sql-validator.ts';

export interface SqlValidatorsOptions {
  /** The bundled reader, if the host is a bundle. */
  entry?: string;
  onLost?: (reason: string) => void;
  /** Concurrent processes that run short statements, as many again for long ones, and DuckDB's memory limit in each, in MB. */
  processes: number;
  memoryMb: number;
  /** DuckDB threads in each. */
  threads: number;
  /** Time limit of a statement, and of its wait in the queue before that, in milliseconds. */
  deadlineMs: number;
  /** Size limit of one result, in bytes of its JSON; larger ones are truncated. */
  resultBytes: number;
  warehouses: Warehouses;
}

/** A statement that runs longer than that, in milliseconds, starts again among those that take long. */
const SHORT_MS = 2000;

/** How long the names of a server's functions are cached. */
const FUNCTIONS_CACHED_MS = 600_000;

/** The validators of all engines, and the processes they run statements in. */
export class SqlValidators {
  readonly #warehouses: Warehouses;
  readonly #memoryMb: number;
  readonly #parser: Readers;
  readonly #lanes: Record<'short' | 'long' | 'exports', Lane>;
  readonly #files: SqlValidator;
  readonly #functions = new LRUCache<string, ReadonlySet<string>>({ max: 200, ttl: FUNCTIONS_CACHED_MS });

  constructor(options: SqlValidatorsOptions) {
    const { entry, onLost, processes, memoryMb, threads, deadlineMs, resultBytes, warehouses } = options;
    this.#warehouses = warehouses;
    this.#memoryMb = memoryMb;
    const common = { ...(entry !== undefined && { entry }), ...(onLost && { onLost }), connections: 2 };
    const parser = new Readers({ ...common, maxProcesses: 1, memoryMb: 128, deadlineMs: 5000, threads: 1 });
    const laneOf = (laneMs: number, maxProcesses = processes): Lane => ({
      sandboxes: new Readers({
        ...common,
        maxProcesses,
        memoryMb,
        deadlineMs: laneMs,
        threads,
        resultBytes,
        sandbox: true,
      }),
      queue: newQueue({ slots: 2 * maxProcesses, places: maxProcesses, perTenant: 50, reserveForColleagues: true }),
    });
    const shortMs = Math.min(SHORT_MS, deadlineMs / 4);
    this.#lanes = { short: laneOf(shortMs), long: laneOf(deadlineMs - shortMs), exports: laneOf(deadlineMs, 1) };
    this.#parser = parser;
    this.#files = new DuckdbValidator({ ...this.#lanes, patienceMs: deadlineMs, parser });
  }

  /** Null if ad-hoc SQL is not available on a version's engine. */
  of(version: WarehouseVersion, tenant: string, person?: string): SqlValidator | null {
    if ('file' in version) return this.#files;
    const { server } = version;
    switch (server.engine) {
      case 'clickhouse': {
        const warehouse = this.#warehouses.of(version, tenant, person);
        return new ClickhouseValidator({ server, warehouse, memoryMb: this.#memoryMb });
      }
      case 'postgres': {
        const key = identityOfServer(server);
        return new PostgresValidator({
          version: { ...version, server },
          warehouse: this.#warehouses.of(version, tenant, person),
          parser: this.#parser,
          functions: {
            get: () => this.#functions.get(key),
            set: (names) => void this.#functions.set(key, names),
          },
        });
      }
      case 'snowflake':
      case 'trino':
        return null;
    }
  }

  /** Ends the processes that have a version's file open. */
  async release(file: string): Promise<void> {
    await Promise.all(this.#pools().map((sandboxes) => sandboxes.release(file)));
  }

  async close(): Promise<void> {
    await Promise.all([this.#parser, ...this.#pools()].map((readers) => readers.close()));
  }

  /** The processes that statements run in. */
  stats(): ReaderStats {
    return { processes: this.#pools().flatMap((sandboxes) => sandboxes.stats().processes) };
  }

  #pools(): Readers[] {
    return Object.values(this.#lanes).map(({ sandboxes }) => sandboxes);
  }
}
