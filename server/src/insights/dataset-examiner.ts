import type { Dimension, Filter, InsightContent, LocalizedText } from '@rise/contract';
import type { Candidate, MemberValue } from './candidate.rules.ts';
import { findCourse, seriesIn, type Course } from './course.ts';
import type { Examined, ExaminedMeasure } from './examined.rules.ts';
import { LIMITS } from './insight-texts.rules.ts';
import { memberAnomalies, memberSeries, stoppedMembers } from './member-findings.ts';
import { isComparable, ownStanding, peerFamilies, type PeerContext } from './peer-findings.ts';
import { gapsOf, missingValues, repeatedTotal, type MemberSize } from './quality-findings.ts';
import { numberOf, placeOf, type ExaminedQuery, type Reading, type Readings } from './readings.ts';
import type { Family } from './statistics/discoveries.rules.ts';
import { LEAST_PERIODS } from './statistics/surprises.rules.ts';
import { LEAST_PEERS } from './statistics/peers.rules.ts';
import { totalAnomaly, totalChange, totalForecast, totalThreshold, type TotalSeries } from './total-findings.ts';

/** Measures of one query. */
const BATCH = 15;
/** Members of a dimension that are followed, and that are compared. */
const [MOST_MEMBERS, MOST_PEERS] = [500, 10_000];

export interface DatasetResult {
  readonly families: Family<Candidate>[];
  /** What is no hypothesis: seen as it is. */
  readonly seen: InsightContent[];
  readonly totals: TotalSeries[];
  readonly limits: LocalizedText[];
  readonly measures: number;
  readonly dimensions: number;
}

interface Setting {
  readonly currency: string;
  readonly home: MemberValue;
  readonly onStep: (part: number) => Promise<void>;
  /** Lets other work have its turn: what follows from a reading takes longer than reading it. */
  readonly turn: () => Promise<void>;
}

const batches = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_, index) => list.slice(index * BATCH, (index + 1) * BATCH));

const present = <T>(list: readonly (T | null)[]): T[] => list.filter((item): item is T => item !== null);

/** Looks at one dataset. */
export class DatasetExaminer {
  readonly #readings: Readings;
  readonly #examined: Examined;
  readonly #setting: Setting;
  #course: Course | null = null;
  #last: Filter | undefined;

  constructor(readings: Readings, examined: Examined, setting: Setting) {
    this.#readings = readings;
    this.#examined = examined;
    this.#setting = setting;
  }

  async examine(): Promise<DatasetResult> {
    const { dataset, time, measures, dimensions } = this.#examined;
    const { onStep } = this.#setting;
    this.#course = await findCourse(this.#readings, this.#examined);
    const course = this.#course;
    if (course) this.#last = course.during(course.periods.length - 1, course.periods.length - 1);
    const isFollowed = course !== null && course.periods.length >= LEAST_PERIODS;
    const totals = isFollowed ? await this.#totals(course) : [];
    await onStep(0.2);
    const counted = await this.#sizes();
    await onStep(0.3);
    const members = await this.#members(totals, counted);
    await onStep(0.8);
    const peers = await this.#peers(counted);
    await onStep(1);
    const own = totals.flatMap((series) => present([totalAnomaly(series), totalChange(series)]));
    const sized = this.#sizedBy();
    return {
      families: [...own.map((candidate) => ({ members: [candidate] })), ...members.families, ...peers.families],
      seen: [
        ...present(totals.flatMap((series) => [totalThreshold(series), totalForecast(series), repeatedTotal(series)])),
        ...members.stopped,
        ...peers.standings,
        ...(course && sized ? gapsOf(this.#examined, sized, course) : []),
        ...(sized
          ? present(
              [...counted].map(([dimension, sizes]) =>
                missingValues({ examined: this.#examined, measure: sized, course }, dimension, sizes),
              ),
            )
          : []),
      ],
      totals,
      limits: isFollowed
        ? []
        : [time === null ? LIMITS.noTime(dataset.title) : LIMITS.noPeriods(dataset.title, course?.periods.length ?? 0)],
      measures: measures.length,
      dimensions: dimensions.length,
    };
  }

  /** What the size of a member is measured by: a number of rows where the model has one. */
  #sizedBy(): ExaminedMeasure | undefined {
    const { measures } = this.#examined;
    return (
      measures.find(({ measure }) => measure.kind === 'count') ?? measures.find(({ adds, isCheap }) => adds && isCheap)
    );
  }

  /** Each measure over all rows, in the last periods that it has a value of. */
  async #totals(course: Course): Promise<TotalSeries[]> {
    const { dataset, measures } = this.#examined;
    const groups = batches(measures);
    const results = await this.#readings.all(
      groups.map((group) => ({
        dataset: dataset.name,
        dimensions: [{ field: course.time, grain: course.grain, fill: false }],
        measures: group.map(({ measure }) => measure.name),
        filter: course.filter,
      })),
    );
    return results.flatMap((reading, index) =>
      reading ? present(groups[index]!.map((measure) => this.#totalIn(reading, measure, course))) : [],
    );
  }

  #totalIn(reading: Reading, measure: ExaminedMeasure, course: Course): TotalSeries | null {
    const found = seriesIn(reading, course, { dimension: null, measure: measure.measure.name });
    const all = [...found.values()][0]?.values ?? [];
    const from = all.lastIndexOf(null) + 1;
    const values = all.slice(from).filter((value): value is number => value !== null);
    if (values.length < LEAST_PERIODS) return null;
    return {
      examined: this.#examined,
      measure,
      course,
      currency: this.#setting.currency,
      periods: course.periods.slice(from),
      values,
    };
  }

  /** The members of each dimension in the last period, the largest first; not those of which there is one only. */
  async #sizes(): Promise<Map<Dimension, MemberSize[]>> {
    const { dataset, dimensions } = this.#examined;
    const sized = this.#sizedBy();
    if (!sized) return new Map();
    const { name } = sized.measure;
    const results = await this.#readings.all(
      dimensions.map((dimension): ExaminedQuery => ({
        dataset: dataset.name,
        dimensions: [dimension.name],
        measures: [name],
        filter: this.#last,
        order: [{ field: name, direction: 'desc' }],
        limit: MOST_MEMBERS + 1,
      })),
    );
    return new Map(
      results.flatMap((reading, index): [Dimension, MemberSize[]][] => {
        const sizes = (reading?.rows ?? []).map(([member, size]) => ({
          member: member!,
          size: Math.abs(numberOf(size) ?? 0),
        }));
        // With more, it names things instead of grouping them.
        return sizes.length > 1 && sizes.length <= MOST_MEMBERS ? [[dimensions[index]!, sizes]] : [];
      }),
    );
  }

  /** The course of each member of each dimension. */
  async #members(totals: readonly TotalSeries[], counted: ReadonlyMap<Dimension, readonly MemberSize[]>) {
    const { dataset } = this.#examined;
    const families: Family<Candidate>[] = [];
    const stopped: InsightContent[] = [];
    const cheap = totals.filter(({ measure }) => measure.isCheap);
    let done = 0;
    for (const dimension of counted.keys()) {
      const groups = batches(cheap);
      const results = await this.#readings.all(
        groups.map((group) => ({
          dataset: dataset.name,
          dimensions: [dimension.name, { field: group[0]!.course.time, grain: group[0]!.course.grain, fill: false }],
          measures: group.map(({ measure }) => measure.measure.name),
          filter: group[0]!.course.filter,
        })),
      );
      for (const [index, reading] of results.entries())
        for (const total of reading ? groups[index]! : []) {
          const series = memberSeries(reading!, total, dimension);
          families.push(memberAnomalies(series));
          stopped.push(...stoppedMembers(series));
          await this.#setting.turn();
        }
      await this.#setting.onStep(0.3 + (0.5 * ++done) / counted.size);
    }
    return { families, stopped };
  }

  /** Members beside one another, by measures that do not depend on their size. */
  async #peers(counted: ReadonlyMap<Dimension, readonly MemberSize[]>) {
    const { entity, measures, dataset } = this.#examined;
    const compared = measures.filter(isComparable);
    if (compared.length === 0) return { families: [], standings: [] };
    const context: PeerContext = {
      examined: this.#examined,
      course: this.#course,
      currency: this.#setting.currency,
      filter: this.#last,
      home: null,
    };
    const families: Family<Candidate>[] = [];
    const own: Candidate[] = [];
    const standings: InsightContent[] = [];
    const places = [
      ...[...counted]
        .filter(([, { length }]) => length >= LEAST_PEERS)
        .map(([dimension]) => ({ dimension, name: null as Dimension | null, home: null as MemberValue })),
      ...(entity
        ? [
            {
              dimension: entity.key,
              name: entity.name === entity.key ? null : entity.name,
              home: this.#setting.home,
            },
          ]
        : []),
    ];
    for (const { dimension, name, home } of places) {
      const groups = batches(compared);
      const results = await this.#readings.all(
        groups.map((group) => ({
          dataset: dataset.name,
          dimensions: name === null ? [dimension.name] : [dimension.name, name.name],
          measures: [
            ...new Set(group.flatMap(({ measure, base }) => [measure.name, ...base.map((part) => part.measure)])),
          ],
          filter: this.#last,
        })),
      );
      for (const [index, reading] of results.entries())
        for (const measure of reading && reading.rows.length <= MOST_PEERS ? groups[index]! : []) {
          if (placeOf(reading!, measure.measure.name) === -1) continue;
          const found = peerFamilies(reading!, { ...context, home }, { measure, dimension, name });
          families.push(found.others);
          own.push(...found.own);
          if (home !== null)
            standings.push(...present([ownStanding(reading!, { ...context, home }, { measure, dimension, name })]));
          await this.#setting.turn();
        }
    }
    return { families: own.length > 0 ? [...families, { members: own }] : families, standings };
  }
}
