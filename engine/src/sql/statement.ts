import type { PlanValue } from '../plan/plan.ts';

/** One SELECT with its bind parameters, in order. */
export interface Statement {
  sql: string;
  parameters: PlanValue[];
}

/** One of several answers in the rows of a statement, whose first column then tells what kind of row each is. */
export interface Cut {
  /** The kinds of its rows, in the order of the answer. */
  kinds: number[];
  /** Its columns, by their places in the statement's rows. */
  columns: number[];
  /** Rows beyond this many are dropped and reported as `truncated`; null keeps all. */
  limit: number | null;
}
