import type { PlanExpression, PlanPredicate } from './predicates.ts';

/** A predicate with each of its expressions replaced. */
export function mapPredicate(predicate: PlanPredicate, map: (of: PlanExpression) => PlanExpression): PlanPredicate {
  switch (predicate.kind) {
    case 'all':
    case 'any':
      return { kind: predicate.kind, of: predicate.of.map((item) => mapPredicate(item, map)) };
    case 'not':
      return { kind: 'not', of: mapPredicate(predicate.of, map) };
    case 'range':
      return { ...predicate, value: map(predicate.value) };
    case 'holds':
      return { kind: 'holds', condition: map(predicate.condition) };
    case 'fields': {
      const { field, other } = predicate;
      return {
        ...predicate,
        field: { ...field, value: map(field.value) },
        other: { ...other, value: map(other.value) },
      };
    }
    case 'in':
    case 'compare':
    case 'text':
    case 'null':
      return { ...predicate, field: { ...predicate.field, value: map(predicate.field.value) } };
  }
}
