import { availableParallelism } from 'node:os';
import type { Cell } from '@rise/contract';
import { QueryError } from '../errors.ts';
import { planQuery } from '../planner/query.ts';
import type { AveragesPlan, Plan } from '../plan/plan.ts';
import type { QueryRequest } from '../requests/query-request.ts';
import { statementsOf } from '../results/result-body.ts';
import { batchSql } from '../sql/batch.ts';
import type { RowsText } from '../dialects/statement.ts';
import type { Warehouse } from '../warehouses/warehouses.ts';
import { JobQueue } from './job-queue.ts';
import type { Job } from './job-queue.ts';
import { mergeAverages } from './merge-averages.ts';
import type { MergedAverages } from './merge-averages.ts';
import { containmentIn, mergeQueries } from './merge-queries.ts';
import type { MergedQuery, PlannedQuery } from './merge-queries.ts';
import { runBatch } from './run-batch.ts';
import type { PendingResult } from './run-batch.ts';

/** Concurrent batches of one run over a file. More than there are cores would only delay the longest. */
const CONCURRENCY = Math.max(2, availableParallelism());

/** A plan with a pending result. */
interface PendingPlan<T> extends PendingResult<T> {
  request: QueryRequest;
  plan: Plan;
}

/** A query with a pending result. */
export interface PendingQuery<T> extends PlannedQuery, PendingPlan<T> {
  request: QueryRequest;
  plan: Plan;
}

/** What says how the average balances of a query were computed. */
export interface PendingAverages<T> extends PendingPlan<T> {
  plan: AveragesPlan;
}

export interface QueryBatchesOptions<T> {
  warehouseOf(request: QueryRequest): Warehouse;
  /** Builds a plan's result from what its statements returned: the rows, then the totals, if any. */
  toResult(plan: Plan, answers: RowsText[]): T;
  runAlone(pending: PendingPlan<T>): Promise<T>;
}

/** What is added later runs beside what was added before, but in passes of its own. */
export interface BatchedRun<T> {
  /** Starts queries, and what says how their averages were computed; each is settled separately. */
  add(pending: readonly PendingQuery<T>[], averages: readonly PendingAverages<T>[]): void;
}

/** Runs queries of one reader on one version, in as few passes as possible. */
export class QueryBatches<T> {
  readonly #options: QueryBatchesOptions<T>;

  constructor(options: QueryBatchesOptions<T>) {
    this.#options = options;
  }

  start({ version }: Pick<QueryRequest, 'version'>): BatchedRun<T> {
    const queue = new JobQueue('file' in version ? CONCURRENCY : Infinity);
    return { add: (pending, averages) => queue.add(this.#jobsOf(pending, averages, queue)) };
  }

  #jobsOf(pending: readonly PendingQuery<T>[], averages: readonly PendingAverages<T>[], queue: JobQueue): Job[] {
    const { merged, alone } = mergeQueries(pending);
    const [longest, ...others] = merged.map((batch) => () => this.#runMerged(batch, queue));
    const counted = mergeAverages(averages);
    return [
      ...(longest ? [longest] : []),
      // No tile with averages is complete before.
      ...counted.merged.map((batch) => () => this.#runAverages(batch)),
      ...counted.alone.map((plan) => () => this.#runAlone(plan)),
      ...others,
      ...alone.map((query) => () => this.#runAlone(query)),
    ];
  }

  async #runMerged({ query, members }: MergedQuery<PendingQuery<T>>, queue: JobQueue): Promise<void> {
    try {
      const together = this.#runnerOf(query, members);
      if (together) await runBatch(members, { together, alone: (member) => this.#options.runAlone(member) });
      else queue.add(members.map((member) => () => this.#runAlone(member)));
    } catch (error) {
      for (const { reject } of members) reject(error as Error);
    }
  }

  /** Runs one statement for all members, each of which has some of its rows and columns. */
  async #runAverages({ plan, members }: MergedAverages<PendingAverages<T>>): Promise<void> {
    const pending = members.map(({ member }) => member);
    const warehouse = this.#options.warehouseOf(pending[0]!.request);
    const together = async (signal: AbortSignal) => {
      const [answer] = await warehouse.query(statementsOf(plan, warehouse), signal);
      const all = JSON.parse(answer!.rows) as Cell[][];
      return members.map(({ member, rowsOf }) => {
        const rows = rowsOf(all);
        const own = { rows: JSON.stringify(rows), rowCount: rows.length, truncated: false };
        return this.#options.toResult(member.plan, [own]);
      });
    };
    await runBatch(pending, { together, alone: (member) => this.#options.runAlone(member) });
  }

  #runAlone(pending: PendingPlan<T>): Promise<void> {
    return this.#options.runAlone(pending).then(pending.resolve, pending.reject);
  }

  /** Returns a function that runs one statement for all members; null if none can serve them all. */
  #runnerOf(
    query: MergedQuery<PendingQuery<T>>['query'],
    members: readonly PendingQuery<T>[],
  ): ((signal: AbortSignal) => Promise<T[]>) | null {
    const { request } = members[0]!;
    const { model, version, scope } = request;
    const plan = planOrNull(() => planQuery(model, scope, query, version.asOf));
    if (!plan || !members.every(containmentIn(plan))) return null;
    const warehouse = this.#options.warehouseOf(request);
    const plans = members.map((member) => member.plan);
    const { statement, types, slices } = batchSql(plan, plans, warehouse.dialect);
    return async (signal) => {
      const rows = await warehouse.query([{ ...statement, types, limit: null, slices }], signal);
      return plans.map((member) =>
        this.#options.toResult(member, rows.splice(0, member.kind === 'aggregate' && member.totals ? 2 : 1)),
      );
    };
  }
}

/** Null if the merged query is invalid: its members then run alone. */
function planOrNull(plan: () => Plan): Plan | null {
  try {
    return plan();
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}
