import { availableParallelism } from 'node:os';
import type { SemanticQuery } from '@rise/contract';
import type { Question } from '../engine-interface.ts';
import { QueryError } from '../errors.ts';
import { planQuery } from '../plan/plan-query.ts';
import type { Plan } from '../plan/plan.ts';
import { batchSql } from '../sql/batch.ts';
import type { RowsText } from '../warehouses/messages.ts';
import type { Warehouse } from '../warehouses/warehouses.ts';
import { holderOf, mergeQuestions } from './merge-questions.ts';
import type { Asked } from './merge-questions.ts';
import { runBatch } from './run-batch.ts';
import type { Waiting } from './run-batch.ts';

/** Of one run over a file. More at once than there are cores would only make the longest wait for the others. */
const AT_ONCE = Math.max(2, availableParallelism());

/** A question that waits for its answer. */
export interface Wanted<T> extends Asked, Waiting<T> {
  question: Question;
}

export interface BatchesOptions<T> {
  warehouseOf(question: Question): Warehouse;
  /** The answer that rows are to a plan: its rows, then its totals where it has some. */
  bodyOf(plan: Plan, answers: RowsText[]): T;
  alone(wanted: Wanted<T>): Promise<T>;
}

/** Answers questions of one reader to one version, those that can be in one pass. */
export function createBatches<T>({ warehouseOf, bodyOf, alone }: BatchesOptions<T>) {
  /** Several answers from the rows of one statement; null where none holds them all. */
  const togetherOf = (query: SemanticQuery, members: readonly Wanted<T>[]) => {
    const { question } = members[0]!;
    const { model, version, scope } = question;
    const plan = planned(() => planQuery(model, scope, query, version.asOf));
    if (!plan || !members.every(holderOf(plan))) return null;
    const warehouse = warehouseOf(question);
    const plans = members.map((member) => member.plan);
    const { statement, types, cuts } = batchSql(plan, plans, warehouse.dialect);
    return async (signal: AbortSignal) => {
      const answers = await warehouse.query([{ ...statement, types, limit: null, cuts }], signal);
      return plans.map((own) => bodyOf(own, answers.splice(0, own.kind === 'aggregate' && own.totals ? 2 : 1)));
    };
  };

  return (wanted: readonly Wanted<T>[]): void => {
    const { merged, alone: single } = mergeQuestions(wanted);
    const jobs: (() => Promise<void>)[] = [];
    const askAlone = (each: Wanted<T>) => jobs.push(() => alone(each).then(each.resolve, each.reject));
    for (const { query, members } of merged)
      jobs.push(async () => {
        try {
          const together = togetherOf(query, members);
          if (together) await runBatch<T, Wanted<T>>(members, { together, alone });
          else for (const each of members) askAlone(each);
        } catch (error) {
          for (const { reject } of members) reject(error as Error);
        }
      });
    for (const each of single) askAlone(each);
    const [first] = wanted;
    if (first) void inTurn(jobs, 'file' in first.question.version ? AT_ONCE : jobs.length);
  };
}

/** Does all of them, so many at once, and those that they add. The first is on its way before the next are made ready. */
async function inTurn(jobs: (() => Promise<void>)[], atOnce: number): Promise<void> {
  const one = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  };
  const first = one();
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, ...Array.from({ length: atOnce - 1 }, one)]);
}

/** What is refused as one question is asked one by one, and each of those waits for an answer. */
function planned(make: () => Plan): Plan | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}
