import { accountCode, columnOf } from '@rise/contract';
import type {
  Calculation,
  Dataset,
  FunnelQuery,
  Measure,
  RowListQuery,
  SemanticQuery,
  Unavailable,
} from '@rise/contract';
import { columnsIn } from '../expression/columns.ts';
import type { TableColumn } from '../expression/columns.ts';
import { walk } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import type { CompiledDataset, CompiledModel } from '../model/compiled-model.ts';
import { firstDay } from './funnel.ts';
import { comparedBy } from '../model/entity.ts';
import { rangeOf } from '../model/coverage.ts';
import { queryOfRows } from '../model/derived-datasets.ts';
import type { DeliveredDates } from '../model/coverage.ts';
import { tablesByName } from '../model/joins.ts';
import { overOf } from '../model/measures.ts';
import type { Scope } from '../plan/scope.ts';
import { bindDataset } from './binding/bound-dataset.ts';
import type { BoundDataset, BoundFact } from './binding/bound-dataset.ts';
import { availableDates, deliveredDates, expressionsOfMeasure } from './binding/delivered-dates.ts';
import { fieldsIn, fieldsOfFunnel } from './fields/fields-in.ts';
import { calculatedDates, queriedDates } from './fields/queried-dates.ts';
import { withCustomMeasures } from './measures/custom-measures.ts';
import { rowMeasuresBehind } from './measures/parts.ts';

/** What a figure or dimension needs of a fact's columns. */
interface Need {
  fact: BoundFact;
  expressions: readonly Expression[];
  delivered: DeliveredDates;
  /** The snapshot dates that the query reads. */
  read: readonly string[];
}

/** Everything that the columns of a query lack, in the order of its columns. */
class Gaps {
  readonly #model: CompiledModel;
  readonly #bound: BoundDataset;
  readonly #query: SemanticQuery;

  constructor(model: CompiledModel, bound: BoundDataset, query: SemanticQuery) {
    this.#model = model;
    this.#bound = bound;
    this.#query = query;
  }

  /** Of a measure, or of a calculation over it: for each measure over rows whose columns were not delivered. */
  ofMeasure(column: string, measure: Measure, calculation?: Calculation): Unavailable[] {
    const available = availableDates(this.#bound, measure);
    return [...new Set(rowMeasuresBehind(this.#bound, measure))].flatMap((name) => {
      const fact = this.#bound.factOf(name);
      if (!fact.coverage) return [];
      const delivered = deliveredDates(this.#bound, name);
      // A list has the rows of the last dates, whatever its measures take.
      const own = overOf(this.#bound.from.measures.get(name)!)?.take;
      const take = this.#query.kind === 'rows' ? 'last' : (own ?? 'last');
      const read = calculation
        ? calculatedDates(fact, this.#query, calculation, take)
        : queriedDates(fact, this.#query, take);
      const several = take !== 'last' && take !== 'first' && read.some((date) => delivered?.includes(date));
      const need = {
        fact,
        expressions: expressionsOfMeasure(this.#bound, name),
        delivered,
        read,
      };
      // Figures over several dates are those of the dates that there are.
      return this.#gaps({ column, measure: name }, need, several ? null : available);
    });
  }

  /** Of a dimension that the query groups or filters by. */
  ofDimension(column: string, name: string): Unavailable[] {
    return this.#bound.facts.flatMap((fact) => {
      const value = fact.from.expressions.values.get(name);
      if (!fact.coverage || !value) return [];
      // A funnel has the rows of all dates.
      const read = queriedDates(fact, this.#query, this.#query.kind === 'funnel' ? 'average' : 'last');
      const need = { fact, expressions: [value], delivered: fact.coverage.of(value), read };
      return this.#gaps({ column, measure: null }, need, []);
    });
  }

  /** One entry for the dates without any value, and one for those on which the figure has a value without this part. */
  #gaps(
    named: Pick<Unavailable, 'column' | 'measure'>,
    { fact, expressions, delivered, read }: Need,
    available: DeliveredDates,
  ): Unavailable[] {
    if (delivered === null) return [];
    const missing = read.filter((date) => !delivered.includes(date));
    const { dates } = fact.coverage!;
    if (dates.length > 0 && missing.length === 0) return [];
    const hasValue = (date: string) => available === null || available.includes(date);
    const entry = (partial: boolean, on: readonly string[]): Unavailable => ({
      ...named,
      columns: this.#columnsBehind(fact, expressions, on),
      ...rangeOf(delivered, dates),
      dates: [...on],
      partial,
    });
    if (dates.length === 0) return [entry(available === null, [])];
    return [false, true].flatMap((partial) => {
      const on = missing.filter((date) => hasValue(date) === partial);
      return on.length === 0 ? [] : [entry(partial, on)];
    });
  }

  /** The columns that were not delivered for all of these dates. */
  #columnsBehind(fact: BoundFact, expressions: readonly Expression[], on: readonly string[]): Unavailable['columns'] {
    const tableOf = tablesByName(fact.from.dataset);
    const lacking = expressions.flatMap(namedIn).filter((column) => {
      const delivered = fact.coverage!.ofColumn(column);
      return delivered !== null && (on.length === 0 || on.some((date) => !delivered.includes(date)));
    });
    const named = lacking.map(({ table, column }) => ({
      table: tableOf(table),
      column,
      account: accountCode(column, this.#model.model),
    }));
    return [...new Map(named.map((item) => [`${item.table}.${item.column}`, item])).values()];
  }
}

/** The columns of an expression, those included that the version lacks. */
function namedIn(expression: Expression): TableColumn[] {
  const absent: TableColumn[] = [];
  walk(expression, (item) => {
    if (item.kind === 'absent') absent.push({ table: item.table, column: item.name });
  });
  return [...columnsIn(expression), ...absent];
}

/** What the columns of a list of rows lack, and the fields that it filters and orders by. */
function gapsOfList(gaps: Gaps, { measures }: CompiledDataset, query: RowListQuery): Unavailable[] {
  const others = [...fieldsIn(query.filter), ...query.order.map(({ field }) => field)];
  const columns = new Map([
    ...others.map((name) => [name, name] as const),
    ...query.columns.map((column) => [typeof column === 'string' ? column : column.field, columnOf(column)] as const),
  ]);
  return [...columns].flatMap(([name, column]) => {
    const measure = measures.get(name);
    return measure ? gaps.ofMeasure(column, measure) : gaps.ofDimension(column, name);
  });
}

/** What the dimensions of a funnel lack on the dates of its rows: steps may lie after the dates of its filter. */
function gapsOfFunnel(model: CompiledModel, bound: BoundDataset, query: FunnelQuery): Unavailable[] {
  const from = firstDay(bound.facts[0]!, query);
  const { filter: _, ...steps } = query;
  const read = from === null ? steps : { ...steps, filter: { field: query.time, during: { since: from } } };
  const gaps = new Gaps(model, bound, read);
  const columns = new Map(
    [...fieldsIn(query.filter), ...fieldsOfFunnel(bound.from, query)].map((name) => [name, name]),
  );
  if (typeof query.by === 'object') columns.set(query.by.field, columnOf(query.by));
  return [...columns].flatMap(([name, column]) => gaps.ofDimension(column, name));
}

/** The measures of a query, or those that are columns of a list. */
function figuresOf({ from }: BoundDataset, query: SemanticQuery): readonly string[] {
  if (query.kind === 'rows') return query.columns.map(columnOf).filter((name) => from.measures.has(name));
  if (query.kind === 'funnel') return [];
  return query.kind === 'distribution' ? [query.measure] : query.measures;
}

/**
 * What the rows of a derived dataset lack, under the columns of the query that are computed from them. What the filter
 * and dimensions of the rows lack is in every figure.
 */
function behindRows(
  bound: BoundDataset,
  dataset: Dataset,
  query: SemanticQuery,
  unavailable: readonly Unavailable[],
): Unavailable[] {
  const isFigure = (name: string) => dataset.query!.measures.includes(name);
  const calculated = query.kind === 'aggregate' ? query.calculations : [];
  const columns = [...figuresOf(bound, query).map((name) => ({ name, measure: name })), ...calculated];
  return unavailable.flatMap((gap) =>
    columns.flatMap(({ name, measure }) =>
      rowMeasuresBehind(bound, bound.from.measures.get(measure)!)
        .filter((part) => {
          const named = expressionsOfMeasure(bound, part).flatMap(namedIn);
          return (
            bound.factOf(part).from.dataset.name === dataset.name &&
            (!isFigure(gap.column) ||
              named.some(({ table, column }) => table === dataset.table && column === gap.column))
          );
        })
        .slice(0, 1)
        .map((part) => ({ ...gap, column: name, measure: part })),
    ),
  );
}

/**
 * What the figures and dimensions of a valid query lack because their columns were not delivered for the snapshot dates
 * that it reads. Dates are those that the conditions on the date leave; row rules are not taken into account.
 */
export function unavailableIn(
  model: CompiledModel,
  scope: Scope,
  query: SemanticQuery,
  asOf: string | null,
): Unavailable[] {
  if (!model.coverage) return [];
  const from = withCustomMeasures(model, scope, query, asOf).datasets.get(query.dataset)!;
  const bound = bindDataset(model, from, scope, asOf);
  const gaps = new Gaps(model, bound, query);
  const behind = from.facts.flatMap(({ dataset }) => {
    const rows = queryOfRows(dataset);
    return rows ? behindRows(bound, dataset, query, unavailableIn(model, scope, rows, asOf)) : [];
  });
  if (query.kind === 'rows') return [...behind, ...gapsOfList(gaps, from, query)];
  if (query.kind === 'funnel') return [...behind, ...gapsOfFunnel(model, bound, query)];
  const ofMeasure = (name: string) => gaps.ofMeasure(name, from.measures.get(name)!);
  const filtered = [...fieldsIn(query.filter), ...(query.kind === 'aggregate' ? [] : fieldsIn(query.peers))];
  const groups = query.kind === 'distribution' && query.groupBy !== undefined ? [query.groupBy] : [];
  const requests = query.kind === 'aggregate' ? query.dimensions : [comparedBy(from, query)!, ...groups];
  const grouped = requests.map((request) => (typeof request === 'string' ? request : request.field));
  const columns = new Map([
    ...filtered.map((name) => [name, name] as const),
    ...requests.map((request, index) => [grouped[index]!, columnOf(request)] as const),
  ]);
  return [
    ...behind,
    ...[...columns].flatMap(([name, column]) => gaps.ofDimension(column, name)),
    ...(query.kind === 'distribution' ? [query.measure] : query.measures).flatMap(ofMeasure),
    ...(query.kind === 'aggregate' ? query.calculations : []).flatMap((calculation) =>
      gaps.ofMeasure(calculation.name, from.measures.get(calculation.measure)!, calculation),
    ),
  ];
}
