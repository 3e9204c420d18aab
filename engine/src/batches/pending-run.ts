import type { AveragesPlan, Plan } from '../plan/plan.ts';
import type { QueryRequest } from '../requests/query-request.ts';
import type { BatchedRun, PendingAverages, PendingQuery } from './query-batches.ts';

/** Collects the queries of a run that are not cached, until they are started. */
export class PendingRun<T> {
  readonly #batches: BatchedRun<T>;
  #queries: PendingQuery<T>[] = [];
  #averages: PendingAverages<T>[] = [];

  constructor(batches: BatchedRun<T>) {
    this.#batches = batches;
  }

  /** Functions that wait for a query of this run, and for what says how its averages were computed. */
  runnersOf(request: QueryRequest, plan: Plan) {
    return {
      run: (signal: AbortSignal) =>
        new Promise<T>((resolve, reject) => {
          this.#queries.push({ request, query: request.query, plan, signal, resolve, reject });
        }),
      runAverages: (averages: AveragesPlan, signal: AbortSignal) =>
        new Promise<T>((resolve, reject) => {
          this.#averages.push({ request, plan: averages, signal, resolve, reject });
        }),
    };
  }

  /** Starts the queries so far; what says how their averages were computed waits for that of the others. */
  startQueries(): void {
    this.#batches.add(this.#queries, []);
    this.#queries = [];
  }

  start(): void {
    this.#batches.add(this.#queries, this.#averages);
    this.#queries = [];
    this.#averages = [];
  }
}
