import { binary, columnNamed, textOf } from '../../expression/build.ts';
import type { PlanExpression } from '../../plan/predicates.ts';
import type { Bound } from './bound.ts';
import { planPeriods } from './fields.ts';

/** Collects the snapshot dates of one fact, without duplicates. */
export interface SnapshotDateCollector {
  readonly list: {
    name: string;
    time: string;
    day: PlanExpression;
    among: PlanExpression | null;
    end: boolean;
  }[];
  /**
   * Adds a date of the fact's own dataset, on which a measure depends. `among` restricts the dates that are looked at.
   */
  add(time: string, among?: PlanExpression | null): { name: string; day: PlanExpression };
  /** Adds a date, the end of whose periods is looked up. */
  addEnd(time: string): { name: string };
}

export function collectSnapshotDates(home: Bound): SnapshotDateCollector {
  const list: SnapshotDateCollector['list'] = [];
  const add = (time: string, among: PlanExpression | null = null) => {
    const known = list.find((item) => item.time === time && sameText(item.among, among));
    if (known) return known;
    // Named per fact, since each fact has its own dates.
    const name = `${home.from.name}: days of ${time}${among ? `, ${list.length}` : ''}`;
    const { value: day } = planPeriods(home, home.from.dimensions.get(time)!, 'day');
    const added = { name, time, among, day, end: false };
    list.push(added);
    return added;
  };
  return {
    list,
    add,
    addEnd(time) {
      const dates = add(time);
      dates.end = true;
      return dates;
    },
  };
}

const sameText = (one: PlanExpression | null, other: PlanExpression | null): boolean =>
  one === null || other === null ? one === other : textOf(one) === textOf(other);

/** Number of days with data. */
export const snapshotDayCount = ({ name }: { name: string }): PlanExpression => columnNamed(name, 'days');

/** Restricts the rows of a figure to its snapshot date, or to all rows with a date. */
export function onSnapshotDate(
  { name, day }: { name: string; day: PlanExpression },
  take: 'last' | 'first' | 'average' | 'min' | 'max',
  where: PlanExpression | null,
): PlanExpression {
  const stands: PlanExpression =
    take === 'last' || take === 'first'
      ? binary(day, '=', columnNamed(name, take))
      : { kind: 'missing', of: day, negated: true, at: 0 };
  return where ? binary(stands, 'and', where) : stands;
}
