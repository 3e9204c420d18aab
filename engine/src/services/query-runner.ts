import { ResultCache } from '../cache/result-cache.ts';
import type { CacheKey } from '../cache/cache-key.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { withWideArithmetic } from '../dialects/standard-call.ts';
import { FigureOverflow } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { ResultText } from '../results/query-result.ts';
import { statementsOf, toResultBody } from '../results/result-body.ts';
import type { ResultBody } from '../results/result-body.ts';
import { bytesOfBody } from '../results/result-limit.ts';
import type { Warehouses } from '../warehouses/warehouses.ts';
import type { ExecutablePlan } from './query-planner.ts';
import { withoutOverflow } from './without-overflow.ts';
import type { QueryContext } from '../requests/query-request.ts';

/** Runs plans in their warehouses and caches the results. */
export class QueryRunner {
  readonly #warehouses: Warehouses;
  readonly #cache: ResultCache<ResultBody>;

  constructor({ warehouses, cacheBytes }: { warehouses: Warehouses; cacheBytes: number }) {
    this.#warehouses = warehouses;
    this.#cache = new ResultCache<ResultBody>({ bytes: cacheBytes, sizeOf: ({ body }) => bytesOfBody(body) });
  }

  get cacheStats(): { entries: number; bytes: number } {
    return this.#cache.stats;
  }

  forget(tenant: string): void {
    this.#cache.forget(tenant);
  }

  /**
   * Runs a plan, bypassing the cache. If a figure overflows, products are computed again with more digits than those of
   * their columns; measures that overflow even so have no value; the others do.
   */
  async run({ version, scope }: QueryContext, plan: Plan, signal?: AbortSignal): Promise<ResultBody> {
    const warehouse = this.#warehouses.of(version, scope.tenant, scope.person);
    const runIn = (dialect: Dialect) => async (one: Plan) =>
      toResultBody(one, await warehouse.query(statementsOf(one, { dialect }), signal));
    const attempts = warehouse.dialect.attempt !== undefined;
    const runWide = runIn(withWideArithmetic(warehouse.dialect));
    return runIn(warehouse.dialect)(plan)
      .catch((error: unknown) => (error instanceof FigureOverflow ? runWide(plan) : Promise.reject(error)))
      .catch((error: unknown) =>
        error instanceof FigureOverflow
          ? withoutOverflow(plan, error, { run: runWide, attempts })
          : Promise.reject(error),
      );
  }

  /** The cached result of a plan, or else the result of a run. */
  async cachedBody(
    context: QueryContext,
    key: CacheKey,
    plan: Plan,
    run = (signal: AbortSignal): Promise<ResultBody> => this.run(context, plan, signal),
  ): Promise<ResultBody> {
    const { result } = await this.#cache.get(key, run, context.signal);
    return result;
  }

  /** As `cachedBody`, with cache status and timings. `started` is a `performance.now()` time. */
  async result(
    { key, plan, read, periods, unavailable }: ExecutablePlan,
    started: number,
    context: QueryContext,
    run = (signal: AbortSignal): Promise<ResultBody> => this.run(context, plan, signal),
  ): Promise<Omit<ResultText, 'averages'>> {
    const { result, outcome } = await this.#cache.get(key, run, context.signal);
    return { ...result, cache: outcome, elapsedMs: elapsedSince(started), read, periods, unavailable };
  }
}

/** Milliseconds, rounded to microseconds. */
export const elapsedSince = (started: number): number => Math.round((performance.now() - started) * 1000) / 1000;
