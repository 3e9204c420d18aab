import { sum, there } from './aggregate.ts';
import { MODEL_CURRENCY, rateOf } from './currency.ts';
import { filledGroups, laterPeriod } from './fills.ts';
import type { Seen, Value } from './aggregate.ts';
import { aboutDay, dayOnly, isTime, passes, split, topOf } from './conditions.ts';
import { behind, figureOf, isKnown, measuresWith, shown } from './figures.ts';
import type { Measures } from './figures.ts';
import { withEnds } from './groups.ts';
import type { Group } from './groups.ts';
import type { DimensionKey, fitting, Tree } from './generate-query.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';
import { isKnownWithin, timelineOf } from './known-values.ts';
import type { Timeline } from './known-values.ts';
import { keyOf, seenRows } from './seen-rows.ts';

// The expected result of a query, computed row by row in plain JavaScript, without SQL, plans or any code of the
// engine. Every figure of a group is computed from the fact rows of that group.

const added = (day: string, years: number, months: number) => {
  const [year, month] = day.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year + years, month - 1 + months, 1)).toISOString().slice(0, 10);
};

type Request = ReturnType<typeof fitting>;
interface Expected {
  rows: Value[][];
  totals: Value[] | null;
}

/** Groups of these dimensions, by their keys. */
interface Passing {
  dimensions: DimensionKey[];
  keys: Set<string>;
}

/** Which rows a group has, of all with its keys, and the day that ends its periods; null if nothing does. */
interface GroupChoice {
  isIn?: (row: Seen) => boolean;
  until?: string | null;
}

/** One query, evaluated over the rows that its reader sees. */
class Evaluation {
  readonly #world: GeneratedWarehouse;
  readonly #request: Request;
  readonly #measures: Measures;
  readonly #named: string[];
  readonly #calculated: (Request['calculations'][number] & { name: string })[];
  /** The facts that the requested measures come from, and whether their rows or known values: only these form groups. */
  readonly #needed: Set<string>;
  readonly #seen: Seen[][];
  readonly #timelines: Timeline[];
  readonly #conditions: Tree[];
  readonly #groups: Value[][];
  /** The calculations' measures, by the keys of the group. */
  readonly #figures: Map<Value[], (number | null)[]>;

  /** The groups that pass the condition on measures; null for all. */
  readonly #passing: Passing | null;
  /** The dimensions of the query; subtotals and totals have only some of them. */
  readonly #queried: readonly DimensionKey[];

  constructor(
    world: GeneratedWarehouse,
    request: Request,
    passing: Passing | null = null,
    queried: readonly DimensionKey[] = request.dimensions,
  ) {
    this.#world = world;
    this.#queried = queried;
    this.#request = request;
    this.#passing = passing;
    this.#measures = measuresWith(world, request.custom);
    const nameAt = (place: number) => request.names[place % request.names.length]!;
    this.#named = [...new Set(request.measures.map(nameAt))];
    this.#calculated = request.calculations.map((item) => ({ ...item, name: nameAt(item.measure) }));
    const compared = request.having ? [nameAt(request.having.measure)] : [];
    const all = [...this.#named, ...this.#calculated.map(({ name }) => name), ...compared];
    this.#needed = new Set(
      all.flatMap((name) => behind(this.#measures, name).map(({ fact, row }) => `${fact} ${row.known ?? 'rows'}`)),
    );
    this.#seen = world.facts.map((fact) => seenRows(world, fact));
    this.#timelines = world.facts.map((fact, place) => timelineOf(fact, this.#seen[place]!));
    this.#conditions = topOf(request.filter);
    this.#groups = this.#filled(this.#keysOfGroups(this.#conditions)).filter(
      (keys) => !this.#isWhole || this.#passing!.keys.has(JSON.stringify(keys)),
    );
    this.#figures = new Map(
      this.#groups.map((keys) => {
        const group = this.#groupOf(this.#conditions, this.#equals(keys));
        return [keys, this.#calculated.map(({ name }) => figureOf(this.#measures, name, group))];
      }),
    );
  }

  /** Whether the groups are those that the condition on measures is about. */
  get #isWhole(): boolean {
    return this.#passing !== null && this.#passing.dimensions.length === this.#request.dimensions.length;
  }

  /** Whether a row is in a group that passes. */
  #isIn(row: Seen): boolean {
    if (this.#passing === null || this.#isWhole) return true;
    const { dimensions, keys } = this.#passing;
    return keys.has(JSON.stringify(dimensions.map((name) => keyOf(row, name))));
  }

  /** The groups whose measure satisfies the condition. */
  passing({ measure: place, above, bound, not }: NonNullable<Request['having']>): Passing {
    const { names, dimensions } = this.#request;
    const passes = this.#groups.filter((keys) => {
      const group = this.#groupOf(this.#conditions, this.#equals(keys));
      const value = figureOf(this.#measures, names[place % names.length]!, group);
      const holds =
        bound === null ? isKnown(value) === above : isKnown(value) && (above ? value > bound : value < bound);
      return holds !== not;
    });
    return { dimensions, keys: new Set(passes.map((keys) => JSON.stringify(keys))) };
  }

  get rows(): Value[][] {
    return this.#groups.map((keys) => {
      const group = this.#groupOf(this.#conditions, this.#equals(keys));
      return [
        ...keys,
        ...this.#named.map((name) => shown(figureOf(this.#measures, name, group))),
        ...this.#calculated.map((_, place) => shown(this.#calculate(keys, place))),
      ];
    });
  }

  get totals(): Value[] {
    const whole = new Evaluation(this.#world, { ...this.#request, dimensions: [] }, this.#passing, this.#queried);
    return [...this.#request.dimensions.map(() => null), ...whole.rows[0]!];
  }

  /** The period that gaps are filled in; undefined if they are not. */
  get #filledBy(): 'month' | 'year' | undefined {
    return this.#request.fill ? (this.#queried[0] as 'month' | 'year') : undefined;
  }

  #filled(groups: Value[][]): Value[][] {
    const grain = this.#filledBy;
    if (!grain || this.#request.dimensions.length === 0) return groups;
    const since = this.#conditions.flatMap((item) => ('since' in item && item.since ? [item.since] : []));
    const startOf = (day: string | null | undefined) => (day ? (keyOf(dayOnly(day), grain) as string) : null);
    return filledGroups(groups, grain, {
      keys: this.#request.dimensions.length,
      first: startOf(since.toSorted().at(-1)),
      last: startOf(this.#lastDay),
    });
  }

  #keysOfGroups(conditions: readonly Tree[], dimensions = this.#request.dimensions): Value[][] {
    const groups = new Map<string, Value[]>();
    const add = (row: Seen, day = row.day) => {
      const keys = dimensions.map((name) => keyOf({ ...row, day }, name));
      groups.set(JSON.stringify(keys), keys);
    };
    for (const [fact, rows] of this.#seen.entries())
      if (this.#needed.has(`${fact} rows`))
        for (const row of rows) if (this.#isIn(row) && conditions.every((item) => passes(row, item))) add(row);
    for (const [fact, { days, rows }] of this.#timelines.entries()) {
      const [onDays, others] = split(conditions);
      const chosen = days.filter((day) => onDays.every((item) => passes(dayOnly(day), item)));
      const periods = this.#periodsOf(chosen, dimensions);
      const fits = rows.filter(({ row }) => this.#isIn(row) && others.every((item) => passes(row, item)));
      for (const carry of this.#carriesOf(fact))
        for (const item of fits)
          for (const [first, last] of periods) if (isKnownWithin(item, first, last, carry)) add(item.row, first);
    }
    if (dimensions.length === 0) groups.set('[]', []);
    return [...groups.values()];
  }

  #carriesOf(fact: number): number[] {
    return [0, 40].filter((carry) => this.#needed.has(`${fact} ${carry}`));
  }

  /** The first and last of these days in each period that is grouped by. */
  #periodsOf(days: readonly string[], dimensions: readonly DimensionKey[]): [first: string, last: string][] {
    const times = dimensions.filter(isTime);
    const periods = new Map<string, [string, string]>();
    for (const day of days) {
      const period = times.map((name) => keyOf(dayOnly(day), name)).join();
      periods.set(period, [periods.get(period)?.[0] ?? day, day]);
    }
    return [...periods.values()];
  }

  /** The group with these keys, among the rows that satisfy the conditions. */
  #groupOf(
    conditions: readonly Tree[],
    keys: ReadonlyMap<DimensionKey, (value: Value) => boolean>,
    { isIn = (row) => this.#isIn(row), until = this.#equalDays[0] ?? this.#lastDay }: GroupChoice = {},
  ): Group {
    const times = [...keys.keys()].filter(isTime);
    const [onDays, others] = split(conditions);
    const rate = this.#rate;
    return {
      facts: this.#seen.map((rows, fact) =>
        withEnds(
          {
            rate,
            days: this.#timelines[fact]!.days.filter(
              (day) =>
                onDays.every((item) => passes(dayOnly(day), item)) &&
                times.every((name) => keys.get(name)?.(keyOf(dayOnly(day), name)) ?? true),
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
            everyone: rows.filter(
              (row) =>
                conditions.filter(aboutDay).every((condition) => passes(row, condition)) &&
                times.every((name) => keys.get(name)?.(keyOf(row, name)) ?? true),
            ),
          },
          times,
          until,
        ),
      ),
    };
  }

  /** What an amount is multiplied by to be in the currency of the query. */
  get #rate(): Group['facts'][number]['rate'] {
    const { rates } = this.#world;
    const target = this.#request.currency ?? rates.reporting ?? MODEL_CURRENCY;
    return (from, day) => rateOf(rates, from, target, day);
  }

  #equals(keys: readonly Value[]): Map<DimensionKey, (value: Value) => boolean> {
    return new Map(this.#request.dimensions.map((name, index) => [name, (value: Value) => value === keys[index]!]));
  }

  #calculate(keys: Value[], place: number): number | null {
    if (this.#queried.length === 0) return null;
    const { kind } = this.#calculated[place]!;
    const own = this.#figures.get(keys)![place]!;
    const values = [...this.#figures.values()].map((figures) => figures[place]!);
    const all = values.filter(isKnown);
    switch (kind) {
      case 'share': {
        const whole = sum(there(values));
        return own === null || whole === 0 ? null : own / whole!;
      }
      case 'retention':
        return this.#retained(keys, place);
      case 'rank':
        return !isKnown(own) || keys.length === 0
          ? null
          : 1 + all.filter((value) => Number(value.toPrecision(11)) > Number(own.toPrecision(11))).length;
      case 'percentile': {
        if (!isKnown(own) || all.length < 2) return null;
        const [at, others] = [Number(own.toPrecision(11)), all.map((value) => Number(value.toPrecision(11)))];
        const equal = others.filter((value) => value === at).length - 1;
        return (others.filter((value) => value < at).length + equal / 2) / (all.length - 1);
      }
      case 'previous':
      case 'ago':
      case 'year_ago':
      case 'like_for_like':
      case 'moving':
      case 'to_date':
        return this.#inOtherPeriods(keys, place);
    }
  }

  /** The share of the figure in the cohort's first period. */
  #retained(keys: Value[], place: number): number | null {
    const since = this.#request.dimensions.indexOf('months_since');
    if (since < 0) return null;
    const first = this.#groups.find((others) =>
      others.every((value, key) => value === (key === since ? 0 : keys[key]!)),
    );
    const [own, whole] = [keys, first].map((group) => (group ? this.#figures.get(group)![place]! : null)) as [
      number | null,
      number | null,
    ];
    return own === null || whole === null || whole === 0 ? null : own / whole;
  }

  #inOtherPeriods(keys: Value[], place: number): number | null {
    const { dimensions } = this.#request;
    const time = this.#queried.find((name) => name === 'month' || name === 'year');
    if (time === undefined) return null;
    const period = dimensions.includes(time)
      ? (keys[dimensions.indexOf(time)] as string | null)
      : this.#onlyPeriod(time);
    if (period === null) return null;
    const { kind, name } = this.#calculated[place]!;
    const ago = (count: number) => (time === 'year' ? added(period, -count, 0) : added(period, 0, -count));
    const valueIn = (fits: (value: string) => boolean, until: string | null = null) =>
      this.#valueIn(
        name,
        this.#equals(keys).set(time, (value) => value !== null && fits(value as string)),
        { until, accumulated: kind === 'to_date', isIn: this.#isOfPassing(time, period) },
      );
    const valueOf = (other: string, until: string | null = null) => valueIn((value) => value === other, until);
    switch (kind) {
      case 'to_date':
        return valueIn((value) => value >= `${period.slice(0, 4)}-01-01` && value <= period);
      case 'ago':
        return valueOf(ago(2));
      case 'year_ago':
        return valueOf(added(period, -1, 0));
      case 'like_for_like':
        return valueOf(added(period, -1, 0), this.#sameDayLastYear(period, time));
      case 'moving': {
        const values = there([valueOf(period), valueOf(ago(1))]);
        return values.length === 0 ? null : sum(values)! / values.length;
      }
      default:
        return valueOf(ago(1));
    }
  }

  /** Whether a row, of whatever period, is of a group that passes in this one: a total has these in other periods. */
  #isOfPassing(time: 'month' | 'year', period: string): (row: Seen) => boolean {
    if (this.#passing === null || this.#isWhole) return () => true;
    const { dimensions, keys } = this.#passing;
    return (row) => keys.has(JSON.stringify(dimensions.map((name) => (name === time ? period : keyOf(row, name)))));
  }

  /** The days that a condition is limited to one of. */
  get #equalDays(): string[] {
    return this.#conditions.flatMap((item) =>
      'is' in item && item.field === 'day' && !item.not && item.is.length === 1 ? [String(item.is[0])] : [],
    );
  }

  /** The period that the filter leaves; null if it leaves several. */
  #onlyPeriod(time: 'month' | 'year'): string | null {
    const equal = this.#equalDays;
    const since = this.#conditions.flatMap((item) => ('since' in item && item.since ? [item.since] : []));
    const [from, to] = equal.length > 0 ? [equal[0], equal[0]] : [since.toSorted().at(-1), this.#lastDay];
    const [first, last] = [from, to].map((day) => day && keyOf(dayOnly(day as string), time));
    return first && first === last ? (first as string) : null;
  }

  /** The end of the filter, beyond which nothing looks. */
  get #lastDay(): string | null {
    const ends = this.#conditions.flatMap((item) => ('since' in item && item.until ? [item.until] : []));
    return ends.toSorted()[0] ?? null;
  }

  /** If the filter ends within a period: the same day a year earlier, where the last day of a month stays one. */
  #sameDayLastYear(period: string, time: 'month' | 'year'): string | null {
    const last = this.#lastDay;
    const end = time === 'year' ? added(period, 1, 0) : added(period, 0, 1);
    if (last === null || last < period || last >= end) return null;
    const [year, month, day] = last.split('-').map(Number) as [number, number, number];
    const next = new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10);
    if (next === end) return null;
    const isLast = next.endsWith('-01');
    return new Date(Date.UTC(year - 1, isLast ? month : month - 1, isLast ? 0 : day)).toISOString().slice(0, 10);
  }

  /** Whether gaps are filled and the periods are between those that rows are looked up in. */
  #isBetween(
    others: readonly Tree[],
    keys: ReadonlyMap<DimensionKey, (value: Value) => boolean>,
    until: string | null,
  ) {
    const grain = this.#filledBy;
    if (!grain) return false;
    const last = this.#lastDay;
    const end: Tree[] = last === null ? [] : [{ since: null, until: last }];
    // A period that ends early is followed by others.
    const cut: Tree[] =
      until === null
        ? []
        : [
            {
              any: [
                { since: null, until },
                { since: laterPeriod(keyOf(dayOnly(until), grain) as string, grain, 1), until: null },
              ],
            },
          ];
    const found = this.#keysOfGroups([...others, ...end, ...cut], [grain]).flatMap(
      ([period]) => (period as string | null) ?? [],
    );
    const between = filledGroups(
      found.map((period) => [period]),
      grain,
      { keys: 1, first: null, last: null },
    );
    return between.some(([period]) => keys.get(grain)!(period!));
  }

  /** The measure in a group among all periods, up to a day; null if there is none. */
  #valueIn(
    name: string,
    keys: Map<DimensionKey, (value: Value) => boolean>,
    { until, accumulated, isIn }: { until: string | null; accumulated: boolean; isIn: (row: Seen) => boolean },
  ): number | null {
    const others = this.#conditions.filter((item) => !aboutDay(item));
    const last = until ?? this.#lastDay;
    const group = this.#groupOf(last === null ? others : [...others, { since: null, until: last }], keys, {
      isIn,
      ...(until !== null && { until }),
    });
    const exists = group.facts.some(
      ({ own, days, known }, fact) =>
        (this.#needed.has(`${fact} rows`) && own.length > 0) ||
        this.#carriesOf(fact).some(
          (carry) => days.length > 0 && known.some((item) => isKnownWithin(item, days[0]!, days.at(-1)!, carry)),
        ),
    );
    // A total has a value without rows, too: the number of distinct values is 0.
    const isCounted = behind(this.#measures, name).every(({ row }) => row.kind === 'count_distinct');
    return exists || (accumulated && isCounted) || this.#isBetween(others, keys, until)
      ? figureOf(this.#measures, name, group)
      : null;
  }
}

const passingOf = (world: GeneratedWarehouse, request: Request): Passing | null =>
  request.having && new Evaluation(world, request).passing(request.having);

/** Rows and totals; the order of groups is arbitrary. */
export function expected(
  world: GeneratedWarehouse,
  request: Request,
  passing = passingOf(world, request),
  queried: readonly DimensionKey[] = request.dimensions,
): Expected {
  const evaluation = new Evaluation(world, request, passing, queried);
  return { rows: evaluation.rows, totals: request.totals ? evaluation.totals : null };
}

/** `expected` with subtotals: keys, levels, figures. */
export function expectedWithin(world: GeneratedWarehouse, request: Request): Expected {
  if (!request.rollup) return expected(world, request);
  const { dimensions } = request;
  const passing = passingOf(world, request);
  const rows = [...dimensions.keys(), dimensions.length].flatMap((count) =>
    expected(world, { ...request, dimensions: dimensions.slice(0, count) }, passing, dimensions).rows.map((row) => [
      ...dimensions.map((_, place) => (place < count ? row[place]! : null)),
      ...dimensions.map((_, place) => (place < count ? 'member' : 'all')),
      ...row.slice(count),
    ]),
  );
  return { rows, totals: null };
}
