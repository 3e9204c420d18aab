import { beforeAll, describe, expect, it } from 'vitest';
import {
  answerOf,
  bankSubject,
  clinicsSubject,
  coreSubject,
  gradeOf,
  HAS_REAL_DATA,
  lenderSubject,
  ncuaSubject,
  OPEN,
  readQuestions,
  type EvaluationQuestion,
  type Subject,
} from './testing/evaluation.ts';

interface Score {
  readonly count: number;
  readonly right: number;
  /** Figures for something else than what was meant. */
  readonly wrong: number;
  /** Questions without an answer in the data, and how many of them were refused. */
  readonly unanswerable: number;
  readonly refused: number;
  /** What was not right, for the message of a failing assertion. */
  readonly failures: readonly string[];
}

function grade(questions: readonly EvaluationQuestion[], subjects: Readonly<Record<string, Subject>>): Score {
  const graded = questions.map((question) => {
    const { text } = answerOf(question, subjects[question.model]!);
    return { question, text, grade: gradeOf(text, question.expected) };
  });
  const unanswerable = graded.filter(({ question }) => question.expected === 'refuse');
  return {
    count: graded.length,
    right: graded.filter((item) => item.grade === 'right').length,
    wrong: graded.filter((item) => item.grade === 'wrong').length,
    unanswerable: unanswerable.length,
    refused: unanswerable.filter(({ text }) => text === 'refuse').length,
    failures: graded.flatMap(({ question, text, grade: own }) =>
      own === 'right' ? [] : [`${own}: ${question.question} → ${text}`],
    ),
  };
}

/** Whether all unanswerable questions are refused, and at most one in thirty has a figure for something else. */
const isHonest = ({ count, wrong, unanswerable, refused }: Score) =>
  refused === unanswerable && wrong / count <= 1 / 30;

describe('questions about the sample tenants’ models', () => {
  let subjects: Record<string, Subject>;
  beforeAll(async () => {
    subjects = { ncua: await ncuaSubject(), core: await coreSubject() };
  }, 60_000);

  it('are understood in the open part of the evaluation', () => {
    const score = grade(readQuestions(OPEN), subjects);
    expect(score.right / score.count, score.failures.join('\n')).toBeGreaterThanOrEqual(0.97);
    expect(isHonest(score), score.failures.join('\n')).toBe(true);
  });

  it('are understood in the part that the rules were not tuned on, whose failures are not listed', () => {
    const score = grade(readQuestions('held-out.yaml'), subjects);
    expect(score.right / score.count).toBeGreaterThanOrEqual(0.9);
    expect(isHonest(score)).toBe(true);
  });

  it('are at least 250, in both languages, of every form', () => {
    const all = [...readQuestions(OPEN), ...readQuestions('held-out.yaml')];
    expect(all.length).toBeGreaterThanOrEqual(250);
    for (const language of ['en', 'tr'])
      expect(all.filter((item) => item.language === language).length).toBeGreaterThan(100);
    const forms = new Set(all.map(({ form }) => form));
    const missing = Array.from({ length: 64 }, (_, at) => at + 1).filter((form) => !forms.has(form));
    // Masked fields need rights: questions.test.ts.
    expect(missing).toEqual([63]);
  });
});

describe('questions that once had figures for something else', () => {
  it('have those that are meant, are asked back or are refused, also about a model that was not seen', async () => {
    const subjects = { ncua: await ncuaSubject(), core: await coreSubject(), clinics: await clinicsSubject() };
    const score = grade(readQuestions('honest.yaml'), subjects);
    expect(score.count).toBeGreaterThanOrEqual(90);
    expect(score.failures).toEqual([]);
  }, 60_000);
});

describe('questions about a lender and a bank', () => {
  const there = HAS_REAL_DATA ? '' : ' (not asked: the real data is not beside the project)';
  it(`are understood without having been seen${there}`, async () => {
    if (!HAS_REAL_DATA) return;
    const score = grade(readQuestions('unseen.yaml'), { lender: await lenderSubject(), bank: await bankSubject() });
    expect(score.count).toBe(60);
    expect(score.right / score.count, score.failures.join('\n')).toBeGreaterThanOrEqual(0.75);
    expect(isHonest(score), score.failures.join('\n')).toBe(true);
  }, 60_000);
});
