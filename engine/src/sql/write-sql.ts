import type { ResultColumn } from '@rise/contract';
import type { Dialect } from '../dialects/dialect.ts';
import type { Plan } from '../plan/plan.ts';
import { aggregateSql, totalsSql } from './aggregate.ts';
import { benchmarkSql } from './benchmark.ts';
import { distributionSql } from './distribution.ts';
import type { Statement } from './statement.ts';
import { unlabelledSql } from './unlabelled.ts';

/** What an engine has to run for a plan. */
export interface PlanStatements {
  rows: Statement;
  totals: Statement | null;
  /** Rows beyond this many are cut off; the statement asks for one more, so that the cut is noticed. */
  limit: number | null;
  types: ResultColumn['type'][];
}

/** Writes the SQL of a plan. Pure: the same plan gives the same text and parameters. */
export function writeSql(plan: Plan, dialect: Dialect): PlanStatements {
  const types = plan.columns.map((column) => column.type);
  switch (plan.kind) {
    case 'aggregate':
      return { rows: aggregateSql(plan, dialect), totals: totalsSql(plan, dialect), limit: plan.limit, types };
    case 'benchmark':
      return { rows: benchmarkSql(plan, dialect), totals: null, limit: null, types };
    case 'distribution':
      return { rows: distributionSql(plan, dialect), totals: null, limit: null, types };
    case 'unlabelled':
      return { rows: unlabelledSql(plan, dialect), totals: null, limit: null, types };
  }
}
