import type { BoundFact } from '../binding/bound-dataset.ts';
import { planKnownValues } from './known-values.ts';
import { planSnapshotDates } from './snapshot-dates.ts';
import { planSource } from './source.ts';
import type { FactRequest } from './source.ts';
import type { BaseAggregate, PlanFact } from '../../plan/plan.ts';

/** Completes a fact: its tables with the joins that are needed, and its snapshot dates. */
export function planFact(fact: BoundFact, read: FactRequest): PlanFact {
  const { from, aggregates, snapshotDates } = fact;
  const { tenant, fields, filter, around, among, rules } = read;
  const dataset = from.dataset.name;
  // With spaces, so it cannot clash with names in a model.
  const isPeer: BaseAggregate | null = among && { name: `is peer in ${fact.id}`, kind: 'any', of: among };
  const all = isPeer ? [...aggregates.list, isPeer] : aggregates.list;
  if (fact.lastKnown) {
    const { known, dates, ...own } = planKnownValues(fact, fact.lastKnown, read);
    const values = [dates.day, ...known.key, ...known.order];
    const filters = [own.filter, own.around];
    return {
      dataset,
      source: {
        ...planSource(from.dataset, tenant, { fields: own.fields, aggregates: all, values, filters, rules }),
        known,
      },
      ...own,
      aggregates: all,
      snapshotDates: [dates],
    };
  }
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
