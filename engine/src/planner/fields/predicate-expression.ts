import { binary, call } from '../../expression/build.ts';
import type { Expression, TestedType, ValueTest } from '../../expression/tree.ts';
import type { PlanPredicate } from '../../plan/predicates.ts';
import { planNone } from './filter.ts';

const truth = (value: boolean): Expression => ({ kind: 'boolean', value, at: 0 });
const tested = (of: Expression, type: TestedType, test: ValueTest): Expression => ({
  kind: 'test',
  of,
  type,
  test,
  at: 0,
});

/** Joins conditions pairwise: a chain would nest as deeply as it has members, beyond what engines parse. */
function balanced(of: readonly Expression[], operator: 'and' | 'or'): Expression {
  if (of.length === 1) return of[0]!;
  const half = Math.ceil(of.length / 2);
  return binary(balanced(of.slice(0, half), operator), operator, balanced(of.slice(half), operator));
}

/** The same condition as an expression over one row, for the condition of a measure. */
export function predicateExpression(predicate: PlanPredicate): Expression {
  switch (predicate.kind) {
    case 'all':
    case 'any': {
      const operator = predicate.kind === 'all' ? 'and' : 'or';
      const of = predicate.of.map(predicateExpression);
      return of.length === 0 ? truth(operator === 'and') : balanced(of, operator);
    }
    case 'not':
      return { kind: 'not', of: call('coalesce', predicateExpression(predicate.of), truth(false)), at: 0 };
    case 'in':
    case 'compare':
    case 'text': {
      const { field, ...test } = predicate;
      return tested(field.value, field.type, test);
    }
    case 'range': {
      const { value, ...test } = predicate;
      return tested(value, 'integer', test);
    }
    case 'null': {
      const { field } = predicate;
      if (field.bands) return predicateExpression(planNone(field));
      return { kind: 'missing', of: field.value, negated: false, at: 0 };
    }
    case 'fields': {
      const { field, op: operator, other } = predicate;
      return { kind: 'compared', left: field.value, operator, right: other.value, type: field.type, at: 0 };
    }
    case 'holds':
      return predicate.condition;
  }
}
