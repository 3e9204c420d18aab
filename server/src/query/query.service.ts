import { createHash } from 'node:crypto';
import type { Explanation, QueryMeta, SemanticQuery } from '@rise/contract';
import type { AnswerText, Engine, Scope } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText } from '../kernel/api.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { mandatoryPredicates } from './query.policy.ts';

export interface QueryService {
  /** Answers a query with the actor's rights, as the text of contract's `queryResult`. */
  answer(actor: TenantActor, query: SemanticQuery, signal: AbortSignal): Promise<JsonText>;
  /** The same in a warehouse already chosen, so that all tiles of a report see one version. */
  answerIn(warehouse: Warehouse, actor: TenantActor, query: SemanticQuery, signal: AbortSignal): Promise<JsonText>;
  explain(actor: TenantActor, query: SemanticQuery, measure: string): Promise<Explanation>;
}

export function createQueries(options: { engine: Engine; warehouses: WarehouseService }): QueryService {
  const { engine, warehouses } = options;

  const answerIn: QueryService['answerIn'] = async ({ model, version }, actor, query, signal) => {
    const answer = await engine.answer({ model, version, scope: scopeOf(actor), query, signal });
    return new JsonText(`{${answer.body},"meta":${JSON.stringify(metaOf(answer, version))}}`);
  };

  return {
    answerIn,
    answer: async (actor, query, signal) => answerIn(await warehouses.current(actor), actor, query, signal),
    async explain(actor, query, measure) {
      const { model, version, loadedAt } = await warehouses.current(actor);
      const explanation = await engine.explain({ model, version, scope: scopeOf(actor), query, measure });
      return { ...explanation, loadedAt: loadedAt.toISOString() };
    },
  };
}

/** What limits this actor in every query: their tenant and the row rules, with a hash that keeps caches apart. */
function scopeOf(actor: TenantActor): Scope {
  const predicates = mandatoryPredicates(actor);
  const policyHash = createHash('sha256').update(JSON.stringify(predicates)).digest('hex');
  return { tenant: actor.tenantId, predicates, policyHash };
}

function metaOf(answer: AnswerText, version: Warehouse['version']): QueryMeta {
  return {
    dataVersion: version.number,
    asOf: version.asOf,
    rowCount: answer.rowCount,
    truncated: answer.truncated,
    cache: answer.cache,
    // No dimension of a model is mapped from source codes yet, so nothing can be unmapped.
    unmapped: [],
    elapsedMs: answer.elapsedMs,
  };
}
