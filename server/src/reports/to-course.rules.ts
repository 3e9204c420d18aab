import {
  MAX_ALERT_MEMBERS,
  type Cell,
  type FigureCourse,
  type FigureFormat,
  type LocalizedText,
  type PeerStatistic,
  type QueryResult,
} from '@rise/contract';
import type { Fields } from './choices.ts';
import { COURSE_PERIODS, fieldsOf, type CourseOf } from './figure-course.rules.ts';

export interface CourseResults {
  readonly figure: QueryResult;
  /** All members together; null where the figure's own periods are all. */
  readonly periods: QueryResult | null;
}

interface CourseContext extends CourseOf {
  readonly currency: string;
  readonly fields: Fields;
  /** The dimension that names the members instead of their values. */
  readonly memberTitle: string | undefined;
}

type Point = FigureCourse['points'][number];
type Member = NonNullable<FigureCourse['members']>[number];

const NUMBER: FigureFormat = { unit: 'number', decimals: 2, truncate: false };

/** The results of a course's queries in order of time. */
export function toCourse({ figure, periods }: CourseResults, of: CourseContext): FigureCourse {
  const { scope, measure, time, currency, fields } = of;
  if (scope.kind === 'statistic') return toStatistic(figure, of, scope.statistic);
  const column = figure.columns.find(({ name }) => name === measure)!;
  const course = {
    figure: {
      title: column.title,
      format: column.format ?? NUMBER,
      currency,
      grain: time?.grain ?? null,
      member: scope.kind === 'member' ? labelOf(scope.parts, fields) : null,
      statistic: null,
    },
    dataVersion: figure.meta.dataVersion,
    members: null,
    isTruncated: false,
  };
  if (scope.kind === 'any') return { ...course, ...toMembers(figure, of) };
  const own = pointsOf(figure, measure);
  if (!periods) return { ...course, points: own };
  // A period without rows of the member is one in which it has no value, and not one that does not exist.
  const values = new Map(own.map(({ period, value }) => [period, value]));
  const all = pointsOf(periods, measure).map((point) => ({ ...point, value: values.get(point.period) ?? null }));
  return { ...course, points: all };
}

function pointsOf({ columns, rows }: QueryResult, measure: string): Point[] {
  const place = columns.findIndex(({ name }) => name === measure);
  const period = columns.findIndex((one) => one.period !== undefined);
  const dated = period < 0 ? rows : rows.filter((row) => row[period] !== null);
  return dated.toReversed().map((row) => {
    const start = period < 0 ? null : String(row[period]);
    return { period: start, value: numberOf(row[place]), isOpen: isOpen(columns, start) };
  });
}

/** Whether the data does not cover a period to its end. */
function isOpen(columns: QueryResult['columns'], start: string | null): boolean {
  const incompleteFrom = columns.find((one) => one.period !== undefined)?.period?.incompleteFrom ?? null;
  return start !== null && incompleteFrom !== null && start >= incompleteFrom;
}

/** The values of each member in the periods that one of them has rows in. */
function toMembers(
  { columns, rows, meta }: QueryResult,
  { scope, measure, fields, memberTitle }: CourseContext,
): Pick<FigureCourse, 'points' | 'members' | 'isTruncated'> {
  const places = fieldsOf(scope).map((field) => ({ field, place: columns.findIndex(({ name }) => name === field) }));
  const [value, title, period] = [
    columns.findIndex(({ name }) => name === measure),
    columns.findIndex(({ name }) => name === memberTitle),
    columns.findIndex((one) => one.period !== undefined),
  ];
  const dated = period < 0 ? rows : rows.filter((row) => row[period] !== null);
  const startOf = (row: readonly Cell[]) => (period < 0 ? null : String(row[period]));
  const starts = [...new Set(dated.map(startOf))];
  // Of the earliest period only some members may have come.
  const complete = meta.truncated && starts.length > 1 ? starts.slice(0, -1) : starts;
  const points = complete
    .slice(0, COURSE_PERIODS)
    .toReversed()
    .map((start): Point => ({ period: start, value: null, isOpen: isOpen(columns, start) }));
  const latest = points.findLastIndex((point) => !point.isOpen);
  const placeOf = new Map(points.map((point, place) => [point.period, place]));
  const members = new Map<string, Member>();
  for (const row of dated) {
    const place = placeOf.get(startOf(row));
    if (place === undefined) continue;
    const parts = places.map((part) => ({ field: part.field, value: row[part.place] ?? null }));
    const key = JSON.stringify(parts.map((part) => part.value));
    const member = members.get(key) ?? {
      key,
      parts,
      label: labelOf(title < 0 ? parts : [{ field: memberTitle!, value: row[title] ?? null }], fields),
      values: points.map(() => null),
      isPresent: false,
    };
    member.values[place] = numberOf(row[value]);
    member.isPresent ||= place === latest;
    members.set(key, member);
  }
  const all = [...members.values()];
  const isTruncated = all.length > MAX_ALERT_MEMBERS || (meta.truncated && starts.length === 1);
  return { points, members: all.slice(0, MAX_ALERT_MEMBERS), isTruncated };
}

/** Of now: comparisons are of the latest rows only. */
function toStatistic(
  { columns, rows, meta }: QueryResult,
  { measure, currency, fields }: CourseContext,
  statistic: PeerStatistic,
): FigureCourse {
  const place = (name: string) => columns.findIndex((column) => column.name === name);
  const row = rows.find((one) => one[place('measure')] === measure);
  const known = fields.measure(measure);
  const of = statistic === 'rank' && known?.better === 'lower' ? 'rank_from_least' : statistic;
  return {
    figure: {
      title: known?.title ?? { en: measure },
      format: statistic === 'median' ? (known?.format ?? NUMBER) : { ...NUMBER, decimals: 0 },
      currency,
      grain: null,
      member: null,
      statistic,
    },
    points: [{ period: null, value: numberOf(row?.[place(of)]), isOpen: false }],
    members: null,
    isTruncated: false,
    dataVersion: meta.dataVersion,
  };
}

/** The values of a member, or what they are called. */
function labelOf(parts: readonly { field: string; value: Cell }[], fields: Fields): LocalizedText {
  const titles = parts.map(({ field, value }) => {
    const known = fields.dimension(field)?.values?.find((one) => one.value === value)?.title;
    return known ?? { en: value === null || value === '' ? '–' : String(value) };
  });
  const join = (texts: readonly string[]) => texts.join(' · ');
  return { en: join(titles.map(({ en }) => en)), tr: join(titles.map(({ en, tr }) => tr ?? en)) };
}

/** Exact decimals arrive as text; dates and texts are no numbers that an alert could judge. */
function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
