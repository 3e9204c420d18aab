import { QueryError } from '../../errors.ts';
import { columnsIn } from '../../expression/columns.ts';
import { hasPerKey, mapParts } from '../../expression/tree.ts';
import type { Expression } from '../../expression/tree.ts';
import type { LastKnown } from '../../model/measures.ts';
import { mapPredicate } from '../../plan/map-predicate.ts';
import type { KnownValues, SnapshotDates } from '../../plan/plan.ts';
import { conjunctionOf } from '../../plan/predicates.ts';
import type { PlanExpression, PlanField, PlanPredicate } from '../../plan/predicates.ts';
import { columnsOf } from '../../plan/references.ts';
import type { BoundFact } from '../binding/bound-dataset.ts';
import { planPeriods, valueOf } from '../binding/fields.ts';
import { columnNamed } from '../../expression/build.ts';
import { knownWithin } from '../../plan/known-values.ts';
import { planSource } from './source.ts';
import type { FactRequest } from './source.ts';

const CALENDAR = 'calendar';
const CALENDAR_DAY = columnNamed(CALENDAR, 'day');

/** What a fact of last known values reads: a row for each value and as-of date on which it is known. */
export interface KnownRead {
  known: KnownValues;
  fields: PlanField[];
  filter: PlanPredicate | null;
  around: PlanPredicate | null;
  dates: SnapshotDates;
}

/**
 * Plans the as-of dates and the values known on them. Conditions on the date alone choose the as-of dates; all others
 * choose among the values known then. Throws `QueryError` where days are averaged over a range with holes.
 */
export function planKnownValues(fact: BoundFact, lastKnown: LastKnown, read: FactRequest): KnownRead {
  const { home, from } = fact;
  const time = home.from.dimensions.get(lastKnown.time)!;
  const value = valueOf(home, time);
  const day = planPeriods(home, time, 'day').value;
  // Each of its measures depends on the same date.
  const { name } = fact.snapshotDates.list[0]!;
  const onCalendar = (of: Expression) => overCalendar(of, value);
  const periods = read.fields.flatMap((field) => {
    const over = onCalendar(field.value);
    return over ? [{ ...field, value: over, ofRow: field.value }] : [];
  });
  const isPeriod = new Set(periods.map((field) => field.name));
  const fields = read.fields.map((field) => (isPeriod.has(field.name) ? ofDates(field, name) : field));
  const [filter, around] = [read.filter, read.around].map((item) => splitByDate(item, onCalendar));
  if (fact.overDays.size > 0 && !isRange(filter!.dates)) throw new QueryError([{ field: 'filter', message: HOLES }]);
  const timed = periods.find(({ type }) => type === 'timestamp');
  if (timed) throw new QueryError([{ field: 'dimensions', message: hoursMessage(timed.name) }]);
  const { dataset } = from;
  const dateRules = read.rules.filter((rule) => splitByDate(rule, onCalendar).rest === null);
  const isKnown: PlanPredicate = {
    kind: 'holds',
    condition: knownWithin(dataset.table, columnNamed(name, 'first'), columnNamed(name, 'last')),
  };
  return {
    known: { ...followingRows(fact, lastKnown), carryDays: lastKnown.carry?.days ?? null, rules: dateRules },
    fields,
    filter: conjunctionOf([isKnown, filter!.rest]),
    around: conjunctionOf([isKnown, around!.rest]),
    dates: {
      name,
      day,
      calendar: periods,
      within: periods.map((field) => ({ field: field.name, total: true })),
      source: planSource(from, read.tenant, {
        fields: [],
        values: [day],
        aggregates: [],
        filters: [],
        // The same days for everybody.
        rules: dateRules,
      }),
      filter: filter!.dates,
      around: around!.dates,
    },
  };
}

/** How the rows of a key follow each other. */
export function followingRows({ home }: BoundFact, lastKnown: LastKnown): Pick<KnownValues, 'key' | 'day' | 'order'> {
  const { dataset, dimensions, expressions } = home.from;
  const time = dimensions.get(lastKnown.time)!;
  const own = columnsIn(valueOf(home, time)).map(({ table, column }) => columnNamed(table, column));
  return {
    // The key as it is, also where its column is masked for the reader: it is not shown.
    key: lastKnown.per.map((key) => home.rule(expressions.values.get(key)!, 'system')),
    day: planPeriods(home, time, 'day').value,
    order: [...own, ...(lastKnown.order === undefined ? [] : [columnNamed(dataset.table, lastKnown.order)])],
  };
}

const hoursMessage = (name: string) =>
  `Last known values are those of days, so '${name}' needs the grain 'day' or a longer one.`;
const HOLES =
  'Averages, minimums and maximums over days need one range of days. Filter the date by a range, or group by its periods.';

/** The expression over the calendar's day; null if it depends on more than the date. */
function overCalendar(expression: Expression, date: PlanExpression): Expression | null {
  const text = JSON.stringify(date);
  let replaced = false;
  const map = (item: Expression): Expression => {
    if (JSON.stringify(item) !== text) return mapParts(item, map);
    replaced = true;
    return CALENDAR_DAY;
  };
  // Computed from rows, also where only of their dates.
  const over = hasPerKey(expression) ? expression : map(expression);
  return replaced && columnsIn(over).every(({ table }) => table === CALENDAR) ? over : null;
}

/** A period as a column of the as-of dates. A bucket is there by its index, so buckets of these indexes are the same. */
function ofDates(field: PlanField, dates: string): PlanField {
  const bands = field.bands?.map(({ value }, index) => ({ value, from: index === 0 ? null : index })) ?? null;
  return { ...field, value: columnNamed(dates, field.name), bands };
}

/** The conditions at the top level on the date alone, over the calendar, and all others. */
function splitByDate(
  predicate: PlanPredicate | null,
  onCalendar: (of: Expression) => Expression | null,
): { dates: PlanPredicate | null; rest: PlanPredicate | null } {
  if (!predicate) return { dates: null, rest: null };
  let onDate = columnsOf(predicate).length > 0;
  const over = mapPredicate(predicate, (of) => {
    const mapped = onCalendar(of);
    onDate &&= mapped !== null;
    return mapped ?? of;
  });
  if (onDate) return { dates: over, rest: null };
  if (predicate.kind !== 'all') return { dates: null, rest: predicate };
  const parts = predicate.of.map((item) => splitByDate(item, onCalendar));
  return {
    dates: conjunctionOf(parts.map(({ dates }) => dates)),
    rest: conjunctionOf(parts.map(({ rest }) => rest)),
  };
}

/** Whether a condition leaves no days out between two days that satisfy it. */
function isRange(predicate: PlanPredicate | null): boolean {
  if (!predicate) return true;
  if (predicate.kind === 'compare') return growsWithDate(predicate.field.value);
  if (predicate.kind === 'in') return predicate.values.length === 1 && growsWithDate(predicate.field.value);
  return predicate.kind === 'all' && predicate.of.every(isRange);
}

/** Whether a later day never has a lesser value. */
function growsWithDate(expression: Expression): boolean {
  if (expression.kind === 'cast') return growsWithDate(expression.of);
  if (expression.kind !== 'call') return isCalendarDay(expression);
  const { function: name, arguments: values } = expression;
  if (name === 'date_trunc') return growsWithDate(values[1]!);
  return (name === 'date_add' || name === 'year') && growsWithDate(values[0]!);
}
const isCalendarDay = (item: Expression) => item.kind === 'name' && item.table === CALENDAR;
