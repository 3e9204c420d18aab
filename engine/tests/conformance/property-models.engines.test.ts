import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../support/test-postgres.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { checkDerived } from '../property-models/check-derived.ts';
import { checkResults, checkLists } from '../property-models/check-results.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** `RISE_SEED` repeats a run; by default every run uses a new seed. */
const seed = Number(process.env['RISE_SEED'] ?? Date.now() % 2 ** 31);

const cases = Number(process.env['RISE_QUESTIONS'] ?? 10_000);

it(`${cases} queries return the results of the reference evaluator on every engine (seed ${seed})`, async () => {
  const { rows } = await checkResults(database, { cases, seed });
  expect(rows).toBeGreaterThan(cases);
});

it(`${cases} lists have the rows of the reference evaluator on every engine (seed ${seed})`, async () => {
  const { rows } = await checkLists(database, { cases, seed });
  expect(rows).toBeGreaterThan(cases);
});

const groups = Math.ceil(cases / 4);
it(`${groups} queries over derived datasets return the results of the reference evaluator (seed ${seed})`, async () => {
  const { rows } = await checkDerived(database, { cases: groups, seed });
  expect(rows).toBeGreaterThan(groups / 2);
});
