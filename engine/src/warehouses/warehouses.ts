import { QueryTooLarge } from '../errors.ts';
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
import { Queues } from '../traffic/queues.ts';
import type { FairQueue } from '../traffic/fair-queue.ts';
import type { QueuesOptions } from '../traffic/queues.ts';
import type { RowsText, StatementRequest } from '../dialects/statement.ts';
import type { AdHocStatement } from './embedded/messages.ts';
import type { Readers } from './embedded/readers.ts';
import { attachedFiles } from './embedded/segments.ts';
import type { ReaderFiles, Segments } from './embedded/segments.ts';
import { createServerDriver } from './servers/create-server-driver.ts';
import type { ServerDriver, SettingsIssue } from './servers/server-driver.ts';
import { identityOfServer } from './servers/server-settings.ts';
import type { DriverOptions, ServerSettings } from './servers/server-settings.ts';

/**
 * A state of a warehouse: an immutable file of the embedded engine, or an external server, whose states are numbered by
 * the host. Its file also has views of rows that earlier loads brought, in the files named by `segments`. Within a number, `moment` distinguishes states that may differ undetected: results are never shared between
 * moments. `rollups` are those in the file; servers have none, since nothing is written there. `tenantKey` is the
 * tenant's value in the tenant column, if it is not the tenant's id.
 */
export type WarehouseVersion = { number: number; asOf: string | null } & (
  | { file: string; segments?: Segments; rollups?: readonly BuiltRollup[] }
  | { server: ServerSettings; moment: number; tenantKey?: string }
);

/** A version that is a file. */
export type FileVersion = Extract<WarehouseVersion, { file: string }>;
/** A version in an external server. */
export type ServerVersion = Extract<WarehouseVersion, { server: ServerSettings }>;

/** Runs queries on one version, in its dialect. */
export interface Warehouse {
  dialect: Dialect;
  /** Statement that lists tables, columns and types, in column order. */
  catalog: StatementRequest;
  /**
   * Waits for the tenant's turn in the queue. Throws `EngineBusy`, `QueryTimeout`, `WarehouseUnavailable` or the
   * signal's reason.
   */
  query(statements: StatementRequest[], signal?: AbortSignal): Promise<RowsText[]>;
  /** Waits in the queue of streams, then delivers rows as they come. Throws as `query` does, and `StreamStalled`. */
  stream(request: StreamRequest, signal?: AbortSignal): StreamParts;
  /**
   * Waits in the queue of ad-hoc statements, then for the tenant's turn, and runs a validated statement. Throws as
   * `query` does, and `StatementFailed`. Undefined for files, whose statements run in sandboxes.
   */
  runAdHoc?(statement: AdHocStatement, signal?: AbortSignal): Promise<RowsText>;
}

const DIALECTS: Record<ServerSettings['engine'], Dialect> = { clickhouse, postgres, snowflake, trino };

function catalogOf(schema: string, dialect: Dialect): StatementRequest {
  return { ...dialect.compile(dialect.catalog(schema)), types: ['string', 'string', 'string'], limit: null };
}

/** A version's own file, those with rows of earlier loads, and those with rollups that were built later. */
function filesOf(version: FileVersion): ReaderFiles {
  const { file, rollups = [] } = version;
  const names = new Set(rollups.flatMap(({ beside }) => beside ?? []));
  const { beside } = rowFilesOf(version);
  return { file, beside: [...beside, ...[...names].map((as) => ({ file: join(dirname(file), as), as }))] };
}

/** The files that hold a version's tables. */
export function rowFilesOf({ file, segments = {} }: FileVersion): ReaderFiles {
  return { file, beside: attachedFiles(file, segments) };
}

/** Identifies a version, without secrets, since it is used in cache keys. */
export function identityOf(version: WarehouseVersion): string {
  if ('file' in version) return `${version.number} ${version.file}`;
  const { number, moment, tenantKey, server } = version;
  return `${number} ${moment} ${JSON.stringify(tenantKey ?? null)} ${identityOfServer(server)}`;
}

export interface WarehousesOptions {
  readers: Readers;
  /** Time limit of a query, and of its wait in the queue before that. */
  deadlineMs: number;
  /** Size limit of one result, in bytes of its JSON. */
  resultBytes: number;
  traffic: QueuesOptions;
  /** Resolves host names of external warehouses; throws for a host that is not allowed. */
  lookup: LookupFunction | undefined;
}

interface ConnectedServer {
  driver: ServerDriver;
  queue: FairQueue;
  /** Ad-hoc statements may run long: half of the connections are reserved for everything else. */
  adHocQueue: FairQueue;
}

/** The engines of all versions, each with its own queue: reader processes for files, a driver per server. */
export class Warehouses {
  readonly #readers: Readers;
  readonly #deadlineMs: number;
  readonly #driverOptions: DriverOptions;
  readonly #queues: Queues;
  readonly #servers = new Map<string, ConnectedServer>();

  constructor({ readers, deadlineMs, resultBytes, traffic, lookup }: WarehousesOptions) {
    this.#readers = readers;
    this.#deadlineMs = deadlineMs;
    this.#driverOptions = { deadlineMs, resultBytes, lookup };
    this.#queues = new Queues(traffic);
  }

  /** A version, read on behalf of a tenant, and of a person in it. */
  of(version: WarehouseVersion, tenant: string, person?: string): Warehouse {
    const ticket = { tenant, person, patienceMs: this.#deadlineMs };
    if ('file' in version)
      return new EmbeddedWarehouse({ version, ticket, readers: this.#readers, queues: this.#queues });
    return new ServerWarehouse({
      version,
      ticket,
      server: this.#serverOf(version.server),
      streams: this.#queues.streams,
    });
  }

  /** Issues with settings, as the server reports them; empty if they work. */
  async examine(settings: ServerSettings): Promise<SettingsIssue[]> {
    const driver = createServerDriver(settings, this.#driverOptions);
    try {
      return await driver.examine();
    } finally {
      await driver.close();
    }
  }

  /** Closes the connections of settings that are no longer in use. */
  async disconnect(settings: ServerSettings): Promise<void> {
    const key = JSON.stringify(settings);
    const server = this.#servers.get(key);
    this.#servers.delete(key);
    await server?.driver.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map(({ driver }) => driver.close()));
    this.#servers.clear();
  }

  /** Running and waiting queries of all engines together. */
  stats(): { running: number; waiting: number } {
    const { files, streams } = this.#queues;
    const queues = [files, streams, ...[...this.#servers.values()].map(({ queue }) => queue)];
    const sum = (key: 'running' | 'waiting') => queues.reduce((total, { stats }) => total + stats[key], 0);
    return { running: sum('running'), waiting: sum('waiting') };
  }

  #serverOf(settings: ServerSettings): ConnectedServer {
    const key = JSON.stringify(settings);
    const server = this.#servers.get(key) ?? {
      driver: createServerDriver(settings, this.#driverOptions),
      queue: this.#queues.ofServer(settings.connections),
      adHocQueue: this.#queues.ofServer(Math.max(1, Math.floor(settings.connections / 2)), {
        reserveForColleagues: true,
      }),
    };
    this.#servers.set(key, server);
    return server;
  }
}

/**
 * Characters of a statement. An engine reads SQL into many times its size, which its own memory limits may not cover.
 */
const MAX_SQL = 2_000_000;

function rejectTooLarge(statements: readonly { sql: string }[]): void {
  if (statements.some(({ sql }) => sql.length > MAX_SQL)) throw new QueryTooLarge();
}

interface Ticket {
  tenant: string;
  person: string | undefined;
  patienceMs: number;
}

/** Streams rows after waiting in the queue of all streams. */
async function* streamInTurn(
  streams: FairQueue,
  ticket: Ticket,
  { request, start }: { request: StreamRequest; start: (signal: AbortSignal) => StreamParts },
  signal?: AbortSignal,
): StreamParts {
  rejectTooLarge([request]);
  const release = await streams.enter({ ...ticket, place: '', signal });
  return yield* guardStream(start, { signal, release });
}

/** A version file, read by DuckDB in a child process. */
class EmbeddedWarehouse implements Warehouse {
  readonly dialect = duckdb;
  readonly #files: ReaderFiles;
  readonly #ticket: Ticket;
  readonly #readers: Readers;
  readonly #queues: Queues;

  constructor({
    version,
    ticket,
    readers,
    queues,
  }: {
    version: FileVersion;
    ticket: Ticket;
    readers: Readers;
    queues: Queues;
  }) {
    this.#files = filesOf(version);
    this.#ticket = ticket;
    this.#readers = readers;
    this.#queues = queues;
  }

  get catalog(): StatementRequest {
    return catalogOf('main', duckdb);
  }

  async query(statements: StatementRequest[], signal?: AbortSignal): Promise<RowsText[]> {
    rejectTooLarge(statements);
    return await this.#queues.files.run({ ...this.#ticket, place: this.#files.file, signal }, () =>
      this.#readers.query(this.#files, statements, signal),
    );
  }

  stream(request: StreamRequest, signal?: AbortSignal): StreamParts {
    const start = (stopped: AbortSignal) => this.#readers.stream(this.#files, request, stopped);
    return streamInTurn(this.#queues.streams, this.#ticket, { request, start }, signal);
  }
}

/** An external warehouse. */
class ServerWarehouse implements Warehouse {
  readonly dialect: Dialect;
  readonly runAdHoc?: Warehouse['runAdHoc'];
  readonly #server: ConnectedServer;
  readonly #ticket: Ticket;
  readonly #streams: FairQueue;
  readonly #schema: string;
  /** Appears in the server's query log. */
  readonly #tag: string;

  constructor(options: { version: ServerVersion; ticket: Ticket; server: ConnectedServer; streams: FairQueue }) {
    const { version, ticket, server, streams } = options;
    const { engine, schema, tenantColumn } = version.server;
    this.dialect = { ...DIALECTS[engine], tenantColumn, tenantKey: version.tenantKey ?? null };
    this.#schema = schema;
    this.#server = server;
    this.#ticket = ticket;
    this.#streams = streams;
    this.#tag = `tenant=${ticket.tenant}`;
    const { driver, queue, adHocQueue } = server;
    if (driver.runAdHoc)
      this.runAdHoc = (statement, signal) => {
        const turn = { ...ticket, place: '', signal };
        return adHocQueue.run(turn, () => queue.run(turn, () => driver.runAdHoc!(statement, signal)));
      };
  }

  get catalog(): StatementRequest {
    return catalogOf(this.#schema, this.dialect);
  }

  async query(statements: StatementRequest[], signal?: AbortSignal): Promise<RowsText[]> {
    rejectTooLarge(statements);
    const { driver, queue } = this.#server;
    return await queue.run({ ...this.#ticket, place: '', signal }, () => driver.query(statements, signal, this.#tag));
  }

  stream(request: StreamRequest, signal?: AbortSignal): StreamParts {
    const start = (stopped: AbortSignal) => this.#server.driver.stream(request, stopped, this.#tag);
    return streamInTurn(this.#streams, this.#ticket, { request, start }, signal);
  }
}
