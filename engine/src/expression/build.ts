import type { BinaryOperator, Expression } from './tree.ts';

// Expressions that the engine composes itself; they have no place in a text.

export const columnNamed = (table: string, name: string): Expression => ({ kind: 'name', table, name, at: 0 });

export const call = (name: string, ...values: Expression[]): Expression => ({
  kind: 'call',
  function: name,
  arguments: values,
  at: 0,
});

export const binary = (left: Expression, operator: BinaryOperator, right: Expression): Expression => ({
  kind: 'binary',
  operator,
  left,
  right,
  at: 0,
});

/** Splits a condition at AND. */
export function conjuncts(condition: Expression | null): Expression[] {
  if (!condition) return [];
  if (condition.kind !== 'binary' || condition.operator !== 'and') return [condition];
  return [...conjuncts(condition.left), ...conjuncts(condition.right)];
}

/** All of the conditions; null without one. */
export function allOf(conditions: readonly Expression[]): Expression | null {
  if (conditions.length === 0) return null;
  return conditions.reduce((left, right) => binary(left, 'and', right));
}

/** An expression as text, without positions. */
export const textOf = (expression: Expression): string =>
  JSON.stringify(expression, (key, value: unknown) => (key === 'at' ? undefined : value));
