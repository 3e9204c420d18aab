import type { TestAlert, TestOutcome, TestRun } from '@rise/contract';
import { isRestrictedTest, type CompiledModel, type Engine } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { ModelService } from '../models/models.service.ts';
import { newestModel } from '../models/stored-models.service.ts';
import { scopeOf } from '../query/query.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { alertOf, withoutFigures } from './model-tests.rules.ts';
import { isPending, latestRun, requestTests } from './model-tests.sql.ts';
import { runTests } from './run-tests.ts';

export interface ModelTestOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly models: ModelService;
  readonly warehouses: WarehouseService;
}

/** What a tenant's model expects of its data, and what it found. */
export class ModelTestService {
  readonly #options: ModelTestOptions;

  constructor(options: ModelTestOptions) {
    this.#options = options;
  }

  /** The outcomes on the newest data that was tested. */
  async read(actor: TenantActor): Promise<{ run: TestRun | null; pending: boolean }> {
    const { run, pending, newest } = await this.#options.database.withTenant(
      actor,
      async (tx) => ({ run: await latestRun(tx), pending: await isPending(tx), newest: await newestModel(tx) }),
      'reads',
    );
    if (!run || run.outcomes.length === 0) return { run: null, pending };
    const outcomes = run.outcomes.map((outcome) => present(outcome, newest?.model, actor));
    return { run: { ...run, ranAt: run.ranAt.toISOString(), outcomes }, pending };
  }

  /** Has the tests run again in the background. WAREHOUSE_UNAVAILABLE while there is no data. */
  async request(actor: TenantActor): Promise<void> {
    if (!(await this.#options.database.withTenant(actor, requestTests)))
      throw new UserError('WAREHOUSE_UNAVAILABLE', 'No data has been loaded for this tenant yet.');
  }

  /** Runs the tests of a text that is not published on the current data, with the actor's rights. */
  async runDraft(
    actor: TenantActor,
    document: string,
    signal: AbortSignal,
  ): Promise<{ dataVersion: number | null; outcomes: TestOutcome[] }> {
    const { models, warehouses, engine } = this.#options;
    const compiled = await models.check(actor, { document });
    const data = await warehouses.preview(actor, compiled);
    if (!data) return { dataVersion: null, outcomes: [] };
    const outcomes = await runTests({ engine, data, scope: scopeOf(actor), signal });
    return { dataVersion: data.version.number, outcomes };
  }

  /** The alert for an actor who may edit the model; null for others, and where all tests pass. */
  async alert(actor: TenantActor): Promise<TestAlert | null> {
    if (!actor.permissions.has('model.manage')) return null;
    return alertOf(await this.#options.database.withTenant(actor, latestRun, 'reads'));
  }
}

/** An outcome as a reader may see it. Of a test that the model no longer has, nobody knows whose rows it read. */
function present(outcome: TestOutcome, model: CompiledModel | undefined, actor: TenantActor): TestOutcome {
  const test = model?.model.tests.find(
    ({ name, dataset, measure }) => name === outcome.name && dataset === outcome.dataset && measure === outcome.measure,
  );
  const isOpen = model && test && !isRestrictedTest(model, test, scopeOf(actor), AS_OF);
  return isOpen ? outcome : withoutFigures(outcome);
}

/** Relative periods count from a day; which rows a reader may see does not depend on it. */
const AS_OF = '2000-01-01';
