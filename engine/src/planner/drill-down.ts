import { columnOf } from '@rise/contract';
import type {
  AggregateQuery,
  CellAddress,
  Dimension,
  DimensionRequest,
  DrillStep,
  ErrorDetail,
  Filter,
  LocalizedText,
  RowListQuery,
  TimeGrain,
} from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { Fail } from '../errors.ts';
import type { CompiledDataset, CompiledModel } from '../model/compiled-model.ts';
import { isDay, isDayWithTime } from '../expression/days.ts';
import { consistsOf } from '../model/derived-datasets.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { addDays, addPeriods } from '../plan/calendar.ts';
import { missingRowValue } from './fields/row-values.ts';
import { modelMeasures } from './measures/custom-measures.ts';
import { rowMeasuresBehind } from './measures/parts.ts';

type At = CellAddress[number];

/** Columns that a list of rows may have. */
const MAX_COLUMNS = 100;

/** The next shorter grain; hours only for timestamps. */
const FINER: Partial<Record<TimeGrain, TimeGrain>> = {
  fiscal_year: 'fiscal_quarter',
  fiscal_quarter: 'month',
  year: 'quarter',
  quarter: 'month',
  month: 'day',
  week: 'day',
  day: 'hour',
};

/** A filter that selects one member; a period is named by its first day, an hour with the time. */
export function memberFilter(dimension: Dimension, request: DimensionRequest, { value }: Pick<At, 'value'>): Filter {
  const field = dimension.name;
  if (value === null) {
    const bands = dimension.bands?.map((band) => band.value);
    return bands ? { field, op: 'notIn', values: bands } : { field, op: 'isNull', values: [] };
  }
  if (typeof request === 'string') return { field, op: 'in', values: [value] };
  const start = String(value);
  if (request.grain === 'hour') {
    // On a timestamp, `during` takes whole days; an hour needs two comparisons.
    const next = new Date(`${start}Z`);
    next.setUTCHours(next.getUTCHours() + 1);
    const until = next.toISOString().slice(0, 19);
    return {
      all: [
        { field, op: 'gte', values: [start] },
        { field, op: 'lt', values: [until] },
      ],
    };
  }
  const until = addDays(addPeriods(start, 1, request.grain), -1);
  return { field, during: { since: start, until } };
}

/** Whether a value is the start of a period; of hours, with the time. */
const isStart = (value: unknown) =>
  typeof value === 'string' && (isDay(value) || (isDayWithTime(value) && value.endsWith(':00:00')));

/** The levels after a dimension: the next of each hierarchy that has it, or for a date the next shorter grain. */
function nextLevels(
  { dataset, dimensions, periods }: CompiledDataset,
  request: DimensionRequest,
  grouped: ReadonlySet<string>,
): { hierarchy: DrillStep['hierarchy']; to: DimensionRequest }[] {
  if (typeof request !== 'string') {
    const grain = FINER[request.grain];
    const known = dimensions.get(request.field);
    if (grain === undefined || (grain === 'hour' && known?.type !== 'timestamp')) return [];
    const own = periods.get(request.field);
    if (own && !consistsOf(grain, own)) return [];
    // Gaps are not filled for hours.
    const to = { field: request.field, grain, fill: request.fill && grain !== 'hour' };
    return grouped.has(columnOf(to)) ? [] : [{ hierarchy: null, to }];
  }
  return dataset.hierarchies.flatMap(({ name, title, levels }) => {
    const place = levels.indexOf(request);
    const to = place < 0 ? undefined : levels.slice(place + 1).find((level) => !grouped.has(level));
    return to === undefined ? [] : [{ hierarchy: { name, title }, to }];
  });
}

/**
 * The levels below a dimension, one path for each hierarchy that has it; shorter periods of a date. `grouped` are columns
 * that are in use beside it.
 */
export function levelPaths(
  dataset: CompiledDataset,
  request: DimensionRequest,
  grouped: ReadonlySet<string>,
): { title: LocalizedText | null; levels: DimensionRequest[] }[] {
  const below = ({ hierarchy, to }: ReturnType<typeof nextLevels>[number]): DimensionRequest[] => {
    const next = nextLevels(dataset, to, new Set([...grouped, columnOf(to)])).find(
      (one) => one.hierarchy?.name === hierarchy?.name,
    );
    return next ? [to, ...below(next)] : [to];
  };
  return nextLevels(dataset, request, grouped).map((next) => ({
    title: next.hierarchy?.title ?? null,
    levels: below(next),
  }));
}

/** Replaces one dimension of a query, wherever it is named. */
function replaced(query: AggregateQuery, place: number, to: DimensionRequest): AggregateQuery {
  const [from, next] = [columnOf(query.dimensions[place]!), columnOf(to)];
  const named = (name: string) => (name === from ? next : name);
  const { top, subtotals, pivot } = query;
  return {
    ...query,
    dimensions: query.dimensions.map((dimension, index) => (index === place ? to : dimension)),
    order: query.order.map(({ field, direction }) => ({ field: named(field), direction })),
    calculations: query.calculations.map((calculation) =>
      'within' in calculation ? { ...calculation, within: calculation.within.map(named) } : calculation,
    ),
    offset: 0,
    ...(top && { top: { ...top, dimension: named(top.dimension), within: top.within.map(named) } }),
    ...(Array.isArray(subtotals) && { subtotals: subtotals.map((list) => list.map(named)) }),
    ...(pivot && { pivot: { ...pivot, columns: pivot.columns.map(named) } }),
  };
}

interface CellMember {
  at: At;
  place: number;
  request: DimensionRequest;
  dimension: Dimension;
}

/** The members that a cell names. Throws `QueryError` listing every invalid field. */
function membersOf(from: CompiledDataset, query: AggregateQuery, cell: CellAddress): CellMember[] {
  const details: ErrorDetail[] = [];
  const fail: Fail = (field, message) => void details.push({ field, message });
  const columns = query.dimensions.map(columnOf);
  const members = cell.flatMap((at, index) => {
    const place = columns.indexOf(at.field);
    const request = query.dimensions[place];
    const dimension = request && from.dimensions.get(typeof request === 'string' ? request : request.field);
    if (!request || !dimension) {
      fail(
        `cell.${index}.field`,
        `'${at.field}' is not among the query's dimensions, which are ${columns.join(', ')}.${suggestName(at.field, columns)}`,
      );
      return [];
    }
    if (at.level === 'other')
      fail(
        `cell.${index}.level`,
        'Members outside the top have no next level. Increase the top N, or request the rows.',
      );
    if (typeof request !== 'string' && at.value !== null && !isStart(at.value) && at.level === 'member')
      fail(`cell.${index}.value`, "Name a period by its first day as 'YYYY-MM-DD'.");
    return at.level === 'member' ? [{ at, place, request, dimension }] : [];
  });
  if (query.having && new Set(members.map(({ place }) => place)).size < columns.length)
    fail('cell', 'A total of the groups that pass has no next level. Name a member of every dimension.');
  if (details.length > 0) throw new QueryError(details);
  return members;
}

/**
 * Drill-down steps of a cell: for each of its members the next levels, each with the query for that level filtered to
 * the cell; and the list of the rows of its group. Throws `QueryError` listing every invalid field.
 */
export function drillDown(
  model: CompiledModel,
  query: AggregateQuery,
  cell: CellAddress,
): { steps: DrillStep[]; rows: RowListQuery | null } {
  const from = model.datasets.get(query.dataset);
  if (!from) {
    const message = `There is no dataset '${query.dataset}'.${suggestName(query.dataset, model.datasets.keys())}`;
    throw new QueryError([{ field: 'query.dataset', message }]);
  }
  const members = membersOf(from, query, cell);
  const { having: _, ...whole } = query;
  const conditions = members.flatMap(({ at, request, dimension }) => memberFilter(dimension, request, at));
  // The cell's group passes, so what it consists of is shown whole.
  const filter: Filter = { all: [...(query.filter ? [query.filter] : []), ...conditions] };
  const grouped = new Set(query.dimensions.map(columnOf));
  const steps = members.flatMap(({ at, place, request }) =>
    nextLevels(from, request, grouped).map(({ hierarchy, to }): DrillStep => {
      const next = from.dimensions.get(typeof to === 'string' ? to : to.field)!;
      return { hierarchy, from: at.field, to, title: next.title, query: { ...replaced(whole, place, to), filter } };
    }),
  );
  return { steps, rows: rowsOfGroup(from, query, filter) };
}

/** The rows that satisfy a filter; null in combined datasets, and where there is nothing to list. */
function rowsOfGroup(from: CompiledDataset, query: AggregateQuery, filter: Filter): RowListQuery | null {
  const measures = query.measures.flatMap((name) => modelMeasures(query, name)).flatMap((name) => partsOf(from, name));
  const listed = [...new Set(measures)].filter((name) => missingRowValue(from.measures.get(name)!) === null);
  const dimensions = query.dimensions.map((item) =>
    typeof item === 'string' ? item : { field: item.field, grain: item.grain },
  );
  const columns = [...dimensions, ...listed].slice(0, MAX_COLUMNS);
  if (from.facts.length > 1 || columns.length === 0) return null;
  const page = { order: [], distinct: false, limit: 1000, offset: 0, count: true };
  return { kind: 'rows', dataset: query.dataset, columns, ...page, filter };
}

/** The measures over rows that a measure is computed from. */
const partsOf = (from: CompiledDataset, name: string): string[] => {
  const measure = from.measures.get(name);
  return measure ? rowMeasuresBehind({ from }, measure) : [];
};
