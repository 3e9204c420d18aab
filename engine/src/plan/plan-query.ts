import { columnOf } from '@rise/contract';
import type {
  AggregateQuery,
  Dimension,
  DimensionRequest,
  ErrorDetail,
  Measure,
  ResultColumn,
  SemanticQuery,
  TimeGrain,
} from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { CompiledDataset, CompiledModel } from '../model/compile-model.ts';
import { suggestName } from '../model/suggest-name.ts';
import type {
  AggregatePlan,
  Plan,
  PlanAround,
  PlanAtom,
  PlanField,
  PlanPredicate,
  PlanSource,
  PlanValue,
} from './plan.ts';
import { bindScope, tablesOfExpression } from './bound.ts';
import type { Bound } from './bound.ts';
import { firstIncomplete } from './calendar.ts';
import { findDimension, planField, planFilter, planIn, planPeriods } from './plan-filter.ts';
import { planCalculation, timeOf, withoutTime } from './plan-calculation.ts';
import { planRules } from './rights.ts';
import { collectAtoms, measureColumn, planMeasure } from './plan-measure.ts';
import type { Atoms } from './plan-measure.ts';
import type { PlannedCalculation } from './plan-calculation.ts';
import type { Scope } from './scope.ts';

function findMeasure(from: CompiledDataset, name: string, path: string, details: ErrorDetail[]): Measure | null {
  const measure = from.measures.get(name);
  if (measure) return measure;
  const known = from.dimensions.has(name)
    ? ` '${name}' is a dimension; list it under dimensions.`
    : suggestName(name, from.measures.keys());
  details.push({ field: path, message: `There is no measure '${name}' in '${from.dataset.name}'.${known}` });
  return null;
}

function refuseTwice(names: readonly string[], path: string, details: ErrorDetail[]): void {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) {
      details.push({ field: `${path}.${index}`, message: `'${name}' is listed twice. Leave one out.` });
    }
  }
}

function tablesOf(predicate: PlanPredicate | null): string[] {
  if (!predicate) return [];
  switch (predicate.kind) {
    case 'all':
    case 'any':
      return predicate.of.flatMap(tablesOf);
    case 'not':
      return tablesOf(predicate.of);
    case 'range':
      return tablesOfExpression(predicate.value);
    case 'holds':
      return tablesOfExpression(predicate.condition);
    case 'in':
    case 'compare':
    case 'text':
    case 'null':
      return tablesOfExpression(predicate.field.value);
  }
}

function tablesOfAtom(atom: PlanAtom): string[] {
  if (atom.kind === 'months') return [atom.column.table];
  const where = atom.where ? tablesOfExpression(atom.where) : [];
  return atom.kind === 'count' ? where : [...tablesOfExpression(atom.value), ...where];
}

const dimensionColumn = (dimension: Dimension): ResultColumn => ({
  name: dimension.name,
  title: dimension.title,
  role: 'dimension',
  type: dimension.type,
});

const periodColumn = (dimension: Dimension, field: PlanField, grain: TimeGrain, bound: Bound): ResultColumn => ({
  name: field.name,
  title: dimension.title,
  role: 'dimension',
  type: field.type,
  period: { grain, incompleteFrom: firstIncomplete(bound.asOf, grain, bound.calendar) },
});

function planCalculations(
  bound: Bound,
  query: AggregateQuery,
  atoms: Atoms,
  details: ErrorDetail[],
): PlannedCalculation[] {
  const fail = (field: string, message: string) => void details.push({ field, message });
  return query.calculations.flatMap((calculation, index) => {
    const measure = findMeasure(bound.from, calculation.measure, `calculations.${index}.measure`, details);
    return measure ? [planCalculation(bound, query, index, measure, { atoms, fail })] : [];
  });
}

/** Where calculations look into other periods: there the query's own range of days does not hold. */
function planAround(
  bound: Bound,
  query: AggregateQuery,
  calculations: readonly PlannedCalculation[],
  details: ErrorDetail[],
): PlanAround | null {
  const time = timeOf(query);
  if (!time || !calculations.some(({ plan }) => plan.kind === 'compare' || plan.kind === 'accumulate')) return null;
  const rest = withoutTime(query.filter, time.field, (field, message) => void details.push({ field, message }));
  return { time: columnOf(time), filter: rest ? planFilter(bound, rest, 'filter', details) : null };
}

/** Gaps are filled in one column, by which the rows are ordered first. */
function planFill(query: AggregateQuery, fail: (field: string, message: string) => void): AggregatePlan['fill'] {
  const column = query.dimensions.findIndex((request) => typeof request !== 'string' && request.fill);
  if (column < 0) return null;
  const request = query.dimensions[column]!;
  const grain = typeof request === 'string' ? 'day' : request.grain;
  const path = `dimensions.${column}.fill`;
  if (query.dimensions.filter((each) => typeof each !== 'string' && each.fill).length > 1)
    fail(path, 'Gaps are filled in one dimension only. Leave the others’ out.');
  if (grain === 'hour') fail(path, 'Hours are not filled. Take days or longer, or leave fill out.');
  const first = query.order[0]?.field ?? columnOf(query.dimensions[0]!);
  if (first !== columnOf(request))
    fail(path, `Gaps are filled where rows are ordered by '${columnOf(request)}' first.`);
  if (query.offset > 0) fail(path, 'Gaps are filled in a whole answer. Leave the offset out.');
  return { column, grain };
}

const statistic = (name: string, type: ResultColumn['type'], en: string, tr: string): ResultColumn => ({
  name,
  title: { en, tr },
  role: 'statistic',
  type,
});

const BENCHMARK_COLUMNS: ResultColumn[] = [
  statistic('measure', 'string', 'Measure', 'Ölçü'),
  statistic('value', 'number', 'Value', 'Değer'),
  statistic('peers', 'integer', 'Peers', 'Emsal sayısı'),
  statistic('p25', 'number', '25th percentile', '25. yüzdelik'),
  statistic('median', 'number', 'Median', 'Medyan'),
  statistic('p75', 'number', '75th percentile', '75. yüzdelik'),
  statistic('percentile', 'number', 'Percentile', 'Yüzdelik sıra'),
  statistic('rank', 'integer', 'Rank', 'Sıra'),
  statistic('rank_from_least', 'integer', 'Rank from the least', 'Küçükten sıra'),
];
const DISTRIBUTION_COLUMNS: ResultColumn[] = [
  statistic('lower', 'number', 'From', 'Alt sınır'),
  statistic('upper', 'number', 'To', 'Üst sınır'),
  statistic('members', 'integer', 'Members', 'Kurum sayısı'),
  statistic('holds_member', 'boolean', 'Holds the member', 'Seçilen kurumu içerir'),
];

function planMember(field: PlanField, member: PlanValue, fail: (field: string, message: string) => void) {
  const predicate = planIn(field, [member], 'member', (_, message) => fail('member', message));
  const key: PlanValue = field.bands
    ? field.bands.findIndex((band) => band.value === member)
    : predicate.kind === 'in'
      ? predicate.values[0]!
      : member;
  return { predicate, key };
}

/**
 * Turns a query into a plan: names resolved, joins pruned to what is read, the scope's predicates inside.
 * Throws `QueryError` naming every field at fault.
 */
export function planQuery(model: CompiledModel, scope: Scope, query: SemanticQuery, asOf: string | null = null): Plan {
  const from = model.datasets.get(query.dataset);
  if (!from) {
    const message = `There is no dataset '${query.dataset}'.${suggestName(query.dataset, model.datasets.keys())}`;
    throw new QueryError([{ field: 'dataset', message }]);
  }
  const details: ErrorDetail[] = [];
  const fail = (field: string, message: string) => void details.push({ field, message });
  const bound = bindScope(model, from, scope, asOf);
  const atoms = collectAtoms();
  const tables = new Set<string>();

  const rules = [
    ...planRules(bound, scope),
    ...scope.predicates
      .filter((rule) => rule.dataset === query.dataset)
      .map((rule, index) => planFilter(bound, rule.filter, `scope.predicates.${index}`, details)),
  ];
  const filter = query.filter ? planFilter(bound, query.filter, 'filter', details) : null;
  const fieldNamed = (name: string, path: string): Dimension | null => findDimension(from, name, path, fail);

  const measureNames = query.kind === 'distribution' ? [query.measure] : query.measures;
  const measurePath = (index: number) => (query.kind === 'distribution' ? 'measure' : `measures.${index}`);
  refuseTwice(measureNames, 'measures', details);
  const chosen = measureNames
    .map((name, index) => findMeasure(from, name, measurePath(index), details))
    .filter((measure) => measure !== null);
  const measures = chosen.map((measure) => planMeasure(bound, measure, atoms));

  const requests: DimensionRequest[] = query.kind === 'aggregate' ? query.dimensions : [query.by];
  const fieldNames = requests.map(columnOf);
  if (query.kind === 'aggregate') refuseTwice(fieldNames, 'dimensions', details);
  const dimensions = requests.flatMap((request, index) => {
    const name = typeof request === 'string' ? request : request.field;
    const path = query.kind === 'aggregate' ? `dimensions.${index}` : 'by';
    const dimension = fieldNamed(name, path);
    if (!dimension) return [];
    if (typeof request === 'string')
      return [{ field: planField(bound, dimension), column: dimensionColumn(dimension) }];
    const dated = dimension.type === 'date' || dimension.type === 'timestamp';
    if (!dated) fail(`${path}.grain`, `'${name}' is not a date and has no periods. Leave the grain out.`);
    if (dimension.type === 'date' && request.grain === 'hour')
      fail(`${path}.grain`, `'${name}' has days and no hours. Take 'day' or longer.`);
    const field = planPeriods(bound, dimension, request.grain);
    return [{ field, column: periodColumn(dimension, field, request.grain, bound) }];
  });
  const fields = dimensions.map(({ field }) => field);
  const calculations = query.kind === 'aggregate' ? planCalculations(bound, query, atoms, details) : [];
  const around = query.kind === 'aggregate' ? planAround(bound, query, calculations, details) : null;
  if (query.kind === 'aggregate') {
    const columnNames = [...fieldNames, ...query.measures, ...query.calculations.map(({ name }) => name)];
    for (const [index, { name }] of query.calculations.entries()) {
      if (columnNames.indexOf(name) < fieldNames.length + query.measures.length + index)
        fail(`calculations.${index}.name`, `There is a column '${name}' already. Give this one a name of its own.`);
    }
    if (query.dimensions.length + query.measures.length === 0)
      fail('measures', 'Ask for at least one dimension or measure.');
    for (const [index, order] of query.order.entries()) {
      if (columnNames.includes(order.field)) continue;
      fail(
        `order.${index}.field`,
        `'${order.field}' is not among the dimensions and measures asked for. Add it, or order by one of them.`,
      );
    }
  }

  const memberValue = query.kind === 'aggregate' ? undefined : query.member;
  const member = memberValue === undefined || !fields[0] ? null : planMember(fields[0], memberValue, fail);
  const fill = query.kind === 'aggregate' ? planFill(query, fail) : null;
  if (details.length > 0) throw new QueryError(details);

  for (const field of fields) for (const table of tablesOfExpression(field.value)) tables.add(table);
  for (const atom of atoms.list) for (const table of tablesOfAtom(atom)) tables.add(table);
  for (const table of [filter, around?.filter ?? null, ...rules].flatMap(tablesOf)) tables.add(table);
  const source: PlanSource = {
    table: from.dataset.table,
    joins: from.dataset.joins.filter((join) => tables.has(join.table)).map(({ table, on }) => ({ table, on: [...on] })),
    tenant: scope.tenant,
    rules: rules.length === 0 ? null : { kind: 'all', of: rules },
  };
  const common = { dataset: query.dataset, source, filter, atoms: atoms.list };
  switch (query.kind) {
    case 'aggregate':
      return {
        ...common,
        kind: 'aggregate',
        fields,
        measures,
        calculations: calculations.map(({ plan }) => plan),
        around,
        order: query.order,
        limit: query.limit,
        offset: query.offset,
        totals: query.totals,
        fill,
        columns: [
          ...dimensions.map(({ column }) => column),
          ...chosen.map(measureColumn),
          ...calculations.map(({ column }) => column),
        ],
      };
    case 'benchmark':
      return { ...common, kind: 'benchmark', by: fields[0]!, member: member!, measures, columns: BENCHMARK_COLUMNS };
    case 'distribution': {
      const format = chosen[0]!.format;
      const columns = DISTRIBUTION_COLUMNS.map((column, index) => (index < 2 ? { ...column, format } : column));
      return {
        ...common,
        kind: 'distribution',
        by: fields[0]!,
        member,
        measure: measures[0]!,
        buckets: query.buckets,
        columns,
      };
    }
  }
}
