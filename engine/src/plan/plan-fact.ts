import type { BoundFact } from './bound-dataset.ts';
import { planClocks } from './plan-clock.ts';
import { planSource } from './plan-source.ts';
import type { PlanFact, PlanField, PlanPredicate } from './plan.ts';

/** What a query asks of one fact. */
interface Asked {
  tenant: string;
  fields: PlanField[];
  filter: PlanPredicate | null;
  around: PlanPredicate | null;
  member: PlanPredicate | null;
  rules: PlanPredicate[];
}

/** Finishes a fact: its tables, with joins to what is read, and the days its figures stand on. */
export function planFact({ from, atoms, clocks }: BoundFact, { tenant, ...asked }: Asked): PlanFact {
  const { fields, filter, around, member, rules } = asked;
  return {
    dataset: from.dataset.name,
    source: planSource(from.dataset, tenant, {
      fields,
      atoms: atoms.list,
      values: clocks.list.map(({ day }) => day),
      filters: [filter, around, member],
      rules,
    }),
    fields,
    filter,
    around,
    member,
    atoms: atoms.list,
    clocks: planClocks(clocks, from, tenant, asked),
  };
}
