import type { VisibleRow, Value } from './aggregate.ts';
import { isDayCondition, rowOfDay, isTime, passes, split, topLevelConditions } from './conditions.ts';
import { MODEL_CURRENCY, rateOf } from './currency.ts';
import { equalDays, lastDay } from './filtered-days.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';
import { withPeriodEnds } from './groups.ts';
import type { Group } from './groups.ts';
import { isKnownWithin, timelineOf } from './known-values.ts';
import type { Timeline } from './known-values.ts';
import { oncePerWarehouse } from './once-per-warehouse.ts';
import type { DimensionKey, FittedQuery, Tree } from './query.ts';
import { keyOf, visibleRows } from './seen-rows.ts';

/** What the reader sees of each fact, and when its values are known. */
const rowsOf = oncePerWarehouse((warehouse): { visible: VisibleRow[][]; timelines: Timeline[] } => {
  const visible = warehouse.facts.map((fact) => visibleRows(warehouse, fact));
  return { visible, timelines: warehouse.facts.map((fact, place) => timelineOf(fact, visible[place]!)) };
});

/** Groups of these dimensions, by their keys. */
export interface PassingGroups {
  dimensions: DimensionKey[];
  keys: Set<string>;
}

/** Whether a group has a dimension's key. */
export type KeyTests = Map<DimensionKey, (value: Value) => boolean>;

/** Which rows a group has, of all with its keys, and the day that ends its periods; null if nothing does. */
export interface GroupChoice {
  isIn?: (row: VisibleRow) => boolean;
  until?: string | null;
}

/** The rows and known values that the reader of a query sees, by the query's groups. */
export class QueriedRows {
  /** The conditions at the top level of the query's filter. */
  readonly conditions: Tree[];
  readonly #warehouse: GeneratedWarehouse;
  readonly #request: FittedQuery;
  /** The facts that the requested measures come from, and whether their rows or known values: only these form groups. */
  readonly #neededFacts: ReadonlySet<string>;
  /** The groups that pass the condition on measures; null for all. */
  readonly #passing: PassingGroups | null;
  readonly #visibleRows: VisibleRow[][];
  readonly #timelines: Timeline[];

  constructor(
    warehouse: GeneratedWarehouse,
    request: FittedQuery,
    { needed, passing }: { needed: ReadonlySet<string>; passing: PassingGroups | null },
  ) {
    this.#warehouse = warehouse;
    this.#request = request;
    this.#neededFacts = needed;
    this.#passing = passing;
    this.conditions = topLevelConditions(request.filter);
    ({ visible: this.#visibleRows, timelines: this.#timelines } = rowsOf(warehouse));
  }

  /** Whether the query's groups are those that the condition on measures is about. */
  get #hasAllDimensions(): boolean {
    return this.#passing !== null && this.#passing.dimensions.length === this.#request.dimensions.length;
  }

  /** Whether a group of the query passes. */
  passes(keys: readonly Value[]): boolean {
    return !this.#hasAllDimensions || this.#passing!.keys.has(JSON.stringify(keys));
  }

  /** Whether a row is in a group that passes. */
  #isInPassingGroup(row: VisibleRow): boolean {
    if (this.#passing === null || this.#hasAllDimensions) return true;
    const { dimensions, keys } = this.#passing;
    return keys.has(JSON.stringify(dimensions.map((name) => keyOf(row, name))));
  }

  /** Whether a row, of whatever period, is of a group that passes in this one: a total has these in other periods. */
  isOfPassing(time: 'month' | 'year', period: string): (row: VisibleRow) => boolean {
    if (this.#passing === null || this.#hasAllDimensions) return () => true;
    const { dimensions, keys } = this.#passing;
    return (row) => keys.has(JSON.stringify(dimensions.map((name) => (name === time ? period : keyOf(row, name)))));
  }

  /** The keys of the groups of rows that satisfy the conditions. */
  keysOf(conditions: readonly Tree[], dimensions: readonly DimensionKey[] = this.#request.dimensions): Value[][] {
    const groups = new Map<string, Value[]>();
    const add = (row: VisibleRow, day = row.day) => {
      const keys = dimensions.map((name) => keyOf({ ...row, day }, name));
      groups.set(JSON.stringify(keys), keys);
    };
    for (const [fact, rows] of this.#visibleRows.entries())
      if (this.#neededFacts.has(`${fact} rows`))
        for (const row of rows)
          if (this.#isInPassingGroup(row) && conditions.every((item) => passes(row, item))) add(row);
    for (const [fact, { days, rows }] of this.#timelines.entries()) {
      const [onDays, others] = split(conditions);
      const chosen = days.filter((day) => onDays.every((item) => passes(rowOfDay(day), item)));
      const periods = periodsOf(chosen, dimensions);
      const fits = rows.filter(({ row }) => this.#isInPassingGroup(row) && others.every((item) => passes(row, item)));
      for (const carry of this.#carriesOf(fact))
        for (const item of fits)
          for (const [first, last] of periods) if (isKnownWithin(item, first, last, carry)) add(item.row, first);
    }
    if (dimensions.length === 0) groups.set('[]', []);
    return [...groups.values()];
  }

  #carriesOf(fact: number): number[] {
    return [0, 40].filter((carry) => this.#neededFacts.has(`${fact} ${carry}`));
  }

  /** The group with these keys, among the rows that satisfy the conditions. */
  groupOf(
    conditions: readonly Tree[],
    keys: KeyTests,
    {
      isIn = (row) => this.#isInPassingGroup(row),
      until = equalDays(this.conditions)[0] ?? lastDay(this.conditions),
    }: GroupChoice = {},
  ): Group {
    const times = [...keys.keys()].filter(isTime);
    const [onDays, others] = split(conditions);
    const rate = this.#rate;
    return {
      facts: this.#visibleRows.map((rows, fact) =>
        withPeriodEnds(
          {
            rate,
            days: this.#timelines[fact]!.days.filter(
              (day) =>
                onDays.every((item) => passes(rowOfDay(day), item)) &&
                times.every((name) => keys.get(name)?.(keyOf(rowOfDay(day), name)) ?? true),
            ),
            known: this.#timelines[fact]!.rows.filter(
              ({ row }) =>
                isIn(row) &&
                others.every((item) => passes(row, item)) &&
                [...keys].every(([name, fits]) => isTime(name) || fits(keyOf(row, name))),
            ),
            own: rows.filter(
              (row) =>
                isIn(row) &&
                conditions.every((condition) => passes(row, condition)) &&
                [...keys].every(([name, fits]) => fits(keyOf(row, name))),
            ),
            snapshotRows: rows.filter(
              (row) =>
                conditions.filter(isDayCondition).every((condition) => passes(row, condition)) &&
                times.every((name) => keys.get(name)?.(keyOf(row, name)) ?? true),
            ),
          },
          times,
          until,
        ),
      ),
    };
  }

  /** Whether a group has rows, or known values, of the facts that the measures come from. */
  exists({ facts }: Group): boolean {
    return facts.some(
      ({ own, days, known }, fact) =>
        (this.#neededFacts.has(`${fact} rows`) && own.length > 0) ||
        this.#carriesOf(fact).some(
          (carry) => days.length > 0 && known.some((item) => isKnownWithin(item, days[0]!, days.at(-1)!, carry)),
        ),
    );
  }

  /** What an amount is multiplied by to be in the currency of the query. */
  get #rate(): Group['facts'][number]['rate'] {
    const { rates } = this.#warehouse;
    const target = this.#request.currency ?? rates.reporting ?? MODEL_CURRENCY;
    return (from, day) => rateOf(rates, from, target, day);
  }
}

/** The first and last of these days in each period that is grouped by. */
function periodsOf(days: readonly string[], dimensions: readonly DimensionKey[]): [first: string, last: string][] {
  const times = dimensions.filter(isTime);
  const periods = new Map<string, [string, string]>();
  for (const day of days) {
    const period = times.map((name) => keyOf(rowOfDay(day), name)).join();
    periods.set(period, [periods.get(period)?.[0] ?? day, day]);
  }
  return [...periods.values()];
}
