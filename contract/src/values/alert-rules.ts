import type { AlertCondition, AlertScope, FigureCourse } from '../report-alerts.ts';
import type { DimensionRequest } from '../query/query.ts';

/** Earlier periods that an anomaly is judged by: fewer say too little, more than these are too long ago. */
export const MIN_ANOMALY_PERIODS = 8;
const MAX_ANOMALY_PERIODS = 24;

/** Deviations, in robust standard deviations, beyond which a change is unusual. */
const LIMITS = { low: 5, medium: 3.5, high: 2.5 } as const;

/** Of a normal distribution: its standard deviation in median, and in mean, absolute deviations. */
const PER_MEDIAN_DEVIATION = 1.4826;
const PER_MEAN_DEVIATION = 1.2533;

/** A figure in a closed period; without periods, of all rows. */
export interface CoursePoint {
  readonly period: string | null;
  readonly value: number | null;
}

/** What a condition says of a figure. `expected`: the range outside of which it is unusual; null unless that was judged. */
export interface Judgment {
  readonly status: 'ok' | 'firing' | 'no-data';
  readonly value: number | null;
  /** What the value was compared with; null where it was with nothing. */
  readonly reference: number | null;
  readonly expected: readonly [from: number, to: number] | null;
}

export interface JudgedBefore {
  /** Whether the alert fired last, which it then does until the value has cleared. */
  readonly isFiring: boolean;
  /** The figure in the data version before; null without one. */
  readonly formerVersion: number | null;
}

const TOLERANCE = 1e-9;

/** Whether a number is greater than another by more than binary fractions are wrong by. */
const exceeds = (left: number, right: number): boolean =>
  left > right && (left - right === Infinity || left - right > TOLERANCE * Math.max(Math.abs(left), Math.abs(right)));

/** Judges the last of some closed periods, which are in order of time. */
export function judge(condition: AlertCondition, course: readonly CoursePoint[], before: JudgedBefore): Judgment {
  const value = course.at(-1)?.value ?? null;
  if (value === null) return NOTHING;
  switch (condition.kind) {
    case 'threshold':
      return {
        ...judged(value, isBeyond(condition, value, before.isFiring)),
        reference: condition.value,
      };
    case 'change': {
      const reference =
        condition.against === 'version' ? before.formerVersion : (course[course.length - 2]?.value ?? null);
      if (reference === null) return condition.against === 'version' ? judged(value, false) : { ...NOTHING, value };
      return { ...judged(value, isChanged(condition, value, reference)), reference };
    }
    case 'anomaly': {
      const expected = expectedRange(course.slice(0, -1), LIMITS[condition.sensitivity]);
      if (expected === null) return { ...NOTHING, value };
      const isUnusual = exceeds(value, expected[1]) || exceeds(expected[0], value);
      return { ...judged(value, isUnusual), reference: course.at(-2)!.value, expected };
    }
    default:
      return condition satisfies never;
  }
}

const NOTHING: Judgment = { status: 'no-data', value: null, reference: null, expected: null };

const judged = (value: number, isFiring: boolean): Judgment => ({
  status: isFiring ? 'firing' : 'ok',
  value,
  reference: null,
  expected: null,
});

type Threshold = Extract<AlertCondition, { kind: 'threshold' }>;

/** One that fires goes on until the value is back at the clear threshold. */
function isBeyond({ when, value: limit, clear }: Threshold, value: number, isFiring: boolean): boolean {
  const bound = isFiring ? (clear ?? limit) : limit;
  return when === 'above' ? exceeds(value, bound) : exceeds(bound, value);
}

type Change = Extract<AlertCondition, { kind: 'change' }>;

/** From 0, each change is greater than any percentage. */
function isChanged({ when, by, unit }: Change, value: number, reference: number): boolean {
  const difference = value - reference;
  const change =
    unit === 'value'
      ? difference
      : difference === 0
        ? 0
        : reference === 0
          ? difference * Infinity
          : difference / Math.abs(reference);
  if (when === 'rises') return exceeds(change, by);
  return when === 'falls' ? exceeds(-change, by) : exceeds(Math.abs(change), by);
}

/**
 * Where the next value is likely to be: the last one and the median change from period to period, give or take so many
 * median deviations from it, which single outliers do not widen. Null where there are too few periods.
 */
function expectedRange(earlier: readonly CoursePoint[], limit: number): [number, number] | null {
  const recent = earlier.slice(-MAX_ANOMALY_PERIODS);
  const values = recent.flatMap(({ value }) => value ?? []);
  const last = recent.at(-1)?.value ?? null;
  if (last === null || values.length < MIN_ANOMALY_PERIODS) return null;
  const changes = recent.flatMap(({ value }, place) => {
    const former = recent[place - 1]?.value ?? null;
    return value === null || former === null ? [] : value - former;
  });
  if (changes.length < MIN_ANOMALY_PERIODS - 1) return null;
  const usual = median(changes);
  const deviations = changes.map((change) => Math.abs(change - usual));
  const spread = median(deviations) * PER_MEDIAN_DEVIATION || mean(deviations) * PER_MEAN_DEVIATION;
  return [last + usual - limit * spread, last + usual + limit * spread];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * What an alert would have said at the end of each closed period, in order of time. One on changes between data versions
 * says nothing of the past.
 */
export function replay(condition: AlertCondition, course: readonly CoursePoint[]): Judgment[] {
  let isFiring = false;
  return course.map((_, place) => {
    const judgment = judge(condition, course.slice(0, place + 1), { isFiring, formerVersion: null });
    if (judgment.status !== 'no-data') isFiring = judgment.status === 'firing';
    return judgment;
  });
}

/** How often an alert would have triggered. */
export const firings = (judgments: readonly Judgment[]): number => {
  const states = judgments.flatMap(({ status }) => (status === 'no-data' ? [] : [status]));
  return states.filter((status, place) => status === 'firing' && states[place - 1] !== 'firing').length;
};

/** The closed periods of each member of a course, in order of time; a member without a value in one has null there. */
export function membersOf({ points, members }: Pick<FigureCourse, 'points' | 'members'>) {
  return (members ?? []).map((member) => ({
    ...member,
    closed: points.flatMap(({ period, isOpen }, place): CoursePoint[] =>
      isOpen ? [] : [{ period, value: member.values[place] ?? null }],
    ),
  }));
}

/** What an alert needs to know of a tile. */
interface WatchedTile {
  readonly kind: string;
  readonly measures?: readonly string[] | undefined;
  readonly measure?: string | undefined;
  readonly companions?: readonly string[] | undefined;
  readonly whole?: string;
  readonly parts?: readonly string[];
  readonly category?: DimensionRequest | undefined;
  readonly series?: DimensionRequest | undefined;
  readonly dimensions?: readonly DimensionRequest[] | undefined;
  readonly columns?: readonly DimensionRequest[] | undefined;
}

/** What it needs to know of the tile's report. */
interface WatchedReport {
  readonly subject?: { readonly key: string } | undefined;
  /** From which the reader of a ranking or a distribution selects. */
  readonly measures?: readonly string[] | undefined;
}

/** The measures of a tile that alerts can be set on; none of texts and lists of rows. */
export function watchedMeasures(tile: WatchedTile, report: WatchedReport): readonly string[] {
  switch (tile.kind) {
    case 'figures':
    case 'chart':
    case 'table':
    case 'kpis':
      return tile.measures ?? [];
    case 'classification':
      return tile.measure === undefined ? [] : [tile.measure, ...(tile.companions ?? [])];
    case 'mix':
      return tile.whole === undefined ? [] : [tile.whole, ...(tile.parts ?? [])];
    case 'ranking':
    case 'distribution':
      if (watchedScopes(tile, report).length === 0) return [];
      return tile.measure === undefined ? (report.measures ?? []) : [tile.measure];
    default:
      return [];
  }
}

/** The dimensions of a tile whose members have figures of their own: all but its periods. */
export function memberFields(tile: WatchedTile, { subject }: WatchedReport): readonly string[] {
  const requests =
    tile.kind === 'chart'
      ? [tile.category, tile.series]
      : tile.kind === 'table'
        ? [...(tile.dimensions ?? []), ...(tile.columns ?? [])]
        : tile.kind === 'ranking'
          ? [subject?.key]
          : [];
  return requests.filter((request) => typeof request === 'string').slice(0, 4);
}

/** Which figures of a tile an alert can be on, the usual one first; empty for tiles that it cannot be on. */
export function watchedScopes(tile: WatchedTile, report: WatchedReport): readonly AlertScope['kind'][] {
  const hasMembers = memberFields(tile, report).length > 0;
  switch (tile.kind) {
    case 'chart':
    case 'table':
      return hasMembers ? ['total', 'member', 'any'] : ['total'];
    case 'figures':
    case 'classification':
    case 'mix':
      return ['total'];
    case 'kpis':
      return ['total', 'statistic'];
    case 'ranking':
      return hasMembers ? ['statistic', 'member', 'any'] : [];
    case 'distribution':
      return report.subject ? ['statistic'] : [];
    default:
      return [];
  }
}
