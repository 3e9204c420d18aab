import type { BoundFact } from '../binding/bound-dataset.ts';
import { textOf } from '../../expression/build.ts';
import { onSnapshotDate } from '../binding/snapshot-dates.ts';
import { planKnownValues } from './known-values.ts';
import { planSnapshotDates } from './snapshot-dates.ts';
import { planSource } from './source.ts';
import type { FactRequest } from './source.ts';
import { withoutCondition } from '../../plan/aggregate-conditions.ts';
import type { PlanFact } from '../../plan/plan.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import { conjunctionOf } from '../../plan/predicates.ts';
import type { PlanPredicate } from '../../plan/predicates.ts';

/** Completes a fact: its tables with the joins that are needed, and its snapshot dates. */
export function planFact(fact: BoundFact, read: FactRequest): PlanFact {
  const { from, aggregates, snapshotDates, checkedAmounts } = fact;
  const { tenant, fields, filter, around, among, rules } = read;
  const amounts = checkedAmounts.size > 0 && { amounts: [...checkedAmounts.values()] };
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
        ...planSource(from, tenant, { fields: own.fields, aggregates: all, values, filters, rules }),
        known,
      },
      ...own,
      aggregates: all,
      snapshotDates: [dates],
      ...amounts,
    };
  }
  return onLastSnapshot(fact, {
    dataset,
    source: planSource(from, tenant, {
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
    snapshotDates: planSnapshotDates(fact, tenant, read),
    ...amounts,
  });
}

/**
 * Rows of a periodic snapshot are read for its last date only, where all aggregates are of that date: a condition once
 * instead of in each of them, and no group of which only earlier dates have rows.
 */
function onLastSnapshot({ from, snapshotDates }: BoundFact, plan: PlanFact): PlanFact {
  const dates = snapshotDates.list.find(({ time, among }) => time === from.dataset.snapshots && !among);
  if (!dates) return plan;
  const condition = onSnapshotDate(dates, 'last', null);
  const text = textOf(condition);
  const aggregates = plan.aggregates.map((aggregate) => withoutCondition(aggregate, text));
  if (!aggregates.every((aggregate) => aggregate !== null)) return plan;
  const isLast: PlanPredicate = { kind: 'holds', condition };
  return {
    ...plan,
    aggregates,
    filter: conjunctionOf([plan.filter, isLast]),
    around: conjunctionOf([plan.around, isLast]),
  };
}
