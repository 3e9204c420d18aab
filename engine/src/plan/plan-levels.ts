import { columnOf } from '@rise/contract';
import type { AggregateQuery, ErrorDetail, Measure, ResultColumn } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { BoundDataset } from './bound-dataset.ts';
import { findMeasure } from './look-up.ts';
import { timeOf } from './plan-calculation.ts';
import { planMeasure } from './plan-measure.ts';
import type { AggregatePlan, PlanFact, PlanPivot, PlanTop } from './plan.ts';

type Fail = (field: string, message: string) => void;

function refuseUnknown(names: readonly string[], columns: readonly string[], path: string, fail: Fail): void {
  for (const [index, name] of names.entries()) {
    const place = `${path}.${index}`;
    if (!columns.includes(name)) {
      const known = columns.length === 0 ? 'It has none.' : `It has ${columns.join(', ')}.`;
      fail(place, `'${name}' is not among the query's dimensions. ${known}`);
    } else if (names.indexOf(name) < index) fail(place, `'${name}' is listed twice. Leave one out.`);
  }
}

/** The members that are kept of one dimension; `measure` is null where it was refused already. */
function planTop(bound: BoundDataset, query: AggregateQuery, measure: Measure | null, fail: Fail): PlanTop | null {
  const { top } = query;
  if (!top) return null;
  const columns = query.dimensions.map(columnOf);
  if (!columns.includes(top.dimension))
    fail('top.dimension', `'${top.dimension}' is not among the query's dimensions. Add it there, or name one of them.`);
  refuseUnknown(top.within, columns, 'top.within', fail);
  if (top.within.includes(top.dimension))
    fail('top.within', `'${top.dimension}' is what is ranked, so its members are not ranked within it. Leave it out.`);
  const time = timeOf(query);
  const looksBack = query.calculations.some(({ kind }) => kind === 'compare' || kind === 'accumulate');
  if (time && looksBack && [top.dimension, ...top.within].includes(columnOf(time)))
    fail('top', `Other periods have other members at the top, so nothing compares. Rank without '${columnOf(time)}'.`);
  if (!measure) return null;
  const { dimension, n, best, other, within } = top;
  return { field: dimension, within: [...within], measure: planMeasure(bound, measure), n, best, other };
}

/** A member that is at the top of one group and outside that of another has no row over both. */
function refuseHalfMembers({ top, dimensions }: AggregateQuery, set: readonly number[], fail: Fail): void {
  const kept = new Set(set.map((place) => columnOf(dimensions[place]!)));
  const lost = top && kept.has(top.dimension) ? top.within.filter((name) => !kept.has(name)) : [];
  for (const name of lost)
    fail(
      'top.within',
      `A row over all of '${name}' cannot name members of '${top!.dimension}', which differ with it. Leave '${name}' out here, or '${top!.dimension}' out of such subtotals and a pivot's columns.`,
    );
}

/** Which dimensions rows keep, as places in the list of dimensions; all of them first. Null where that is all there is. */
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
    refuseUnknown(names, columns, `subtotals.${index}`, fail);
    const set = all.filter((place) => names.includes(columns[place]!));
    if (sets.some((each) => each.join() === set.join()))
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
  refuseUnknown(pivot.columns, columns, 'pivot.columns', fail);
  if (query.measures.length + query.calculations.length === 0)
    fail('measures', 'A pivot needs at least one measure to show in its columns.');
  const titles = query.dimensions.map((request) => {
    const dimension = typeof request === 'string' ? from.dimensions.get(request) : undefined;
    return (dimension?.bands ?? dimension?.values ?? []).map(({ value, title }) => ({ value, title }));
  });
  return { columns: [...pivot.columns], limit: pivot.limit, totals: pivot.totals, rows: [], titles };
}

/** A pivot's kinds of rows, each per column and over all columns; and the same for the row over everything. */
function acrossColumns(query: AggregateQuery, sets: number[][] | null): { rows: number[][]; sets: number[][] } {
  const columns = new Set(query.pivot!.columns);
  const places = query.dimensions.map((_, index) => index);
  const across = places.filter((place) => columns.has(columnOf(query.dimensions[place]!)));
  const rows = distinct((sets ?? [places]).map((set) => set.filter((place) => !across.includes(place))));
  const each = [...rows, []].flatMap((set) => [[...set, ...across].toSorted((a, b) => a - b), set]);
  return { rows, sets: distinct(each) };
}

const distinct = (sets: number[][]): number[][] => [...new Map(sets.map((set) => [set.join(), set])).values()];

export type PlannedLevels = Pick<AggregatePlan, 'top' | 'sets' | 'pivot'>;

/** What of a query is not plain rows: members left out, rows over several members, members beside each other. */
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
  for (const set of across?.sets ?? sets ?? []) refuseHalfMembers(query, set, fail);
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

/** Figures that stand on days have them within each period: periods that are put together as others have none of their own. */
export function refuseUnsteadyTop(top: PlanTop | null, facts: readonly PlanFact[]): void {
  const within = facts.flatMap(({ clocks }) => clocks.flatMap((clock) => clock.within.map(({ field }) => field)));
  if (!top || !within.includes(top.field)) return;
  const message = `Balances stand on days, which periods outside the top have none of. Rank another dimension than '${top.field}'.`;
  throw new QueryError([{ field: 'top.dimension', message }]);
}

/** The dimensions of which a value may stand for others or all, in the query's order. */
export function levelled({ fields, sets, top }: Pick<AggregatePlan, 'fields' | 'sets' | 'top'>): string[] {
  return fields
    .filter((field, place) => field.name === top?.field || (sets?.some((set) => !set.includes(place)) ?? false))
    .map(({ name }) => name);
}

/** Not a name that a model or a query can give. */
export const levelName = (field: string) => `${field}.level`;

/** The columns that say what the values of those dimensions stand for. */
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
