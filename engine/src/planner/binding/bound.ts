import { bindParameters } from '../../expression/bind.ts';
import type { DatedBinding, ParameterBinding } from '../../expression/bind.ts';
import { once } from '../../expression/once.ts';
import { READER } from '../../model/read-expressions.ts';
import { presentColumns } from './present-columns.ts';
import { hiddenColumns, withoutColumns } from './rights.ts';
import { QueryError } from '../../errors.ts';
import type { CompiledFact, CompiledModel } from '../../model/compiled-model.ts';
import { datasetCoverage } from '../../model/coverage.ts';
import type { DatasetCoverage } from '../../model/coverage.ts';
import { tablesByName } from '../../model/joins.ts';
import { declaredTimes, declaredTypes, withLocalTimes } from '../../model/local-times.ts';
import type { IsTime } from '../../model/local-times.ts';
import { bindingsOf, PARAMETER_PHRASES } from '../../model/parameter-value.ts';
import type { ReadDataset } from '../../plan/plan.ts';
import type { PlanExpression } from '../../plan/predicates.ts';
import { bindPeriods, localTime, PLAIN_CALENDAR } from '../../plan/calendar.ts';
import type { Calendar } from '../../plan/calendar.ts';
import { bindMapped } from '../../plan/mappings.ts';
import type { MappedBy } from '../../plan/mappings.ts';
import type { Scope } from '../../plan/scope.ts';

/** One fact of a dataset bound to one query: parameters are replaced by their values. */
export interface Bound {
  /** The fact; that of a derived dataset with the plan of its rows, where they are read. */
  readonly from: CompiledFact & Pick<ReadDataset, 'rows'>;
  /** Binds an expression for this reader: parameters and codes are replaced by their values, masked columns by null. */
  bind(expression: PlanExpression): PlanExpression;
  /** Binds a calculation over figures, which have no day of their own: parameters have the values of the data's as-of date. */
  bindFigures(expression: PlanExpression): PlanExpression;
  /** Binds a row rule, which sees masked columns too. */
  rule(expression: PlanExpression, reader: Scope['reader']): PlanExpression;
  readonly calendar: Calendar;
  /** When its columns were delivered; null where that is unknown. */
  readonly coverage: DatasetCoverage | null;
  /** As-of date of the data, if known. */
  readonly asOf: string | null;
  readonly today: string;
}

/** Today in the tenant's time zone. */
export function todayOf(scope: Scope): string {
  return scope.today ?? new Date().toISOString().slice(0, 10);
}

function attributeOf(reader: Scope['reader'], name: string): readonly string[] {
  return (reader === 'system' ? undefined : reader?.attributes[name]) ?? [];
}

interface Known {
  readonly model: CompiledModel;
  readonly asOf: string | null;
  readonly today: string;
  readonly bound: Bound;
}

/** By the scope, which the queries of a run have in common, and the fact. */
const KNOWN = new WeakMap<Scope, WeakMap<Bound['from'], Known>>();

/**
 * Binds the tenant's parameters to a fact, once for all queries of a run. Throws `QueryError` for a value that is not
 * valid.
 */
export function bindScope(model: CompiledModel, from: Bound['from'], scope: Scope, asOf: string | null): Bound {
  const byFact = KNOWN.get(scope) ?? new WeakMap<Bound['from'], Known>();
  KNOWN.set(scope, byFact);
  const today = todayOf(scope);
  const known = byFact.get(from);
  if (known && known.model === model && known.asOf === asOf && known.today === today) return known.bound;
  const bound = bindFact(model, from, scope, asOf);
  byFact.set(from, { model, asOf, today, bound });
  return bound;
}

function bindFact(model: CompiledModel, from: Bound['from'], scope: Scope, asOf: string | null): Bound {
  const parameters = new Map(model.model.parameters.map((parameter) => [parameter.name, parameter]));
  const hidden = hiddenColumns(from, scope);
  const valueFor =
    (reader: Scope['reader']) =>
    (name: string): ParameterBinding | DatedBinding => {
      if (name.startsWith(READER)) return { values: attributeOf(reader, name.slice(READER.length)) };
      const parameter = parameters.get(name)!;
      const binding = bindingsOf(parameter, scope.parameters?.[name]);
      if (binding === null) {
        const message = `The parameter '${name}' is not ${PARAMETER_PHRASES[parameter.type]}. Set it again.`;
        throw new QueryError([{ field: `parameters.${name}`, message }]);
      }
      return binding;
    };
  const valueOf = valueFor(scope.reader);
  const by = mappedBy(model, from, scope, asOf);
  const calendar = scope.calendar ?? PLAIN_CALENDAR;
  const present = presentColumns(from, model.coverage);
  const { day } = by;
  const bindMasked = (expression: PlanExpression) => {
    const all = present(expression);
    return bindParameters(hidden.any ? withoutColumns(all, hidden) : all, valueOf, day);
  };
  const dayOfData: PlanExpression = { kind: 'day', value: asOf ?? todayOf(scope), at: 0 };
  const types = declaredTypes(timesOf(model), tablesByName(from.dataset));
  const bindTimes = (expression: PlanExpression) =>
    withLocalTimes(expression, types, (time) => localTime(time, calendar));
  return {
    from,
    bind: once((expression) => bindPeriods(bindTimes(bindMasked(bindMapped(expression, by))), calendar)),
    rule: (expression, reader) => bindTimes(bindParameters(bindMapped(expression, by), valueFor(reader), day)),
    bindFigures: (expression) => bindParameters(expression, valueOf, dayOfData),
    calendar,
    coverage: coverageOf(model, from),
    asOf,
    today: todayOf(scope),
  };
}

const TIMES = new WeakMap<CompiledModel, IsTime>();

function timesOf(model: CompiledModel): IsTime {
  const times = TIMES.get(model) ?? declaredTimes(model.model);
  TIMES.set(model, times);
  return times;
}

function coverageOf({ coverage, datasets }: CompiledModel, { dataset }: CompiledFact): DatasetCoverage | null {
  const { snapshots, name } = dataset;
  if (!coverage) return null;
  const own = datasets.get(name)!.facts[0]!;
  return datasetCoverage(
    coverage,
    dataset,
    snapshots === undefined ? undefined : own.expressions.values.get(snapshots),
  );
}

/** Codes and dated parameters are looked up at each row's as-of date; for a dataset without one, at the as-of date of the data. */
function mappedBy({ model }: CompiledModel, { dataset }: CompiledFact, scope: Scope, asOf: string | null): MappedBy {
  const day = dataset.asOf;
  return {
    models: new Map(model.mappings.map((mapping) => [mapping.name, mapping])),
    tenants: scope.mappings,
    day: day
      ? { kind: 'name', table: day.table, name: day.column, at: 0 }
      : { kind: 'day', value: asOf ?? todayOf(scope), at: 0 },
  };
}
