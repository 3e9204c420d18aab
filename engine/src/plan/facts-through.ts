import type { PlanFact } from './plan.ts';

/** The facts of a plan, each followed by those that its rows are derived from. */
export const factsThrough = (facts: readonly PlanFact[]): PlanFact[] =>
  facts.flatMap((fact) => [fact, ...(fact.source.rows ? factsThrough(fact.source.rows.facts) : [])]);
