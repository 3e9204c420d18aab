import type { PlanValue } from '../plan/plan.ts';

/** One SELECT with its bind parameters, in order. */
export interface Statement {
  sql: string;
  parameters: PlanValue[];
}
