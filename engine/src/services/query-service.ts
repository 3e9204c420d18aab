import { setImmediate } from 'node:timers/promises';
import type { Averaged, ResultColumn, RowsQuery, Uncomputed } from '@rise/contract';
import { PendingRun } from '../batches/pending-run.ts';
import { QueryBatches } from '../batches/query-batches.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { ResultText } from '../results/query-result.ts';
import type { Plan } from '../plan/plan.ts';
import { toResultBody } from '../results/result-body.ts';
import type { ResultBody } from '../results/result-body.ts';
import { streamRequestOf } from '../stream/plan-stream.ts';
import { streamPlan } from '../stream/stream-plan.ts';
import type { ResultStream, StreamFormat } from '../stream/stream-request.ts';
import {
  observe,
  observedQuery,
  observedSemanticQuery,
  observeQuery,
  observeStream,
  type ObserveQuery,
} from './observed-query.ts';
import { measureWaiting } from '../traffic/waiting-time.ts';
import type { Warehouses } from '../warehouses/warehouses.ts';
import type { AveragesService, RunAverages } from './averages-service.ts';
import type { CurrencyService } from './currency-service.ts';
import type { ExecutablePlan, QueryPlanner } from './query-planner.ts';
import type { QueryContext, QueryRequest } from '../requests/query-request.ts';
import type { QueryRunner } from './query-runner.ts';
import { SharedScopes } from './shared-scopes.ts';

interface QueryServiceOptions {
  planner: QueryPlanner;
  runner: QueryRunner;
  averages: AveragesService;
  currencies: CurrencyService;
  warehouses: Warehouses;
  onQuery?: ObserveQuery | undefined;
}

/** Runs semantic queries. */
export class QueryService {
  readonly #planner: QueryPlanner;
  readonly #runner: QueryRunner;
  readonly #averages: AveragesService;
  readonly #warehouses: Warehouses;
  readonly #currencies: CurrencyService;
  readonly #batches: QueryBatches<ResultBody>;
  readonly #onQuery: ObserveQuery | undefined;
  readonly #scopes = new SharedScopes();

  constructor({ planner, runner, averages, currencies, warehouses, onQuery }: QueryServiceOptions) {
    this.#onQuery = onQuery;
    this.#planner = planner;
    this.#runner = runner;
    this.#averages = averages;
    this.#warehouses = warehouses;
    this.#currencies = currencies;
    this.#batches = new QueryBatches<ResultBody>({
      warehouseOf: ({ version, scope }) => warehouses.of(version, scope.tenant, scope.person),
      toResult: toResultBody,
      runAlone: ({ request, plan, signal }) => runner.run(request, plan, signal),
    });
  }

  /** Throws `QueryError`, `EngineBusy`, `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  async run(of: QueryRequest): Promise<ResultText> {
    const started = performance.now();
    const request = this.#shared(of);
    const run = async () => {
      const planned = this.#planner.plan(request);
      return this.#withCurrencies(request, planned, this.#result(planned, started, request));
    };
    return observeQuery(this.#observe(request), run, request.signal);
  }

  /**
   * Runs queries of one reader on one version, each as `run` would, and delivers each result as soon as it is ready.
   * Compatible queries share one pass over the data. A query that fails does not affect the others.
   */
  runAll(all: readonly QueryRequest[]): Promise<ResultText>[] {
    const requests = all.map((request) => this.#shared(request));
    if (!this.#onQuery) return this.#runAll(requests);
    const time = { ms: 0 };
    const observations = requests.map((request) => this.#observe(request));
    const results = measureWaiting(time, () => this.#runAll(requests));
    return results.map((running, index) =>
      observe(observations[index]!, running, { time, signal: requests[index]!.signal }),
    );
  }

  /** What was bound for the same reader before is not bound again. */
  #shared(request: QueryRequest): QueryRequest {
    return { ...request, scope: this.#scopes.of(request.scope) };
  }

  #observe(request: QueryRequest, delivery?: 'stream') {
    return this.#onQuery?.(observedSemanticQuery(request, request.query, delivery)) ?? null;
  }

  #runAll(requests: readonly QueryRequest[]): Promise<ResultText>[] {
    const [first] = requests;
    if (!first) return [];
    const started = performance.now();
    const run = new PendingRun(this.#batches.start(first));
    const start = async (request: QueryRequest): Promise<ResultText> => {
      const planned = this.#planner.plan(request);
      const running = this.#result(planned, started, request, run.runnersOf(request, planned.plan));
      return this.#withCurrencies(request, planned, running);
    };
    // A comparison takes longest, so it runs while the other queries are planned, together with a distribution over the
    // same members. A distribution without one waits for its turn.
    const compares = requests.some(({ query: { kind } }) => kind === 'benchmark');
    const isFirst = ({ query: { kind } }: QueryRequest) =>
      kind === 'benchmark' || (compares && kind === 'distribution');
    const longest = requests.map((request) => (isFirst(request) ? start(request) : null));
    run.startQueries();
    const sent = longest.every((running) => running === null) ? Promise.resolve() : setImmediate();
    const results = requests.map((request, index) => longest[index] ?? sent.then(() => start(request)));
    // All cache look-ups have run; what is pending are the misses.
    void sent.then(() => run.start());
    return results;
  }

  /** Plans a query without running it: throws `QueryError` for one that cannot be computed. */
  check(request: QueryRequest): void {
    this.#planner.plan(request);
  }

  /** The figures of a query that have no value because of their currencies. */
  uncomputedAmounts(request: QueryRequest): Promise<Uncomputed[]> {
    return this.#currencies.uncomputed(request, this.#planner.plan(request).planWithoutRollups);
  }

  /** A result, with the figures that have no value because of their currencies. */
  async #withCurrencies(
    request: QueryRequest,
    { planWithoutRollups: plan }: { planWithoutRollups: Plan },
    running: Promise<ResultText>,
  ): Promise<ResultText> {
    const [result, uncomputed] = await Promise.all([running, this.#currencies.uncomputed(request, plan)]);
    return uncomputed.length === 0 ? result : { ...result, uncomputed: [...result.uncomputed, ...uncomputed] };
  }

  /** The rows behind one figure, as JSON of contract's `rowsResult`. Throws as `run` does. */
  async runRows({ rows, ...context }: QueryContext & { rows: RowsQuery }): Promise<ResultText> {
    const started = performance.now();
    const run = async () => this.#result(this.#planner.planRows(context, rows), started, context);
    const dataset = 'dataset' in rows.query ? rows.query.dataset : null;
    const observation = this.#onQuery?.(observedQuery(context, 'source-rows', dataset)) ?? null;
    return observeQuery(observation, run, context.signal);
  }

  /** How the average balances of a query are computed, for results that are streamed. Throws as `run` does. */
  averages(request: QueryRequest): Promise<Averaged[]> {
    return this.#averages.of(request, this.#planner.plan(request).plan);
  }

  async #result(
    planned: ExecutablePlan,
    started: number,
    context: QueryContext,
    { run, runAverages }: { run?: (signal: AbortSignal) => Promise<ResultBody>; runAverages?: RunAverages } = {},
  ): Promise<ResultText> {
    const running = this.#runner.result(planned, started, context, run);
    const [result, averages] = await Promise.all([running, this.#averages.of(context, planned.plan, runAverages)]);
    return { ...result, averages };
  }

  /**
   * Streams the rows of a query in its order, without caching them. Throws what `run` throws, before or between chunks,
   * and `StreamStalled`.
   */
  stream({
    format,
    ...request
  }: QueryRequest & { format: (columns: readonly ResultColumn[]) => StreamFormat }): ResultStream {
    const { tenant, person } = request.scope;
    const warehouse = this.#warehouses.of(request.version, tenant, person);
    const { plan, periods, unavailable } = this.#planner.plan(request);
    const formatted = format(plan.columns);
    const requestIn = (dialect: Dialect) => streamRequestOf(plan, dialect, formatted);
    // Says at once what cannot be streamed.
    requestIn(warehouse.dialect);
    const start = (dialect: Dialect) => warehouse.stream(requestIn(dialect), request.signal);
    const parts = streamPlan(plan, warehouse.dialect, start);
    const observation = this.#observe(request, 'stream');
    const observed = observation ? observeStream(observation, parts, request.signal) : parts;
    return { columns: plan.columns, periods, unavailable, parts: observed };
  }
}
