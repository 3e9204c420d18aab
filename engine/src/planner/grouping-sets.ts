import { columnOf } from '@rise/contract';
import type { AggregateQuery, ErrorDetail, Measure, ResultColumn } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { Fail } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';
import type { BoundDataset } from './binding/bound-dataset.ts';
import { findMeasure } from './fields/look-up.ts';
import { LOOKS_BACK } from './measures/aggregate.ts';
import { timeOf } from './measures/calculation.ts';
import { notComparable } from './measures/amounts.ts';
import { planMeasure } from './measures/measure.ts';
import type { AggregatePlan, PlanFact, PlanPivot, PlanTop } from '../plan/plan.ts';
import { levelName } from '../plan/levels.ts';

function rejectUnknown(names: readonly string[], columns: readonly string[], path: string, fail: Fail): void {
  for (const [index, name] of names.entries()) {
    const place = `${path}.${index}`;
    if (!columns.includes(name)) {
      const known = columns.length === 0 ? 'It has none.' : `It has ${columns.join(', ')}.`;
      fail(place, `'${name}' is not among the query's dimensions. ${known}${suggestName(name, columns)}`);
    } else if (names.indexOf(name) < index) fail(place, `'${name}' is listed twice. Leave one out.`);
  }
}

/** The top members of one dimension; null if `measure` is, which was reported already. */
function planTop(bound: BoundDataset, query: AggregateQuery, measure: Measure | null, fail: Fail): PlanTop | null {
  const { top } = query;
  if (!top) return null;
  const columns = query.dimensions.map(columnOf);
  if (!columns.includes(top.dimension))
    fail(
      'top.dimension',
      `'${top.dimension}' is not among the query's dimensions. Add it there, or name one of them.${suggestName(top.dimension, columns)}`,
    );
  rejectUnknown(top.within, columns, 'top.within', fail);
  if (top.within.includes(top.dimension))
    fail('top.within', `'${top.dimension}' is what is ranked, so its members are not ranked within it. Leave it out.`);
  const time = timeOf(query);
  const looksBack = query.calculations.some(({ kind }) => LOOKS_BACK.has(kind));
  if (time && looksBack && [top.dimension, ...top.within].includes(columnOf(time)))
    fail('top', `Other periods have other members at the top, so nothing compares. Rank without '${columnOf(time)}'.`);
  if (!measure) return null;
  const { dimension, n, best, other, within } = top;
  const planned = planMeasure(bound, measure);
  const issue = notComparable(planned);
  if (issue !== null) fail('top.measure', issue);
  return { field: dimension, within: [...within], measure: planned, n, best, other };
}

/** Top members differ by group, so a row over several groups cannot name one of them. */
function rejectPartialMembers({ top, dimensions }: AggregateQuery, set: readonly number[], fail: Fail): void {
  const present = new Set(set.map((place) => columnOf(dimensions[place]!)));
  const lost = top && present.has(top.dimension) ? top.within.filter((name) => !present.has(name)) : [];
  for (const name of lost)
    fail(
      'top.within',
      `A row over all of '${name}' cannot name members of '${top!.dimension}', which differ with it. Leave '${name}' out here, or '${top!.dimension}' out of such subtotals and a pivot's columns.`,
    );
}

/** Grouping sets as indexes of dimensions, the complete one first; null if there are no subtotals. */
function planSets(query: AggregateQuery, fail: Fail): number[][] | null {
  const { subtotals } = query;
  const columns = query.dimensions.map(columnOf);
  const all = columns.map((_, index) => index);
  if (subtotals === undefined) return null;
  if (columns.length === 0) {
    fail('subtotals', 'Without dimensions there is nothing to total. Add one, or leave subtotals out.');
    return null;
  }
  if (subtotals === 'rollup') return columns.map((_, index) => all.slice(0, columns.length - index)).concat([[]]);
  const sets = [all];
  for (const [index, names] of subtotals.entries()) {
    rejectUnknown(names, columns, `subtotals.${index}`, fail);
    const set = all.filter((place) => names.includes(columns[place]!));
    if (sets.some((item) => item.join() === set.join()))
      fail(
        `subtotals.${index}`,
        set.length === columns.length
          ? 'These are all dimensions, which is the rows themselves. Leave one out.'
          : 'These dimensions are kept by another of the subtotals. Leave one of both out.',
      );
    sets.push(set);
  }
  return sets;
}

function planPivot({ from }: BoundDataset, query: AggregateQuery, fail: Fail): PlanPivot | null {
  const { pivot } = query;
  if (!pivot) return null;
  const columns = query.dimensions.map(columnOf);
  rejectUnknown(pivot.columns, columns, 'pivot.columns', fail);
  if (query.measures.length + query.calculations.length === 0)
    fail('measures', 'A pivot needs at least one measure to show in its columns.');
  const titles = query.dimensions.map((request) => {
    const dimension = typeof request === 'string' ? from.dimensions.get(request) : undefined;
    return (dimension?.bands ?? dimension?.values ?? []).map(({ value, title }) => ({ value, title }));
  });
  return { columns: [...pivot.columns], limit: pivot.limit, totals: pivot.totals, rows: [], titles };
}

/**
 * Adds the grouping sets of a pivot: each row set per column and over all columns, and the same for the grand total.
 */
function acrossColumns(query: AggregateQuery, sets: number[][] | null): { rows: number[][]; sets: number[][] } {
  const columns = new Set(query.pivot!.columns);
  const places = query.dimensions.map((_, index) => index);
  const across = places.filter((place) => columns.has(columnOf(query.dimensions[place]!)));
  const rows = distinct((sets ?? [places]).map((set) => set.filter((place) => !across.includes(place))));
  const item = [...rows, []].flatMap((set) => [[...set, ...across].toSorted((a, b) => a - b), set]);
  return { rows, sets: distinct(item) };
}

const distinct = (sets: number[][]): number[][] => [...new Map(sets.map((set) => [set.join(), set])).values()];

export type PlannedLevels = Pick<AggregatePlan, 'top' | 'sets' | 'pivot'>;

/** Plans what goes beyond plain rows: top N, subtotals and pivots. */
export function planLevels(bound: BoundDataset, query: AggregateQuery, details: ErrorDetail[]): PlannedLevels {
  const fail: Fail = (field, message) => void details.push({ field, message });
  const pivot = planPivot(bound, query, fail);
  const sets = planSets(query, fail);
  const filled = query.dimensions.findIndex((request) => typeof request !== 'string' && request.fill);
  if (filled >= 0 && (query.pivot || query.subtotals))
    fail(
      `dimensions.${filled}.fill`,
      'Gaps are not filled where there are subtotals or a pivot. Leave one of both out.',
    );
  const across = pivot ? acrossColumns(query, sets) : null;
  for (const set of across?.sets ?? sets ?? []) rejectPartialMembers(query, set, fail);
  return {
    top: planTop(
      bound,
      query,
      query.top ? findMeasure(bound.from, query.top.measure, 'top.measure', details) : null,
      fail,
    ),
    sets: across?.sets ?? sets,
    pivot: pivot && { ...pivot, rows: across!.rows },
  };
}

/** The fields of each grouping of a query other than its own: of totals, subtotals, and candidates for the top. */
export function groupedTogether(query: AggregateQuery, { sets, top }: PlannedLevels): string[][] {
  const columns = query.dimensions.map(columnOf);
  return [
    ...(sets ?? []).map((set) => set.map((place) => columns[place]!)),
    ...(top ? [[top.field, ...top.within]] : []),
    ...(query.totals ? [[]] : []),
  ];
}

/** Semi-additive measures have a value per period; periods merged into "other" would have none. */
export function rejectSemiAdditiveTop(top: PlanTop | null, facts: readonly PlanFact[]): void {
  const within = facts.flatMap(({ snapshotDates }) =>
    snapshotDates.flatMap((dates) => dates.within.map(({ field }) => field)),
  );
  if (!top || !within.includes(top.field)) return;
  const message = `Semi-additive measures need snapshot dates, which periods outside the top do not have. Rank a dimension other than '${top.field}'.`;
  throw new QueryError([{ field: 'top.dimension', message }]);
}

/** Columns that state the level (member, other, all) of each of these dimensions. */
export function levelColumns(names: readonly string[], dimensions: readonly ResultColumn[]): ResultColumn[] {
  return names.map((name) => {
    const { title } = dimensions.find((column) => column.name === name)!;
    return {
      name: levelName(name),
      title: { en: `${title.en} (level)`, tr: `${title.tr ?? title.en} (düzey)` },
      role: 'level',
      of: name,
      type: 'string',
    };
  });
}
