import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { QuestionAnswer } from '@rise/contract';
import { parse } from 'yaml';
import type { Caller } from './portal.ts';
import { ms, quantile, timed, type Measured } from './project.ts';

const FILE = join(import.meta.dirname, '../../samples/questions.yaml');
const ROUNDS = 3;
/** A question is read and its figures are computed. */
const BUDGET_MS = 300;

/** Reads questions about the call report as rules understand them, and runs the query of each that has one. */
export async function questions(caller: Caller): Promise<Measured> {
  const groups = parse(await readFile(FILE, 'utf8')) as {
    model: string;
    language: string;
    questions: [number, string, string][];
  }[];
  const all = groups
    .filter(({ model }) => model === 'ncua')
    .flatMap((group) => group.questions.map(([, text]) => ({ language: group.language, question: text })))
    .filter(({ question }) => !question.includes(' | '));
  const sample: number[] = [];
  let answered = 0;
  for (let round = -1; round < ROUNDS; round++) {
    for (const question of all) {
      const spent = await timed(async () => {
        const answer = JSON.parse(await caller.post('/api/v1/questions', question)) as QuestionAnswer;
        if (answer.kind !== 'reading') return;
        await caller.post('/api/v1/query', answer.reading.query);
        answered += 1;
      });
      if (round >= 0) sample.push(spent);
    }
  }
  if (answered < all.length) throw new Error('Too few questions were understood to measure their answers');
  const p95 = quantile(sample, 0.95);
  return {
    what: `A question in words by rules with its figures, ${all.length} questions over HTTP, p95`,
    measured: `${ms(p95)} (p50 ${ms(quantile(sample, 0.5))})`,
    budget: `≤ ${BUDGET_MS} ms`,
    held: p95 <= BUDGET_MS,
  };
}
