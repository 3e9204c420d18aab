import type { InsightContent, Measure } from '@rise/contract';
import { candidateQuery } from './candidate-query.rules.ts';
import { describe, keyOf, scoreOf, subjectOf, toneOf, type Candidate } from './candidate.rules.ts';
import { nextPeriod, type Course } from './course.ts';
import { CYCLES, type Examined, type ExaminedMeasure } from './examined.rules.ts';
import { anomalySentence, changeSentence, forecastSentence, thresholdSentence } from './insight-texts.rules.ts';
import { forecast } from './statistics/forecast.rules.ts';
import { mean } from './statistics/quantiles.rules.ts';
import { differences, squares } from './statistics/regression.rules.ts';
import { scaleOf } from './statistics/scale.rules.ts';
import { twoSided } from './statistics/student.rules.ts';
import { LEAST_PERIODS, surprisesOf, type Surprise } from './statistics/surprises.rules.ts';

/** A measure over all rows, in the last periods without a gap. */
export interface TotalSeries {
  readonly examined: Examined;
  readonly measure: ExaminedMeasure;
  readonly course: Course;
  readonly currency: string;
  readonly periods: readonly string[];
  readonly values: readonly number[];
}

/** Width of an interval, relative to its middle, beyond which a forecast says nothing. */
const WIDEST = 0.4;
/** Steps that are forecast. */
const AHEAD = 3;

type Points = Extract<InsightContent['chart'], { kind: 'course' }>['points'];

/** The course of a series, with what was to be expected of its last value. */
export function coursePoints(
  periods: readonly string[],
  values: readonly number[],
  surprise: Pick<Surprise, 'expected' | 'low' | 'high'> | null,
): Points {
  return values.map((value, place) => {
    const isLast = place === values.length - 1 && surprise !== null;
    return {
      period: periods[place]!,
      value,
      expected: isLast ? surprise.expected : null,
      low: isLast ? surprise.low : null,
      high: isLast ? surprise.high : null,
    };
  });
}

const subjectIn = ({ measure, currency }: TotalSeries) => subjectOf(measure, null, currency);

function commonOf(series: TotalSeries) {
  const { examined, measure, course, periods, values } = series;
  return {
    ...describe(examined, measure),
    member: null,
    period: periods.at(-1)!,
    value: values.at(-1)!,
    details: [],
    drivers: null,
    query: candidateQuery(examined, { measure, course, member: null }),
  };
}

/** Whether values accumulate within each calendar year, and begin again with the next one. */
function isYearToDate({ periods, values }: Pick<TotalSeries, 'periods' | 'values'>): boolean {
  const steps = differences(values).map((step, index) => ({ step, isFirst: periods[index + 1]!.slice(5, 7) === '01' }));
  const resets = steps.filter(({ isFirst }) => isFirst);
  return resets.length > 0 && steps.every(({ step, isFirst }) => (isFirst ? step < 0 : step >= 0));
}

/** The last value against what trend and season led to expect; null where it cannot be judged. */
export function totalAnomaly(series: TotalSeries): Candidate | null {
  const { examined, measure, course, periods, values } = series;
  const [surprise] = surprisesOf([values], CYCLES[course.grain]);
  if (!surprise || isYearToDate(series)) return null;
  const { p, value, before, expected, low, high } = surprise;
  const names = { dataset: examined.dataset.name, measure: measure.measure.name };
  return {
    ...names,
    p,
    kind: 'anomaly',
    member: null,
    value,
    difference: value - expected,
    build: () => {
      const common = commonOf(series);
      return {
        ...common,
        key: keyOf('anomaly', names.dataset, names.measure),
        kind: 'anomaly',
        p,
        tone: toneOf(measure, value - expected),
        sentence: anomalySentence(subjectIn(series), {
          before,
          value,
          low,
          high,
          period: common.period,
          grain: course.grain,
        }),
        score: scoreOf({ effect: (value - expected) / Math.max(Math.abs(expected), 1e-12), p, size: 1 }),
        chart: { kind: 'course', grain: course.grain, points: coursePoints(periods, values, surprise), limit: null },
      };
    },
  };
}

/** Periods back that a change is measured from: a year, or as long as the data has. */
export const lagOf = ({ course, values }: Pick<TotalSeries, 'course' | 'values'>): number =>
  Math.min(Math.max(CYCLES[course.grain], 1), values.length - 1);

/** The change within a year against how much the measure varies from period to period. */
export function totalChange(series: TotalSeries): Candidate | null {
  const { examined, measure, course, periods, values } = series;
  const scale = scaleOf(values);
  if (!scale || values.length < LEAST_PERIODS) return null;
  const lag = lagOf(series);
  const scaled = values.map(scale.to);
  const steps = differences(scaled);
  const variance = squares(steps.map((step) => step - mean(steps))) / (steps.length - 1);
  const [before, value] = [values.at(-1 - lag)!, values.at(-1)!];
  const error = Math.sqrt(variance * lag);
  if (!(error > 1e-9) || value === before) return null;
  const p = twoSided((scaled.at(-1)! - scaled.at(-1 - lag)!) / error, steps.length - 1);
  const names = { dataset: examined.dataset.name, measure: measure.measure.name };
  return {
    ...names,
    p,
    kind: 'change',
    member: null,
    value,
    difference: value - before,
    build: () => {
      const common = commonOf(series);
      return {
        ...common,
        key: keyOf('change', names.dataset, names.measure),
        kind: 'change',
        p,
        tone: toneOf(measure, value - before),
        sentence: changeSentence(subjectIn(series), { before, value, periods: lag, grain: course.grain }),
        // What goes on as before is less of a surprise than what does not.
        score: 0.5 * scoreOf({ effect: (value - before) / Math.max(Math.abs(before), 1e-12), p, size: 1 }),
        chart: { kind: 'course', grain: course.grain, points: coursePoints(periods, values, null), limit: null },
      };
    },
  };
}

type Band = NonNullable<Measure['bands']>[number];

/** Standard deviations from an edge that are close. */
const CLOSE = 2;

/** A value that is close to a band that is worse, or that has just crossed into another one. */
export function totalThreshold(series: TotalSeries): InsightContent | null {
  const { measure, course, periods, values } = series;
  const { bands } = measure.measure;
  const [surprise] = surprisesOf([values], CYCLES[course.grain]);
  if (!bands || !surprise || measure.measure.classifies) return null;
  // Best first, by the first whose edge is reached: the last one has none.
  const bandOf = (value: number): Band => bands.find(({ from }) => from === null || value >= from) ?? bands.at(-1)!;
  const [value, before] = [values.at(-1)!, values.at(-2)!];
  const [own, former] = [bandOf(value), bandOf(before)];
  const hasCrossed = own.name !== former.name;
  const edges = bands.flatMap(({ from }) => (from === null ? [] : [from]));
  const limit = edges.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))[0];
  if (limit === undefined || !(surprise.deviation > 0)) return null;
  const distance = Math.abs(value - limit) / surprise.deviation;
  const other = hasCrossed ? own : value >= limit ? bandOf(limit - Math.abs(limit) * 1e-9 - 1e-12) : bandOf(limit);
  if (!hasCrossed && distance >= CLOSE) return null;
  const common = commonOf(series);
  const isWorse = other.tone === 'negative' || other.tone === 'warning';
  return {
    ...common,
    key: keyOf('threshold', common.dataset.name, common.measure.name),
    kind: 'threshold',
    p: null,
    tone: isWorse ? 'negative' : 'neutral',
    sentence: thresholdSentence(subjectIn(series), { value, limit, band: other.title, hasCrossed }),
    score: (isWorse ? 2 : 1) * (hasCrossed ? 1 : 1 - distance / CLOSE),
    chart: { kind: 'course', grain: course.grain, points: coursePoints(periods, values, null), limit },
  };
}

/** Where a measure is heading; null where the past is too short for an interval that holds. */
export function totalForecast(series: TotalSeries): InsightContent | null {
  const { measure, course, periods, values } = series;
  const scale = scaleOf(values);
  const ahead = scale && forecast(values.map(scale.to), CYCLES[course.grain], AHEAD);
  if (!scale || !ahead || isYearToDate(series)) return null;
  const next = ahead.map((point, step) => ({
    period: nextPeriod(periods.at(-1)!, course.grain, step + 1),
    value: null,
    expected: scale.from(point.value),
    low: scale.from(point.low),
    high: scale.from(point.high),
  }));
  const { period, expected, low, high } = next.at(-1)!;
  const [value, common] = [values.at(-1)!, commonOf(series)];
  // Worth a mention where the future is another one, and known well enough to tell.
  const isBeyond = value < low || value > high;
  const effect = (expected - value) / Math.max(Math.abs(value), 1e-12);
  if (!isBeyond || high - low > WIDEST * Math.abs(expected)) return null;
  return {
    ...common,
    key: keyOf('forecast', common.dataset.name, common.measure.name),
    kind: 'forecast',
    p: null,
    tone: toneOf(measure, expected - value),
    sentence: forecastSentence(subjectIn(series), { value: expected, low, high, period, grain: course.grain }),
    score: Math.min(Math.abs(effect), 0.5),
    chart: {
      kind: 'course',
      grain: course.grain,
      points: [...coursePoints(periods, values, null), ...next],
      limit: null,
    },
  };
}
