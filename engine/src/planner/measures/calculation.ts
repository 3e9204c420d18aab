import { columnOf } from '@rise/contract';
import { suggestName } from '../../expression/suggest-name.ts';
import type {
  AggregateQuery,
  Calculation,
  DimensionRequest,
  Filter,
  LocalizedText,
  Measure,
  ResultColumn,
  TimeGrain,
} from '@rise/contract';
import type { Fail } from '../../errors.ts';
import type { Expression } from '../../expression/tree.ts';
import { pointInTime } from '../../model/measures.ts';
import { moved, periodExpression, STEP_UNIT } from '../../plan/calendar.ts';
import type { BoundDataset } from '../binding/bound-dataset.ts';
import { conditionsIn } from '../fields/fields-in.ts';
import { startOfLonger } from './longer-period.ts';
import { notComparable, unchecked } from './amounts.ts';
import { measureColumn, planMeasure } from './measure.ts';
import { snapshotPeriodsOf } from './semi-additive.ts';
import { aggregatesBehind } from '../../plan/references.ts';
import type { BaseAggregate, PlanCalculation, PlanMeasure, PlanTerm } from '../../plan/measures.ts';
import type { PlanExpression, PlanField } from '../../plan/predicates.ts';

const PERIOD: Expression = { kind: 'name', table: null, name: 'period', at: 0 };

/** The period that a row is compared with. */
function comparedPeriod(
  how: Extract<Calculation, { kind: 'compare' }>['with'],
  grain: TimeGrain,
  bound: BoundDataset,
): Expression {
  if (typeof how !== 'string') return moved(PERIOD, -how.periods, STEP_UNIT[grain as Exclude<TimeGrain, 'hour'>]);
  switch (how) {
    case 'previous_period':
      return moved(PERIOD, -1, STEP_UNIT[grain as Exclude<TimeGrain, 'hour'>]);
    case 'same_period_last_year':
      // A week has no date of its own a year ago: 52 weeks earlier starts on the same weekday.
      return grain === 'week' ? moved(PERIOD, -52, 'week') : moved(PERIOD, -1, 'year');
    case 'prior_year_end': {
      const { calendar } = bound;
      const longer = grain.startsWith('fiscal') ? 'fiscal_year' : 'year';
      const lastDay = moved(startOfLonger(PERIOD, { grain, longer, calendar }), -1, 'day');
      return periodExpression(lastDay, grain, calendar);
    }
  }
}

/** Names of the aggregates of these kinds. */
const aggregatesOf = ({ facts }: BoundDataset, ...kinds: BaseAggregate['kind'][]): Set<string> =>
  new Set(
    facts.flatMap(({ aggregates }) =>
      aggregates.list.flatMap(({ kind, name }) => (kinds.includes(kind) ? [name] : [])),
    ),
  );

/** The distinct counts in a measure, which are counted again over several periods. */
function distinctBehind(bound: BoundDataset, measure: PlanMeasure): string[] {
  const distinct = aggregatesOf(bound, 'distinct');
  return [...new Set(aggregatesBehind(measure))].filter((name) => distinct.has(name));
}

/** Whether the value over several periods can be computed from sums of its parts and distinct counts. */
function accumulates(bound: BoundDataset, checked: PlanMeasure): boolean {
  const measure = unchecked(checked);
  if (measure.kind === 'plain') return distinctBehind(bound, measure).length > 0;
  if (measure.kind === 'derived') return measure.of.every((part) => accumulates(bound, part));
  return addsUp(measure, aggregatesOf(bound, 'nested'));
}

/**
 * Whether the value over several groups can be computed from sums of their parts. `shared`: the aggregates that count
 * what several groups may share.
 */
function addsUp(checked: PlanMeasure, shared: ReadonlySet<string>): boolean {
  const measure = unchecked(checked);
  const termsAddUp = (terms: readonly PlanTerm[]) => terms.every(({ aggregate }) => !shared.has(aggregate));
  switch (measure.kind) {
    case 'linear':
      return termsAddUp(measure.terms);
    case 'ratio':
      return measure.months === null && termsAddUp(measure.numerator) && termsAddUp(measure.denominator);
    case 'derived':
      return measure.of.every((part) => addsUp(part, shared));
    case 'plain':
    case 'none':
    case 'checked':
      return false;
  }
}

const WORDS = {
  share: { en: 'share', tr: 'pay' },
  rank: { en: 'rank', tr: 'sıra' },
  percentile: { en: 'percentile rank', tr: 'yüzdelik sıra' },
  accumulate: { en: 'to date', tr: 'birikimli' },
  rolling: { en: 'rolling', tr: 'kayan dönem' },
  moving_average: { en: 'moving average', tr: 'hareketli ortalama' },
  retention: { en: 'retention', tr: 'elde tutma oranı' },
  previous_period: { en: 'previous period', tr: 'önceki dönem' },
  same_period_last_year: { en: 'a year earlier', tr: 'bir yıl önce' },
  prior_year_end: { en: 'prior year-end', tr: 'önceki yıl sonu' },
  change: { en: 'change', tr: 'değişim' },
  percent_change: { en: 'change in %', tr: '% değişim' },
  like_for_like: { en: 'like for like', tr: 'aynı güne kadar' },
} as const;

const periodsAgo = (count: number) => ({
  en: count === 1 ? WORDS.previous_period.en : `${count} periods ago`,
  tr: count === 1 ? WORDS.previous_period.tr : `${count} dönem önce`,
});

function titled({ title, label }: Measure, ...words: { en: string; tr: string }[]): LocalizedText {
  const own = label ?? title;
  const all = (language: 'en' | 'tr') => words.map((word) => word[language]).join(', ');
  return { en: `${own.en} (${all('en')})`, tr: `${own.tr ?? own.en} (${all('tr')})` };
}

const PERCENT = { unit: 'percent', decimals: 1, truncate: false } as const;
const WHOLE = { unit: 'count', decimals: 0, truncate: false } as const;

function columnFor(calculation: Calculation, measure: Measure): ResultColumn {
  const own = measureColumn(measure);
  const { name } = calculation;
  switch (calculation.kind) {
    case 'share':
      return { ...own, name, title: titled(measure, WORDS.share), type: 'number', format: PERCENT };
    case 'rank':
      return { ...own, name, title: titled(measure, WORDS.rank), type: 'integer', format: WHOLE };
    case 'percentile':
      return { ...own, name, title: titled(measure, WORDS.percentile), type: 'number', format: PERCENT };
    case 'retention':
      return { ...own, name, title: titled(measure, WORDS.retention), type: 'number', format: PERCENT };
    case 'moving_average':
      return { ...own, name, title: titled(measure, WORDS.moving_average), type: 'number' };
    case 'accumulate': {
      const words = typeof calculation.over === 'string' ? WORDS.accumulate : WORDS.rolling;
      return { ...own, name, title: titled(measure, words) };
    }
    case 'compare': {
      const { show, with: how, likeForLike } = calculation;
      const ago = typeof how === 'string' ? WORDS[how] : periodsAgo(how.periods);
      const more = [...(likeForLike ? [WORDS.like_for_like] : []), ...(show === 'value' ? [] : [WORDS[show]])];
      const title = titled(measure, ago, ...more);
      return show === 'percent_change'
        ? { ...own, name, title, type: 'number', format: PERCENT }
        : { ...own, name, title };
    }
  }
}

export interface PlannedCalculation {
  plan: PlanCalculation;
  column: ResultColumn;
}

/** The first dimension with a grain: its periods are compared and accumulated. */
export function timeOf(query: AggregateQuery): Exclude<DimensionRequest, string> | null {
  return query.dimensions.find((request) => typeof request !== 'string') ?? null;
}

/** What the checks of one calculation have in common. */
interface Checked {
  query: AggregateQuery;
  measure: Measure;
  planned: PlanMeasure;
  /** Null for a measure that adds up over time. */
  snapshots: ReturnType<typeof snapshotPeriodsOf>;
  path: string;
  fail: Fail;
}

function checkWithin(
  bound: BoundDataset,
  calculation: Extract<Calculation, { kind: 'share' | 'rank' | 'percentile' }>,
  checked: Checked,
): void {
  const { query, measure, planned, snapshots, path, fail } = checked;
  const names = new Set(query.dimensions.map(columnOf));
  for (const [place, name] of calculation.within.entries())
    if (!names.has(name))
      fail(
        `${path}.within.${place}`,
        `'${name}' is not among the query's dimensions. Add it there.${suggestName(name, names)}`,
      );
  if (calculation.kind !== 'share') return;
  if (unchecked(planned).kind !== 'linear' || !addsUp(planned, aggregatesOf(bound, 'nested', 'distinct')))
    fail(`${path}.measure`, `'${measure.name}' does not add up, so nothing is a share of it. Take one of its parts.`);
  const missing = snapshots?.periods.find((name) => !calculation.within.includes(name));
  if (missing !== undefined)
    fail(
      `${path}.within`,
      `'${measure.name}' is semi-additive: figures of several days do not add up. Add '${missing}' to within.`,
    );
}

/** The value of another period is in its own currency, too; everything else compares or adds up amounts. */
function checkCurrencies(calculation: Calculation, { planned, path, fail }: Checked): void {
  const issue = calculation.kind === 'compare' && calculation.show === 'value' ? null : notComparable(planned);
  if (issue !== null) fail(`${path}.measure`, issue);
}

function checkPeriods({ query, path, fail }: Checked): void {
  const time = timeOf(query);
  if (!time) fail(path, 'Periods are needed here. Add a date with a grain to the dimensions.');
  else if (time.grain === 'hour') fail(path, 'Hours are not compared. Take days or longer.');
}

function checkNumber({ measure, path, fail }: Checked): void {
  if (pointInTime(measure) === null) return;
  fail(
    `${path}.measure`,
    `'${measure.name}' is a ${measure.format.unit}, which is not a number. Take another measure.`,
  );
}

function checkRetention(
  { from }: BoundDataset,
  { since }: Extract<Calculation, { kind: 'retention' }>,
  { query, path, fail }: Checked,
): void {
  const dimension = query.dimensions.includes(since) ? from.dimensions.get(since) : undefined;
  if (!dimension?.since || dimension.bands)
    fail(`${path}.since`, `Name a dimension of the query that counts periods since a date; '${since}' is none.`);
}

/** Days and times have no size that a change could be measured by. */
function checkChange({ show }: Extract<Calculation, { kind: 'compare' }>, { measure, path, fail }: Checked): void {
  if (show === 'value' || pointInTime(measure) === null) return;
  fail(`${path}.show`, `'${measure.name}' is a ${measure.format.unit}, which has no ${show}. Show its value instead.`);
}

function checkAccumulates(bound: BoundDataset, { measure, planned, snapshots, path, fail }: Checked): void {
  if (snapshots)
    fail(
      `${path}.measure`,
      `'${measure.name}' is semi-additive and does not add up over time. Compare it with another period instead.`,
    );
  else if (!accumulates(bound, planned))
    fail(
      `${path}.measure`,
      `'${measure.name}' cannot be put together from shorter periods. Take a sum, a count, also of distinct values, or a ratio of these.`,
    );
}

/** Plans one calculation and collects the aggregates it needs; calls `fail` for each issue. */
export function planCalculation(
  bound: BoundDataset,
  query: AggregateQuery,
  index: number,
  measure: Measure,
  { fields, fail }: { fields: readonly (readonly PlanField[])[]; fail: Fail },
): PlannedCalculation {
  const calculation = query.calculations[index]!;
  const planned = planMeasure(bound, measure);
  const common = { name: calculation.name, measure: planned };
  const column = columnFor(calculation, measure);
  const snapshots = snapshotPeriodsOf(bound, measure, fields);
  const checked: Checked = { query, measure, planned, snapshots, path: `calculations.${index}`, fail };
  checkCurrencies(calculation, checked);
  const requested = timeOf(query)?.grain ?? 'day';
  const grain = requested === 'hour' ? 'day' : requested;
  switch (calculation.kind) {
    case 'share':
      checkWithin(bound, calculation, checked);
      return { column, plan: { ...common, kind: 'share', within: calculation.within } };
    case 'rank':
      checkWithin(bound, calculation, checked);
      return { column, plan: { ...common, kind: 'rank', within: calculation.within, best: calculation.best } };
    case 'percentile':
      checkWithin(bound, calculation, checked);
      return { column, plan: { ...common, kind: 'percentile', within: calculation.within } };
    case 'compare': {
      checkPeriods(checked);
      checkChange(calculation, checked);
      const period = comparedPeriod(calculation.with, grain, bound);
      return { column, plan: { ...common, kind: 'compare', period, show: calculation.show, cut: null } };
    }
    case 'retention':
      checkNumber(checked);
      checkRetention(bound, calculation, checked);
      return { column, plan: { ...common, kind: 'retention', since: calculation.since } };
    case 'moving_average': {
      checkPeriods(checked);
      checkNumber(checked);
      const from = accumulatedFrom({ last: calculation.last }, grain, bound);
      return { column, plan: { ...common, kind: 'moving_average', from } };
    }
    case 'accumulate': {
      checkPeriods(checked);
      checkAccumulates(bound, checked);
      const from = accumulatedFrom(calculation.over, grain, bound);
      return { column, plan: { ...common, kind: 'accumulate', from, distinct: distinctBehind(bound, planned) } };
    }
  }
}

/** First day of what is accumulated up to a period. */
function accumulatedFrom(
  over: Extract<Calculation, { kind: 'accumulate' }>['over'],
  grain: Exclude<TimeGrain, 'hour'>,
  { calendar }: BoundDataset,
): PlanExpression {
  return typeof over === 'string'
    ? startOfLonger(PERIOD, { grain, longer: over, calendar })
    : moved(PERIOD, -(over.last - 1), STEP_UNIT[grain]);
}

/** Removes the conditions on one date from the top level of a filter; deeper ones are reported. */
export function withoutTime(filter: Filter | undefined, field: string, fail: Fail): Filter | undefined {
  if (!filter) return undefined;
  // A comparison with another dimension is about rows, not about the periods that are looked up.
  if ('otherField' in filter) return filter;
  if ('field' in filter) return filter.field === field ? undefined : filter;
  if ('all' in filter) {
    const rest = filter.all.map((item) => withoutTime(item, field, fail)).filter((item) => item !== undefined);
    return { all: rest };
  }
  if (conditionsIn(filter).some((item) => !('otherField' in item) && item.field === field))
    fail(
      'filter',
      `'${field}' is used inside 'any' or 'not', so earlier periods cannot be looked up. Move its condition to the top level.`,
    );
  return filter;
}
