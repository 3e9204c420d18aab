import type { ResultColumn } from '@rise/contract';
import type { Dialect } from '../dialects/dialect.ts';
import type { Plan } from '../plan/plan.ts';
import { aggregateSql, totalsSql } from './aggregate.ts';
import { benchmarkSql } from './benchmark.ts';
import { distributionSql } from './distribution.ts';
import { rowsSql, rowsTotalsSql } from './rows.ts';
import { totalsInOnePass, withTotalsSql } from './one-pass.ts';
import type { Cut, Statement } from './statement.ts';
import { unlabelledSql } from './unlabelled.ts';

/** What an engine has to run for a plan. */
export interface PlanStatements {
  rows: Statement;
  /** Null where there are none, and where the rows hold them. */
  totals: Statement | null;
  /** Where the rows hold the totals: both, in this order. */
  cuts?: Cut[];
  /** Rows beyond this many are cut off; the statement asks for one more, so that the cut is noticed. */
  limit: number | null;
  types: ResultColumn['type'][];
  /** Where the totals have columns of their own. */
  totalsTypes?: ResultColumn['type'][];
}

/** Writes the SQL of a plan. Pure: the same plan gives the same text and parameters. */
export function writeSql(plan: Plan, dialect: Dialect): PlanStatements {
  const types = plan.columns.map((column) => column.type);
  switch (plan.kind) {
    case 'aggregate':
      // A pivot's cells come with the places of their row and column, all that fit in it.
      if (plan.pivot)
        return {
          rows: aggregateSql(plan, dialect),
          totals: null,
          limit: null,
          types: ['integer', 'integer', ...types],
        };
      if (totalsInOnePass(plan)) {
        const { statement, ...shape } = withTotalsSql(plan, dialect);
        return { rows: statement, totals: null, limit: null, ...shape };
      }
      return { rows: aggregateSql(plan, dialect), totals: totalsSql(plan, dialect), limit: plan.limit, types };
    case 'benchmark':
      return { rows: benchmarkSql(plan, dialect), totals: null, limit: null, types };
    case 'distribution':
      return { rows: distributionSql(plan, dialect), totals: null, limit: null, types };
    case 'unlabelled':
      return { rows: unlabelledSql(plan, dialect), totals: null, limit: null, types };
    case 'rows': {
      const { statement, types: totalsTypes } = rowsTotalsSql(plan, dialect);
      return { rows: rowsSql(plan, dialect), totals: statement, limit: plan.limit, types, totalsTypes };
    }
  }
}
