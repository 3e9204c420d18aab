import { binary, columnNamed } from '../../expression/build.ts';
import type { PlanExpression } from '../../plan/plan.ts';
import type { Bound } from './bound.ts';
import { planPeriods } from './fields.ts';

/** Collects the snapshot dates of one fact, without duplicates. */
export interface SnapshotDateCollector {
  readonly list: { name: string; time: string; day: PlanExpression }[];
  /** Adds a date of the fact's own dataset, on which a semi-additive measure depends. */
  add(time: string): { name: string; day: PlanExpression };
}

export function collectSnapshotDates(home: Bound): SnapshotDateCollector {
  const list: SnapshotDateCollector['list'] = [];
  return {
    list,
    add(time) {
      // Named per fact, since each fact has its own dates.
      const name = `${home.from.name}: days of ${time}`;
      const known = list.find((item) => item.name === name);
      if (known) return known;
      const added = { name, time, day: planPeriods(home, home.from.dimensions.get(time)!, 'day').value };
      list.push(added);
      return added;
    },
  };
}

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
