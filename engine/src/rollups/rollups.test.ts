import { describe, expect, it } from 'vitest';
import { checkRollups } from '../../tests/property-models/check-rollups.ts';
import { randomCases } from '../../tests/support/random-cases.ts';
import type { Plan, PlanFact } from '../plan/plan.ts';
import type { BaseAggregate } from '../plan/measures.ts';

/** Injects a bug into each fact that is read from a rollup. */
const wrong =
  (change: (fact: PlanFact) => PlanFact) =>
  (plan: Plan): Plan => ({ ...plan, facts: plan.facts.map((fact) => (fact.rollup ? change(fact) : fact)) });
const aggregatesAs = (change: (aggregate: BaseAggregate) => BaseAggregate) =>
  wrong((fact) => ({ ...fact, aggregates: fact.aggregates.map(change) }));
const FAULTS: Record<string, (plan: Plan) => Plan> = {
  'a filter that the rollup cannot answer is forgotten': wrong((fact) => ({ ...fact, filter: null })),
  'a rule is forgotten': wrong((fact) => ({ ...fact, source: { ...fact.source, rules: null } })),
  'an average is made of averages': aggregatesAs((aggregate) =>
    aggregate.kind === 'added' && aggregate.name.endsWith(' values') ? { ...aggregate, kind: 'filled' } : aggregate,
  ),
  'rows of the rollup are counted': aggregatesAs((aggregate) =>
    aggregate.kind === 'added' ? { ...aggregate, kind: 'filled' } : aggregate,
  ),
  'a condition of a measure is forgotten': aggregatesAs((aggregate) =>
    'where' in aggregate ? { ...aggregate, where: null } : aggregate,
  ),
};

describe('generated queries on generated models with rollups', { timeout: 600_000 }, () => {
  it('return exactly the same results as from rows', async () => {
    const cases = randomCases(640).length;
    const { answered, rows } = await checkRollups({ cases, seed: 20_261_122 });
    expect(answered).toBeGreaterThan(cases / 20);
    expect(rows).toBeGreaterThan(cases / 7);
  });

  it.each(Object.entries(FAULTS))('would fail if %s', async (_name, spoiled) => {
    await expect(checkRollups({ cases: 2000, seed: 5, corruption: spoiled })).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/differ/) as string },
    });
  });
});
