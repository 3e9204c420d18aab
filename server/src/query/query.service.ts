import { createHash } from 'node:crypto';
import type { Explanation, QueryMeta, SemanticQuery } from '@rise/contract';
import type { AnswerText, Engine, Question, Scope } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText } from '../kernel/api.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { mandatoryPredicates, readerOf } from './query.policy.ts';
import { affectedDimensions, sharesOf } from './unmapped.rules.ts';

export interface QueryService {
  /** Answers a query with the actor's rights, as the text of contract's `queryResult`. */
  answer(actor: TenantActor, query: SemanticQuery, signal: AbortSignal): Promise<JsonText>;
  /** The same in a warehouse already chosen, so that all tiles of a report see one version. */
  answerIn(warehouse: Warehouse, actor: TenantActor, query: SemanticQuery, signal: AbortSignal): Promise<JsonText>;
  explain(actor: TenantActor, query: SemanticQuery, measure: string): Promise<Explanation>;
}

export function createQueries(options: { engine: Engine; warehouses: WarehouseService }): QueryService {
  const { engine, warehouses } = options;

  const answerIn: QueryService['answerIn'] = async (warehouse, actor, query, signal) => {
    const { model, version } = warehouse;
    const question = { model, version, scope: scopeOf(actor), query, signal };
    const [answer, unmapped] = await Promise.all([engine.answer(question), unmappedShares(warehouse, question)]);
    return new JsonText(`{${answer.body},"meta":${JSON.stringify(metaOf(answer, version, unmapped))}}`);
  };

  /** Counted only where an alert says that there are such codes: most queries pay nothing for it. */
  const unmappedShares = async (
    { model, unlabelled }: Warehouse,
    question: Question,
  ): Promise<QueryMeta['unmapped']> => {
    const used = affectedDimensions(question.query, unlabelled[question.query.dataset] ?? []);
    if (used.length === 0) return [];
    const known = model.datasets.get(question.query.dataset)?.dimensions;
    const dimensions = used.flatMap((name) => known?.get(name) ?? []);
    const counted = await engine.unlabelledRows({ ...question, dimensions });
    return sharesOf(dimensions, counted);
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
  return { tenant: actor.tenantId, predicates, policyHash, reader: readerOf(actor) };
}

function metaOf(answer: AnswerText, version: Warehouse['version'], unmapped: QueryMeta['unmapped']): QueryMeta {
  return {
    dataVersion: version.number,
    asOf: version.asOf,
    rowCount: answer.rowCount,
    truncated: answer.truncated,
    cache: answer.cache,
    unmapped,
    elapsedMs: answer.elapsedMs,
  };
}
