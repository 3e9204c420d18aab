import { bindParameters } from '../expression/bind.ts';
import type { ParameterWorth } from '../expression/bind.ts';
import { READER } from '../model/read-expressions.ts';
import { maskedColumns, withoutColumns } from './rights.ts';
import { walk } from '../expression/tree.ts';
import { QueryError } from '../errors.ts';
import type { CompiledFact, CompiledModel } from '../model/compile-model.ts';
import { PARAMETER_SAID, parameterValue } from '../model/parameter-value.ts';
import type { PlanColumn, PlanExpression } from './plan.ts';
import { PLAIN_CALENDAR } from './calendar.ts';
import type { Calendar } from './calendar.ts';
import { bindMapped } from './mapped.ts';
import type { MappedBy } from './mapped.ts';
import type { Scope } from './scope.ts';

/** One fact of a dataset for one question: the parameters in its expressions have their values. */
export interface Bound {
  readonly from: CompiledFact;
  /** An expression for this reader: parameters and codes have their values, and masked columns none. */
  bind(expression: PlanExpression): PlanExpression;
  /** A rule about rows, which sees masked columns too. */
  rule(expression: PlanExpression, reader: Scope['reader']): PlanExpression;
  readonly calendar: Calendar;
  /** The day the data is true of, where it is known. */
  readonly asOf: string | null;
  readonly today: string;
}

/** The day it is for the asker. */
export function todayOf(scope: Scope): string {
  return scope.today ?? new Date().toISOString().slice(0, 10);
}

function attributeOf(reader: Scope['reader'], name: string): readonly string[] {
  return (reader === 'system' ? undefined : reader?.attributes[name]) ?? [];
}

/** Gives a fact's expressions the tenant's parameters. Throws `QueryError` for a value that cannot be one. */
export function bindScope(model: CompiledModel, from: CompiledFact, scope: Scope, asOf: string | null): Bound {
  const parameters = new Map(model.model.parameters.map((each) => [each.name, each]));
  const masked = maskedColumns(from, scope);
  const valueFor =
    (reader: Scope['reader']) =>
    (name: string): ParameterWorth => {
      if (name.startsWith(READER)) return { values: attributeOf(reader, name.slice(READER.length)) };
      const parameter = parameters.get(name)!;
      const value = parameterValue(parameter, scope.parameters?.[name] ?? parameter.default);
      if (value === null) {
        const message = `The parameter '${name}' is not ${PARAMETER_SAID[parameter.type]}. Set it anew.`;
        throw new QueryError([{ field: `parameters.${name}`, message }]);
      }
      return { value, type: parameter.type };
    };
  const valueOf = valueFor(scope.reader);
  const by = mappedBy(model, from, scope, asOf);
  const bindMasked = (expression: PlanExpression) =>
    bindParameters(masked.size === 0 ? expression : withoutColumns(expression, masked), valueOf);
  return {
    from,
    bind: (expression) => bindMasked(bindMapped(expression, by)),
    rule: (expression, reader) => bindParameters(bindMapped(expression, by), valueFor(reader)),
    calendar: scope.calendar ?? PLAIN_CALENDAR,
    asOf,
    today: todayOf(scope),
  };
}

/** What codes mean on the day that a row is true of; where the dataset knows none, on the day of the data. */
function mappedBy({ model }: CompiledModel, { dataset }: CompiledFact, scope: Scope, asOf: string | null): MappedBy {
  const day = dataset.asOf;
  return {
    models: new Map(model.mappings.map((each) => [each.name, each])),
    tenants: scope.mappings,
    day: day
      ? { kind: 'name', table: day.table, name: day.column, at: 0 }
      : { kind: 'day', value: asOf ?? todayOf(scope), at: 0 },
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
