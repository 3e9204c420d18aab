import type { Filter, TimeGrain } from '@rise/contract';
import type { Examined } from './examined.rules.ts';
import { numberOf, placeOf, type ExaminedQuery, type Reading, type Readings } from './readings.ts';

/** The last periods that are looked at. */
const MOST_PERIODS = 36;

/** The complete periods of a dataset. */
export interface Course {
  readonly time: string;
  readonly grain: TimeGrain;
  /** The first day of each, in order. */
  readonly periods: readonly string[];
  /** Periods between them without rows. */
  readonly gaps: readonly string[];
  /** The rows of these periods. */
  readonly filter: Filter;
  /** The rows of the periods at some places. */
  readonly during: (from: number, to: number) => Filter;
}

const DAY_MS = 86_400_000;
const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

/** The first day of the period after. */
export function nextPeriod(period: string, grain: TimeGrain, count = 1): string {
  const day = new Date(`${period.slice(0, 10)}T00:00:00Z`);
  const months = grain === 'month' ? 1 : grain === 'quarter' || grain === 'fiscal_quarter' ? 3 : 12;
  if (grain === 'day' || grain === 'week') day.setUTCDate(day.getUTCDate() + count * (grain === 'day' ? 1 : 7));
  else day.setUTCMonth(day.getUTCMonth() + count * months);
  return day.toISOString().slice(0, 10);
}

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

/** The grain of data that has rows in these months. */
function grainOf(months: readonly string[]): TimeGrain {
  const steps = months.slice(1).map((month, index) => monthsBetween(months[index]!, month));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1;
  return usual >= 12 ? 'year' : usual >= 3 ? 'quarter' : 'month';
}

/** Periods with rows that the data covers to their end, and the first day that it does not. */
async function closedPeriods(readings: Readings, { dataset, measures }: Examined, time: string, grain: TimeGrain) {
  const query: ExaminedQuery = {
    dataset: dataset.name,
    dimensions: [{ field: time, grain, fill: false }],
    measures: [(measures.find(({ isCheap }) => isCheap) ?? measures[0]!).measure.name],
    order: [{ field: `${time}_${grain}`, direction: 'asc' }],
  };
  const [reading] = await readings.all([query]);
  if (!reading) return null;
  const open = reading.columns[0]?.period?.incompleteFrom ?? null;
  const all = reading.rows.flatMap(([day]) => (typeof day === 'string' ? [day.slice(0, 10)] : []));
  return { periods: all.filter((day) => open === null || day < open.slice(0, 10)), open };
}

/** The periods in which a dataset can be followed; with less than two of them it cannot. Null without a date. */
export async function findCourse(readings: Readings, examined: Examined): Promise<Course | null> {
  const { time } = examined;
  if (time === null) return null;
  const months = await closedPeriods(readings, examined, time, 'month');
  if (!months) return null;
  const grain = months.periods.length < 4 ? 'month' : grainOf(months.periods);
  const found = grain === 'month' ? months : await closedPeriods(readings, examined, time, grain);
  if (!found) return null;
  const periods = found.periods.slice(-MOST_PERIODS);
  if (periods.length === 0) return null;
  const end = found.open === null ? undefined : dayBefore(found.open);
  const during = (from: number, to: number): Filter => {
    const after = periods[to + 1];
    const until = after === undefined ? end : dayBefore(after);
    return { field: time, during: { since: periods[from]!, ...(until !== undefined && { until }) } };
  };
  const gaps: string[] = [];
  for (let at = periods[0]!; at < periods.at(-1)!; at = nextPeriod(at, grain)) if (!periods.includes(at)) gaps.push(at);
  return { time, grain, periods, gaps, during, filter: during(0, periods.length - 1) };
}

/** The values of a measure by member and period: as many as there are periods, null where there is none. */
export function seriesIn(
  reading: Reading,
  { periods, time, grain }: Course,
  { dimension, measure }: { dimension: string | null; measure: string },
): Map<string, { member: string | number | boolean | null; values: (number | null)[] }> {
  const places = new Map(periods.map((period, place) => [period, place]));
  const [at, by, of] = [
    placeOf(reading, `${time}_${grain}`),
    dimension === null ? -1 : placeOf(reading, dimension),
    placeOf(reading, measure),
  ];
  const found = new Map<string, { member: string | number | boolean | null; values: (number | null)[] }>();
  for (const row of reading.rows) {
    const place = places.get(String(row[at]).slice(0, 10));
    if (place === undefined) continue;
    const member = by === -1 ? null : row[by]!;
    const key = JSON.stringify(member);
    const series = found.get(key) ?? { member, values: periods.map(() => null) };
    series.values[place] = numberOf(row[of]);
    found.set(key, series);
  }
  return found;
}
