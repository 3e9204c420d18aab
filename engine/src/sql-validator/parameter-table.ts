import type { ParameterValue } from '@rise/contract';
import { sql } from 'kysely';
import type { Sql } from '../dialects/dialect.ts';
import type { ValueType } from '../expression/tree.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { spansOfSetting } from '../model/parameter-value.ts';
import { addDays } from '../plan/calendar.ts';
import type { Scope } from '../plan/scope.ts';
import { todayOf } from '../planner/binding/bound.ts';
import type { SecuredTable } from './secured-tables.ts';

export const PARAMETER_TABLE = 'rise_parameters';

export const PARAMETER_COLUMNS = {
  name: 'string',
  type: 'string',
  value: 'string',
  number: 'decimal',
  day: 'date',
  valid_from: 'date',
  valid_until: 'date',
  is_current: 'boolean',
} as const satisfies Record<string, ValueType>;

const TYPES = { string: 'VARCHAR', decimal: 'DECIMAL(38,10)', date: 'DATE', boolean: 'BOOLEAN' } as const;

interface Row {
  name: string;
  type: string;
  value: string;
  number: string | null;
  day: string | null;
  valid_from: string | null;
  valid_until: string | null;
  is_current: boolean;
}

/** One row for each value, those of a list each, in each span of days. */
function rowsOf({ model }: CompiledModel, scope: Scope, day: string): Row[] {
  return model.parameters.flatMap(({ name, type, default: usual }) => {
    const { value, changes } = spansOfSetting(scope.parameters?.[name]);
    const spans: { from: string | null; value: ParameterValue }[] = [{ from: null, value: value ?? usual }, ...changes];
    return spans.flatMap((span, index) => {
      const next = spans[index + 1]?.from ?? null;
      const isCurrent = (span.from === null || span.from <= day) && (next === null || day < next);
      return [span.value].flat().map((item): Row => {
        const text = String(item);
        return {
          name,
          type,
          value: text,
          number: type === 'integer' || type === 'number' || type === 'percent' ? text : null,
          day: type === 'date' ? text : null,
          valid_from: span.from,
          valid_until: next === null ? null : addDays(next, -1),
          is_current: isCurrent,
        };
      });
    });
  });
}

/**
 * The parameters of the tenant as a table, for statements in DuckDB; null for a model without any. Everybody may read
 * them: they are in the explanation of each figure.
 */
export function parameterTable(model: CompiledModel, scope: Scope, asOf: string | null): SecuredTable | null {
  if (model.model.parameters.length === 0) return null;
  const columns = Object.keys(PARAMETER_COLUMNS) as (keyof typeof PARAMETER_COLUMNS)[];
  const rows = rowsOf(model, scope, asOf ?? todayOf(scope));
  const empty: Record<keyof Row, null> = Object.fromEntries(columns.map((column) => [column, null])) as never;
  const cells = (row: Readonly<Record<keyof Row, string | boolean | null>>) =>
    columns.map(
      (column) => sql`CAST(${row[column]} AS ${sql.raw(TYPES[PARAMETER_COLUMNS[column]])}) AS ${sql.id(column)}`,
    );
  const selects: Sql[] = rows.map((row) => sql`SELECT ${sql.join(cells({ ...row }))}`);
  const none = sql`SELECT ${sql.join(cells(empty))} WHERE FALSE`;
  const select = selects.length === 0 ? none : sql`${sql.join(selects, sql.raw(' UNION ALL '))}`;
  return { name: PARAMETER_TABLE, columns, rules: [], masked: [], select: () => select };
}
