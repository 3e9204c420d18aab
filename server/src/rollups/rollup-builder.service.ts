import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Engine } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { noteJobFailure, traceJob } from '../jobs/trace-job.ts';
import type { Database } from '../kernel/database/database.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';

type RollupWarehouse = Pick<Warehouse, 'tenantId' | 'model' | 'tenantSettings' | 'version'>;
const scopeOf = ({ tenantId, tenantSettings }: RollupWarehouse) => ({ ...tenantSettings, tenant: tenantId });

/** Warehouses that are complete, or were tried, are not checked again. */
const MAX_CHECKED = 10_000;

/** Builds rollups that a model declares and its version lacks, in the background, once the warehouse is queried. */
export class RollupBuilder {
  readonly #warehouses: Pick<WarehouseService, 'addRollups'>;
  readonly #engine: Engine;
  readonly #log: Logger;
  readonly #worker: BackgroundWorker;
  readonly #checked = new LRUCache<string, true>({ max: MAX_CHECKED });
  readonly #queue: RollupWarehouse[] = [];

  constructor({
    database,
    warehouses,
    engine,
    log,
  }: {
    database: Pick<Database, 'readOnly'>;
    warehouses: Pick<WarehouseService, 'addRollups'>;
    engine: Engine;
    log: Logger;
  }) {
    this.#warehouses = warehouses;
    this.#engine = engine;
    this.#log = log;
    this.#worker = new BackgroundWorker({
      database,
      work: async (signal) => {
        const next = this.#queue.shift();
        if (next) await traceJob('rollup', next.tenantId, () => this.#build(next, signal));
        return this.#queue.length > 0;
      },
      restMs: 60_000,
      onError: (error) => log.warn({ err: error }, 'could not build rollups'),
    });
  }

  /** Queues a warehouse that lacks rollups. */
  enqueue(warehouse: RollupWarehouse): void {
    const { tenantId, model, tenantSettings, version } = warehouse;
    const key = `${tenantId} ${version.number} ${model.hash} ${tenantSettings.revision}`;
    if (this.#checked.has(key)) return;
    this.#checked.set(key, true);
    if (!this.#engine.rollups.anyMissing(model, scopeOf(warehouse), version)) return;
    this.#queue.push(warehouse);
    this.#worker.wake();
  }

  /** Cancels the running build. */
  async close(): Promise<void> {
    await this.#worker.close();
  }

  async #build(warehouse: RollupWarehouse, signal: AbortSignal): Promise<void> {
    const { tenantId, model, tenantSettings, version } = warehouse;
    if (!('file' in version)) return;
    // The name is derived from the content and the existing files: a file left by a killed process is replaced, one in
    // use never.
    const identity = [model.hash, tenantSettings.revision, version.rollups?.map(({ hash }) => hash)];
    const suffix = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 12);
    const target = version.file.replace(/\.duckdb$/, `.rollups.${suffix}.duckdb`);
    await rm(target, { force: true });
    const results = await this.#engine.rollups.build({ model, version, scope: scopeOf(warehouse), target, signal });
    const built = results.filter((rollup) => 'hash' in rollup);
    if (results.some((rollup) => 'problem' in rollup)) noteJobFailure('NOT_BUILT');
    for (const rollup of results)
      if ('problem' in rollup) this.#log.warn({ tenantId, ...rollup }, 'could not build a rollup');
    if (built.length === 0) await rm(target, { force: true });
    else await this.#warehouses.addRollups(tenantId, version.number, built);
  }
}
