import type { LookupFunction } from 'node:net';
import { ModelReader } from './documents/model-reader.ts';
import { Rollups } from './rollups/ready-rollups.ts';
import { AdHocSqlService } from './services/ad-hoc-sql-service.ts';
import { AveragesService } from './services/averages-service.ts';
import { CurrencyService } from './services/currency-service.ts';
import { CatalogService } from './services/catalog-service.ts';
import { ExplanationService } from './services/explanation-service.ts';
import { FileService } from './services/file-service.ts';
import { JoinService } from './services/join-service.ts';
import { QueryPlanner } from './services/query-planner.ts';
import { QueryRunner } from './services/query-runner.ts';
import { QueryService } from './services/query-service.ts';
import { ParameterTableService } from './services/parameter-table-service.ts';
import { MAX_RESULT_BYTES } from './results/result-limit.ts';
import { RollupService } from './services/rollup-service.ts';
import { CodeValuesService } from './services/code-values-service.ts';
import { TableService } from './services/table-service.ts';
import { UnmappedService } from './services/unmapped-service.ts';
import { VersionService } from './services/version-service.ts';
import { SqlValidators } from './sql-validator/sql-validators.ts';
import type { ObserveQuery } from './services/observed-query.ts';
import { STREAMS } from './traffic/queues.ts';
import { Readers } from './warehouses/embedded/readers.ts';
import type { ReaderStats } from './warehouses/embedded/readers.ts';
import { Warehouses } from './warehouses/warehouses.ts';

export interface EngineOptions {
  /** Bundled child processes and threads, if the host is a bundle. */
  readerEntry?: string;
  loaderEntry?: string;
  inspectorEntry?: string;
  modelsEntry?: string;
  /** Concurrent reader processes for queries; streams have two more. Default 4. */
  maxProcesses?: number;
  /** Concurrent queries, shared fairly among tenants. Default 4. */
  slots?: number;
  /** Maximum queued queries per tenant. Default 500. */
  queueLength?: number;
  /** The part of these that a tenant may have at once, from 0 to 1, but at least one; undefined: no limit. */
  partOf?: (tenant: string) => number | undefined;
  /** DuckDB memory limit per reader, in MB. Default 1024. */
  memoryMb?: number;
  /**
   * Milliseconds a query may run once its reader is ready, and milliseconds it may wait in the queue before that.
   * Default 15,000.
   */
  deadlineMs?: number;
  /** Concurrent processes that run ad-hoc SQL. Default 2. */
  sqlProcesses?: number;
  /** DuckDB memory limit of each of them, in MB; one statement gets half of it. Defaults to a reader's limit. */
  sqlMemoryMb?: number;
  /** DuckDB threads per reader. Default 2. */
  threads?: number;
  /** Size limit of the result cache, in bytes. Default 64 MiB; 0 disables it. */
  cacheBytes?: number;
  /** Size limit of one result, in bytes of its JSON; larger ones are refused or truncated. Default 16 MiB. */
  resultBytes?: number;
  /**
   * Resolves the host names of external warehouses; throws for a host that is not allowed. Defaults to the system's
   * resolver.
   */
  lookup?: LookupFunction;
  /** Receives why a process ended that nobody closed, with the SQL that ran in it (without values), for the log. */
  onReaderLost?: (reason: string) => void;
  /** Observes each semantic query and each statement that a person wrote, those answered from the cache included. */
  onQuery?: ObserveQuery;
}

export interface EngineStats extends ReaderStats {
  cache: { entries: number; bytes: number };
  queries: { running: number; waiting: number };
  /** Processes that run ad-hoc SQL, and its cached results. */
  sql: ReaderStats & { cache: { entries: number; bytes: number } };
}

/** Runs queries in warehouses of any kind. Its services share reader processes, connections, queues and caches. */
export class Engine {
  readonly queries: QueryService;
  readonly explanations: ExplanationService;
  readonly adHocSql: AdHocSqlService;
  readonly unmapped: UnmappedService;
  readonly codeValues: CodeValuesService;
  readonly catalogs: CatalogService;
  readonly rollups: RollupService;
  readonly versions: VersionService;
  readonly files: FileService;
  readonly tables: TableService;
  readonly joins: JoinService;
  readonly parameterTables: ParameterTableService;
  readonly models: ModelReader;
  /** Connections to external warehouses. */
  readonly servers: Pick<Warehouses, 'examine' | 'disconnect'>;
  readonly #warehouses: Warehouses;
  readonly #readers: Readers;
  readonly #validators: SqlValidators;
  readonly #runner: QueryRunner;

  constructor(options: EngineOptions = {}) {
    const { readerEntry, loaderEntry, lookup } = options;
    const { maxProcesses = 4, slots = 4, queueLength = 500, threads = 2 } = options;
    const {
      memoryMb = 1024,
      deadlineMs = 15_000,
      cacheBytes = 64 * 1024 * 1024,
      resultBytes = MAX_RESULT_BYTES,
      onReaderLost: onLost,
    } = options;
    const entry = { ...(readerEntry !== undefined && { entry: readerEntry }), ...(onLost && { onLost }) };
    // Streams can occupy a process for long, so queries have processes of their own.
    const limits = { memoryMb, deadlineMs, threads, resultBytes };
    this.#readers = new Readers({ ...limits, maxProcesses: maxProcesses + STREAMS, ...entry });
    const warehouses = new Warehouses({
      readers: this.#readers,
      deadlineMs,
      resultBytes,
      traffic: { maxProcesses, slots, queueLength, ...(options.partOf && { partOf: options.partOf }) },
      lookup,
    });
    this.#warehouses = warehouses;
    this.servers = warehouses;
    this.#validators = new SqlValidators({
      ...entry,
      processes: options.sqlProcesses ?? 2,
      memoryMb: options.sqlMemoryMb ?? memoryMb,
      threads,
      deadlineMs,
      resultBytes,
      warehouses,
    });
    const rollups = new Rollups();
    const planner = new QueryPlanner({ rollups });
    const runner = new QueryRunner({ warehouses, cacheBytes });
    this.#runner = runner;
    this.catalogs = new CatalogService({ warehouses });
    this.tables = new TableService({ warehouses });
    this.joins = new JoinService({ warehouses, catalogs: this.catalogs });
    this.parameterTables = new ParameterTableService({ deadlineMs, lookup });
    const averages = new AveragesService({ runner });
    const currencies = new CurrencyService({ runner });
    const { onQuery } = options;
    this.queries = new QueryService({ planner, runner, averages, currencies, warehouses, onQuery });
    this.explanations = new ExplanationService({ planner, runner, averages, currencies, warehouses });
    this.unmapped = new UnmappedService({ planner, runner, catalogs: this.catalogs });
    this.codeValues = new CodeValuesService({ runner, catalogs: this.catalogs });
    this.rollups = new RollupService({ rollups, warehouses, loaderEntry });
    this.versions = new VersionService({ readers: this.#readers, validators: this.#validators, loaderEntry });
    this.files = new FileService({ inspectorEntry: options.inspectorEntry });
    this.models = new ModelReader({ entry: options.modelsEntry });
    this.adHocSql = new AdHocSqlService({
      validatorOf: (version, tenant, person) => this.#validators.of(version, tenant, person),
      catalog: (version) => this.catalogs.read(version),
      cacheBytes,
      onQuery,
    });
  }

  /** Drops the cached results of a tenant. Its open files: `versions.release`. */
  forget(tenant: string): void {
    this.#runner.forget(tenant);
    this.adHocSql.forget(tenant);
  }

  async close(): Promise<void> {
    await Promise.all([this.models.close(), this.#readers.close(), this.#validators.close(), this.#warehouses.close()]);
  }

  stats(): EngineStats {
    return {
      ...this.#readers.stats(),
      cache: this.#runner.cacheStats,
      queries: this.#warehouses.stats(),
      sql: { ...this.#validators.stats(), cache: this.adHocSql.cacheStats },
    };
  }
}
