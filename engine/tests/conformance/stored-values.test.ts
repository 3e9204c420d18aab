import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAnswers } from '../property-models/check-results.ts';
import { randomCases } from '../support/random-cases.ts';
import { openDatabase } from '../support/test-postgres.ts';
import type { TestDatabase } from '../support/test-postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const KNOWN = { always: ['month' as const], only: 'known' };

describe('generated queries of last known values by month', { timeout: 180_000 }, () => {
  it('return the results of the reference evaluator, stored or computed in the query', async () => {
    const cases = randomCases(96).length;
    const { rows } = await checkAnswers(database, { cases, seed: 20_261_124 }, KNOWN);
    expect(rows).toBeGreaterThan(cases);
  });
});
