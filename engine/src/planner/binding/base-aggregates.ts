import type { BaseAggregate } from '../../plan/measures.ts';

/** Collects the aggregates that a set of measures needs, without duplicates. */
export interface BaseAggregates {
  readonly list: BaseAggregate[];
  add(aggregate: BaseAggregate): string;
}

export function collectBaseAggregates(): BaseAggregates {
  const byName = new Map<string, BaseAggregate>();
  const list: BaseAggregate[] = [];
  return {
    list,
    add(aggregate) {
      if (!byName.has(aggregate.name)) {
        byName.set(aggregate.name, aggregate);
        list.push(aggregate);
      }
      return aggregate.name;
    },
  };
}
