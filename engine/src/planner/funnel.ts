import type { Dataset, ErrorDetail, Filter, FunnelQuery, FunnelWindow, ResultColumn } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { Fail } from '../errors.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { addDays } from '../plan/calendar.ts';
import type { AggregatePlan, FunnelPlan } from '../plan/plan.ts';
import { conjunctionOf } from '../plan/predicates.ts';
import type { PlanField, PlanPredicate } from '../plan/predicates.ts';
import type { Scope } from '../plan/scope.ts';
import { bindScope } from './binding/bound.ts';
import type { Bound } from './binding/bound.ts';
import { planField } from './binding/fields.ts';
import { planDimension } from './fields/dimensions.ts';
import { fieldsIn, funnelKey } from './fields/fields-in.ts';
import { findDimension, planFilter, planNone } from './fields/filter.ts';
import { filteredDays } from './fields/filtered-days.ts';
import { findDataset, onlyFactOf } from './fields/look-up.ts';
import { statisticColumn } from './fields/statistic-column.ts';
import { planRowRules } from './sources/row-rules.ts';
import { planSource } from './sources/source.ts';

const ONE_FACT = 'whose rows have no common order. Take the rows of one of them';

const HOURS_OF_A_DAY = 24;
const MICROSECONDS_OF_AN_HOUR = 3_600_000_000;

const percent = { unit: 'percent', decimals: 1, truncate: false } as const;
const FUNNEL_COLUMNS: ResultColumn[] = [
  statisticColumn('step', 'string', 'Step', 'Adım'),
  {
    ...statisticColumn('reached', 'integer', 'Reached', 'Ulaşan'),
    format: { unit: 'count', decimals: 0, truncate: false },
  },
  { ...statisticColumn('share_of_first', 'number', 'Share of the first step', 'İlk adıma oranı'), format: percent },
  {
    ...statisticColumn('share_of_previous', 'number', 'Share of the previous step', 'Önceki adıma oranı'),
    format: percent,
  },
  {
    ...statisticColumn(
      'median_days',
      'number',
      'Median days since the previous step',
      'Önceki adımdan bu yana medyan gün',
    ),
    format: { unit: 'number', decimals: 1, truncate: false },
  },
];

function planKey(bound: Bound, query: FunnelQuery, fail: Fail): PlanField | null {
  const name = funnelKey(bound.from, query);
  if (name === null) {
    fail('key', `Name the dimension whose members go through the steps: '${query.dataset}' has no entity.`);
    return null;
  }
  const dimension = findDimension(bound.from, name, 'key', fail);
  return dimension && planField(bound, dimension);
}

/** Days and times are ordered as they are stored: local time repeats an hour where clocks go back. */
function planTime(bound: Bound, { time, within }: FunnelQuery, fail: Fail): FunnelPlan['time'] | null {
  const dimension = findDimension(bound.from, time, 'time', fail);
  if (!dimension) return null;
  const { name, type } = dimension;
  if (type !== 'date' && type !== 'timestamp') {
    fail('time', `'${time}' is not a date or time, by which rows are ordered. Name a dimension that is one.`);
    return null;
  }
  if (type === 'date' && within && 'hours' in within)
    fail('within.hours', `'${time}' has days and no hours. Take 'days'.`);
  return { name, type, value: bound.bind(bound.from.expressions.values.get(name)!), bands: null };
}

/** A window in the unit of the time between two steps: days of dates, microseconds of times. */
function windowOf(within: FunnelWindow | undefined, type: FunnelPlan['time']['type']): number | null {
  if (!within) return null;
  if (type === 'date') return 'days' in within ? within.days : null;
  return ('days' in within ? within.days * HOURS_OF_A_DAY : within.hours) * MICROSECONDS_OF_AN_HOUR;
}

interface PlannedFilter {
  /** Conditions on the time alone: when the first step happened. */
  start: PlanPredicate[];
  /** All others. */
  rows: PlanPredicate[];
}

/** The conditions that all rows have to meet, each with its path. */
function conjunctsOf(filter: Filter, path: string): { of: Filter; path: string }[] {
  if (!('all' in filter)) return [{ of: filter, path }];
  return filter.all.flatMap((item, place) => conjunctsOf(item, `${path}.all.${place}`));
}

/** Whether a condition is on the time alone. */
const isOnTime = (filter: Filter, time: string): boolean => fieldsIn(filter).every((field) => field === time);

function planFilters(bound: Bound, { filter, time }: FunnelQuery, details: ErrorDetail[]): PlannedFilter {
  const all = filter ? conjunctsOf(filter, 'filter') : [];
  const planned = (onTime: boolean) =>
    all.filter(({ of }) => isOnTime(of, time) === onTime).map(({ of, path }) => planFilter(bound, of, path, details));
  return { start: planned(true), rows: planned(false) };
}

/** The first day on which a row can be of the first step, and so of any; null where the filter leaves it open. */
export function firstDay(bound: Bound, { filter, time }: FunnelQuery): string | null {
  return filteredDays(bound, filter, time).from;
}

/**
 * Leaves out rows before the first and after the last step that there can be. A window may be a day longer where it
 * begins late in a day, and another one where clocks change.
 */
function planRange(bound: Bound, query: FunnelQuery): PlanPredicate[] {
  const { within, time } = query;
  const field = planField(bound, bound.from.dimensions.get(time)!);
  const [from, { to }] = [firstDay(bound, query), filteredDays(bound, query.filter, time)];
  const days = within && ('days' in within ? within.days : Math.ceil(within.hours / HOURS_OF_A_DAY));
  return [
    ...(from === null ? [] : [{ kind: 'compare', field, op: 'gte', value: from } as const]),
    ...(to === null || days === undefined
      ? []
      : [{ kind: 'compare', field, op: 'lt', value: addDays(to, days + 2) } as const]),
  ];
}

const isPresent = (field: PlanField): PlanPredicate => ({ kind: 'not', of: planNone(field) });

/** The steps; the first one with the conditions on when it happened. */
function planSteps(
  bound: Bound,
  { steps, sameTime }: FunnelQuery,
  start: PlanPredicate[],
  { details, fail }: { details: ErrorDetail[]; fail: Fail },
): FunnelPlan['steps'] {
  return steps.map(({ name, filter }, place) => {
    const before = steps[place - 1];
    if (steps.findIndex((step) => step.name === name) < place)
      fail(`steps.${place}.name`, `Two steps are named '${name}'. Rename one.`);
    if (before && sameTime && JSON.stringify(filter) === JSON.stringify(before.filter))
      fail(
        `steps.${place}.filter`,
        `With 'sameTime', every row of '${before.name}' would be '${name}', too. Leave 'sameTime' out, or filter them differently.`,
      );
    const own = filter ? [planFilter(bound, filter, `steps.${place}.filter`, details)] : [];
    return { name, when: conjunctionOf([...own, ...(place === 0 ? start : [])]) };
  });
}

function planMember(bound: Bound, { by, filter }: FunnelQuery, fail: Fail) {
  if (by === undefined) return [];
  const request = typeof by === 'string' ? by : { ...by, fill: false };
  const planned = planDimension(bound, { request, filter }, 'by', fail);
  for (const { column } of planned)
    if (FUNNEL_COLUMNS.some(({ name }) => name === column.name))
      fail('by', `Every funnel has a column '${column.name}'. Give the dimension another name in the model.`);
  return planned;
}

/**
 * Plans a funnel over the rows of one fact. `rowsOf` plans those of a derived dataset. Throws `QueryError` listing every
 * invalid field.
 */
export function planFunnel(
  model: CompiledModel,
  scope: Scope,
  query: FunnelQuery,
  asOf: string | null,
  rowsOf: (dataset: Dataset) => AggregatePlan | null,
): FunnelPlan {
  const own = onlyFactOf(findDataset(model, query.dataset), ONE_FACT);
  const details: ErrorDetail[] = [];
  const fail: Fail = (field, message) => void details.push({ field, message });
  const derived = rowsOf(own.dataset);
  const bound = bindScope(model, derived ? { ...own, rows: derived } : own, scope, asOf);
  const rules = planRowRules({ home: bound, queried: bound }, scope, details);
  const key = planKey(bound, query, fail);
  const time = planTime(bound, query, fail);
  const { start, rows } = planFilters(bound, query, details);
  const steps = planSteps(bound, query, start, { details, fail });
  const [member] = planMember(bound, query, fail);
  if (details.length > 0 || !key || !time) throw new QueryError(details);
  const any = steps.flatMap(({ when }) => when ?? []);
  const filter = conjunctionOf([
    isPresent(key),
    isPresent(time),
    ...planRange(bound, query),
    ...rows,
    ...(any.length < steps.length ? [] : [{ kind: 'any', of: any } as const]),
  ]);
  const by = member?.field ?? null;
  const fields = [key, time, ...(by ? [by] : [])];
  const source = planSource(bound.from, scope.tenant, {
    fields,
    aggregates: [],
    filters: [filter, ...steps.map(({ when }) => when)],
    values: [],
    rules,
  });
  return {
    kind: 'funnel',
    dataset: query.dataset,
    facts: [{ dataset: bound.from.name, source, fields, filter, around: null, aggregates: [], snapshotDates: [] }],
    key,
    time,
    by,
    steps,
    within: windowOf(query.within, time.type),
    sameTime: query.sameTime,
    limit: query.limit * steps.length,
    columns: [...(member ? [member.column] : []), ...FUNNEL_COLUMNS],
  };
}
