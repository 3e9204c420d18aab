import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../support/test-postgres.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { checkAnswers } from '../support/worlds/check.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** `RISE_SEED` makes a run again; without it every run asks what none has asked before. */
const seed = Number(process.env['RISE_SEED'] ?? Date.now() % 2 ** 31);

const cases = Number(process.env['RISE_QUESTIONS'] ?? 10_000);

it(`${cases} questions are answered as row-by-row reckoning answers them, by every engine (seed ${seed})`, async () => {
  const { rows } = await checkAnswers(database, { cases, seed });
  expect(rows).toBeGreaterThan(cases);
});
