import type { TimeGrain } from '@rise/contract';
import type { Expression } from '../expression/tree.ts';
import type { Calendar } from '../plan/calendar.ts';
import type { PlanExpression, PlanField, PlanSource } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';

/** Whose rows are added up, by their parameters, what their codes mean, and their calendar. Who reads them is no matter here. */
export type CountedFor = Pick<Scope, 'tenant' | 'parameters' | 'mappings' | 'calendar'>;

/** What a rollup's rows are told apart by, and the column that has it. */
export interface RollupKey {
  column: string;
  type: PlanField['type'];
  /** The value as rows of the dataset have it. With bands the column has the band's place, else this value. */
  value: PlanExpression;
  bands: PlanField['bands'];
  /** Where the value is a date cut to periods: the date. */
  period: { of: PlanExpression; grain: TimeGrain } | null;
}

/** A part that rows are added up to; its name is its column. */
export type RollupPart = { name: string } & (
  | { kind: 'count'; where: PlanExpression | null }
  | { kind: 'sum' | 'filled' | 'min' | 'max'; value: PlanExpression; where: PlanExpression | null }
);

/** A rollup of one dataset, for one tenant's parameters and calendar. Plain data. */
export interface RollupPlan {
  dataset: string;
  name: string;
  /** Its table in a version. No model can name it. */
  table: string;
  source: PlanSource;
  keys: RollupKey[];
  parts: RollupPart[];
  calendar: Calendar;
}

/** How a version knows a rollup that it has. Beside `hash`, which stands for all that its rows depend on, nothing is believed. */
export interface BuiltRollup {
  dataset: string;
  name: string;
  hash: string;
  rows: number;
  /** Columns that add up numbers of limited precision: their sum depends on the order, so they answer nothing. */
  inexact: string[];
  /** The file beside the version's own that has it, where it was built later. */
  beside?: string;
}

/** A rollup that a version has and the model in force declares alike. */
export interface ReadyRollup {
  plan: RollupPlan;
  rows: number;
  inexact: readonly string[];
  beside?: string;
}

export const rollupTable = (dataset: string, name: string) => `rollup ${dataset} ${name}`;

/** What an expression says, wherever it stood in its text. */
export const textOf = (expression: Expression): string =>
  JSON.stringify(expression, (key, value: unknown) => (key === 'at' ? undefined : value));

/** Conditions that have to hold together, one by one. */
export function conjuncts(condition: Expression | null): Expression[] {
  if (!condition) return [];
  if (condition.kind !== 'binary' || condition.operator !== 'and') return [condition];
  return [...conjuncts(condition.left), ...conjuncts(condition.right)];
}

export function allOf(conditions: readonly Expression[]): Expression | null {
  if (conditions.length === 0) return null;
  return conditions.reduce((left, right) => ({ kind: 'binary', operator: 'and', left, right, at: 0 }));
}
