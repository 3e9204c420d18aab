import type { BaseAggregate } from '../../plan/measures.ts';
import type { PlanExpression } from '../../plan/predicates.ts';

type NestedAggregate = BaseAggregate & { kind: 'nested' };

/** Nested aggregates with the same first step, which is taken once for all of them. */
export interface Step {
  /** What rows are grouped by besides the keys; the names cannot clash with names in a model. */
  by: { name: string; value: PlanExpression }[];
  /** The aggregates of the first step, under the names of those of the second. */
  inner: BaseAggregate[];
  outer: NestedAggregate[];
}

/** The first steps of nested aggregates. */
export function stepsOf(aggregates: readonly BaseAggregate[]): Step[] {
  const steps = new Map<string, Step>();
  for (const aggregate of aggregates) {
    if (aggregate.kind !== 'nested') continue;
    const { by, of, name } = aggregate;
    const key = JSON.stringify(by);
    const named = by.map((value, place) => ({ name: `step ${place}`, value }));
    const step = steps.get(key) ?? { by: named, inner: [], outer: [] };
    step.inner.push({ ...of, name });
    step.outer.push(aggregate);
    steps.set(key, step);
  }
  return [...steps.values()];
}
