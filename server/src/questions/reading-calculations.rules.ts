import type { Calculation, CustomMeasure, DimensionRequest, Filter, Period, TimeGrain } from '@rise/contract';
import type { Item } from './cover.rules.ts';
import { bindComparison } from './reading-comparisons.rules.ts';
import type { Conditions } from './reading-conditions.rules.ts';
import { place, testsFor } from './reading-conditions.rules.ts';
import { bindRatio, shareOfFilter } from './reading-formulas.rules.ts';
import { bindRank } from './reading-ranks.rules.ts';
import {
  allOfFilters,
  cuesOf,
  havingOf,
  ReadingFailure,
  type BoundFields,
  type Draft,
  type QueryInput,
} from './reading-draft.rules.ts';

type TimeItem = Extract<Item, { kind: 'time' }>;

/** What the question says of time. */
interface Times {
  readonly filter: Filter | null;
  readonly period: Period | null;
  /** Undefined: not grouped by date; null: by any grain. */
  readonly grain: TimeGrain | null | undefined;
}

const ADDITIVE = new Set(['sum', 'count', 'combine']);

/** The query of the bound fields, with times, ranks, shares and other calculations. */
export function calculate(draft: Draft, bound: BoundFields, conditions: Conditions): QueryInput {
  // A fragment is about the measures of the query that it follows.
  const own = bound.measures.length > 0 ? bound.measures : ((draft.context.base?.['measures'] ?? []) as string[]);
  const fields = { ...bound, measures: own };
  const times = bindTimes(draft);
  const filters = [...fields.filters, ...(times.filter ? [times.filter] : [])];
  const ratio = bindRatio(draft, bound.measures);
  const comparison = bindComparison(draft, fields, filters);
  if (comparison) return comparison;
  const groups = withCompared(draft, fields);
  const calculated: Calculated = ratio
    ? { ...NONE, customMeasures: ratio.customMeasures, measures: [ratio.name], orderBy: ratio.name }
    : bindCalculation(draft, fields, groups, times);
  const shown = ratio?.name ?? fields.measures[0]!;
  const having = [
    ...conditions.having,
    ...conditions.onShown.map((phrase) => ({
      measure: shown,
      tests: testsFor(draft, { kind: 'comparison', comparison: phrase, from: 0, to: 0, quality: 1 }, shown),
    })),
  ];
  const onShown = draft.places.get('having:');
  if (onShown) draft.places.set(`having:${shown}`, onShown);
  const level = levelOf(draft, fields, groups, having.length > 0);
  const ranked = bindRank(draft, { ...fields, groups: level.groups }, calculated.orderBy);
  const grain = calculated.grain === undefined ? times.grain : calculated.grain;
  const { date } = draft.context.dataset;
  if (grain !== undefined && date === null) throw new ReadingFailure('no_date');
  const dimensions: DimensionRequest[] = [
    ...(calculated.isOfAll ? ranked.groups.filter((name) => !isOfEntity(draft, name)) : ranked.groups),
    ...(grain === undefined ? [] : [{ field: date!, grain: grain ?? 'month', fill: false }]),
  ];
  const restricting = filters.filter((item) => item !== calculated.partOf);
  const filter = allOfFilters([...restricting, ...(calculated.filter ? [calculated.filter] : [])]);
  const custom = [...conditions.customMeasures, ...calculated.customMeasures];
  const condition = havingOf(having);
  return {
    dataset: draft.context.dataset.name,
    dimensions,
    measures: withOrdered(calculated.measures ?? bound.measures, ranked.shown),
    ...(custom.length > 0 && { customMeasures: custom }),
    ...(calculated.calculations.length > 0 && { calculations: calculated.calculations }),
    ...(filter && { filter }),
    ...(condition && { having: condition }),
    ...ranked.query,
    ...(level.totals && { totals: true }),
    ...(level.subtotals && { subtotals: level.subtotals }),
  };
}

/** The measures with the one that they are ordered by, which is shown as well. */
const withOrdered = (measures: readonly string[], ordered: string | undefined) =>
  ordered === undefined || measures.includes(ordered) ? measures : [...measures, ordered];

const isOfEntity = (
  {
    context: {
      dataset: { entity },
    },
  }: Draft,
  name: string,
) => name === entity?.key || name === entity?.name;

function bindTimes(draft: Draft): Times {
  const items = draft.items.filter((item): item is TimeItem => item.kind === 'time');
  const { date } = draft.context.dataset;
  const periods = items.flatMap((item) => ('period' in item.time ? [{ item, period: item.time.period }] : []));
  for (const { item, period } of periods) requireData(draft, item, period);
  const grains = items.flatMap((item) => ('grain' in item.time ? [item.time.grain] : []));
  for (const item of items) draft.used.add(item);
  if (items.length > 0 && date === null) throw new ReadingFailure('no_date', items[0]);
  if (grains.length > 1) throw new ReadingFailure('unused_words', items.at(-1));
  const grain = grains[0];
  for (const item of items) draft.places.set('period' in item.time ? 'time' : 'grain', place(item, item));
  if (periods.length === 0) return { filter: null, period: null, grain };
  if (periods.length === 1) {
    const { period } = periods[0]!;
    return { filter: { field: date!, during: period }, period, grain };
  }
  if (periods.length > 2 || grain !== undefined) throw new ReadingFailure('unused_words', periods[1]!.item);
  return twoPeriods(draft, periods);
}

/** Dates without data have no figures, not zero. */
function requireData({ context: { dataset } }: Draft, item: Item, period: Period): void {
  if (!dataset.dates || 'last' in period || 'current' in period) return;
  const { from, to } = dataset.dates;
  const isOutside =
    (period.since !== undefined && period.since > to) || (period.until !== undefined && period.until < from);
  if (isOutside) throw new ReadingFailure('no_dates', item);
}

/** “this year and last year”: both, side by side. */
function twoPeriods(draft: Draft, periods: readonly { item: TimeItem; period: Period }[]): Times {
  for (const cue of [...cuesOf(draft, 'compare'), ...cuesOf(draft, 'by')]) draft.used.add(cue);
  const { date } = draft.context.dataset;
  draft.places.set('time', place(periods[0]!.item, periods[1]!.item));
  const units = periods.map(({ period }) =>
    'last' in period ? period.unit : 'current' in period ? period.current : null,
  );
  const [first, second] = periods.map(({ period }) => period);
  if (units[0] !== null && units[0] === units[1]) {
    const period: Period = { last: 2, unit: units[0]!, including: false, from: 'data' };
    return { filter: { field: date!, during: period }, period, grain: units[0]! };
  }
  if (!first || !second || !('since' in first) || !('since' in second))
    throw new ReadingFailure('unused_words', periods[1]!.item);
  const [early, late] = first.since! <= second.since! ? [first, second] : [second, first];
  const days = (Date.parse(early.until!) - Date.parse(early.since!)) / 86_400_000;
  const grain: TimeGrain = days > 300 ? 'year' : days > 80 ? 'quarter' : 'month';
  const during = (one: typeof early): Filter => ({ field: date!, during: { since: one.since!, until: one.until! } });
  return { filter: { any: [during(early), during(late)] }, period: { since: early.since!, until: late.until! }, grain };
}

/** “compare Texas with Ohio”: the values that are compared are what is grouped by. */
function withCompared(draft: Draft, { groups, values }: BoundFields): readonly string[] {
  const compare = cuesOf(draft, 'compare').filter((cue) => !draft.used.has(cue));
  if (compare.length === 0) return groups;
  const compared = [...values].find(([, list]) => list.length > 1)?.[0];
  for (const cue of [...compare, ...cuesOf(draft, 'by')]) draft.used.add(cue);
  if (compared === undefined) {
    if (groups.length > 0) return groups;
    throw new ReadingFailure('no_group', compare[0]);
  }
  const { entity } = draft.context.dataset;
  const added = compared === entity?.name ? [entity.key, entity.name] : [compared];
  return groups.includes(compared) ? groups : [...groups, ...added];
}

interface Calculated {
  readonly calculations: readonly Calculation[];
  readonly customMeasures: readonly CustomMeasure[];
  readonly measures?: readonly string[];
  readonly filter?: Filter;
  readonly grain?: TimeGrain;
  /** The column that a rank is about, instead of the measure. */
  readonly orderBy?: string;
  /** Whether it is of all members of the entity together. */
  readonly isOfAll?: true;
  /** A filter that is in the calculation instead of the query. */
  readonly partOf?: Filter;
}
const NONE: Calculated = { calculations: [], customMeasures: [] };

function bindCalculation(draft: Draft, fields: BoundFields, groups: readonly string[], times: Times): Calculated {
  const [share] = cuesOf(draft, 'share');
  const [running] = cuesOf(draft, 'running');
  const [average] = cuesOf(draft, 'average');
  const growth = cuesOf(draft, 'growth')[0] ?? cuesOf(draft, 'lastYear')[0];
  const cues = [share, running, average, growth].filter((cue) => cue !== undefined);
  if (cues.length === 0) return NONE;
  if (cues.length > 1 || fields.measures.length !== 1) throw new ReadingFailure('unused_words', cues.at(-1));
  const measure = fields.measures[0]!;
  const cue = cues[0]!;
  draft.used.add(cue);
  draft.places.set('calculation', place(cue, cue));
  if (share) return shareOf(draft, fields, groups, measure);
  if (average) return averageOf(draft, measure, cue);
  if (running) {
    const grain = times.grain ?? 'month';
    return {
      ...NONE,
      grain,
      calculations: [{ name: `running_${measure}`.slice(0, 60), measure, kind: 'accumulate', over: 'year' }],
    };
  }
  return growthOf(draft, measure, times, cue);
}

function shareOf(
  draft: Draft,
  { values, filters }: BoundFields,
  groups: readonly string[],
  measure: string,
): Calculated {
  const { dataset } = draft.context;
  const [cue] = cuesOf(draft, 'share');
  if (!ADDITIVE.has(dataset.measures.get(measure)!.kind)) throw new ReadingFailure('not_additive', cue);
  if (groups.length > 0)
    return {
      ...NONE,
      calculations: [{ name: `share_of_${measure}`.slice(0, 60), measure, kind: 'share', within: [] }],
    };
  // “what share is in Texas”: of one thing that is restricted; of two it is not clear which is the part.
  const [part, ...others] = filters;
  if (!part) throw new ReadingFailure('no_group', cue);
  if (others.length > 0 || values.size > 1) throw new ReadingFailure('not_comparable', cue);
  const { customMeasures, name } = shareOfFilter(draft, measure, part);
  draft.places.set(`measure:${name}`, place(draft.places.get(`measure:${measure}`) ?? cue!, cue!));
  return { ...NONE, customMeasures, measures: [name], orderBy: name, partOf: part };
}

/** The average of a sum is that of the members; of a ratio there are two, so it is not guessed. */
function averageOf(draft: Draft, measure: string, cue: Item): Calculated {
  const { dataset } = draft.context;
  const { kind, format, title } = dataset.measures.get(measure)!;
  if (!ADDITIVE.has(kind)) throw new ReadingFailure('not_additive', cue);
  if (dataset.counting === null || dataset.counting === measure || !dataset.entity)
    throw new ReadingFailure('no_group', cue);
  const name = `average_of_${measure}`.slice(0, 60);
  const counted = dataset.measures.get(dataset.counting)!.title;
  const custom: CustomMeasure = {
    name,
    kind: 'formula',
    expression: `${measure} / ${dataset.counting}`,
    title: { en: `${title.en} ÷ ${counted.en}`, tr: `${title.tr ?? title.en} ÷ ${counted.tr ?? counted.en}` },
    format:
      format.unit === 'currency'
        ? { unit: 'currency', decimals: 0, truncate: false }
        : { unit: 'number', decimals: 1, truncate: false },
  };
  draft.places.set(`measure:${name}`, draft.places.get(`measure:${measure}`)!);
  return { ...NONE, customMeasures: [custom], measures: [name], orderBy: name, isOfAll: true };
}

function growthOf(draft: Draft, measure: string, times: Times, cue: Item): Calculated {
  const { dataset } = draft.context;
  const { date } = dataset;
  if (date === null) throw new ReadingFailure('no_date', cue);
  if (dataset.dates && dataset.dates.from === dataset.dates.to) throw new ReadingFailure('one_date', cue);
  const lastYear = cuesOf(draft, 'lastYear');
  for (const one of [...lastYear, ...cuesOf(draft, 'growth'), ...cuesOf(draft, 'compare')]) draft.used.add(one);
  const unit =
    times.period === null
      ? null
      : 'last' in times.period
        ? times.period.unit
        : 'current' in times.period
          ? times.period.current
          : null;
  const grain = times.grain ?? (unit as TimeGrain | null) ?? 'quarter';
  const isRatio = dataset.measures.get(measure)!.format.unit === 'percent';
  const name = `change_of_${measure}`.slice(0, 60);
  const calculation: Calculation = {
    name,
    measure,
    kind: 'compare',
    with: lastYear.length > 0 ? 'same_period_last_year' : 'previous_period',
    show: isRatio ? 'change' : 'percent_change',
    likeForLike: false,
  };
  const isRanked = draft.items.some(({ kind }) => kind === 'rank');
  // Members are ranked by their growth in one period: the last.
  const filter: Filter | undefined =
    isRanked && times.filter === null
      ? { field: date, during: { last: 1, unit: grain as 'quarter', including: false, from: 'data' } }
      : undefined;
  return { ...NONE, calculations: [calculation], grain, orderBy: name, ...(filter && { filter }) };
}

/** Conditions are on what is grouped by; on each member of the entity where the question is about those. */
function levelOf(
  draft: Draft,
  fields: BoundFields,
  groups: readonly string[],
  hasCondition: boolean,
): { groups: readonly string[]; totals?: true; subtotals?: string[][] } {
  const { entity } = draft.context.dataset;
  if (!hasCondition || !entity || groups.includes(entity.key)) return { groups };
  if (!fields.isAboutEntity && groups.length > 0) return { groups };
  const all = [...groups, entity.key, ...(entity.name === entity.key ? [] : [entity.name])];
  if (!fields.isAboutEntity) draft.penalty += 0.05;
  return { groups: all, totals: true, ...(groups.length > 0 && { subtotals: [[...groups]] }) };
}
