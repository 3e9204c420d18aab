import type { Dimension, InsightContent, InsightDrivers } from '@rise/contract';
import { labelOf, type MemberValue } from './candidate.rules.ts';
import { seriesIn, type Course } from './course.ts';
import type { Examined, ExaminedMeasure } from './examined.rules.ts';
import { driverSentence } from './insight-texts.rules.ts';
import type { ExaminedQuery, Reading, Readings } from './readings.ts';
import {
  explainBy,
  ratioContributions,
  sumContributions,
  type Explanation,
  type MemberChange,
} from './statistics/contributions.rules.ts';

/** Members that are listed. */
const SHOWN = 6;

/** A change to be explained: between two places of a course. */
export interface Explained {
  readonly examined: Examined;
  readonly measure: ExaminedMeasure;
  readonly course: Course;
  readonly from: number;
  readonly to: number;
  /** The value that the change is relative to. */
  readonly before: number;
}

const canExplain = ({ measure: { adds, base, measure } }: Explained): boolean =>
  (adds && measure.kind !== 'average_balance') || base.length > 0;

/** The rows of two periods, by a dimension. */
function queryBy({ examined, measure, course, from, to }: Explained, dimension: Dimension): ExaminedQuery {
  return {
    dataset: examined.dataset.name,
    dimensions: [dimension.name, { field: course.time, grain: course.grain, fill: false }],
    measures: [...new Set([measure.measure.name, ...measure.base.map((part) => part.measure)])],
    filter: { any: [course.during(from, from), course.during(to, to)] },
  };
}

function changesIn(reading: Reading, { measure, course, from, to }: Explained, dimension: Dimension) {
  const read = (name: string) => seriesIn(reading, course, { dimension: dimension.name, measure: name });
  const values = read(measure.measure.name);
  const bases = measure.base.map((part) => ({ ...part, series: read(part.measure) }));
  const weightAt = (key: string, place: number) =>
    bases.reduce((total, { factor, series }) => total + factor * (series.get(key)?.values[place] ?? 0), 0);
  const members = new Map<string, MemberValue>();
  const changes = [...values].map(([key, { member, values: course_ }]): MemberChange => {
    members.set(key, member);
    return {
      key,
      before: course_[from]!,
      value: course_[to]!,
      weightBefore: weightAt(key, from),
      weight: weightAt(key, to),
    };
  });
  return { members, changes };
}

interface Found {
  readonly dimension: Dimension;
  readonly explanation: Explanation;
  readonly members: ReadonlyMap<string, MemberValue>;
}

/** What a change is due to, by the dimension that says most; null where none does. */
export async function explainChange(readings: Readings, explained: Explained): Promise<Found | null> {
  if (!canExplain(explained)) return null;
  const { dimensions } = explained.examined;
  const results = await readings.all(dimensions.map((dimension) => queryBy(explained, dimension)));
  const found = results.flatMap((reading, index): Found[] => {
    if (!reading) return [];
    const dimension = dimensions[index]!;
    const { members, changes } = changesIn(reading, explained, dimension);
    const contributions = explained.measure.adds ? sumContributions(changes) : ratioContributions(changes);
    const explanation = contributions && explainBy(contributions);
    return explanation ? [{ dimension, explanation, members }] : [];
  });
  // Members of bands move from one to another by themselves: other dimensions say more.
  const weight = ({ explanation, dimension }: Found) =>
    (explanation.surprise / Math.sqrt(explanation.few)) * (dimension.bands ? 0.1 : 1);
  return found.toSorted((a, b) => weight(b) - weight(a))[0] ?? null;
}

/** A finding with what its change is due to. */
export function withDrivers(
  finding: InsightContent,
  { measure, before: former }: Explained,
  found: Found | null,
): InsightContent {
  if (!found) return finding;
  const { dimension, explanation, members } = found;
  const { contributions, few } = explanation;
  // Of ratios that are no percentages, relative to what they were.
  const isPoints = !measure.adds && measure.format.unit === 'percent';
  const scale = measure.adds || isPoints ? 1 : 1 / Math.max(Math.abs(former), 1e-12);
  const label = (key: string) => labelOf(dimension, members.get(key) ?? null);
  const drivers: InsightDrivers = {
    dimension: dimension.title,
    unit: isPoints ? 'points' : 'share-of-total',
    members: contributions.slice(0, SHOWN).map(({ key, before, value, points, rate, mix }) => ({
      label: label(key),
      before,
      value,
      contribution: points * scale,
      rate: rate === null ? null : rate * scale,
      mix: mix === null ? null : mix * scale,
    })),
    rest: contributions.slice(SHOWN).reduce((total, { points }) => total + points * scale, 0),
  };
  const first = contributions[0]!;
  const sentence = driverSentence(dimension.title, {
    label: label(first.key),
    contribution: first.points * scale,
    few,
    count: contributions.length,
  });
  return { ...finding, drivers, details: [...finding.details, sentence] };
}
