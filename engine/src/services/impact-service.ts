import { setImmediate } from 'node:timers/promises';
import { semanticQuery } from '@rise/contract';
import type { SemanticQuery } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Scope } from '../plan/scope.ts';
import { planQuery } from '../planner/query.ts';
import type { WarehouseVersion } from '../warehouses/warehouses.ts';

export interface ImpactRequest {
  model: CompiledModel;
  version: WarehouseVersion;
  before: Scope;
  after: Scope;
  signal?: AbortSignal;
}

/** A measure over all rows of its dataset. */
export interface AffectedMeasure {
  dataset: string;
  measure: string;
  query: SemanticQuery;
}

/**
 * The measures that a change of the tenant's settings can move: those whose plans differ, whatever of the model the
 * settings are used in. Planning many takes long, so other work has its turn after each.
 */
export async function* affectedMeasures(request: ImpactRequest): AsyncGenerator<AffectedMeasure> {
  const { model, version, before, after, signal } = request;
  for (const [dataset, { measures }] of model.datasets)
    for (const measure of measures.keys()) {
      signal?.throwIfAborted();
      const query = semanticQuery.parse({ dataset, measures: [measure] });
      const plan = (scope: Scope) => JSON.stringify(planQuery(model, scope, query, version.asOf));
      try {
        if (plan(before) !== plan(after)) yield { dataset, measure, query };
      } catch (error) {
        // A measure that cannot be queried on its own.
        if (!(error instanceof QueryError)) throw error;
      }
      await setImmediate();
    }
}
