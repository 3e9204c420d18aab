import { aggregate, dayNumber, sum, there } from './aggregate.ts';
import type { Seen, Value } from './aggregate.ts';
import { isKnownWithin, knownFigure, timelineOf } from './known-values.ts';
import type { KnownRow, Timeline } from './known-values.ts';
import { isJoinedFigure, measuresOf } from './measures.ts';
import type { DerivedMeasure, RowMeasure } from './measures.ts';
import type { CustomMeasures, DimensionKey, fitting, Tree } from './generate-query.ts';
import { QUOTED_FOR } from './generate-warehouse.ts';
import type { Fact, Row, GeneratedWarehouse } from './generate-warehouse.ts';

// The expected result of a query, computed row by row in plain JavaScript, without SQL, plans or any code of the
// engine. Every figure of a group is computed from the fact rows of that group.

/** The rows of a fact that the reader may see, with masks applied. */
export function seenRows(world: GeneratedWarehouse, fact: Fact): Seen[] {
  const masked = (name: Fact['masked'][number]) => fact.masked.includes(name);
  const unitOf = (row: Row) => world.units.find(({ tenant, id }) => tenant === 'alder' && id === row.unit);
  const hostOf = ({ number }: Row) =>
    world.units.find(({ tenant, id, places }) => tenant === 'alder' && id === number && (places ?? 0) > 20);
  const headOf = (row: Row) => {
    const head = unitOf(row)?.head ?? null;
    return world.heads.find(({ tenant, id }) => tenant === 'alder' && id === head);
  };
  /** What the unit was on the row's day. */
  const pastOf = ({ unit, day }: Row) =>
    world.histories.find(
      (item) =>
        item.tenant === 'alder' &&
        item.unit === unit &&
        !item.draft &&
        day !== null &&
        (item.since === null || item.since <= day) &&
        (item.until === null || day <= item.until),
    ) ?? null;
  /** The code's last quote up to the row's day, unless it is too old. */
  const quoteOf = ({ code, day }: Row) => {
    if (day === null) return null;
    const before = world.quotes.filter((item) => item.tenant === 'alder' && item.code === code && item.day <= day);
    const last = before.toSorted((one, other) => (one.day < other.day ? 1 : -1))[0];
    return last && dayNumber(day) - dayNumber(last.day) <= QUOTED_FOR ? last : null;
  };
  const passes = (row: Row) =>
    fact.rules.every((rule) => {
      switch (rule) {
        case 'small':
          return row.number !== null && row.number < 4;
        case 'own codes':
          return row.code !== null && world.codes.includes(row.code);
        case 'flagged':
          return row.flag === true;
        case 'unit a or none':
          return (unitOf(row)?.name ?? null) === 'a' || (unitOf(row)?.name ?? null) === null;
        case 'past a or none':
          return (pastOf(row)?.name ?? null) === 'a' || (pastOf(row)?.name ?? null) === null;
      }
    });
  const seen = fact.rows
    .filter((row) => row.tenant === 'alder' && passes(row))
    .map((row): Omit<Seen, 'began' | 'held' | 'months_since' | 'average'> => {
      const number = masked('number') ? null : row.number;
      const unit = fact.joined ? (unitOf(row) ?? null) : null;
      // Which row it is would tell the masked day.
      const past = fact.joined && !masked('day') && !masked('since') ? pastOf(row) : null;
      const quote = fact.joined && !masked('day') ? quoteOf(row) : null;
      return {
        id: row.id,
        branch: fact.joined ? (masked('unit name') ? null : (unitOf(row)?.name ?? null)) : row.branch,
        region: fact.joined ? (headOf(row)?.name ?? null) : null,
        host: fact.joined && !masked('unit name') ? (hostOf(row)?.name ?? null) : null,
        past: past?.name ?? null,
        quote: quote?.name ?? null,
        code: masked('code') ? null : row.code,
        flag: row.flag,
        size: number === null || number < 2 ? null : number < 5 ? 'some' : 'many',
        day: masked('day') ? null : row.day,
        money: masked('money') ? null : row.money,
        number,
        joined: {
          'unit.places': unit && { row: unit, figure: unit.places },
          'past.seats': past && { row: past, figure: past.seats },
          'quote.rate': quote && { row: quote, figure: quote.rate },
        },
      };
    });
  return seen.map((row) => ({ ...row, ...perCode(row, seen), average: averageOf(row, seen) }));
}

type Balance = Pick<Seen, 'code' | 'day' | 'money'>;

/** The average of a row's money and that of its code at the prior year-end; the row's own where there is none. */
function averageOf({ code, day, money }: Balance, seen: readonly Balance[]): number | null {
  if (money === null) return null;
  const yearEnd = day === null ? null : `${Number((day as string).slice(0, 4)) - 1}-12-31`;
  const before = code === null ? [] : seen.filter((row) => row.code === code && row.day === yearEnd);
  return (money + (sum(there(before.map((row) => row.money))) ?? money)) / 2;
}

/** What is computed for a row's code, from all rows that the reader sees. */
function perCode({ code, day }: Pick<Seen, 'code' | 'day'>, seen: readonly Pick<Seen, 'code' | 'day' | 'flag'>[]) {
  if (code === null) return { began: null, held: null, months_since: null };
  const rows = seen.filter((row) => row.code === code);
  const first = there(rows.map((row) => row.day as string | null)).toSorted()[0] ?? null;
  const months = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7));
  return {
    began: first,
    held: rows.filter(({ flag }) => flag === true).length,
    months_since: first === null || day === null ? null : months(day as string) - months(first),
  };
}

/** A row's value of a dimension. */
export const keyOf = (row: Seen, name: DimensionKey): Value => {
  const day = row.day as string | null;
  if (name === 'month') return day && `${day.slice(0, 7)}-01`;
  if (name === 'year') return day && `${day.slice(0, 4)}-01-01`;
  return row[name];
};

/** Whether a row satisfies a filter. */
export function passes(row: Seen, tree: Tree): boolean {
  if ('all' in tree) return tree.all.every((item) => passes(row, item));
  if ('any' in tree) return tree.any.some((item) => passes(row, item));
  if ('none' in tree) return !passes(row, tree.none);
  if ('since' in tree) {
    const day = row.day as string | null;
    return day !== null && (!tree.since || day >= tree.since) && (!tree.until || day <= tree.until);
  }
  const value = keyOf(row, tree.field);
  if ('missing' in tree) return (value === null) === tree.missing;
  if ('than' in tree) {
    const other = keyOf(row, tree.other);
    if (value === null || other === null) return false;
    if (tree.than === 'eq' || tree.than === 'ne') return (value === other) === (tree.than === 'eq');
    return value < other === (tree.than === 'lt');
  }
  return (value !== null && tree.is.includes(value)) !== tree.not;
}
const aboutDay = (tree: Tree): boolean => {
  if ('all' in tree) return tree.all.every(aboutDay);
  if ('any' in tree) return tree.any.every(aboutDay);
  if ('none' in tree) return aboutDay(tree.none);
  return 'since' in tree || tree.field === 'day';
};
/** The conditions at the top level of a filter. */
const topOf = (tree: Tree | null): Tree[] => (tree === null ? [] : 'all' in tree ? tree.all.flatMap(topOf) : [tree]);

/** The rows of a group in each fact, the rows that determine the snapshot dates, and what is known on which days. */
interface Group {
  facts: { own: Seen[]; everyone: Seen[]; days: string[]; known: KnownRow[] }[];
}

function rowFigure(measure: RowMeasure, group: Group['facts'][number], counts: (row: Seen) => boolean): number | null {
  if (measure.known !== undefined)
    return knownFigure(
      measure,
      group.days,
      group.known.filter(({ row }) => counts(row)),
    );
  const { own, everyone } = group;
  const where = (row: Seen) =>
    counts(row) &&
    (measure.where === null || (measure.where === 'flag' ? row.flag === true : row.number !== null && row.number >= 3));
  if (measure.over === null) return aggregate(measure, own.filter(where));
  const days = [...new Set(there(everyone.map((row) => row.day as string | null)))].toSorted();
  const on = (day: string | undefined) => own.filter((row) => row.day !== null && row.day === day);
  const figures = days.filter((day) => on(day).length > 0).map((day) => aggregate(measure, on(day).filter(where)));
  switch (measure.over) {
    case 'last':
    case 'first':
      return aggregate(measure, on(measure.over === 'last' ? days.at(-1) : days[0]).filter(where));
    case 'average': {
      const total = sum(there(figures));
      return total === null || own.length === 0 || days.length === 0 ? null : total / days.length;
    }
    case 'min':
    case 'max': {
      const ordered = there(figures).toSorted((one, other) => one - other);
      return (measure.over === 'min' ? ordered[0] : ordered.at(-1)) ?? null;
    }
  }
}

const isTime = (name: DimensionKey) => name === 'day' || name === 'month' || name === 'year';
/** A row of which only the day is known, to look at conditions on the day. */
const dayOnly = (day: string) => ({ day }) as unknown as Seen;
const split = (conditions: readonly Tree[]): [onDays: Tree[], others: Tree[]] => [
  conditions.filter(aboutDay),
  conditions.filter((item) => !aboutDay(item)),
];
type Measures = Map<string, MapValue<ReturnType<typeof measuresOf>> | { filtered: CustomMeasures['filtered'] }>;
type MapValue<T> = T extends Map<string, infer V> ? V : never;

/** The measures of a warehouse and of a query. */
function measuresWith(world: GeneratedWarehouse, custom: CustomMeasures | null): Measures {
  const all: Measures = measuresOf(world);
  if (!custom) return all;
  return all
    .set('filtered', { filtered: custom.filtered })
    .set('formula', { fact: null, generated: { kind: 'derived', ...custom.formula } });
}

/** Which rows of the group count, besides a measure's own condition. */
type Counts = (row: Seen) => boolean;
function figureOf(measures: Measures, name: string, group: Group, counts: Counts = () => true): number | null {
  const measure = measures.get(name)!;
  if ('filtered' in measure)
    return figureOf(measures, measure.filtered.of, group, (row) => passes(row, measure.filtered.filter));
  return 'row' in measure
    ? rowFigure(measure.row, group.facts[measure.fact]!, counts)
    : derivedFigure(measures, measure.generated, group, counts);
}
function derivedFigure(
  measures: Measures,
  derivedMeasure: DerivedMeasure,
  group: Group,
  counts: Counts,
): number | null {
  const inner = (name: string) => figureOf(measures, name, group, counts);
  switch (derivedMeasure.kind) {
    case 'ratio': {
      const [top, bottom] = [inner(derivedMeasure.top), inner(derivedMeasure.bottom)];
      return top === null || bottom === null || bottom === 0 ? null : top / bottom;
    }
    case 'derived': {
      const [left, right] = [inner(derivedMeasure.left), inner(derivedMeasure.right)];
      return left === null || right === null ? null : left - right;
    }
    case 'combine': {
      const parts = derivedMeasure.terms.map(({ measure, factor }) => ({ value: inner(measure), factor }));
      return parts.every(({ value }) => value === null)
        ? null
        : parts.reduce((all, { value, factor }) => all + (value ?? 0) * factor, 0);
    }
  }
}

/** The row measures that a measure is computed from, with their facts. */
function behind(measures: Measures, name: string): { fact: number; row: RowMeasure }[] {
  const measure = measures.get(name)!;
  if ('filtered' in measure) return behind(measures, measure.filtered.of);
  if ('row' in measure) return [measure];
  const { generated: derivedMeasure } = measure;
  const parts =
    derivedMeasure.kind === 'ratio'
      ? [derivedMeasure.top, derivedMeasure.bottom]
      : derivedMeasure.kind === 'derived'
        ? [derivedMeasure.left, derivedMeasure.right]
        : derivedMeasure.terms.map((term) => term.measure);
  return parts.flatMap((part) => behind(measures, part));
}

/** Whether the engine allows this calculation of the measure. */
export function allows(
  world: GeneratedWarehouse,
  custom: CustomMeasures | null,
  kind: 'share' | 'to_date' | 'moving',
  name: string,
  periods: boolean,
): boolean {
  const measures = measuresWith(world, custom);
  const rows = behind(measures, name).map(({ row }) => row);
  if (kind === 'moving') return rows.every(({ of }) => of !== 'day');
  if (kind === 'to_date')
    return rows.every(
      ({ kind, of, over }) =>
        over === null && !isJoinedFigure(of) && ['count', 'sum', 'average', 'count_distinct'].includes(kind),
    );
  const found = measures.get(name)!;
  if ('filtered' in found) return allows(world, custom, kind, found.filtered.of, periods);
  const measure = found;
  const linear =
    'row' in measure
      ? ['count', 'sum'].includes(measure.row.kind) && !isJoinedFigure(measure.row.of)
      : measure.generated.kind === 'combine';
  const daily = 'row' in measure && ['average', 'min', 'max'].includes(measure.row.over ?? '');
  return linear && !daily && (!periods || rows.every(({ over }) => over === null));
}

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
    this.#groups = this.#keysOfGroups().filter(
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
        bound === null ? (value !== null) === above : value !== null && (above ? value > bound : value < bound);
      return holds !== not;
    });
    return { dimensions, keys: new Set(passes.map((keys) => JSON.stringify(keys))) };
  }

  get rows(): Value[][] {
    return this.#groups.map((keys) => {
      const group = this.#groupOf(this.#conditions, this.#equals(keys));
      return [
        ...keys,
        ...this.#named.map((name) => figureOf(this.#measures, name, group)),
        ...this.#calculated.map((_, place) => this.#calculate(keys, place)),
      ];
    });
  }

  get totals(): Value[] {
    const whole = new Evaluation(this.#world, { ...this.#request, dimensions: [] }, this.#passing, this.#queried);
    return [...this.#request.dimensions.map(() => null), ...whole.rows[0]!];
  }

  #keysOfGroups(): Value[][] {
    const { dimensions } = this.#request;
    const groups = new Map<string, Value[]>();
    const add = (row: Seen, day = row.day) => {
      const keys = dimensions.map((name) => keyOf({ ...row, day }, name));
      groups.set(JSON.stringify(keys), keys);
    };
    for (const [fact, rows] of this.#seen.entries())
      if (this.#needed.has(`${fact} rows`))
        for (const row of rows) if (this.#isIn(row) && this.#conditions.every((item) => passes(row, item))) add(row);
    for (const [fact, { days, rows }] of this.#timelines.entries()) {
      const [onDays, others] = split(this.#conditions);
      const periods = this.#periodsOf(days.filter((day) => onDays.every((item) => passes(dayOnly(day), item))));
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

  /** The first and last of these days in each period that the query groups by. */
  #periodsOf(days: readonly string[]): [first: string, last: string][] {
    const times = this.#request.dimensions.filter(isTime);
    const periods = new Map<string, [string, string]>();
    for (const day of days) {
      const period = times.map((name) => keyOf(dayOnly(day), name)).join();
      periods.set(period, [periods.get(period)?.[0] ?? day, day]);
    }
    return [...periods.values()];
  }

  /** The group with these keys, among the rows that satisfy the conditions. */
  #groupOf(conditions: readonly Tree[], keys: ReadonlyMap<DimensionKey, (value: Value) => boolean>): Group {
    const times = [...keys.keys()].filter(isTime);
    const [onDays, others] = split(conditions);
    return {
      facts: this.#seen.map((rows, fact) => ({
        days: this.#timelines[fact]!.days.filter(
          (day) =>
            onDays.every((item) => passes(dayOnly(day), item)) &&
            times.every((name) => keys.get(name)?.(keyOf(dayOnly(day), name)) ?? true),
        ),
        known: this.#timelines[fact]!.rows.filter(
          ({ row }) =>
            this.#isIn(row) &&
            others.every((item) => passes(row, item)) &&
            [...keys].every(([name, fits]) => isTime(name) || fits(keyOf(row, name))),
        ),
        own: rows.filter(
          (row) =>
            this.#isIn(row) &&
            conditions.every((condition) => passes(row, condition)) &&
            [...keys].every(([name, fits]) => fits(keyOf(row, name))),
        ),
        everyone: rows.filter(
          (row) =>
            conditions.filter(aboutDay).every((condition) => passes(row, condition)) &&
            times.every((name) => keys.get(name)?.(keyOf(row, name)) ?? true),
        ),
      })),
    };
  }

  #equals(keys: readonly Value[]): Map<DimensionKey, (value: Value) => boolean> {
    return new Map(this.#request.dimensions.map((name, index) => [name, (value: Value) => value === keys[index]!]));
  }

  #calculate(keys: Value[], place: number): number | null {
    if (this.#queried.length === 0) return null;
    const { kind } = this.#calculated[place]!;
    const own = this.#figures.get(keys)![place]!;
    const all = there([...this.#figures.values()].map((values) => values[place]!));
    switch (kind) {
      case 'share':
        return own === null || sum(all) === 0 ? null : own / sum(all)!;
      case 'rank':
        return own === null || keys.length === 0
          ? null
          : 1 + all.filter((value) => Number(value.toPrecision(11)) > Number(own.toPrecision(11))).length;
      case 'percentile': {
        if (own === null || all.length < 2) return null;
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

  #inOtherPeriods(keys: Value[], place: number): number | null {
    const { dimensions } = this.#request;
    const time = this.#queried.find((name) => name === 'month' || name === 'year');
    // Other periods are those of all groups, so a total of those that pass compares with none.
    if (time === undefined || (this.#passing && !this.#isWhole)) return null;
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
        { until, accumulated: kind === 'to_date' },
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

  /** The period that the filter leaves; null if it leaves several. */
  #onlyPeriod(time: 'month' | 'year'): string | null {
    const equal = this.#conditions.flatMap((item) =>
      'is' in item && item.field === 'day' && !item.not && item.is.length === 1 ? item.is : [],
    );
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

  /** The measure in a group among all periods, up to a day; null if there is none. */
  #valueIn(
    name: string,
    keys: Map<DimensionKey, (value: Value) => boolean>,
    { until, accumulated = false }: { until: string | null; accumulated?: boolean },
  ): number | null {
    const others = this.#conditions.filter((item) => !aboutDay(item));
    const last = until ?? this.#lastDay;
    const group = this.#groupOf(last === null ? others : [...others, { since: null, until: last }], keys);
    const exists = group.facts.some(
      ({ own, days, known }, fact) =>
        (this.#needed.has(`${fact} rows`) && own.length > 0) ||
        this.#carriesOf(fact).some(
          (carry) => days.length > 0 && known.some((item) => isKnownWithin(item, days[0]!, days.at(-1)!, carry)),
        ),
    );
    // A total has a value without rows, too: the number of distinct values is 0.
    const isCounted = behind(this.#measures, name).every(({ row }) => row.kind === 'count_distinct');
    return exists || (accumulated && isCounted) ? figureOf(this.#measures, name, group) : null;
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
