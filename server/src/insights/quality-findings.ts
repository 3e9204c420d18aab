import { UNMAPPED, type Dimension, type InsightContent } from '@rise/contract';
import { candidateQuery } from './candidate-query.rules.ts';
import { describe, keyOf, labelOf, subjectOf, type MemberValue } from './candidate.rules.ts';
import type { Course } from './course.ts';
import type { Examined, ExaminedMeasure } from './examined.rules.ts';
import { gapSentence, missingSentence, repeatedSentence } from './insight-texts.rules.ts';
import { queryOf } from './readings.ts';
import { coursePoints, type TotalSeries } from './total-findings.ts';

/** Part of the rows without a value that is worth a mention, and from which on a value is the exception. */
const [NOTABLE, MOSTLY] = [0.02, 0.6];
const SHOWN = 8;

export interface MemberSize {
  readonly member: MemberValue;
  readonly size: number;
}

/** Rows that have no value of a dimension, or an unmapped one. Null where few do, or it is seldom filled at all. */
export function missingValues(
  { examined, measure, course }: { examined: Examined; measure: ExaminedMeasure; course: Course | null },
  dimension: Dimension,
  sizes: readonly MemberSize[],
): InsightContent | null {
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const missing = sizes.filter(
    ({ member }) => member === null || member === '' || (dimension.mapping && member === UNMAPPED),
  );
  const share = missing.reduce((sum, { size }) => sum + size, 0) / total;
  if (!(share >= NOTABLE && share <= MOSTLY)) return null;
  const [largest] = missing.toSorted((a, b) => b.size - a.size);
  const isUnmapped = largest!.member === UNMAPPED;
  const filter = course ? course.during(course.periods.length - 1, course.periods.length - 1) : undefined;
  return {
    ...describe(examined, measure),
    key: keyOf('quality', 'missing', examined.dataset.name, dimension.name),
    kind: 'quality',
    p: null,
    tone: 'negative',
    member: {
      field: dimension.name,
      title: dimension.title,
      label: labelOf(dimension, largest!.member),
      value: largest!.member,
    },
    period: course?.periods.at(-1) ?? null,
    value: largest!.size,
    sentence: missingSentence(dimension.title, examined.dataset.title, { share, isUnmapped }),
    details: [],
    score: share,
    chart: {
      kind: 'shares',
      members: sizes
        .toSorted((a, b) => b.size - a.size)
        .filter((item, place) => place < SHOWN || item === largest)
        .map((item) => ({ label: labelOf(dimension, item.member), share: item.size / total, isOwn: item === largest })),
    },
    drivers: null,
    query: queryOf({
      dataset: examined.dataset.name,
      dimensions: [dimension.name],
      measures: [measure.measure.name],
      filter,
    }),
  };
}

/** Periods without any rows, between others that have some. */
export function gapsOf(examined: Examined, measure: ExaminedMeasure, course: Course): InsightContent[] {
  return course.gaps.slice(0, 3).map((period) => ({
    ...describe(examined, measure),
    key: keyOf('quality', 'gap', examined.dataset.name, period),
    kind: 'quality',
    p: null,
    tone: 'negative',
    measure: null,
    member: null,
    period,
    value: null,
    sentence: gapSentence(examined.dataset.title, { period, grain: course.grain }),
    details: [],
    score: 1,
    chart: null,
    drivers: null,
    query: candidateQuery(examined, { measure, course, member: null }),
  }));
}

/** Totals that are exactly those of the period before, as if it had been loaded twice. */
export function repeatedTotal(series: TotalSeries): InsightContent | null {
  const { examined, measure, course, currency, periods, values } = series;
  const earlier = values.slice(1, -1).some((value, index) => value === values[index]);
  if (measure.measure.kind !== 'sum' || earlier || values.at(-1) !== values.at(-2) || values.at(-1) === 0) return null;
  const [value, period] = [values.at(-1)!, periods.at(-1)!];
  return {
    ...describe(examined, measure),
    key: keyOf('quality', 'repeated', examined.dataset.name, measure.measure.name),
    kind: 'quality',
    p: null,
    tone: 'negative',
    member: null,
    period,
    value,
    sentence: repeatedSentence(subjectOf(measure, null, currency), { value, period, grain: course.grain }),
    details: [],
    score: 0.8,
    chart: { kind: 'course', grain: course.grain, points: coursePoints(periods, values, null), limit: null },
    drivers: null,
    query: candidateQuery(examined, { measure, course, member: null }),
  };
}
