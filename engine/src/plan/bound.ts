import { bindParameters } from '../expression/bind.ts';
import type { ParameterWorth } from '../expression/bind.ts';
import { READER } from '../model/read-expressions.ts';
import { maskedColumns, withoutColumns } from './rights.ts';
import { walk } from '../expression/tree.ts';
import { QueryError } from '../errors.ts';
import type { CompiledDataset, CompiledModel } from '../model/compile-model.ts';
import { PARAMETER_SAID, parameterValue } from '../model/parameter-value.ts';
import type { PlanColumn, PlanExpression } from './plan.ts';
import { PLAIN_CALENDAR } from './calendar.ts';
import type { Calendar } from './calendar.ts';
import type { Scope } from './scope.ts';

/** A dataset for one question: the parameters in its expressions have their values. */
export interface Bound {
  readonly from: CompiledDataset;
  /** An expression for this reader: parameters have their values, and masked columns none. */
  bind(expression: PlanExpression): PlanExpression;
  /** A rule about rows, which sees masked columns too. */
  rule(expression: PlanExpression): PlanExpression;
  readonly calendar: Calendar;
  /** The day the data is true of, where it is known. */
  readonly asOf: string | null;
  readonly today: string;
}

/** The day it is for the asker. */
export function todayOf(scope: Scope): string {
  return scope.today ?? new Date().toISOString().slice(0, 10);
}

function attributeOf({ reader }: Scope, name: string): readonly string[] {
  return (reader === 'system' ? undefined : reader?.attributes[name]) ?? [];
}

/** Gives a dataset's expressions the tenant's parameters. Throws `QueryError` for a value that cannot be one. */
export function bindScope(model: CompiledModel, from: CompiledDataset, scope: Scope, asOf: string | null): Bound {
  const parameters = new Map(model.model.parameters.map((each) => [each.name, each]));
  const masked = maskedColumns(from, scope);
  const valueOf = (name: string): ParameterWorth => {
    if (name.startsWith(READER)) return { values: attributeOf(scope, name.slice(READER.length)) };
    const parameter = parameters.get(name)!;
    const value = parameterValue(parameter, scope.parameters?.[name] ?? parameter.default);
    if (value === null) {
      const message = `The parameter '${name}' is not ${PARAMETER_SAID[parameter.type]}. Set it anew.`;
      throw new QueryError([{ field: `parameters.${name}`, message }]);
    }
    return { value, type: parameter.type };
  };
  return {
    from,
    bind: (expression) => bindParameters(masked.size === 0 ? expression : withoutColumns(expression, masked), valueOf),
    rule: (expression) => bindParameters(expression, valueOf),
    calendar: scope.calendar ?? PLAIN_CALENDAR,
    asOf,
    today: todayOf(scope),
  };
}

/** The columns that an expression names, each once. */
export function columnsIn(expression: PlanExpression): PlanColumn[] {
  const columns = new Map<string, PlanColumn>();
  walk(expression, (each) => {
    if (each.kind === 'name' && each.table !== null)
      columns.set(`${each.table}.${each.name}`, { table: each.table, column: each.name });
  });
  return [...columns.values()];
}

/** The tables whose columns an expression names. */
export function tablesOfExpression(expression: PlanExpression): string[] {
  return [...new Set(columnsIn(expression).map(({ table }) => table))];
}
