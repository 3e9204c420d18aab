import { columnOf } from '@rise/contract';
import type { Dataset, ErrorDetail, FigureFormat, Measure, ResultColumn, RowListQuery } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { Fail } from '../errors.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { bindScope } from './binding/bound.ts';
import type { Bound } from './binding/bound.ts';
import { planField } from './binding/fields.ts';
import { collectSnapshotDates, onSnapshotDate } from './binding/snapshot-dates.ts';
import { planDimension } from './fields/dimensions.ts';
import type { PlannedDimension } from './fields/dimensions.ts';
import { findDimension, planFilter } from './fields/filter.ts';
import { findDataset, onlyFactOf, rejectDuplicates } from './fields/look-up.ts';
import { withRowValues } from './fields/row-values.ts';
import { planRowRules } from './sources/row-rules.ts';
import { planSnapshotDates } from './sources/snapshot-dates.ts';
import { planSource } from './sources/source.ts';
import { bothDates } from '../model/coverage.ts';
import type { DeliveredDates } from '../model/coverage.ts';
import { isOneOf } from './measures/delivered.ts';
import type { AggregatePlan, PlanFact, RowListPlan } from '../plan/plan.ts';
import { conjunctionOf } from '../plan/predicates.ts';
import type { PlanExpression, PlanField, PlanPredicate } from '../plan/predicates.ts';
import type { Scope } from '../plan/scope.ts';

const ONE_FACT = 'whose rows have nothing in common. List the rows of one of them';

/**
 * Leaves values of rows empty on snapshot dates for which their columns were not delivered: a default in a formula would
 * make a value of nothing.
 */
function onDeliveredDates(home: Bound, listed: Bound): Bound {
  const { coverage, from } = home;
  if (!coverage) return listed;
  const { snapshots } = from.dataset;
  const { values, conditions } = from.expressions;
  const conditionOf = (name: string): PlanExpression | null => {
    const own = [values.get(name), conditions.get(name)].filter((item) => item !== undefined);
    const delivered = own.map(coverage.of).reduce<DeliveredDates>(bothDates, null);
    if (delivered === null || (delivered.length > 0 && snapshots === undefined)) return null;
    if (delivered.length === 0) return isOneOf(NO_DAY, delivered);
    return isOneOf(collectSnapshotDates(home).add(snapshots!).day, delivered);
  };
  const only = new Map<PlanExpression, PlanExpression>();
  for (const name of from.measures.keys()) {
    const value = listed.from.expressions.values.get(name);
    const when = value && conditionOf(name);
    if (value && when) only.set(value, when);
  }
  const bind = (expression: PlanExpression): PlanExpression => {
    const [value, when] = [listed.bind(expression), only.get(expression)];
    return when ? { kind: 'case', of: null, when: [{ when, value }], else: null, at: 0 } : value;
  };
  return { ...listed, bind };
}

const NO_DAY: PlanExpression = { kind: 'null', at: 0 };

/** The format of what a row contributes to a measure: an amount in its own currency, whether or not figures convert it. */
function rowFormat({ from }: Bound, measure: Measure): FigureFormat {
  const currency = from.expressions.currencies.get(measure.name);
  if (!currency || measure.format.unit !== 'currency') return measure.format;
  return { ...measure.format, currency: currency.kind === 'text' ? currency.value : null };
}

/** The columns; a measure's has its format. */
function planColumns(bound: Bound, query: RowListQuery, details: ErrorDetail[], fail: Fail): PlannedDimension[] {
  rejectDuplicates(query.columns.map(columnOf), 'columns', details);
  return query.columns.flatMap((column, index) => {
    const request = typeof column === 'string' ? column : { ...column, fill: false };
    const planned = planDimension(bound, { request, filter: query.filter }, `columns.${index}`, fail);
    const measure = typeof column === 'string' ? bound.from.measures.get(column) : undefined;
    if (!measure) return planned;
    const shown = { role: 'measure', format: rowFormat(bound, measure) } as const;
    return planned.map(({ field, column: of }) => ({ field, column: { ...of, ...shown } as ResultColumn }));
  });
}

/** What the rows are ordered by: columns by their names, and fields that are no columns. */
function planOrder(
  bound: Bound,
  { order, distinct }: RowListQuery,
  columns: readonly PlannedDimension[],
  fail: Fail,
): { order: RowListPlan['order']; others: PlanField[] } {
  const others = new Map<string, PlanField>();
  const isColumn = (name: string) => columns.some(({ column }) => column.name === name);
  for (const [index, { field }] of order.entries()) {
    if (isColumn(field)) continue;
    const path = `order.${index}.field`;
    const dimension = findDimension(bound.from, field, path, fail);
    if (!dimension) continue;
    if (distinct)
      fail(path, `Distinct rows are ordered by their columns. Add '${field}' to the columns, or order by one of them.`);
    others.set(field, planField(bound, dimension));
  }
  return { order: order.map(({ field, direction }) => ({ field, direction })), others: [...others.values()] };
}

/**
 * Plans a list of rows: everything that a row has a value of is a field. Rows of a periodic snapshot are those that its
 * measures take: of the last date of each period that is a column. `rowsOf` plans those of a derived dataset. Throws `QueryError` listing every invalid field.
 */
export function planRowList(
  model: CompiledModel,
  scope: Scope,
  query: RowListQuery,
  asOf: string | null,
  rowsOf: (dataset: Dataset) => AggregatePlan | null,
): RowListPlan {
  const own = onlyFactOf(findDataset(model, query.dataset), ONE_FACT);
  const details: ErrorDetail[] = [];
  const fail: Fail = (field, message) => void details.push({ field, message });
  const rows = rowsOf(own.dataset);
  const home = bindScope(model, rows ? { ...own, rows } : own, scope, asOf);
  const bound = onDeliveredDates(home, bindScope(model, withRowValues(own), scope, asOf));
  const rules = planRowRules({ home, queried: home }, scope, details);
  const filter = query.filter ? planFilter(bound, query.filter, 'filter', details) : null;
  const columns = planColumns(bound, query, details, fail);
  const { order, others } = planOrder(bound, query, columns, fail);
  if (details.length > 0) throw new QueryError(details);
  const shown = columns.map(({ field }) => field);
  return {
    kind: 'list',
    dataset: query.dataset,
    facts: [planListedFact(home, { tenant: scope.tenant, shown, others, filter, rules })],
    columns: columns.map(({ column }) => column),
    order,
    ties: true,
    distinct: query.distinct,
    limit: query.limit,
    offset: query.offset,
    count: query.count,
  };
}

interface ListedRead {
  tenant: string;
  shown: PlanField[];
  /** Fields that rows are ordered by only. */
  others: PlanField[];
  filter: PlanPredicate | null;
  rules: PlanPredicate[];
}

function planListedFact(home: Bound, { tenant, shown, others, filter, rules }: ListedRead): PlanFact {
  const { from } = home;
  const { name, snapshots } = from.dataset;
  const dates = collectSnapshotDates(home);
  const isLast: PlanPredicate | null =
    snapshots === undefined ? null : { kind: 'holds', condition: onSnapshotDate(dates.add(snapshots), 'last', null) };
  const fields = [...shown, ...others];
  return {
    dataset: name,
    source: planSource(from, tenant, {
      fields,
      aggregates: [],
      filters: [filter],
      values: dates.list.map(({ day }) => day),
      rules,
    }),
    fields,
    filter: conjunctionOf([filter, isLast]),
    around: null,
    aggregates: [],
    snapshotDates: planSnapshotDates({ ...home, home, snapshotDates: dates }, tenant, {
      fields: shown,
      filter,
      around: null,
      rules,
      query: undefined,
    }),
  };
}
