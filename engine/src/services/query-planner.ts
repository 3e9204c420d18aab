import { LRUCache } from 'lru-cache';
import type { RowsQuery, SemanticQuery } from '@rise/contract';
import { cacheKey } from '../cache/cache-key.ts';
import type { CacheKey } from '../cache/cache-key.ts';
import { once } from '../expression/once.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { todayOf } from '../planner/binding/bound.ts';
import { factsThrough } from '../plan/facts-through.ts';
import type { Plan } from '../plan/plan.ts';
import { periodsRead } from '../planner/fields/periods-read.ts';
import { planQuery } from '../planner/query.ts';
import { checkQueryOfRows, planRows } from '../planner/rows.ts';
import { unavailableIn } from '../planner/unavailable.ts';
import { hiddenColumns } from '../planner/binding/rights.ts';
import { scopeKey } from '../plan/scope.ts';
import type { Scope } from '../plan/scope.ts';
import type { ResultText } from '../results/query-result.ts';
import type { Rollups } from '../rollups/ready-rollups.ts';
import { readStoredValues } from '../rollups/stored-values.ts';
import { useRollups } from '../rollups/use-rollups.ts';
import { identityOf } from '../warehouses/warehouses.ts';
import type { QueryContext, QueryRequest } from '../requests/query-request.ts';

/** A plan with the cache key of its result. */
export interface ExecutablePlan {
  key: CacheKey;
  plan: Plan;
  read: ResultText['read'];
  periods: ResultText['periods'];
  unavailable: ResultText['unavailable'];
}

export interface PlannedQuery extends ExecutablePlan {
  /** Reads base tables only; `plan` reads rollups where they give the same result. */
  planWithoutRollups: Plan;
}

/** Size limit of the plan cache. A plan's size is estimated at this many bytes per character of its request. */
const PLANS_BYTES = 32 * 1024 * 1024;
const PLAN_BYTES_PER_CHARACTER = 16;

/** Whether a dataset, or one that its rows are derived from, has rules or masks. */
function hasRights(model: CompiledModel, name: string): boolean {
  const facts = model.datasets.get(name)?.facts ?? [];
  return facts.some(
    ({ dataset: { rules, masks, query } }) =>
      rules.length + masks.length > 0 || (query !== undefined && hasRights(model, query.dataset)),
  );
}

function isMasked(model: CompiledModel, scope: Scope, name: string): boolean {
  return model.datasets.get(name)!.facts.some((fact) => {
    const { query } = fact.dataset;
    return hiddenColumns(fact, scope).any || (query !== undefined && isMasked(model, scope, query.dataset));
  });
}

function readBy(model: CompiledModel, scope: Scope, { dataset, facts }: Plan): ResultText['read'] {
  const all = factsThrough(facts);
  return {
    rollups: all.flatMap(({ rollup }) => rollup?.name ?? []),
    restricted: isMasked(model, scope, dataset) || all.some(({ source }) => source.rules !== null),
  };
}

/** The cache key of a plan's result. */
export function resultKey({ model, version, scope }: QueryContext, plan: Plan): CacheKey {
  return cacheKey({
    tenant: scope.tenant,
    dataVersion: identityOf(version),
    modelHash: model.hash,
    plan,
  });
}

/** Plans queries, and caches the plans. */
export class QueryPlanner {
  readonly #rollups: Rollups;
  readonly #plans = new LRUCache<string, PlannedQuery>({
    maxSize: PLANS_BYTES,
    sizeCalculation: (_, key) => key.length * PLAN_BYTES_PER_CHARACTER,
  });

  constructor({ rollups }: { rollups: Rollups }) {
    this.#rollups = rollups;
  }

  /** Throws `QueryError`. */
  plan(request: QueryRequest): PlannedQuery {
    const key = planKey(request);
    const cached = this.#plans.get(key);
    if (cached) return cached;
    const { model, version, scope, query } = request;
    const values = this.#rollups.readyValues(model, scope, version);
    const planWithoutRollups = readStoredValues(planQuery(model, scope, query, version.asOf), values);
    const plan = useRollups(planWithoutRollups, this.#rollups.ready(model, scope, version));
    const planned = { ...executable(request, plan, request.query), planWithoutRollups };
    this.#plans.set(key, planned);
    return planned;
  }

  /** Plans the rows behind a figure. Throws `QueryError`. */
  planRows(context: QueryContext, rows: RowsQuery): ExecutablePlan {
    const { model, version, scope } = context;
    const values = this.#rollups.readyValues(model, scope, version);
    const plan = readStoredValues(planRows(model, scope, rows, version.asOf), values);
    checkQueryOfRows(model, scope, rows.query, version.asOf);
    return executable(context, plan, rows.query);
  }
}

function executable(context: QueryContext, plan: Plan, query: SemanticQuery): ExecutablePlan {
  const { model, scope, version } = context;
  return {
    key: resultKey(context, plan),
    plan,
    read: readBy(model, scope, plan),
    periods: periodsRead(query, scope, version.asOf),
    unavailable: unavailableIn(model, scope, query, version.asOf),
  };
}

/** A scope as JSON, without its reader. The queries of a run have theirs in common. */
const scopeKeyOfAll = once((scope: Scope) => JSON.stringify({ ...scope, reader: null, onBehalfOf: null }));

/** Covers everything a plan depends on. For a model without rules and masks, all readers share one plan. */
function planKey({ model, version, scope, query }: QueryRequest): string {
  return JSON.stringify([
    hasRights(model, query.dataset) ? scopeKey(scope) : scopeKeyOfAll(scope),
    todayOf(scope),
    identityOf(version),
    'file' in version ? version.rollups?.map(({ hash }) => hash) : null,
    version.asOf,
    model.hash,
    query,
  ]);
}
