import { expect, it } from 'vitest';
import { checkRollups } from '../../support/worlds/check-rollups.ts';

/** `RISE_SEED` makes a run again; without it every run asks what none has asked before. */
const seed = Number(process.env['RISE_SEED'] ?? Date.now() % 2 ** 31);
const cases = Number(process.env['RISE_QUESTIONS'] ?? 10_000);

it(`${cases} questions are answered by rollups as they are by rows (seed ${seed})`, async () => {
  const { answered } = await checkRollups({ cases, seed });
  expect(answered).toBeGreaterThan(cases / 5);
});
