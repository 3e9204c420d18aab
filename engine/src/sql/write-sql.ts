import type { ResultColumn } from '@rise/contract';
import type { Dialect } from '../dialects/dialect.ts';
import type { Plan } from '../plan/plan.ts';
import { aggregateSql, nestingGroups, totalsSql } from './aggregates/aggregate.ts';
import { averagesSql } from './averages.ts';
import { currenciesSql } from './currencies.ts';
import { benchmarkSql } from './peers/benchmark.ts';
import { distributionSql } from './peers/distribution.ts';
import { funnelSql } from './funnel.ts';
import { attemptedFields, rowCountSql, rowListSql } from './row-list.ts';
import { rowsSql, rowsTotalsSql } from './rows.ts';
import { totalsInOnePass, withTotalsSql } from './aggregates/one-pass.ts';
import type { ResultSlice, Statement } from '../dialects/statement.ts';
import { unmappedSql } from './unmapped.ts';

/** The statements of a plan. */
export interface PlanStatements {
  rows: Statement;
  /** Null if there are no totals, or if `rows` includes them. Of a list of rows, their number. */
  totals: Statement | null;
  /** If `rows` includes the totals: the slices of rows and totals, in this order. */
  slices?: ResultSlice[];
  /** Rows beyond this are dropped; the statement selects one more, so that truncation is detected. */
  limit: number | null;
  types: ResultColumn['type'][];
  /** Types of the totals, if they differ. */
  totalsTypes?: ResultColumn['type'][];
}

/** Writes the SQL of a plan. Pure: the same plan gives the same text and parameters. */
export function writeSql(plan: Plan, of: Dialect): PlanStatements {
  const dialect = nestingGroups(of);
  const types = plan.columns.map((column) => column.type);
  switch (plan.kind) {
    case 'aggregate':
      // A pivot's cells have row and column numbers first, and are limited by them.
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
    case 'funnel':
      return { rows: funnelSql(plan, dialect), totals: null, limit: plan.limit, types };
    case 'currencies':
      return { rows: currenciesSql(plan, dialect), totals: null, limit: null, types };
    case 'unmapped':
      return { rows: unmappedSql(plan, dialect), totals: null, limit: null, types };
    case 'averages':
      return { rows: averagesSql(plan, dialect), totals: null, limit: null, types };
    case 'rows': {
      const { statement, types: totalsTypes } = rowsTotalsSql(plan, dialect);
      return { rows: rowsSql(plan, dialect), totals: statement, limit: plan.limit, types, totalsTypes };
    }
    case 'list': {
      const count = plan.count ? rowCountSql(plan, dialect) : null;
      const failed = attemptedFields(plan).map(() => 'integer' as const);
      const all = [...types, ...failed];
      return {
        rows: rowListSql(plan, dialect),
        totals: count,
        limit: plan.limit,
        types: all,
        totalsTypes: ['integer'],
      };
    }
  }
}
