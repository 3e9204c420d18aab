import type { BoundFact } from '../binding/bound-dataset.ts';
import { planSnapshotDates } from './snapshot-dates.ts';
import { planSource } from './source.ts';
import type { BaseAggregate, PlanFact, PlanField, PlanPredicate } from '../../plan/plan.ts';

/** What a query reads from one fact. */
interface FactRequest {
  tenant: string;
  fields: PlanField[];
  filter: PlanPredicate | null;
  around: PlanPredicate | null;
  /** Whether any row satisfies this; null where the query does not say. */
  among: PlanPredicate | null;
  rules: PlanPredicate[];
}

/** Completes a fact: its tables with the joins that are needed, and its snapshot dates. */
export function planFact({ from, aggregates, snapshotDates }: BoundFact, { tenant, ...read }: FactRequest): PlanFact {
  const { fields, filter, around, among, rules } = read;
  const dataset = from.dataset.name;
  // With spaces, so it cannot clash with names in a model.
  const isPeer: BaseAggregate | null = among && { name: `is peer in ${dataset}`, kind: 'any', of: among };
  const all = isPeer ? [...aggregates.list, isPeer] : aggregates.list;
  return {
    dataset,
    source: planSource(from.dataset, tenant, {
      fields,
      aggregates: all,
      values: snapshotDates.list.map(({ day }) => day),
      filters: [filter, around],
      rules,
    }),
    fields,
    filter,
    around,
    aggregates: all,
    snapshotDates: planSnapshotDates(snapshotDates, from, tenant, read),
  };
}
