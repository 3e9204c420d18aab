import { columnOf, findExceededLimit } from '@rise/contract';
import type {
  AggregateQuery,
  BenchmarkQuery,
  Dataset,
  DimensionRequest,
  DistributionQuery,
  ErrorDetail,
  Filter,
  Measure,
  MeasuresQuery,
  SemanticQuery,
} from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { Fail } from '../errors.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { comparedBy, memberTitle } from '../model/entity.ts';
import { queryOfRows } from '../model/derived-datasets.ts';
import { bindDataset } from './binding/bound-dataset.ts';
import type { BoundDataset, BoundFact } from './binding/bound-dataset.ts';
import { findDataset, findMeasure, rejectDuplicates } from './fields/look-up.ts';
import { checkColumns, planAround, planCalculations, planFill } from './measures/aggregate.ts';
import { planHaving, rejectTotalsOfKnownPeriods } from './measures/having.ts';
import { planCuts } from './measures/like-for-like.ts';
import type { EndedPeriods } from './sources/period-ends.ts';
import { planDimension } from './fields/dimensions.ts';
import type { PlannedDimension } from './fields/dimensions.ts';
import { planFact } from './sources/fact.ts';
import { planFilter } from './fields/filter.ts';
import { planFunnel } from './funnel.ts';
import { conversionOf } from '../model/amounts.ts';
import { planRowList } from './row-list.ts';
import { planRowRules } from './sources/row-rules.ts';
import { pointInTime } from '../model/measures.ts';
import { groupedTogether, levelColumns, planLevels, rejectSemiAdditiveTop } from './grouping-sets.ts';
import { fieldsWithLevels } from '../plan/levels.ts';
import { measureColumn, planMeasure } from './measures/measure.ts';
import { notComparable } from './measures/amounts.ts';
import { queriedModel, scopeOfQuery } from './measures/queried-model.ts';
import {
  BENCHMARK_COLUMNS,
  boxColumns,
  distributionColumns,
  memberNameColumn,
  planMember,
  planMemberName,
} from './fields/members.ts';
import type { AggregatePlan, Plan, PlanFact } from '../plan/plan.ts';
import type { PlanMeasure } from '../plan/measures.ts';
import type { PlanField, PlanPredicate } from '../plan/predicates.ts';
import type { Scope } from '../plan/scope.ts';

/** Every kind of query groups rows by dimensions and computes measures. */
interface Grouping {
  bound: BoundDataset;
  /** The requested measures that exist, and their plans. */
  chosen: Measure[];
  measures: PlanMeasure[];
  dimensions: PlannedDimension[];
  /** The dimensions' fields in each fact. */
  fields: PlanField[][];
  details: ErrorDetail[];
  fail: Fail;
}

/** Predicates that only some kinds of queries have; one per fact. */
interface FactPredicates {
  around?: (PlanPredicate | null)[];
  /** As `around`, with one period that ends early. */
  cuts?: { filters: (PlanPredicate | null)[]; ended: EndedPeriods }[];
  among?: (PlanPredicate | null)[];
}

/** Completes the facts. Throws `QueryError` with all issues found so far. */
type PlanFacts = (predicates: FactPredicates) => PlanFact[];

/**
 * Turns a query into a plan: resolves names, prunes joins to the tables read, and includes the scope's predicates.
 * Throws `QueryError` listing every invalid field.
 */
export function planQuery(
  model: CompiledModel,
  callerScope: Scope,
  query: SemanticQuery,
  asOf: string | null = null,
): Plan {
  const exceeded = findExceededLimit(query);
  if (exceeded) throw new QueryError([{ field: exceeded.path.join('.'), message: exceeded.message }]);
  const scope = scopeOfQuery(callerScope, query);
  const rowsOf = (dataset: Dataset) => planRowsOf(model, scope, dataset, asOf);
  if (query.kind === 'rows') return planRowList(model, scope, query, asOf, rowsOf);
  if (query.kind === 'funnel') return planFunnel(model, scope, query, asOf, rowsOf);
  const from = findDataset(queriedModel(model, scope, query, asOf), query.dataset);
  const details: ErrorDetail[] = [];
  const bound = bindDataset(model, from, scope, asOf, rowsOf);
  const { facts } = bound;
  const rules = facts.map((fact) => planRowRules({ home: fact.home, queried: fact }, scope, details));
  const filters = filtersOf(facts, query.filter, 'filter', details);
  const grouping = groupingOf(bound, query, details);

  const planFacts: PlanFacts = ({ around, cuts = [], among }) => {
    if (details.length > 0) throw new QueryError(details);
    // Facts without requested measures are skipped; if no measures are requested, all facts contribute groups.
    const used = facts.filter(({ aggregates }) => aggregates.list.length > 0);
    return (used.length > 0 ? used : facts.filter(({ lastKnown }) => !lastKnown)).map((fact) => {
      const place = facts.indexOf(fact);
      const read = {
        tenant: scope.tenant,
        fields: grouping.fields[place]!,
        filter: filters[place]!,
        query: query.filter,
        rules: rules[place]!,
        among: among?.[place] ?? null,
      };
      const plan = planFact(fact, { ...read, around: around?.[place] ?? null });
      const cut = cuts.map(({ filters: of, ended }) => planFact(fact, { ...read, around: of[place]!, ended }));
      return cut.length === 0 ? plan : { ...plan, cuts: cut.map(withoutSource) };
    });
  };
  return query.kind === 'aggregate'
    ? aggregatePlan(query, grouping, planFacts)
    : memberPlan(query, grouping, planFacts);
}

/**
 * Plans the rows of a derived dataset: the groups of its query, with the rights of the same reader and as of the same
 * day. Null for a dataset over a table. Throws `QueryError`.
 */
export function planRowsOf(
  model: CompiledModel,
  scope: Scope,
  dataset: Pick<Dataset, 'query'>,
  asOf: string | null,
): AggregatePlan | null {
  const query = queryOfRows(dataset);
  return query && (planQuery(model, scope, query, asOf) as AggregatePlan);
}

/** What a fact reads of other periods. */
const withoutSource = ({ around, snapshotDates }: PlanFact) => ({
  around,
  dates: snapshotDates.map(({ around: of, end }) => ({ around: of, ...(end && { end }) })),
});

/** A filter in each fact; its issues are the same in all, so they are reported once. */
function filtersOf(
  facts: readonly BoundFact[],
  filter: Filter | undefined,
  path: string,
  details: ErrorDetail[],
): (PlanPredicate | null)[] {
  return facts.map((fact, index) => (filter ? planFilter(fact, filter, path, index === 0 ? details : []) : null));
}

function groupingOf(bound: BoundDataset, query: MeasuresQuery, details: ErrorDetail[]): Grouping {
  const fail: Fail = (field, message) => void details.push({ field, message });
  const names = query.kind === 'distribution' ? [query.measure] : query.measures;
  const measurePath = (index: number) => (query.kind === 'distribution' ? 'measure' : `measures.${index}`);
  rejectDuplicates(names, 'measures', details);
  const chosen = names
    .map((name, index) => findMeasure(bound.from, name, measurePath(index), details))
    .filter((measure) => measure !== null);
  const measures = chosen.map((measure) => planMeasure(bound, measure));
  rejectUnusedCurrency(bound, query, fail);

  const by = query.kind === 'aggregate' ? null : comparedBy(bound.from, query);
  const groupBy = query.kind === 'distribution' ? (query.groupBy ?? null) : null;
  const members = [by, groupBy].filter((name) => name !== null);
  const requests: readonly DimensionRequest[] = query.kind === 'aggregate' ? query.dimensions : members;
  if (query.kind !== 'aggregate' && by === null)
    fail('by', `Name the dimension whose members are compared: '${query.dataset}' has no entity.`);
  if (groupBy !== null && groupBy === by)
    fail('groupBy', `'${groupBy}' is what is compared: each group would have one member. Name another dimension.`);
  const dimensionPath = (index: number) =>
    query.kind === 'aggregate' ? `dimensions.${index}` : members[index] === by ? 'by' : 'groupBy';
  if (query.kind === 'aggregate') rejectDuplicates(requests.map(columnOf), 'dimensions', details);
  const planned = bound.facts.map((fact, place) =>
    requests.flatMap((request, index) =>
      planDimension(fact, { request, filter: query.filter }, dimensionPath(index), place === 0 ? fail : () => {}),
    ),
  );
  const fields = planned.map((item) => item.map(({ field }) => field));
  return { bound, chosen, measures, dimensions: planned[0]!, fields, details, fail };
}

/** A currency to convert to needs something to convert: nothing that a query states is ignored. */
function rejectUnusedCurrency({ from, rates }: BoundDataset, { currency }: MeasuresQuery, fail: Fail): void {
  if (currency === undefined) return;
  const converts = [...from.expressions.currencies.keys()].some((name) => conversionOf(from.measures.get(name)!));
  if (rates && converts) return;
  fail(
    'currency',
    `No measure of '${from.dataset.name}' is converted. Leave the currency out, or add 'convert' to its measures in the model.`,
  );
}

function aggregatePlan(query: AggregateQuery, grouping: Grouping, planFacts: PlanFacts): AggregatePlan {
  const { bound, chosen, measures, fields, details, fail } = grouping;
  const planned = planCalculations(bound, query, fields, details);
  const around = planAround(bound, query, planned, fail);
  const arounds = around ? filtersOf(bound.facts, around.filter, 'filter', details) : [];
  const { cuts, calculations } = planCuts(bound, query, planned, fail);
  checkColumns(query, fail);
  const fill = planFill(bound, query, fail);
  const levels = planLevels(bound, query, details);
  const having = planHaving(bound, query, details);
  const others = around?.filter ? [around.filter] : [];
  const facts = planFacts({
    around: arounds,
    // Issues of the filter have been reported.
    cuts: cuts.map(({ filter, ended }) => ({
      filters: filtersOf(bound.facts, { all: [...others, filter] }, 'filter', []),
      ended,
    })),
  });
  rejectSemiAdditiveTop(levels.top, facts);
  rejectTotalsOfKnownPeriods(groupedTogether(query, levels), { having, facts });
  const dimensions = grouping.dimensions.map(({ column }) => column);
  return {
    dataset: query.dataset,
    facts,
    kind: 'aggregate',
    fields: fields[0]!,
    measures,
    calculations: calculations.map(({ plan }) => plan),
    having,
    around: around && { time: around.time, only: around.only },
    order: query.order,
    limit: query.limit,
    offset: query.offset,
    totals: query.totals,
    fill,
    ...levels,
    columns: [
      ...dimensions,
      ...levelColumns(fieldsWithLevels({ fields: fields[0]!, ...levels }), dimensions),
      ...chosen.map(measureColumn),
      ...calculations.map(({ column }) => column),
    ],
  };
}

/** Plans a query about members of one dimension and, where it names one, about this member among them. */
function memberPlan(query: BenchmarkQuery | DistributionQuery, grouping: Grouping, planFacts: PlanFacts): Plan {
  const { bound, chosen, measures, dimensions, fields, details, fail } = grouping;
  for (const [index, measure] of chosen.entries())
    if (pointInTime(measure) !== null)
      fail(
        query.kind === 'distribution' ? 'measure' : `measures.${index}`,
        `'${measure.name}' is a ${measure.format.unit}, and members are compared by numbers. Take another measure.`,
      );
  for (const [index, measure] of measures.entries()) {
    const issue = notComparable(measure);
    if (issue !== null) fail(query.kind === 'distribution' ? 'measure' : `measures.${index}`, issue);
  }
  const keys = fields.flatMap((field) => field.slice(0, 1));
  const member = query.member === undefined || keys.length === 0 ? null : planMember(keys[0]!, query.member, fail);
  const named = query.kind === 'benchmark' ? planMemberName(bound, comparedBy(bound.from, query)) : null;
  const facts = planFacts({ among: filtersOf(bound.facts, query.peers, 'peers', details) });
  const common = { dataset: query.dataset, facts };
  const by = keys[0]!;
  const group = query.kind === 'distribution' && query.groupBy !== undefined ? dimensions[1]! : null;
  if (query.kind === 'benchmark') {
    const columns = named ? [...BENCHMARK_COLUMNS, memberNameColumn(named.dimension)] : BENCHMARK_COLUMNS;
    return { ...common, kind: 'benchmark', by, member: member!, memberName: named?.plan ?? null, measures, columns };
  }
  const title = memberTitle(bound.from, comparedBy(bound.from, query));
  return {
    ...common,
    kind: 'distribution',
    by,
    member,
    measure: measures[0]!,
    buckets: query.buckets,
    groups: group ? { field: group.field, top: query.top } : null,
    columns: group ? boxColumns(group.column, chosen[0]!.format, title) : distributionColumns(chosen[0]!.format, title),
  };
}
