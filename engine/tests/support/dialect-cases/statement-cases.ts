import { semanticQuery } from '@rise/contract';
import { planQuery } from '../../../src/planner/query.ts';
import { planUnmappedRows } from '../../../src/planner/unmapped.ts';
import { statementsOf } from '../../../src/results/result-body.ts';
import { batchSql } from '../../../src/sql/batch.ts';
import { greatestSql } from '../../../src/sql/greatest.ts';
import { overlapSql, repeatedKeysSql } from '../../../src/sql/repeated-keys.ts';
import { AS_OF, scopeOf } from './case.ts';
import type { DialectCase } from './case.ts';
import { CASE_MODEL } from './models.ts';

/** Statements about the data, and those that several queries share. */
export const STATEMENT_CASES: readonly DialectCase[] = [
  {
    name: 'ranges that overlap',
    of: 'history',
    statements: (dialect) => {
      const range = { from: 'since', until: { column: 'until', inclusive: true }, type: 'date' as const };
      const key = { table: 'place', columns: ['branch'], range };
      return [repeatedKeysSql([key], 'alder', dialect), overlapSql(key, 'alder', dialect)];
    },
  },
  {
    name: 'unmapped codes',
    of: 'branches',
    statements(dialect) {
      const query = semanticQuery.parse({ dataset: 'book', dimensions: ['letter'], measures: ['assets'] });
      const plan = planQuery(CASE_MODEL, scopeOf(), query, AS_OF);
      const request = { fields: ['letter'], asOf: AS_OF };
      return statementsOf(planUnmappedRows(CASE_MODEL, scopeOf(), plan, request), { dialect });
    },
  },
  {
    name: 'questions that share a pass',
    of: 'branches',
    statements(dialect) {
      const plan = (query: object) =>
        planQuery(CASE_MODEL, scopeOf(), semanticQuery.parse({ dataset: 'book', ...query }), AS_OF);
      const members = [
        plan({ dimensions: ['grade'], measures: ['assets'], totals: true }),
        plan({ dimensions: ['open'], measures: ['branches', 'plain_ratio'] }),
      ];
      const all = plan({ dimensions: ['grade', 'open'], measures: ['assets', 'branches', 'plain_ratio'] });
      const { statement, types, slices } = batchSql(all, members, dialect);
      return [{ ...statement, types, limit: null, slices }];
    },
  },
  {
    name: 'keys that stand in several rows',
    of: 'branches',
    statements: (dialect) => [repeatedKeysSql([{ table: 'balance', columns: ['branch_id'] }], 'alder', dialect)],
  },
  {
    name: 'how new the data is',
    of: 'branches',
    statements: (dialect) => [greatestSql({ table: 'branch', column: 'day' }, 'alder', dialect)],
  },
];
