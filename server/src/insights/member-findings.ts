import type { Dimension, InsightContent } from '@rise/contract';
import { candidateQuery } from './candidate-query.rules.ts';
import {
  describe,
  keyOf,
  labelOf,
  scoreOf,
  subjectOf,
  toneOf,
  type Candidate,
  type MemberValue,
} from './candidate.rules.ts';
import { seriesIn } from './course.ts';
import { CYCLES } from './examined.rules.ts';
import { anomalySentence, stoppedSentence } from './insight-texts.rules.ts';
import type { Reading } from './readings.ts';
import { TOO_PROBABLE, type Family } from './statistics/discoveries.rules.ts';
import { surprisesOf, type Surprise } from './statistics/surprises.rules.ts';
import { coursePoints, type TotalSeries } from './total-findings.ts';

/** Part of the total that a member has to have had for its end to be worth a mention. */
const WORTH = 0.005;

interface Member {
  readonly member: MemberValue;
  readonly values: readonly number[];
}

interface MemberSeries {
  readonly total: TotalSeries;
  readonly dimension: Dimension;
  readonly members: readonly Member[];
  /** Members of whom nothing is there in the last period only, with their last values. */
  readonly stopped: readonly { member: MemberValue; values: readonly (number | null)[] }[];
}

/** The members of a dimension that have a value in each period of the total. */
export function memberSeries(reading: Reading, total: TotalSeries, dimension: Dimension): MemberSeries {
  const { course, measure, periods } = total;
  const found = seriesIn(reading, course, { dimension: dimension.name, measure: measure.measure.name });
  const members: Member[] = [];
  const stopped: { member: MemberValue; values: (number | null)[] }[] = [];
  for (const { member, values } of found.values()) {
    const own = values.slice(-periods.length);
    const known = own.filter((value): value is number => value !== null);
    if (known.length === own.length) members.push({ member, values: known });
    else if (known.length === own.length - 1 && own.at(-1) === null) stopped.push({ member, values: own });
  }
  return { total, dimension, members, stopped };
}

/** The last value of each member, as a family. */
export function memberAnomalies({ total, dimension, members }: MemberSeries): Family<Candidate> {
  const surprises = surprisesOf(
    members.map(({ values }) => values),
    CYCLES[total.course.grain],
  );
  const found = members.flatMap((item, index) => {
    const surprise = surprises[index];
    return surprise && surprise.p < TOO_PROBABLE
      ? [anomalyOf(total, dimension, { item, surprise, count: members.length })]
      : [];
  });
  return { members: found, others: surprises.filter((surprise) => surprise !== null).length - found.length };
}

function anomalyOf(
  total: TotalSeries,
  dimension: Dimension,
  { item, surprise, count }: { item: Member; surprise: Surprise; count: number },
): Candidate {
  const { examined, measure, course, currency, periods } = total;
  const { p, value, before, expected, low, high } = surprise;
  const names = { dataset: examined.dataset.name, measure: measure.measure.name };
  const member = { field: dimension.name, value: item.member };
  const { values } = item;
  const whole = Math.abs(total.values.at(-1)!);
  const build = (): InsightContent => {
    const label = labelOf(dimension, item.member);
    const subject = subjectOf(measure, { dimension, label }, currency);
    const size = measure.adds && whole > 0 ? Math.abs(expected) / whole : 1 / count;
    const period = periods.at(-1)!;
    return {
      ...describe(examined, measure),
      key: keyOf('anomaly', names.dataset, names.measure, dimension.name, item.member),
      kind: 'anomaly',
      p,
      tone: toneOf(measure, value - expected),
      member: { ...member, title: dimension.title, label },
      period,
      value,
      sentence: anomalySentence(subject, { before, value, low, high, period, grain: course.grain }),
      details: [],
      score: scoreOf({ effect: (value - expected) / Math.max(Math.abs(expected), 1e-12), p, size }),
      chart: { kind: 'course', grain: course.grain, points: coursePoints(periods, values, surprise), limit: null },
      drivers: null,
      query: candidateQuery(examined, { measure, course, member }),
    };
  };
  return { ...names, p, kind: 'anomaly', member, value, difference: value - expected, build };
}

/** Members that had figures in every period but the last. */
export function stoppedMembers({ total, dimension, stopped }: MemberSeries): InsightContent[] {
  const { examined, measure, course, currency, periods, values: totals } = total;
  if (!measure.adds) return [];
  return stopped.flatMap(({ member: value, values }): InsightContent[] => {
    const last = values.at(-2)!;
    const share = Math.abs(last) / Math.max(Math.abs(totals.at(-2)!), 1e-12);
    if (share < WORTH) return [];
    const label = labelOf(dimension, value);
    const member = { field: dimension.name, value };
    const period = periods.at(-1)!;
    return [
      {
        ...describe(examined, measure),
        key: keyOf('quality', 'stopped', examined.dataset.name, dimension.name, value),
        kind: 'quality',
        p: null,
        tone: 'negative',
        member: { ...member, title: dimension.title, label },
        period,
        value: null,
        sentence: stoppedSentence(subjectOf(measure, { dimension, label }, currency), {
          period,
          grain: course.grain,
          last,
        }),
        details: [],
        score: Math.min(1, share * 4),
        chart: {
          kind: 'course',
          grain: course.grain,
          points: periods.map((at, place) => ({
            period: at,
            value: values[place]!,
            expected: null,
            low: null,
            high: null,
          })),
          limit: null,
        },
        drivers: null,
        query: candidateQuery(examined, { measure, course, member }),
      },
    ];
  });
}
