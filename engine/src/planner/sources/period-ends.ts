import type { Filter, TimeGrain } from '@rise/contract';
import { timeGrain } from '@rise/contract';
import { binary, textOf } from '../../expression/build.ts';
import { moved, periodExpression, STEP_UNIT } from '../../plan/calendar.ts';
import type { SnapshotDates } from '../../plan/plan.ts';
import type { PlanExpression, PlanField } from '../../plan/predicates.ts';
import type { Bound } from '../binding/bound.ts';
import type { BoundFact } from '../binding/bound-dataset.ts';
import { valueOf } from '../binding/fields.ts';
import { equalDay, filteredDays } from '../fields/filtered-days.ts';

/** A fact with the dates that its figures depend on. */
export type DatedFact = Bound & Pick<BoundFact, 'home' | 'snapshotDates'>;

type LongGrain = Exclude<TimeGrain, 'hour'>;
const GRAINS = timeGrain.options.filter((grain): grain is LongGrain => grain !== 'hour');

/** Periods of a column that end before their last day, by their first ones. */
export interface EndedPeriods {
  column: string;
  periods: { start: string; last: string }[];
}

/** The last day of the period that a field is. */
function lastDayOf({ name, value }: PlanField, grain: LongGrain, ended: EndedPeriods | undefined): PlanExpression {
  const last = moved(moved(value, 1, STEP_UNIT[grain]), -1, 'day');
  if (ended?.column !== name) return last;
  const day = (of: string): PlanExpression => ({ kind: 'day', value: of, at: 0 });
  const when = ended.periods.map((period) => ({
    when: binary(value, '=', day(period.start)),
    value: day(period.last),
  }));
  return { kind: 'case', of: null, when, else: last, at: 0 };
}

/** The end of the periods of a date of the fact's own dataset: of those fields that are such periods. */
export function planPeriodEnds(
  fact: DatedFact,
  time: string,
  { fields, query, ended }: { fields: readonly PlanField[]; query: Filter | undefined; ended?: EndedPeriods },
): NonNullable<SnapshotDates['end']> {
  const { home, from, calendar } = fact;
  const value = valueOf(home, home.from.dimensions.get(time)!);
  const grains = new Map(GRAINS.map((grain) => [textOf(periodExpression(value, grain, calendar)), grain]));
  // Without a grain, each day is a period of its own.
  grains.set(textOf(value), 'day');
  const of = fields.flatMap((field) => {
    const grain = grains.get(textOf(field.value));
    return grain ? [{ field: field.name, last: lastDayOf(field, grain, ended) }] : [];
  });
  // The query's names of the date.
  const own = textOf(home.from.expressions.values.get(time)!);
  const names = [...from.dimensions.keys()].filter((name) => textOf(from.expressions.values.get(name)!) === own);
  const ends = names.flatMap((name) => equalDay(query, name) ?? filteredDays(fact, query, name).to ?? []);
  const until = [...ends, fact.asOf ?? fact.today].toSorted()[0]!;
  return { of, until, filtered: ends.length > 0 };
}
