import type { Engine } from '@rise/engine';
import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { traceJob } from '../jobs/trace-job.ts';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, Listening } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { newestNumber } from '../models/stored-models.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { alertOf, countOutcomes } from './model-tests.rules.ts';
import { latestRun, releaseDue, removeDue, saveRun, takeDue, TEST_CHANNEL, type DueTests } from './model-tests.sql.ts';
import { runTests } from './run-tests.ts';

/** After a failure, and where a notification was lost. */
const REST_MS = 30_000;

export interface TestJobOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  readonly log: Logger;
}

/** Runs the tests of models after each load and each change of a model or of settings, one tenant at a time. */
export class TestJobs {
  readonly #options: TestJobOptions;
  readonly #worker: BackgroundWorker;
  #listening: Listening | null = null;

  constructor(options: TestJobOptions) {
    this.#options = options;
    const { database, log } = options;
    this.#worker = new BackgroundWorker({
      database,
      work: async (signal) => {
        const due = await database.withGlobal(SYSTEM, takeDue);
        if (!due) return false;
        try {
          await traceJob('model-test', due.tenantId, () => this.#run(due, signal));
          return true;
        } catch (error) {
          await database.withGlobal(SYSTEM, (tx) => releaseDue(tx, due));
          throw error;
        }
      },
      restMs: REST_MS,
      onError: (error) => log.warn({ err: error }, 'could not run the tests of a model'),
    });
  }

  /** Runs what became due while no server did, and then whatever becomes due in any process. */
  async start(): Promise<void> {
    this.#listening = await this.#options.database.listen(TEST_CHANNEL, () => this.#worker.wake());
  }

  async close(): Promise<void> {
    await this.#listening?.stop();
    await this.#worker.close();
  }

  async #run(due: DueTests, signal: AbortSignal): Promise<void> {
    const { database, engine } = this.#options;
    const actor = systemIn(due.tenantId);
    const found = await this.#find(actor, due.dataVersion);
    if (!found) {
      await database.withTenant(actor, (tx) => removeDue(tx, due));
      return;
    }
    const { warehouse, modelVersion } = found;
    const scope = { tenant: due.tenantId, reader: 'system' } as const;
    const outcomes = await runTests({ engine, data: warehouse, scope, signal });
    await database.withTenant(actor, async (tx) => {
      const before = await latestRun(tx);
      await saveRun(tx, { dataVersion: due.dataVersion, modelVersion, outcomes, ...countOutcomes(outcomes) });
      await removeDue(tx, due);
      const after = await latestRun(tx);
      if (outcomes.length === 0 && (before?.outcomes ?? []).length === 0) return;
      const to = { tenants: [tx.tenantId] };
      await publish(tx, { kind: 'model-tests', to });
      if (JSON.stringify(alertOf(before)) !== JSON.stringify(alertOf(after))) await publish(tx, { kind: 'alerts', to });
    });
  }

  /** The version with the active model; null where it, or any model, is gone. */
  async #find(
    actor: TenantActor,
    number: number,
  ): Promise<{ warehouse: Pick<Warehouse, 'model' | 'version' | 'tenantSettings'>; modelVersion: number } | null> {
    const { database, warehouses } = this.#options;
    const found = await database.withTenant(
      actor,
      async (tx) => ({ warehouse: await warehouses.find(tx), modelVersion: await newestNumber(tx) }),
      'reads',
    );
    const { warehouse, modelVersion } = found;
    if (!warehouse || modelVersion === null) return null;
    if (warehouse.version.number === number) return { warehouse, modelVersion };
    try {
      return { warehouse: await warehouses.ofVersion(actor, number), modelVersion };
    } catch (error) {
      // Its data was removed, or it was read from a connection that is gone.
      if (error instanceof UserError) return null;
      throw error;
    }
  }
}
