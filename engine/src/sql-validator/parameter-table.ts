import { sql } from 'kysely';
import type { Sql } from '../dialects/dialect.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { PARAMETER_COLUMNS, parameterRows, type ParameterRow } from '../plan/parameter-rows.ts';
import type { Scope } from '../plan/scope.ts';
import { todayOf } from '../planner/binding/bound.ts';
import type { SecuredTable } from './secured-tables.ts';

export const PARAMETER_TABLE = 'rise_parameters';

const TYPES = { string: 'VARCHAR', decimal: 'DECIMAL(38,10)', date: 'DATE', boolean: 'BOOLEAN' } as const;

/**
 * The parameters of the tenant as a table, for statements in DuckDB; null for a model without any. Everybody may read
 * them: they are in the explanation of each figure.
 */
export function parameterTable(model: CompiledModel, scope: Scope, asOf: string | null): SecuredTable | null {
  if (model.model.parameters.length === 0) return null;
  const columns = Object.keys(PARAMETER_COLUMNS) as (keyof typeof PARAMETER_COLUMNS)[];
  const rows = parameterRows(model, scope.parameters, asOf ?? todayOf(scope));
  const empty: Record<keyof ParameterRow, null> = Object.fromEntries(columns.map((column) => [column, null])) as never;
  const cells = (row: Readonly<Record<keyof ParameterRow, string | boolean | null>>) =>
    columns.map(
      (column) => sql`CAST(${row[column]} AS ${sql.raw(TYPES[PARAMETER_COLUMNS[column]])}) AS ${sql.id(column)}`,
    );
  const selects: Sql[] = rows.map((row) => sql`SELECT ${sql.join(cells({ ...row }))}`);
  const none = sql`SELECT ${sql.join(cells(empty))} WHERE FALSE`;
  const select = selects.length === 0 ? none : sql`${sql.join(selects, sql.raw(' UNION ALL '))}`;
  return { name: PARAMETER_TABLE, columns, rules: [], masked: [], select: () => select };
}
