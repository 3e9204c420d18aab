import type { ErrorDetail } from '@rise/contract';
import type { PlanPredicate } from '../../plan/predicates.ts';
import type { Scope } from '../../plan/scope.ts';
import type { Bound } from '../binding/bound.ts';
import { planRules } from '../binding/rights.ts';
import { planFilter } from '../fields/filter.ts';

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
