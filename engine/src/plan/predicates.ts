import type { ComparisonOperator, Expression } from '../expression/tree.ts';

export type PlanValue = string | number | boolean;
/**
 * An expression over one row: every name is a column with its table, and parameters are bound. In a derived measure,
 * names are other measures.
 */
export type PlanExpression = Expression;

/** A planned dimension. With `bands`, its key is the index of the bucket; otherwise the typed value. */
export interface PlanField {
  name: string;
  type: 'string' | 'integer' | 'decimal' | 'date' | 'timestamp' | 'boolean';
  value: PlanExpression;
  bands: { value: string; from: number | null }[] | null;
}

export type PlanPredicate =
  | { kind: 'all' | 'any'; of: PlanPredicate[] }
  | { kind: 'not'; of: PlanPredicate }
  | { kind: 'in'; field: PlanField; values: PlanValue[] }
  | { kind: 'compare'; field: PlanField; op: 'gt' | 'gte' | 'lt' | 'lte'; value: PlanValue }
  | { kind: 'text'; field: PlanField; op: 'contains' | 'startsWith' | 'endsWith'; value: string }
  | { kind: 'range'; value: PlanExpression; from: number | null; to: number | null }
  | { kind: 'null'; field: PlanField }
  /** Two fields of one type, without bands. */
  | { kind: 'fields'; field: PlanField; op: ComparisonOperator; other: PlanField }
  /** Rows that satisfy a condition of the model. */
  | { kind: 'holds'; condition: PlanExpression };

/** All of the predicates, the only one, or null without any. */
export function conjunctionOf(predicates: readonly (PlanPredicate | null)[]): PlanPredicate | null {
  const of = predicates.filter((predicate) => predicate !== null);
  return of.length > 1 ? { kind: 'all', of } : (of[0] ?? null);
}

/** The predicates that all have to hold, however deeply they are nested. */
export function conjunctsOf(predicate: PlanPredicate | null): PlanPredicate[] {
  if (!predicate) return [];
  return predicate.kind === 'all' ? predicate.of.flatMap(conjunctsOf) : [predicate];
}
