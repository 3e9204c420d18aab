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

type Job = () => Promise<void>;

/** Runs queries of one reader on one version, in as few passes as possible. */
export class QueryBatches<T> {
  readonly #options: QueryBatchesOptions<T>;

  constructor(options: QueryBatchesOptions<T>) {
    this.#options = options;
  }

  /** Starts all queries, and what says how their averages were computed; each is settled separately. */
  run(pending: readonly PendingQuery<T>[], averages: readonly PendingAverages<T>[]): void {
    const first = pending[0] ?? averages[0];
    if (!first) return;
    const { merged, alone } = mergeQueries(pending);
    const jobs: Job[] = [];
    const [longest, ...others] = merged.map((batch) => () => this.#runMerged(batch, jobs));
    if (longest) jobs.push(longest);
    // No tile with averages is complete before.
    const counted = mergeAverages(averages);
    for (const batch of counted.merged) jobs.push(() => this.#runAverages(batch));
    for (const plan of counted.alone) jobs.push(() => this.#runAlone(plan));
    jobs.push(...others);
    for (const query of alone) jobs.push(() => this.#runAlone(query));
    void runJobs(jobs, 'file' in first.request.version ? CONCURRENCY : jobs.length);
  }

  async #runMerged({ query, members }: MergedQuery<PendingQuery<T>>, jobs: Job[]): Promise<void> {
    try {
      const together = this.#runnerOf(query, members);
      if (together) await runBatch(members, { together, alone: (member) => this.#options.runAlone(member) });
      else for (const member of members) jobs.push(() => this.#runAlone(member));
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

/**
 * Runs all jobs, and those that they add, with this concurrency. The first job starts before the others are prepared.
 */
async function runJobs(jobs: Job[], concurrency: number): Promise<void> {
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  };
  const first = work();
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, ...Array.from({ length: concurrency - 1 }, work)]);
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
