import type { ModelTest, TestOutcome } from '@rise/contract';
import { EngineBusy, isRestrictedTest, queryOfTest, toQueryResult } from '@rise/engine';
import type { Engine, Scope } from '@rise/engine';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { Warehouse } from '../warehouse/warehouse.service.ts';
import { describeTest, notRun, obstacleOf, obstacleOfFigure, RESTRICTED, toOutcome } from './model-tests.rules.ts';

/** Queries at the same time: others' queries share the engine. */
const CONCURRENT = 2;

export interface TestsRequest {
  readonly engine: Engine;
  /** The model with its tests, and the version and settings to run them on. */
  readonly data: Pick<Warehouse, 'model' | 'version' | 'tenantSettings'>;
  /** Whose rows count: the server itself sees all. */
  readonly scope: Scope;
  readonly signal: AbortSignal;
}

/** Runs each test of a model. Throws only where the run as a whole has to be repeated: the engine is busy or stops. */
export async function runTests({ engine, data, scope, signal }: TestsRequest): Promise<TestOutcome[]> {
  const { model, version, tenantSettings } = data;
  const { tests } = model.model;
  const bound = withTenantSettings(scope, tenantSettings);
  const runOne = async (test: ModelTest): Promise<TestOutcome> => {
    const described = describeTest(model, test, tenantSettings.currency);
    if (isRestrictedTest(model, test, bound, version.asOf)) return notRun(described, RESTRICTED);
    try {
      const answer = await engine.queries.run({ model, version, scope: bound, query: queryOfTest(test), signal });
      const { rows, meta } = toQueryResult(answer, { dataVersion: version.number, asOf: version.asOf, unmapped: [] });
      const [uncomputed] = meta.uncomputed;
      if (uncomputed) return notRun(described, obstacleOfFigure(uncomputed));
      const figure = rows[0]?.[0] ?? null;
      return toOutcome(described, test, typeof figure === 'boolean' ? null : figure);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof EngineBusy) throw error;
      return notRun(described, obstacleOf(error));
    }
  };
  const outcomes: TestOutcome[] = [];
  for (let start = 0; start < tests.length; start += CONCURRENT)
    outcomes.push(...(await Promise.all(tests.slice(start, start + CONCURRENT).map(runOne))));
  return outcomes;
}
