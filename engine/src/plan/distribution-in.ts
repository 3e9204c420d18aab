import { textOf } from '../expression/build.ts';
import { withoutCondition } from './aggregate-conditions.ts';
import type { BaseAggregate } from './measures.ts';
import type { BenchmarkPlan, DistributionPlan, PlanFact, PlanSource } from './plan.ts';
import { conjunctsOf } from './predicates.ts';
import type { PlanPredicate } from './predicates.ts';

/** A distribution over the members of a comparison. */
export interface SharedDistribution {
  plan: DistributionPlan;
  /**
   * The condition on the snapshot date that its rows satisfy and the comparison's need not, since members also have
   * names on other dates; null if it has the same rows.
   */
  only: PlanPredicate | null;
}

const serialize = (value: unknown): string => JSON.stringify(value);

const containsAll = (all: readonly unknown[], some: readonly unknown[]): boolean => {
  const known = new Set(all.map(serialize));
  return some.every((item) => known.has(serialize(item)));
};

const perKeyOf = ({ perKey = [] }: PlanSource) => perKey.flatMap(({ of }) => of);

/** Whether all that a fact reads, its conditions aside, is read by another one. */
const readsAllOf = (one: PlanFact, other: PlanFact): boolean =>
  serialize([one.dataset, one.source.table, one.source.tenant, one.source.rules, one.fields]) ===
    serialize([other.dataset, other.source.table, other.source.tenant, other.source.rules, other.fields]) &&
  containsAll(one.source.joins, other.source.joins) &&
  containsAll(perKeyOf(one.source), perKeyOf(other.source)) &&
  containsAll(one.snapshotDates, other.snapshotDates);

/** What the second filter requires beyond the first; null if it does not contain the first. */
function beyond(first: PlanPredicate | null, second: PlanPredicate | null): PlanPredicate[] | null {
  const [known, all] = [conjunctsOf(first), conjunctsOf(second)];
  if (!containsAll(all, known)) return null;
  const names = new Set(known.map(serialize));
  return all.filter((item) => !names.has(serialize(item)));
}

/** Whether each aggregate is one of the others, among rows that satisfy the condition. */
function computesAll(others: readonly BaseAggregate[], own: readonly BaseAggregate[], only: PlanPredicate | null) {
  const named = new Map(others.map((aggregate) => [aggregate.name, aggregate]));
  const condition = only?.kind === 'holds' ? textOf(only.condition) : null;
  return own.every((aggregate) => {
    const other = named.get(aggregate.name);
    const among = other && condition !== null ? withoutCondition(other, condition) : other;
    return among !== undefined && serialize(among) === serialize(aggregate);
  });
}

/** How a comparison answers a distribution too, in the same pass; null if it does not. */
export function distributionIn(comparison: BenchmarkPlan, plan: DistributionPlan): SharedDistribution | null {
  const [fact, ...others] = comparison.facts;
  const [own, ...more] = plan.facts;
  if (others.length + more.length > 0 || plan.groups || plan.member === null) return null;
  if (serialize([plan.by, plan.member]) !== serialize([comparison.by, comparison.member])) return null;
  if (!readsAllOf(fact!, own!) || !containsAll(comparison.measures, [plan.measure])) return null;
  const conditions = beyond(fact!.filter, own!.filter);
  if (!conditions || conditions.length > 1 || conditions.some(({ kind }) => kind !== 'holds')) return null;
  const [only = null] = conditions;
  return computesAll(fact!.aggregates, own!.aggregates, only) ? { plan, only } : null;
}
