import { semanticQuery, type QuestionAnswer, type SemanticQuery } from '@rise/contract';
import { describe, expect, test } from 'vitest';
import { expectedText, foundIn, gradeAnswer, type Expected } from './grading.rules.ts';

const query = (more: object = {}): SemanticQuery =>
  semanticQuery.parse({ dataset: 'loans', measures: ['balance'], dimensions: ['state'], ...more });
const reading = (own: SemanticQuery): QuestionAnswer => ({
  kind: 'reading',
  reading: { title: 'Balance by State', query: own, parts: [], labels: {}, view: null },
});
const choices = (...own: SemanticQuery[]): QuestionAnswer => ({
  kind: 'choices',
  choices: own.map((one) => ({ title: 'One', query: one })),
});
const REFUSAL: QuestionAnswer = { kind: 'refusal', reason: 'unknown_words', message: 'No.', unknown: [], nearest: [] };
const IN_2025 = { main: 'loans', year: 2025 };
const grade = (answer: QuestionAnswer, expected: Expected) => gradeAnswer(answer, expected, IN_2025);
const expected = (own: SemanticQuery): Expected => ({ kind: 'query', query: own, title: 'Balance by State' });
const notation = (text: string): Expected => ({ kind: 'notation', text });

describe('an answer', () => {
  test('is right with the expected query, whatever the order of its filters and however its period is written', () => {
    const state = { field: 'state', op: 'in', values: ['TX'] };
    const period = { field: 'day', during: { last: 1, unit: 'quarter' } };
    const days = { field: 'day', during: { since: '2025-10-01', until: '2025-12-31' } };
    expect(
      grade(reading(query({ filter: { all: [state, period] } })), expected(query({ filter: { all: [days, state] } }))),
    ).toBe('right');
  });

  test('is wrong with figures for something else, or where nothing answers', () => {
    expect(grade(reading(query()), expected(query({ measures: ['count'] })))).toBe('wrong');
    expect(grade(reading(query()), { kind: 'none' })).toBe('wrong');
  });

  test('is missed where it asks back or refuses although figures were expected', () => {
    expect(grade(choices(query(), query({ dimensions: [] })), expected(query()))).toBe('missed');
    expect(grade(REFUSAL, expected(query()))).toBe('missed');
    expect(grade(choices(query()), { kind: 'none' })).toBe('missed');
  });

  test('is right where it refuses what nothing answers', () => {
    expect(grade(REFUSAL, { kind: 'none' })).toBe('right');
  });

  test('is compared with the notation of shipped questions, which can also expect choices', () => {
    expect(grade(reading(query()), notation('balance by state'))).toBe('right');
    expect(grade(choices(query()), notation('ask balance by state'))).toBe('right');
    expect(grade(choices(query()), notation('ask|balance by region'))).toBe('right');
    expect(grade(reading(query()), notation('ask balance by state'))).toBe('wrong');
  });

  test('is shown in words', () => {
    expect(foundIn(REFUSAL)).toEqual({ kind: 'refusal', found: 'No.', parts: [] });
    expect(foundIn(reading(query()))).toMatchObject({ kind: 'reading', found: 'Balance by State' });
    expect(expectedText({ kind: 'none' })).toBeNull();
    expect(expectedText(expected(query()))).toBe('Balance by State');
  });
});
