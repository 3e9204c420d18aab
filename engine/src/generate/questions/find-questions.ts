import { askDirection } from './directions.ts';
import { askRunningBalance, askSnapshots, findRunningBalance } from './balances.ts';
import { askCodes, askHierarchies } from './codes.ts';
import { askNumbers, askRates, askSentinels } from './columns.ts';
import { askDateNumbers } from './date-numbers.ts';
import type { OpenQuestion, QuestionContext } from './context.ts';

/** What a table's rows leave open; about each column at most one question that decides its member, the weightiest. */
export async function findQuestions(context: QuestionContext): Promise<OpenQuestion[]> {
  const running = await findRunningBalance(context);
  const direction = await askDirection(context, running);
  const found = [
    ...(running ? [askRunningBalance(context, running)] : []),
    ...(direction ? [direction] : []),
    ...(await askSnapshots(context, running?.balance)),
    ...(await askDateNumbers(context)),
    ...(await askSentinels(context)),
    ...(await askRates(context)),
    ...askNumbers(context),
    ...(await askCodes(context)),
  ];
  const decided = new Set<string>();
  const questions = found.filter(({ column }) => !decided.has(column) && decided.add(column));
  return [...questions, ...(await askHierarchies(context))];
}
