import { columnOf } from '@rise/contract';
import type { AggregateQuery, Calculation, Filter, TimeGrain } from '@rise/contract';
import type { Fail } from '../../errors.ts';
import { addDays, addPeriods, sameDayEarlier, startOfPeriod } from '../../plan/calendar.ts';
import type { BoundDataset } from '../binding/bound-dataset.ts';
import { filteredDays } from '../fields/filtered-days.ts';
import { timeOf } from './calculation.ts';
import type { PlannedCalculation } from './calculation.ts';
import type { EndedPeriods } from '../sources/period-ends.ts';

type Compare = Extract<Calculation, { kind: 'compare' }>;

/** How far back the other period is. */
function distanceOf(how: Compare['with'], grain: TimeGrain): { count: number; unit: TimeGrain } {
  if (typeof how !== 'string') return { count: how.periods, unit: grain };
  if (how === 'previous_period') return { count: 1, unit: grain };
  return grain === 'week' ? { count: 52, unit: 'week' } : { count: 1, unit: 'year' };
}

/** The last days of the data and of the filter: either may end a period, since some days, such as due ones, are yet to come. */
function lastDays(bound: BoundDataset, query: AggregateQuery, field: string): string[] {
  const fact = bound.facts[0]!;
  const days = [fact.asOf, filteredDays(fact, query.filter, field).to].filter((day) => day !== null);
  return [...new Set(days)].toSorted();
}

/** Other periods of which one ends early: the condition that rows are read with, and the periods that it ends. */
interface Cut {
  filter: Filter;
  ended: EndedPeriods;
}

/** Ends a calculation's other period on the same day; null where all periods are complete. */
function cutOf(bound: BoundDataset, query: AggregateQuery, calculation: Compare): Cut | null {
  const time = timeOf(query);
  if (!time || time.grain === 'hour') return null;
  const { field, grain } = time;
  const { count, unit } = distanceOf(calculation.with, grain);
  const periods = lastDays(bound, query, field).flatMap((of) => {
    const own = startOfPeriod(of, grain, bound.calendar);
    if (addDays(of, 1) === addPeriods(own, 1, grain)) return [];
    return [{ start: addPeriods(own, -count, unit), last: sameDayEarlier(of, count, unit) }];
  });
  if (periods.length === 0) return null;
  const cuts = periods.map(({ start, last }): Filter => ({
    any: [
      { field, op: 'lt', values: [addDays(last, 1)] },
      { field, op: 'gte', values: [addPeriods(start, 1, grain)] },
    ],
  }));
  return { filter: cuts.length > 1 ? { all: cuts } : cuts[0]!, ended: { column: columnOf(time), periods } };
}

/**
 * The conditions that other periods are read with, besides those of the query, and the calculations with the index of
 * theirs. Reports what has no same day.
 */
export function planCuts(
  bound: BoundDataset,
  query: AggregateQuery,
  planned: readonly PlannedCalculation[],
  fail: Fail,
): { cuts: Cut[]; calculations: PlannedCalculation[] } {
  const cuts = new Map<string, Cut>();
  const calculations = planned.map((item): PlannedCalculation => {
    const index = query.calculations.findIndex(({ name }) => name === item.plan.name);
    const calculation = query.calculations[index]!;
    if (calculation.kind !== 'compare' || item.plan.kind !== 'compare' || !calculation.likeForLike) return item;
    if (calculation.with === 'prior_year_end')
      fail(
        `calculations.${index}.likeForLike`,
        'A year end is one period, which has no same day. Compare with the same period last year, or leave it out.',
      );
    const cut = cutOf(bound, query, calculation);
    if (!cut) return item;
    const key = JSON.stringify(cut);
    cuts.set(key, cut);
    return { ...item, plan: { ...item.plan, cut: [...cuts.keys()].indexOf(key) } };
  });
  return { cuts: [...cuts.values()], calculations };
}
