import { expect, it } from 'vitest';
import { checkRollups } from '../../tests/property-models/check-rollups.ts';

/** `RISE_SEED` repeats a run; by default every run uses a new seed. */
const seed = Number(process.env['RISE_SEED'] ?? Date.now() % 2 ** 31);
const cases = Number(process.env['RISE_QUESTIONS'] ?? 10_000);

it(`${cases} queries return the same results from rollups as from rows (seed ${seed})`, async () => {
  const { answered } = await checkRollups({ cases, seed });
  expect(answered).toBeGreaterThan(cases / 10);
});
