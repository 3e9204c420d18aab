import { sum, withoutNulls } from './aggregate.ts';
import type { Value } from './aggregate.ts';
import { isDayCondition, rowOfDay } from './conditions.ts';
import { laterPeriod } from './days.ts';
import { rowMeasuresBehind, figureOf, isKnown, measuresWith, displayed } from './figures.ts';
import type { Measures } from './figures.ts';
import { filledGroups } from './fills.ts';
import { firstDay, lastDay, onlyPeriod, sameDayLastYear } from './filtered-days.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';
import { QueriedRows } from './queried-rows.ts';
import type { GroupChoice, KeyTests, PassingGroups } from './queried-rows.ts';
import type { DimensionKey, FittedQuery, Tree } from './query.ts';
import { keyOf } from './seen-rows.ts';

// The expected result of a query, computed row by row in plain JavaScript, without SQL, plans or any code of the
// engine. Every figure of a group is computed from the fact rows of that group.

interface Expected {
  rows: Value[][];
  totals: Value[] | null;
}

/** One query, evaluated over the rows that its reader sees. */
class Evaluation {
  readonly #warehouse: GeneratedWarehouse;
  readonly #request: FittedQuery;
  readonly #measures: Measures;
  readonly #measureNames: string[];
  readonly #calculations: (FittedQuery['calculations'][number] & { name: string })[];
  readonly #rows: QueriedRows;
  readonly #groups: Value[][];
  /** The calculations' measures, by the keys of the group. */
  readonly #figures: Map<Value[], (number | null)[]>;
  readonly #passing: PassingGroups | null;
  /** The dimensions of the query; subtotals and totals have only some of them. */
  readonly #queried: readonly DimensionKey[];

  constructor(
    warehouse: GeneratedWarehouse,
    request: FittedQuery,
    passing: PassingGroups | null = null,
    queried: readonly DimensionKey[] = request.dimensions,
  ) {
    this.#warehouse = warehouse;
    this.#queried = queried;
    this.#request = request;
    this.#passing = passing;
    this.#measures = measuresWith(warehouse, request.custom);
    const nameAt = (place: number) => request.names[place % request.names.length]!;
    this.#measureNames = [...new Set(request.measures.map(nameAt))];
    this.#calculations = request.calculations.map((item) => ({ ...item, name: nameAt(item.measure) }));
    const compared = request.having ? [nameAt(request.having.measure)] : [];
    const all = [...this.#measureNames, ...this.#calculations.map(({ name }) => name), ...compared];
    const needed = new Set(
      all.flatMap((name) =>
        rowMeasuresBehind(this.#measures, name).map(({ fact, row }) => `${fact} ${row.known ?? 'rows'}`),
      ),
    );
    this.#rows = new QueriedRows(warehouse, request, { needed, passing });
    this.#groups = this.#withFilledPeriods(this.#rows.keysOf(this.#conditions)).filter((keys) =>
      this.#rows.passes(keys),
    );
    this.#figures = new Map(
      this.#groups.map((keys) => {
        const group = this.#groupOf(keys);
        return [keys, this.#calculations.map(({ name }) => figureOf(this.#measures, name, group))];
      }),
    );
  }

  get #conditions(): Tree[] {
    return this.#rows.conditions;
  }

  #groupOf(keys: readonly Value[]) {
    return this.#rows.groupOf(this.#conditions, this.#equals(keys));
  }

  /** The groups whose measure satisfies the condition. */
  passing({ measure: place, above, bound, not }: NonNullable<FittedQuery['having']>): PassingGroups {
    const { names, dimensions } = this.#request;
    const passes = this.#groups.filter((keys) => {
      const value = figureOf(this.#measures, names[place % names.length]!, this.#groupOf(keys));
      const holds =
        bound === null ? isKnown(value) === above : isKnown(value) && (above ? value > bound : value < bound);
      return holds !== not;
    });
    return { dimensions, keys: new Set(passes.map((keys) => JSON.stringify(keys))) };
  }

  get rows(): Value[][] {
    return this.#groups.map((keys) => {
      const group = this.#groupOf(keys);
      return [
        ...keys,
        ...this.#measureNames.map((name) => displayed(figureOf(this.#measures, name, group))),
        ...this.#calculations.map((_, place) => displayed(this.#calculate(keys, place))),
      ];
    });
  }

  get totals(): Value[] {
    const whole = new Evaluation(this.#warehouse, { ...this.#request, dimensions: [] }, this.#passing, this.#queried);
    return [...this.#request.dimensions.map(() => null), ...whole.rows[0]!];
  }

  /** The period that gaps are filled in; undefined if they are not. */
  get #fillGrain(): 'month' | 'year' | undefined {
    return this.#request.fill ? (this.#queried[0] as 'month' | 'year') : undefined;
  }

  #withFilledPeriods(groups: Value[][]): Value[][] {
    const grain = this.#fillGrain;
    if (!grain || this.#request.dimensions.length === 0) return groups;
    const startOf = (day: string | null) => (day ? (keyOf(rowOfDay(day), grain) as string) : null);
    return filledGroups(groups, grain, {
      keys: this.#request.dimensions.length,
      first: startOf(firstDay(this.#conditions)),
      last: startOf(lastDay(this.#conditions)),
    });
  }

  #equals(keys: readonly Value[]): KeyTests {
    return new Map(this.#request.dimensions.map((name, index) => [name, (value: Value) => value === keys[index]!]));
  }

  #calculate(keys: Value[], place: number): number | null {
    if (this.#queried.length === 0) return null;
    const { kind } = this.#calculations[place]!;
    const own = this.#figures.get(keys)![place]!;
    const values = [...this.#figures.values()].map((figures) => figures[place]!);
    const all = values.filter(isKnown);
    switch (kind) {
      case 'share': {
        const whole = sum(withoutNulls(values));
        return own === null || whole === 0 ? null : own / whole!;
      }
      case 'retention':
        return this.#retention(keys, place);
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
  #retention(keys: Value[], place: number): number | null {
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
      : onlyPeriod(this.#conditions, time);
    if (period === null) return null;
    const { kind, name } = this.#calculations[place]!;
    const ago = (count: number) => laterPeriod(period, time, -count);
    const yearAgo = laterPeriod(period, 'year', -1);
    const valueIn = (fits: (value: string) => boolean, until: string | null = null) =>
      this.#valueIn(
        name,
        this.#equals(keys).set(time, (value) => value !== null && fits(value as string)),
        { until, accumulated: kind === 'to_date', isIn: this.#rows.isOfPassing(time, period) },
      );
    const valueOf = (other: string, until: string | null = null) => valueIn((value) => value === other, until);
    switch (kind) {
      case 'to_date':
        return valueIn((value) => value >= `${period.slice(0, 4)}-01-01` && value <= period);
      case 'ago':
        return valueOf(ago(2));
      case 'year_ago':
        return valueOf(yearAgo);
      case 'like_for_like':
        return valueOf(yearAgo, sameDayLastYear(this.#conditions, period, time));
      case 'moving': {
        const values = withoutNulls([valueOf(period), valueOf(ago(1))]);
        return values.length === 0 ? null : sum(values)! / values.length;
      }
      default:
        return valueOf(ago(1));
    }
  }

  /** Whether gaps are filled and the periods are between those that rows are looked up in. */
  #isBetween(others: readonly Tree[], keys: KeyTests, until: string | null) {
    const grain = this.#fillGrain;
    if (!grain) return false;
    const last = lastDay(this.#conditions);
    const end: Tree[] = last === null ? [] : [{ since: null, until: last }];
    // A period that ends early is followed by others.
    const cut: Tree[] =
      until === null
        ? []
        : [
            {
              any: [
                { since: null, until },
                { since: laterPeriod(keyOf(rowOfDay(until), grain) as string, grain, 1), until: null },
              ],
            },
          ];
    const found = this.#rows
      .keysOf([...others, ...end, ...cut], [grain])
      .flatMap(([period]) => (period as string | null) ?? []);
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
    keys: KeyTests,
    { until, accumulated, isIn }: Required<GroupChoice> & { accumulated: boolean },
  ): number | null {
    const others = this.#conditions.filter((item) => !isDayCondition(item));
    const last = until ?? lastDay(this.#conditions);
    const group = this.#rows.groupOf(last === null ? others : [...others, { since: null, until: last }], keys, {
      isIn,
      ...(until !== null && { until }),
    });
    // A total has a value without rows, too: the number of distinct values is 0.
    const isCounted = rowMeasuresBehind(this.#measures, name).every(({ row }) => row.kind === 'count_distinct');
    return this.#rows.exists(group) || (accumulated && isCounted) || this.#isBetween(others, keys, until)
      ? figureOf(this.#measures, name, group)
      : null;
  }
}

const passingGroups = (warehouse: GeneratedWarehouse, request: FittedQuery): PassingGroups | null =>
  request.having && new Evaluation(warehouse, request).passing(request.having);

/** Rows and totals; the order of groups is arbitrary. */
export function evaluateQuery(
  warehouse: GeneratedWarehouse,
  request: FittedQuery,
  passing = passingGroups(warehouse, request),
  queried: readonly DimensionKey[] = request.dimensions,
): Expected {
  const evaluation = new Evaluation(warehouse, request, passing, queried);
  return { rows: evaluation.rows, totals: request.totals ? evaluation.totals : null };
}

/** `expected` with subtotals: keys, levels, figures. */
export function evaluateWithSubtotals(warehouse: GeneratedWarehouse, request: FittedQuery): Expected {
  if (!request.rollup) return evaluateQuery(warehouse, request);
  const { dimensions } = request;
  const passing = passingGroups(warehouse, request);
  const rows = [...dimensions.keys(), dimensions.length].flatMap((count) =>
    evaluateQuery(warehouse, { ...request, dimensions: dimensions.slice(0, count) }, passing, dimensions).rows.map(
      (row) => [
        ...dimensions.map((_, place) => (place < count ? row[place]! : null)),
        ...dimensions.map((_, place) => (place < count ? 'member' : 'all')),
        ...row.slice(count),
      ],
    ),
  );
  return { rows, totals: null };
}
