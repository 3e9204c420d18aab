import { availableParallelism } from 'node:os';
import type { SemanticQuery } from '@rise/contract';
import type { Question } from '../engine-interface.ts';
import { QueryError } from '../errors.ts';
import { planQuery } from '../plan/plan-query.ts';
import type { Plan } from '../plan/plan.ts';
import { batchSql } from '../sql/batch.ts';
import type { RowsText } from '../warehouses/messages.ts';
import type { Warehouse } from '../warehouses/warehouses.ts';
import { holds, mergeQuestions } from './merge-questions.ts';
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
    if (!plan || !members.every((member) => holds(plan, member))) return null;
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
    for (const { query, members } of merged) {
      const together = togetherOf(query, members);
      if (together) jobs.push(() => runBatch<T, Wanted<T>>(members, { together, alone }));
      else single.push(...members);
    }
    for (const each of single) jobs.push(() => alone(each).then(each.resolve, each.reject));
    const [first] = wanted;
    if (first) void inTurn(jobs, 'file' in first.question.version ? AT_ONCE : jobs.length);
  };
}

/** Does all of them, so many at once. */
async function inTurn(jobs: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  const left = jobs.values();
  const one = async () => {
    for (const job of left) await job();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
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
