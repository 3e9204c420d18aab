import type { BuiltRollup } from '../rollups/rollup.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { clickhouse } from '../dialects/clickhouse.ts';
import { duckdb } from '../dialects/duckdb.ts';
import { postgres } from '../dialects/postgres.ts';
import { snowflake } from '../dialects/snowflake.ts';
import { trino } from '../dialects/trino.ts';
import type { LookupFunction } from 'node:net';
import { dirname, join } from 'node:path';
import { guardStream } from '../stream/guard-stream.ts';
import type { StreamParts, StreamRequest } from '../stream/stream-request.ts';
import { createQueues } from '../traffic/queues.ts';
import type { FairQueue } from '../traffic/fair-queue.ts';
import type { QueuesOptions } from '../traffic/queues.ts';
import type { HandStatement, RowsText, StatementRequest } from './messages.ts';
import type { ReaderFiles, Readers } from './readers.ts';
import { createServerDriver } from './server-driver.ts';
import type { ServerDriver, SettingsProblem } from './server-driver.ts';
import { identityOfServer } from './server-settings.ts';
import type { ServerSettings } from './server-settings.ts';

/**
 * A state of a warehouse: an immutable file of the embedded engine, or a server, whose states the host numbers. Within
 * a number, `moment` tells apart what may have changed unseen: answers of one moment are never told in another.
 * `rollups` are those that the file has; a server has none of ours, for nothing is written there. `tenantKey` is what its tenant column says for the tenant, where that is not the tenant's id.
 */
export type WarehouseVersion = { number: number; asOf: string | null } & (
  | { file: string; rollups?: readonly BuiltRollup[] }
  | { server: ServerSettings; moment: number; tenantKey?: string }
);

/** A version that is a file. */
export type FileVersion = Extract<WarehouseVersion, { file: string }>;

/** Where a version is asked, and in which dialect. */
export interface Warehouse {
  dialect: Dialect;
  /** Statement that lists tables, columns and their types, in the order of the columns. */
  catalogue: StatementRequest;
  /** Waits for the tenant's turn. Throws `EngineBusy`, `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  query(statements: StatementRequest[], signal?: AbortSignal): Promise<RowsText[]>;
  /** Waits for a turn among streams, then hands rows over as they come. Throws as `query` does, and `StreamStalled`. */
  stream(request: StreamRequest, signal?: AbortSignal): StreamParts;
  /**
   * Waits for a turn among statements of the kind, then for the tenant's, and runs what somebody wrote and a gate let
   * through. Throws as `query` does, and `StatementFailed`. Files have sandboxes for this.
   */
  byHand?(statement: HandStatement, signal?: AbortSignal): Promise<RowsText>;
}

export interface Warehouses {
  /** A version, asked on behalf of a tenant. */
  of(version: WarehouseVersion, tenant: string): Warehouse;
  /** What is wrong with settings, as the server itself shows. */
  examine(settings: ServerSettings): Promise<SettingsProblem[]>;
  /** Ends the connections of settings that are no longer in use. */
  release(settings: ServerSettings): Promise<void>;
  close(): Promise<void>;
  /** Of all engines together. */
  stats(): { running: number; waiting: number };
}

const DIALECTS: Record<ServerSettings['engine'], Dialect> = { clickhouse, postgres, snowflake, trino };

function catalogueOf(schema: string, dialect: Dialect): StatementRequest {
  return { ...dialect.compile(dialect.catalogue(schema)), types: ['string', 'string', 'string'], limit: null };
}

/** A version's own file, and those with rollups that were built later. */
function filesOf({ file, rollups = [] }: FileVersion): ReaderFiles {
  const names = new Set(rollups.flatMap(({ beside }) => beside ?? []));
  return { file, beside: [...names].map((name) => join(dirname(file), name)) };
}

/** What tells one version from every other; without secrets, for it stands in keys. */
export function identityOf(version: WarehouseVersion): string {
  if ('file' in version) return `${version.number} ${version.file}`;
  const { number, moment, tenantKey, server } = version;
  return `${number} ${moment} ${JSON.stringify(tenantKey ?? null)} ${identityOfServer(server)}`;
}

export interface WarehousesOptions {
  readers: Readers;
  /** How long a query may take, and how long it may wait for its turn before. */
  deadlineMs: number;
  traffic: QueuesOptions;
  /** Resolves names of warehouses' hosts; throws for one that may not be reached. */
  lookup: LookupFunction | undefined;
}

/** The engines behind the versions, each with its own queue: reader processes for files, a driver for each server. */
export function createWarehouses({ readers, deadlineMs, traffic, lookup }: WarehousesOptions): Warehouses {
  const queues = createQueues(traffic);
  const servers = new Map<string, { driver: ServerDriver; queue: FairQueue; byHand: FairQueue }>();
  const serverOf = (settings: ServerSettings) => {
    const key = JSON.stringify(settings);
    const known = servers.get(key) ?? {
      driver: createServerDriver(settings, { deadlineMs, lookup }),
      queue: queues.ofServer(settings.connections),
      // What people write may take long: half of the connections are left to everything else.
      byHand: queues.ofServer(Math.max(1, Math.floor(settings.connections / 2))),
    };
    servers.set(key, known);
    return known;
  };
  return {
    of(version, tenant) {
      const ticket = { tenant, patienceMs: deadlineMs };
      const streamed = async function* (start: (own: AbortSignal) => StreamParts, signal?: AbortSignal): StreamParts {
        const release = await queues.streams.enter({ ...ticket, place: '', signal });
        return yield* guardStream(start, { signal, release });
      };
      if ('file' in version) {
        const { file } = version;
        const files = filesOf(version);
        return {
          dialect: duckdb,
          catalogue: catalogueOf('main', duckdb),
          query: (statements, signal) =>
            queues.files.run({ ...ticket, place: file, signal }, () => readers.query(files, statements, signal)),
          stream: (request, signal) => streamed((own) => readers.stream(files, request, own), signal),
        };
      }
      const { engine, schema, tenantColumn } = version.server;
      const { driver, queue, byHand } = serverOf(version.server);
      const tag = `tenant=${tenant}`;
      const dialect = { ...DIALECTS[engine], tenantColumn, tenantKey: version.tenantKey ?? null };
      return {
        dialect,
        catalogue: catalogueOf(schema, dialect),
        query: (statements, signal) =>
          queue.run({ ...ticket, place: '', signal }, () => driver.query(statements, signal, tag)),
        stream: (request, signal) => streamed((own) => driver.stream(request, own, tag), signal),
        ...(driver.byHand && {
          byHand: (statement, signal) => {
            const turn = { ...ticket, place: '', signal };
            return byHand.run(turn, () => queue.run(turn, () => driver.byHand!(statement, signal)));
          },
        }),
      };
    },
    async examine(settings) {
      const server = createServerDriver(settings, { deadlineMs, lookup });
      try {
        return await server.examine();
      } finally {
        await server.close();
      }
    },
    async release(settings) {
      const key = JSON.stringify(settings);
      const server = servers.get(key);
      servers.delete(key);
      await server?.driver.close();
    },
    async close() {
      await Promise.all([...servers.values()].map(({ driver }) => driver.close()));
      servers.clear();
    },
    stats() {
      const all = [queues.files, queues.streams, ...[...servers.values()].map(({ queue }) => queue)].map(
        ({ stats }) => stats,
      );
      const sum = (of: 'running' | 'waiting') => all.reduce((total, each) => total + each[of], 0);
      return { running: sum('running'), waiting: sum('waiting') };
    },
  };
}
