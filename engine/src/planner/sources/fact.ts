import type { BoundFact } from '../binding/bound-dataset.ts';
import { planSnapshotDates } from './snapshot-dates.ts';
import { planSource } from './source.ts';
import type { PlanFact, PlanField, PlanPredicate } from '../../plan/plan.ts';

/** What a query reads from one fact. */
interface FactRequest {
  tenant: string;
  fields: PlanField[];
  filter: PlanPredicate | null;
  around: PlanPredicate | null;
  member: PlanPredicate | null;
  rules: PlanPredicate[];
}

/** Completes a fact: its tables with the joins that are needed, and its snapshot dates. */
export function planFact({ from, aggregates, snapshotDates }: BoundFact, { tenant, ...read }: FactRequest): PlanFact {
  const { fields, filter, around, member, rules } = read;
  return {
    dataset: from.dataset.name,
    source: planSource(from.dataset, tenant, {
      fields,
      aggregates: aggregates.list,
      values: snapshotDates.list.map(({ day }) => day),
      filters: [filter, around, member],
      rules,
    }),
    fields,
    filter,
    around,
    member,
    aggregates: aggregates.list,
    snapshotDates: planSnapshotDates(snapshotDates, from, tenant, read),
  };
}
