import { mean } from './quantiles.rules.ts';
import { differences, fitLine, leverage, lineAt, squares } from './regression.rules.ts';
import { scaleOf, type Scale } from './scale.rules.ts';
import { seasonOf } from './season.rules.ts';
import { NOTHING_SHARED, sharedBySiblings, type Shared } from './shared-course.rules.ts';
import { criticalT, twoSided } from './student.rules.ts';
import { pooledVariances, type Variance } from './variances.rules.ts';

/** Periods without which nothing can be said of the last one. */
export const LEAST_PERIODS = 8;
/** As many series that what most of them do is known. */
const LEAST_SIBLINGS = 8;
/** As many that how they behave is known. */
const LEAST_ALIKE = 8;
/** How much better a line has to predict than the value before, as a logarithm: noise around a line, it is 0.5 on average. */
const LINE_LEAD = 0.25;

/** Of fewer periods, even how they vary is guesswork: by so much they are believed less. */
const SHORT = 16;
const CAUTION = 2;

/** How likely a last value is, given those before it. */
export interface Surprise {
  readonly p: number;
  readonly value: number;
  readonly before: number;
  /** What trend, season and the other series lead to expect, and where 95 of 100 values would be. */
  readonly expected: number;
  readonly low: number;
  readonly high: number;
  /** Standard deviation of what is left unexplained, in units of the value. */
  readonly deviation: number;
}

interface Prediction {
  readonly expected: number;
  readonly variance: number;
  /** What the past left unexplained, each time. */
  readonly residuals: readonly number[];
  /** Of a prediction, as a multiple of the variance. */
  readonly factor: number;
  readonly freedom: number;
}

/** How values come about. */
interface Course {
  readonly predict: (past: readonly number[]) => Prediction;
  /** What of a series is left without its own part, which comparing it with others needs; as many as there are values. */
  readonly apart: (values: readonly number[]) => number[];
  /** What is shared, from what is shared of the parts. */
  readonly together: (parts: readonly number[]) => number[];
}

/** Around a line, as what each period counts for itself. */
const LINE: Course = {
  predict: (past) => {
    const line = fitLine(past);
    const freedom = past.length - 2;
    const variance = squares(line.residuals) / freedom;
    const { residuals } = line;
    return { expected: lineAt(line, past.length), variance, residuals, factor: leverage(line, past.length), freedom };
  },
  apart: (values) => {
    const line = fitLine(values.slice(0, -1));
    return values.map((value, place) => value - lineAt(line, place));
  },
  together: (parts) => [...parts],
};

/** From the value before, as what accumulates. */
const STEPS: Course = {
  predict: (past) => {
    const steps = differences(past);
    const drift = mean(steps);
    const freedom = steps.length - 1;
    const residuals = steps.map((step) => step - drift);
    const variance = squares(residuals) / freedom;
    return { expected: past.at(-1)! + drift, variance, residuals, factor: 1 + 1 / steps.length, freedom };
  },
  apart: (values) => {
    const steps = differences(values);
    const drift = mean(steps.slice(0, -1));
    return [0, ...steps.map((step) => step - drift)];
  },
  together: (parts) => {
    let total = 0;
    return parts.map((part) => (total += part));
  },
};

/** A surprise in figures that are computed; the values themselves are those of the series. */
type Judged = Omit<Surprise, 'value' | 'before'>;

/** What the series do together, on their scale: with many, what they do on average; with few, a season where there is one. */
function sharedCourse(series: readonly (readonly number[])[], course: Course, cycle: number): Shared {
  const parts = series.map(course.apart);
  const places = Array.from({ length: series[0]!.length }, (_, place) => place);
  const byPlace = places.map((place) => parts.map((values) => values[place]!));
  const nothing = { ...NOTHING_SHARED, course: places.map(() => 0) };
  if (series.length >= LEAST_SIBLINGS) {
    const shared = sharedBySiblings(byPlace, cycle);
    return shared ? { ...shared, course: course.together(shared.course) } : nothing;
  }
  const season = seasonOf(byPlace.map(mean).slice(0, -1), cycle);
  if (!season) return nothing;
  const cycles = Math.floor((places.length - 1) / cycle);
  return {
    course: course.together(places.map((place) => season[place % cycle]!)),
    spent: cycle - 1,
    doubt: 1 / Math.max(cycles, 1),
  };
}

/** How far a course was off in the later half of the past, each time with what was known then. */
function errorOf({ predict }: Course, past: readonly number[]): number {
  const from = Math.max(4, Math.floor(past.length / 2));
  const errors: number[] = [];
  for (let end = from; end < past.length; end++) errors.push(past[end]! - predict(past.slice(0, end)).expected);
  return squares(errors) / errors.length;
}

interface Scaled {
  readonly place: number;
  readonly scale: Scale;
  readonly values: readonly number[];
}

/** A series as a course explains it. */
interface Explained {
  readonly past: readonly number[];
  readonly last: number;
  /** What the others lead to expect of the last value. */
  readonly shared: number;
}

function explain(series: readonly Scaled[], course: Course, cycle: number) {
  const shared = sharedCourse(
    series.map(({ values }) => values),
    course,
    cycle,
  );
  const explained = series.map(({ values }): Explained => {
    const rest = values.map((value, place) => value - shared.course[place]!);
    return { past: rest.slice(0, -1), last: rest.at(-1)!, shared: shared.course.at(-1)! };
  });
  return { explained, shared };
}

/** With what was spent on a season, past values look less varied than they are. */
function withDoubt({ variance, freedom, factor, ...rest }: Prediction, { spent, doubt }: Shared): Prediction {
  const left = Math.max(freedom - spent, 2);
  return { ...rest, variance: (variance * freedom) / left, freedom: left, factor: factor + doubt };
}

/**
 * How far off each past value was, in deviations of the others of its series: what happens now and then is no surprise,
 * however unlikely it would be if chance were as even as assumed.
 */
const pastSurprises = (predictions: readonly Prediction[], variances: readonly Variance[]): number[] =>
  predictions.flatMap(({ residuals }, index) =>
    residuals.map((residual) => {
      const { variance, freedom } = variances[index]!;
      const left = (variance * freedom - residual * residual) / Math.max(freedom - 1, 1);
      return Math.abs(residual) / Math.sqrt(Math.max(left, variance * 1e-6, 1e-18));
    }),
  );

/** How much more often than by even chance something happens that happens now and then. */
const USUAL = 4;

/** A probability is not below how often as much has happened before, where that was clearly more often than by chance. */
function notBelowUsual(p: number, pastCount: number, past: number): number {
  // Two of many may be chance: by the standard error of a count.
  const often = (pastCount - Math.sqrt(pastCount)) / past;
  return pastCount > 1 && often > USUAL * p ? Math.max(p, pastCount / past) : p;
}

/** How many of ascending values are as large. */
function countFrom(ascending: readonly number[], size: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < size) low = middle + 1;
    else high = middle;
  }
  return ascending.length - low;
}

/** Surprises of series that are compared alike, as one course explains them; null where it leaves nothing to chance. */
function judgeBy(series: readonly Scaled[], course: Course, cycle: number): (Judged | null)[] {
  const { explained, shared } = explain(series, course, cycle);
  const predictions = explained.map(({ past }) => withDoubt(course.predict(past), shared));
  const variances = pooledVariances(
    predictions.map(({ variance }) => variance),
    predictions[0]!.freedom,
  );
  const past = pastSurprises(predictions, variances).toSorted((a, b) => a - b);
  return series.map((item, index) => {
    const surprise = judge(item, explained[index]!, predictions[index]!, variances[index]!);
    const { factor, expected } = predictions[index]!;
    const { variance, freedom } = variances[index]!;
    const own = Math.abs(explained[index]!.last - expected) / Math.sqrt(Math.max(variance * factor, 1e-18));
    const chance = twoSided(own, freedom);
    const usual = notBelowUsual(chance, countFrom(past, own), past.length);
    return surprise && usual > chance ? { ...surprise, p: Math.max(surprise.p, usual) } : surprise;
  });
}

function judge(
  { scale, values }: Scaled,
  { last, shared }: Explained,
  { expected, factor }: Prediction,
  { variance, freedom }: Variance,
): Judged | null {
  const error = Math.sqrt(variance * factor);
  if (!(error > 1e-9)) return null;
  const reach = criticalT(0.05, freedom) * error;
  const at = (scaled: number) => scale.from(scaled + shared);
  return {
    p: Math.min(1, twoSided((last - expected) / error, freedom) * (values.length < SHORT ? CAUTION : 1)),
    expected: at(expected),
    low: at(expected - reach),
    high: at(expected + reach),
    deviation: (at(expected + error) - at(expected - error)) / 2,
  };
}

/** Of few series either course may be true: the one to which the last values are less of a surprise counts. */
const lessSurprising = (a: Judged | null, b: Judged | null): Judged | null =>
  a === null || b === null ? null : a.p >= b.p ? a : b;

function judgeAlike(series: readonly Scaled[], cycle: number): (Judged | null)[] {
  if (series.length < LEAST_ALIKE) {
    const bySteps = judgeBy(series, STEPS, cycle);
    return judgeBy(series, LINE, cycle).map((surprise, index) => lessSurprising(surprise, bySteps[index]!));
  }
  const [line, steps] = [LINE, STEPS].map((course) =>
    explain(series, course, cycle).explained.map(({ past }) => Math.log(errorOf(course, past) + 1e-18)),
  );
  return judgeBy(series, mean(line!) < mean(steps!) - LINE_LEAD ? LINE : STEPS, cycle);
}

/**
 * How surprising the last value of each series is, against its trend, what all of them share, such as a season, and a
 * variance that is pooled over them. Series of equal length, without gaps; null for one that is too short, does not vary,
 * or is completely explained. `cycle`: periods of a season, 1 without any.
 */
export function surprisesOf(series: readonly (readonly number[])[], cycle: number): (Surprise | null)[] {
  const results: (Surprise | null)[] = series.map(() => null);
  if ((series[0]?.length ?? 0) < LEAST_PERIODS) return results;
  const scaled = series.flatMap((values, place): Scaled[] => {
    const scale = scaleOf(values);
    return scale ? [{ place, scale, values: values.map(scale.to) }] : [];
  });
  for (const kind of ['ratio', 'difference'] as const) {
    const alike = scaled.filter(({ scale }) => scale.kind === kind);
    if (alike.length === 0) continue;
    for (const [index, judged] of judgeAlike(alike, cycle).entries()) {
      const { place } = alike[index]!;
      const [before, value] = series[place]!.slice(-2);
      results[place] = judged && { ...judged, value: value!, before: before! };
    }
  }
  return results;
}
