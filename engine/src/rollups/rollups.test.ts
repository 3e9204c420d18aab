import { describe, expect, it } from 'vitest';
import { checkRollups } from '../../support/worlds/check-rollups.ts';
import type { Plan, PlanAtom, PlanFact } from '../plan/plan.ts';

/** A choice that should not have been made, in each fact that is read from a rollup. */
const wrong =
  (change: (fact: PlanFact) => PlanFact) =>
  (plan: Plan): Plan => ({ ...plan, facts: plan.facts.map((fact) => (fact.rollup ? change(fact) : fact)) });
const atomsAs = (change: (atom: PlanAtom) => PlanAtom) => wrong((fact) => ({ ...fact, atoms: fact.atoms.map(change) }));
const FAULTS: Record<string, (plan: Plan) => Plan> = {
  'a filter that the rollup cannot answer is forgotten': wrong((fact) => ({ ...fact, filter: null })),
  'a rule is forgotten': wrong((fact) => ({ ...fact, source: { ...fact.source, rules: null } })),
  'an average is made of averages': atomsAs((atom) =>
    atom.kind === 'added' && atom.name.endsWith(' values') ? { ...atom, kind: 'filled' } : atom,
  ),
  'rows of the rollup are counted': atomsAs((atom) => (atom.kind === 'added' ? { ...atom, kind: 'filled' } : atom)),
  'a condition of a measure is forgotten': atomsAs((atom) => ('where' in atom ? { ...atom, where: null } : atom)),
};

describe('any question to any model with rollups', { timeout: 120_000 }, () => {
  it('is answered as it is of rows, to the letter', async () => {
    const { answered, rows } = await checkRollups({ cases: 120, seed: 20_261_122 });
    expect(answered).toBeGreaterThan(20);
    expect(rows).toBeGreaterThan(60);
  });

  it.each(Object.entries(FAULTS))('would not be where %s', async (_name, spoiled) => {
    await expect(checkRollups({ cases: 2000, seed: 7, spoiled })).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/differ/) as string },
    });
  });
});
