import { semanticQuery } from '@rise/contract';
import type { Dialect } from '../../../src/dialects/dialect.ts';
import type { StatementRequest } from '../../../src/dialects/statement.ts';
import type { CompiledModel } from '../../../src/model/compiled-model.ts';
import type { Scope } from '../../../src/plan/scope.ts';
import { planQuery } from '../../../src/planner/query.ts';
import { statementsOf } from '../../../src/results/result-body.ts';
import type { CASE_TABLES } from './models.ts';

/** Statements of one kind of request, in each dialect. */
export interface DialectCase {
  name: string;
  /** The key in `CASE_TABLES` of the warehouse with its tables. */
  of: keyof typeof CASE_TABLES;
  statements(dialect: Dialect): StatementRequest[];
}

export const AS_OF = '2025-12-31';
export const everyone = { roles: ['auditor'], groups: [], attributes: {} };
export const scopeOf = (more: Partial<Scope> = {}): Scope => ({
  tenant: 'alder',
  reader: everyone,
  ...more,
});

/** Cases that query a dataset. */
export const queriesOf =
  (model: CompiledModel, dataset: string, of: DialectCase['of'] = 'branches') =>
  (name: string, query: object, scope: Partial<Scope> = {}): DialectCase => ({
    name,
    of,
    statements: (dialect) =>
      statementsOf(planQuery(model, scopeOf(scope), semanticQuery.parse({ dataset, ...query }), AS_OF), { dialect }),
  });

export const MONTH = { field: 'day', grain: 'month' };
export const CHICAGO = { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 7 } as const;
export const filterBy = (field: string, op: string, values: unknown[] = []) => ({ filter: { field, op, values } });
