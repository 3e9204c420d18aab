import { distinct } from '../expression/distinct.ts';
import { columnOf } from '@rise/contract';
import type {
  AggregateQuery,
  CellAddress,
  ErrorDetail,
  Measure,
  ResultColumn,
  RowsQuery,
  SemanticQuery,
} from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { Fail } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { partsOf } from '../expression/tree.ts';
import type { CompiledDataset, CompiledFact, CompiledModel } from '../model/compiled-model.ts';
import { dimensionBehind, queryOfRows } from '../model/derived-datasets.ts';
import { hiddenColumns } from './binding/rights.ts';
import { planIn, planNone } from './fields/filter.ts';
import { CHECK_TITLES } from './measures/amounts.ts';
import { knownPeriods } from './measures/having.ts';
import { measureColumn } from './measures/measure.ts';
import { queriedModel } from './measures/queried-model.ts';
import { KNOWN_FROM, KNOWN_UNTIL } from '../plan/known-values.ts';
import { pointInTime } from '../model/measures.ts';
import { aggregatesBehind } from '../plan/references.ts';
import { priorOf } from './averages.ts';
import { planQuery } from './query.ts';
import type { AggregatePlan, Plan, PlanFact, RowsPlan } from '../plan/plan.ts';
import type { BaseAggregate } from '../plan/measures.ts';
import type { PlanExpression, PlanField, PlanPredicate } from '../plan/predicates.ts';
import type { TableColumn } from '../expression/columns.ts';
import type { Scope } from '../plan/scope.ts';

/** The predicates that select a cell, and whether it is outside the top. */
function planCell(cell: CellAddress, plan: AggregatePlan, fields: readonly PlanField[], own: number, fail: Fail) {
  const known = fields.slice(0, own).map(({ name }) => name);
  const predicates: PlanPredicate[] = [];
  const settled: string[] = [];
  let outside = false;
  for (const [index, { field: name, value, level }] of cell.entries()) {
    const field = fields.slice(0, own).find((field) => field.name === name);
    if (!field) {
      fail(
        `cell.${index}.field`,
        `'${name}' is not among the query's dimensions, which are ${known.join(', ')}.${suggestName(name, known)}`,
      );
    } else if (level === 'other') {
      outside = plan.top?.field === name;
      if (!outside) fail(`cell.${index}.level`, `The query has no top members of '${name}', so none are outside it.`);
    } else if (level === 'member') {
      settled.push(name);
      const path = `cell.${index}.value`;
      predicates.push(value === null ? planNone(field) : planIn(field, [value], path, (_, text) => fail(path, text)));
    }
  }
  return { predicates, settled, outside };
}

/** Columns that are computed for known values, not of the warehouse. */
const isKnownTime = ({ name }: { name: string }) => name === KNOWN_FROM || name === KNOWN_UNTIL;

/** Warehouse columns that the aggregates are computed from. Columns masked for the reader are left out. */
function sourcesOf({ source }: PlanFact, aggregates: readonly BaseAggregate[]): TableColumn[] {
  const tables = new Set([source.table, ...source.joins.map(({ name }) => name)]);
  const result = new Map<string, TableColumn>();
  const look = (expression: PlanExpression) => {
    // A value that is looked up is of other rows, and is listed by itself.
    if (expression.kind === 'nothing' || expression.kind === 'perKey') return;
    if (
      expression.kind === 'name' &&
      expression.table !== null &&
      tables.has(expression.table) &&
      !isKnownTime(expression)
    )
      result.set(`${expression.table}.${expression.name}`, { table: expression.table, column: expression.name });
    for (const part of partsOf(expression)) look(part);
  };
  for (const item of aggregates) {
    const aggregate = item.kind === 'nested' ? item.of : item;
    if (aggregate.kind === 'months' || aggregate.kind === 'any' || aggregate.kind === 'nested') continue;
    if (aggregate.kind !== 'count') look(aggregate.value);
    if (aggregate.where) look(aggregate.where);
    if (item.kind === 'nested' && item.take.kind === 'weighted') look(item.by.at(-1)!);
  }
  return [...result.values()];
}

const BEFORE = ' prior_year_end';

/** The balances at the prior year-end behind an average: listed beside what each row contributes to it. */
function balanceBefore(aggregate: BaseAggregate): BaseAggregate[] {
  const value = priorOf(aggregate);
  const where = 'where' in aggregate ? aggregate.where : null;
  return value ? [{ name: `${aggregate.name}${BEFORE}`, kind: 'sum', value, where }] : [];
}

function typeOfPart(aggregate: BaseAggregate, measure: Measure): ResultColumn['type'] {
  if (aggregate.kind === 'nested' && aggregate.take.kind === 'weighted') return 'number';
  const { kind } = aggregate.kind === 'nested' ? aggregate.of : aggregate;
  const point = pointInTime(measure);
  if (point !== null) return point;
  if (kind === 'count' || kind === 'added') return 'integer';
  if (kind === 'quantile' || kind === 'spread') return 'number';
  return kind === 'distinct' || kind === 'filled' ? 'string' : 'decimal';
}

/** A row's contribution has its measure's title. An average has two: its sum and its number of values. */
function partColumn(from: CompiledDataset, { aggregate, type }: RowsPlan['parts'][number]): ResultColumn {
  const check = Object.entries(CHECK_TITLES).find(([words]) => aggregate.name.endsWith(` ${words}`));
  if (check) return { name: aggregate.name.replaceAll(' ', '.'), title: check[1], role: 'measure', type };
  const measure = from.measures.get(aggregate.name) ?? from.measures.get(aggregate.name.split(' ')[0]!);
  const title = measure ? (measure.label ?? measure.title) : { en: aggregate.name };
  const format = measure && type !== 'string' ? { format: measure.format } : {};
  const isBefore = aggregate.name.endsWith(BEFORE);
  const words = isBefore
    ? { en: `${title.en} (prior year-end)`, tr: `${title.tr ?? title.en} (önceki yıl sonu)` }
    : title;
  return { name: aggregate.name.replaceAll(' ', '.'), title: words, role: 'measure', type, ...format };
}

/** Plans the query with extra dimensions and one measure only. Paths of issues are mapped to the caller's request. */
function planMeasureQuery(
  model: CompiledModel,
  scope: Scope,
  { query, own, measure }: { query: AggregateQuery; own: string[]; measure: string },
  asOf: string | null,
): AggregatePlan {
  const { subtotals: _, pivot: _pivot, ...rest } = query;
  const plain = { ...rest, measures: [measure], calculations: [], order: [], totals: false };
  const plan = planPart(model, scope, plain, asOf) as AggregatePlan;
  // The groups that pass are those of the query, not of the rows that are listed.
  return { ...plan, having: plan.having && { ...plan.having, fields: own } };
}

/** Throws `QueryError` where the query is invalid in a part that its rows do not need: it is described as a whole. */
export function checkQueryOfRows(model: CompiledModel, scope: Scope, query: SemanticQuery, asOf: string | null): void {
  planPart(model, scope, query, asOf);
}

function planPart(model: CompiledModel, scope: Scope, query: SemanticQuery, asOf: string | null): Plan {
  try {
    return planQuery(model, scope, query, asOf);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new QueryError(
      error.details.map(({ field, message }) => ({
        field: field === 'measures.0' ? 'measure' : `query.${field}`,
        message,
      })),
    );
  }
}

/** The dimensions listed for each row. Throws `QueryError` for one that the dataset does not have. */
function listedColumns(from: CompiledDataset | undefined, { query, columns }: RowsQuery): string[] {
  const named = query.dimensions.filter((dimension) => typeof dimension === 'string');
  const others = [...(from?.dimensions.keys() ?? [])].filter((item) => !named.includes(item));
  const listed = columns ?? [...named, ...others];
  const details = listed.flatMap((column, index): ErrorDetail[] => {
    if (!from || from.dimensions.has(column)) return [];
    const message = `There is no dimension '${column}' in '${query.dataset}'. Name one of its dimensions.${suggestName(column, from.dimensions.keys())}`;
    return [{ field: `columns.${index}`, message }];
  });
  if (details.length > 0) throw new QueryError(details);
  return listed;
}

/** The fact whose rows a measure is computed from, and the measure's aggregates in it. */
function factBehind(plan: AggregatePlan, name: string, fail: Fail): { place: number; aggregates: BaseAggregate[] } {
  const behind = new Set(aggregatesBehind(plan.measures[0]!));
  const places = plan.facts.flatMap((fact, index) =>
    fact.aggregates.some((aggregate) => behind.has(aggregate.name)) ? [index] : [],
  );
  if (places.length > 1) {
    const sets = places.map((index) => `'${plan.facts[index]!.dataset}'`).join(' and ');
    fail('measure', `'${name}' is computed from rows of ${sets}. Request the rows of one of its parts.`);
  }
  const place = places[0]!;
  return { place, aggregates: plan.facts[place]!.aggregates.filter((aggregate) => behind.has(aggregate.name)) };
}

/** Plans the rows behind a cell. Throws `QueryError` listing every invalid field. */
export function planRows(model: CompiledModel, scope: Scope, request: RowsQuery, asOf: string | null): RowsPlan {
  const { query, measure: name, limit, offset } = request;
  const from = model.datasets.get(query.dataset);
  const columns = listedColumns(from, request);
  const own = query.dimensions.map(columnOf);
  const extra = columns.filter((column, index) => !own.includes(column) && columns.indexOf(column) === index);
  const dimensions = [...query.dimensions.map(unfilled), ...extra];
  const plan = planMeasureQuery(model, scope, { query: { ...query, dimensions }, own, measure: name }, asOf);
  const measures = queriedModel(model, scope, query, asOf).datasets.get(query.dataset)!;

  const details: ErrorDetail[] = [];
  const fail: Fail = (field, message) => void details.push({ field, message });
  const { place, aggregates: all } = factBehind(plan, name, fail);
  const planned = plan.facts[place]!;
  const { predicates, settled, outside } = planCell(request.cell, plan, planned.fields, own.length, fail);
  const fact = { ...planned, fields: fieldsOfRows(planned, settled) };
  const open = knownPeriods(planned).find((period) => own.includes(period) && !settled.includes(period));
  if (plan.having && open !== undefined)
    fail('cell', `Last known values of several periods have no rows in common. Name a member of '${open}'.`);
  if (details.length > 0) throw new QueryError(details);

  const beside = all.filter((aggregate) => aggregate.kind === 'months' || isClock(fact, aggregate));
  const aggregates = all.filter((aggregate) => !beside.includes(aggregate));
  const home = model.datasets.get(fact.dataset)!.facts[0]!;
  const behind = [...keysOfRows(home, scope), ...sourcesOf(fact, aggregates)];
  const sources = distinct(behind);
  const measure = measures.measures.get(name)!;
  const parts = [...aggregates, ...aggregates.flatMap(balanceBefore)].map((aggregate) => ({
    aggregate,
    type: typeOfPart(aggregate, measure),
  }));
  const byName = new Map(plan.columns.map((column) => [column.name, column]));
  return {
    kind: 'rows',
    dataset: query.dataset,
    facts: plan.facts.with(place, fact),
    of: plan,
    fact: place,
    cell: predicates,
    settled,
    outside,
    shown: columns.map((column) => fact.fields.findIndex((field) => field.name === column)),
    parts,
    beside,
    sources,
    measure: plan.measures[0]!,
    valueType: measureColumn(measure).type,
    limit,
    offset,
    columns: [
      ...columns.map((column) => byName.get(column)!),
      ...parts.map((part) => partColumn(measures, part)),
      ...sources.map((column) => sourceColumn(column, home)),
    ],
  };
}

/** Dates that are not of the cell are those of the rows, also where the cell's values are known for some time. */
function fieldsOfRows({ fields, snapshotDates }: PlanFact, settled: readonly string[]): PlanField[] {
  const calendar = snapshotDates.flatMap((dates) => dates.calendar ?? []);
  return fields.map((field) => {
    const period = settled.includes(field.name) ? undefined : calendar.find(({ name }) => name === field.name);
    return period ? { ...field, value: period.ofRow, bands: period.bands } : field;
  });
}

/** A warehouse column, or one of a derived dataset's rows: then with the members of its source that it stands for. */
function sourceColumn({ table, column }: TableColumn, { dataset }: CompiledFact): ResultColumn {
  const query = table === dataset.table ? queryOfRows(dataset) : null;
  const dimension = query && dimensionBehind(query, column);
  return {
    name: `${table}.${column}`,
    title: { en: column },
    role: 'source',
    type: 'string',
    ...(dimension && { behind: { dataset: query!.dataset, ...dimension } }),
  };
}

/** The columns that identify a row of a derived dataset; those of a table have no such list. Masked ones are left out. */
function keysOfRows(fact: CompiledFact, scope: Scope): TableColumn[] {
  const { dataset } = fact;
  const hidden = hiddenColumns(fact, scope);
  return (queryOfRows(dataset)?.dimensions ?? [])
    .map((request) => ({ table: dataset.table, column: columnOf(request) }))
    .filter(({ table, column }) => !hidden.column(table, column));
}

const unfilled = (request: AggregateQuery['dimensions'][number]) =>
  typeof request === 'string' ? request : { ...request, fill: false };

/** Whether an aggregate is computed from snapshot dates only, with no row's own values. */
function isClock({ snapshotDates }: PlanFact, aggregate: BaseAggregate): boolean {
  if (!('value' in aggregate)) return false;
  const { value } = aggregate;
  return value.kind === 'name' && snapshotDates.some(({ name }) => name === value.table);
}
