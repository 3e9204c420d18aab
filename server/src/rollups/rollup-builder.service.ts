import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Engine } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { startWorker } from '../jobs/worker.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';

type Asked = Pick<Warehouse, 'tenantId' | 'model' | 'terms' | 'version'>;
const scopeOf = ({ tenantId, terms }: Asked) => ({ ...terms, tenant: tenantId });

/** Builds rollups that a model declares and its version lacks, in the background, once the warehouse is asked. */
export interface RollupBuilder {
  notice(warehouse: Asked): void;
  /** Gives up what is being built. */
  close(): Promise<void>;
}

/** What was seen to be whole, or tried, is not looked at again. */
const KNOWN = 10_000;

export function createRollupBuilder({
  warehouses,
  engine,
  log,
}: {
  warehouses: Pick<WarehouseService, 'addRollups'>;
  engine: Engine;
  log: Logger;
}): RollupBuilder {
  const known = new LRUCache<string, true>({ max: KNOWN });
  const waiting: Asked[] = [];

  const build = async (asked: Asked, signal: AbortSignal): Promise<void> => {
    const { tenantId, model, terms, version } = asked;
    if (!('file' in version)) return;
    // By what it is for and what there is: one left by a process that was killed is made anew, one in use never is.
    const what = JSON.stringify([model.hash, terms.revision, version.rollups?.map(({ hash }) => hash)]);
    const made = createHash('sha256').update(what).digest('hex').slice(0, 12);
    const target = version.file.replace(/\.duckdb$/, `.rollups.${made}.duckdb`);
    await rm(target, { force: true });
    const found = await engine.buildRollups({ model, version, scope: scopeOf(asked), target, signal });
    const built = found.filter((each) => 'hash' in each);
    for (const each of found) if ('problem' in each) log.warn({ tenantId, ...each }, 'a rollup was not built');
    if (built.length === 0) await rm(target, { force: true });
    else await warehouses.addRollups(tenantId, version.number, built);
  };

  const worker = startWorker({
    async work(signal) {
      const next = waiting.shift();
      if (next) await build(next, signal);
      return waiting.length > 0;
    },
    restMs: 60_000,
    onError: (error) => log.warn({ err: error }, 'rollups were not built'),
  });

  return {
    notice(asked) {
      const { tenantId, model, terms, version } = asked;
      const key = `${tenantId} ${version.number} ${model.hash} ${terms.revision}`;
      if (known.has(key)) return;
      known.set(key, true);
      if (!engine.lacksRollups(model, scopeOf(asked), version)) return;
      waiting.push(asked);
      worker.wake();
    },
    close: () => worker.close(),
  };
}
