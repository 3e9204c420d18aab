import { distinct } from '../../expression/distinct.ts';
import type { ErrorDetail, ModelRowRule } from '@rise/contract';
import type { PlanPredicate } from '../../plan/predicates.ts';
import type { Scope } from '../../plan/scope.ts';
import type { Bound } from '../binding/bound.ts';
import { readersOf, rulesAbout } from '../binding/rights.ts';
import { planFilter } from '../fields/filter.ts';

/** One rule of the model, for one reader. */
export function planRule(bound: Bound, rule: ModelRowRule, reader: Scope['reader']): PlanPredicate {
  return { kind: 'holds', condition: bound.rule(bound.from.expressions.rules.get(rule.name)!, reader) };
}

/** The model's rules for this reader. A row must satisfy all of them. */
export function planRules(bound: Bound, scope: Scope): PlanPredicate[] {
  const rules = readersOf(scope).flatMap((reader) =>
    rulesAbout(bound.from, reader).map((rule) => planRule(bound, rule, reader)),
  );
  // A rule that is the same for both readers is applied once.
  return distinct(rules);
}

/**
 * Row rules of the model and of the scope. They use the names of the fact's own dataset, `home`, or of the queried one.
 */
export function planRowRules(
  { home, queried }: { home: Bound; queried: Bound },
  scope: Scope,
  details: ErrorDetail[],
): PlanPredicate[] {
  const of = (bound: Bound) =>
    (scope.predicates ?? []).flatMap((rule, index) =>
      rule.dataset === bound.from.name ? [planFilter(bound, rule.filter, `scope.predicates.${index}`, details)] : [],
    );
  return [...planRules(home, scope), ...of(home), ...(home.from.name === queried.from.name ? [] : of(queried))];
}
