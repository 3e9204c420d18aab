import type {
  Calculation,
  Condition,
  DimensionRequest,
  Filter,
  ListedColumn,
  SemanticQuery,
  TimeGrain,
} from '@rise/contract';
import { columnsIn } from '../../expression/columns.ts';
import type { DatasetCoverage } from '../../model/coverage.ts';
import { addDays, addPeriods, daysOf, startOfPeriod } from '../../plan/calendar.ts';
import type { BoundFact } from '../binding/bound-dataset.ts';

type Request = DimensionRequest | ListedColumn;
type Take = 'last' | 'first' | 'average' | 'min' | 'max';

/** Whether a day passes a comparison of a date; null where that cannot be said. */
function passesCondition(day: string, { op, values }: Condition): boolean | null {
  const days = values.map((value) => String(value).slice(0, 10));
  const [first = ''] = days;
  switch (op) {
    case 'in':
      return days.includes(day);
    case 'notIn':
      return !days.includes(day);
    case 'gt':
      return day > first;
    case 'gte':
      return day >= first;
    case 'lt':
      return day < first;
    case 'lte':
      return day <= first;
    case 'isNull':
      return false;
    case 'isNotNull':
      return true;
    default:
      return null;
  }
}

/** Whether rows of a day can pass a filter; null where that depends on more than the day. */
function passes(fact: BoundFact, { isDate }: DatasetCoverage, filter: Filter, day: string): boolean | null {
  const inner = (item: Filter) => passes(fact, fact.coverage!, item, day);
  if ('all' in filter) {
    const all = new Set(filter.all.map(inner));
    return all.has(false) ? false : all.has(null) ? null : true;
  }
  if ('any' in filter) {
    const any = new Set(filter.any.map(inner));
    return any.has(true) ? true : any.has(null) ? null : false;
  }
  if ('not' in filter) {
    const of = inner(filter.not);
    return of === null ? null : !of;
  }
  if (!isDate(fact.from.expressions.values.get(filter.field)) || 'otherField' in filter) return null;
  if ('during' in filter) {
    const { from, to } = daysOf(filter.during, fact);
    return (from === null || day >= from) && (to === null || day <= to);
  }
  return passesCondition(day, filter);
}

/** The dates that remain of each period, as a measure takes them. */
function ofPeriods(dates: readonly string[], periodOf: (date: string) => string, take: Take): string[] {
  if (take !== 'last' && take !== 'first') return [...dates];
  const ordered = take === 'last' ? dates : dates.toReversed();
  return [...new Map(ordered.map((date) => [periodOf(date), date])).values()].toSorted();
}

/** The query's periods of the snapshot date: a function from a date to its period. */
function periodsOf(fact: BoundFact, { isDate }: DatasetCoverage, requests: readonly Request[]) {
  const valueOf = (request: Request) =>
    fact.from.expressions.values.get(typeof request === 'string' ? request : request.field);
  const isAbout = (request: Request) => {
    const value = valueOf(request);
    return (
      isDate(value) ||
      (value !== undefined &&
        columnsIn(value).some(({ table, column: name }) => isDate({ kind: 'name', table, name, at: 0 })))
    );
  };
  const about = requests.filter(isAbout);
  if (about.length === 0) return () => '';
  const [only] = about;
  if (about.length > 1 || typeof only === 'string' || only === undefined) return (date: string) => date;
  return (date: string) => startOfPeriod(date, only.grain, fact.calendar);
}

/** The start of the period that a calculation compares with. */
function comparedStart(
  start: string,
  how: Extract<Calculation, { kind: 'compare' }>['with'],
  grain: TimeGrain,
  { calendar }: BoundFact,
): string {
  if (typeof how !== 'string') return addPeriods(start, -how.periods, grain);
  if (how === 'previous_period') return addPeriods(start, -1, grain);
  if (how === 'same_period_last_year')
    return grain === 'week' ? addPeriods(start, -52, 'week') : addPeriods(start, -1, 'year');
  const longer = grain.startsWith('fiscal') ? 'fiscal_year' : 'year';
  return startOfPeriod(addDays(startOfPeriod(start, longer, calendar), -1), grain, calendar);
}

/** Snapshot dates that a measure of a query is read for, by the query's conditions on the date alone. */
export function queriedDates(fact: BoundFact, query: SemanticQuery, take: Take): string[] {
  const coverage = fact.coverage!;
  const { filter } = query;
  const dates = filter ? coverage.dates.filter((day) => passes(fact, coverage, filter, day) !== false) : coverage.dates;
  const requests = query.kind === 'rows' ? query.columns : query.kind === 'aggregate' ? query.dimensions : [];
  return ofPeriods(dates, periodsOf(fact, coverage, requests), take);
}

/** As `queriedDates`, with those of the other periods that a calculation looks up. */
export function calculatedDates(fact: BoundFact, query: SemanticQuery, calculation: Calculation, take: Take): string[] {
  const own = queriedDates(fact, query, take);
  const { dates } = fact.coverage!;
  const time = query.kind === 'aggregate' && query.dimensions.find((request) => typeof request !== 'string');
  if (!time || typeof time === 'string') return own;
  const periodOf = (date: string) => startOfPeriod(date, time.grain, fact.calendar);
  const all = ofPeriods(dates, periodOf, take);
  const isRead = (date: string): boolean => {
    if (calculation.kind === 'accumulate' || calculation.kind === 'moving_average') return date <= (own.at(-1) ?? '');
    if (calculation.kind !== 'compare') return false;
    const compared = own.map((day) => comparedStart(periodOf(day), calculation.with, time.grain, fact));
    return compared.includes(periodOf(date));
  };
  return [...new Set([...own, ...all.filter(isRead)])].toSorted();
}
