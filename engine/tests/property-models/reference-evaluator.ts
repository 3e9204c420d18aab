import { measuresOf } from './measures.ts';
import type { DerivedMeasure, RowMeasure } from './measures.ts';
import type { DimensionKey, fitting, Tree } from './generate-query.ts';
import type { Fact, Row, GeneratedWarehouse } from './generate-warehouse.ts';

/**
 * The expected result of a query, computed row by row in plain JavaScript, without SQL, plans or any code of the
 * engine. Every figure of a group is computed from the fact rows of that group.
 */
type Value = string | number | boolean | null;
/** A fact's row as the reader sees it: masked cells are null. */
type Seen = { [name in Exclude<DimensionKey, 'month' | 'year'>]: Value } & {
  money: number | null;
  number: number | null;
  /** The joined unit, which other rows may share. */
  unit: { places: number | null } | null;
};

/** The rows of a fact that the reader may see, with masks applied. */
export function seenRows(world: GeneratedWarehouse, fact: Fact): Seen[] {
  const masked = (name: Fact['masked'][number]) => fact.masked.includes(name);
  const unitOf = (row: Row) => world.units.find(({ tenant, id }) => tenant === 'alder' && id === row.unit);
  const headOf = (row: Row) => {
    const head = unitOf(row)?.head ?? null;
    return world.heads.find(({ tenant, id }) => tenant === 'alder' && id === head);
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
      }
    });
  return fact.rows
    .filter((row) => row.tenant === 'alder' && passes(row))
    .map((row) => {
      const number = masked('number') ? null : row.number;
      return {
        id: row.id,
        branch: fact.joined ? (masked('unit name') ? null : (unitOf(row)?.name ?? null)) : row.branch,
        region: fact.joined ? (headOf(row)?.name ?? null) : null,
        code: masked('code') ? null : row.code,
        flag: row.flag,
        size: number === null || number < 2 ? null : number < 5 ? 'some' : 'many',
        day: masked('day') ? null : row.day,
        money: masked('money') ? null : row.money,
        number,
        unit: (fact.joined && unitOf(row)) || null,
      };
    });
}

const keyOf = (row: Seen, name: DimensionKey): Value => {
  const day = row.day as string | null;
  if (name === 'month') return day && `${day.slice(0, 7)}-01`;
  if (name === 'year') return day && `${day.slice(0, 4)}-01-01`;
  return row[name];
};

function passes(row: Seen, tree: Tree): boolean {
  if ('all' in tree) return tree.all.every((item) => passes(row, item));
  if ('any' in tree) return tree.any.some((item) => passes(row, item));
  if ('none' in tree) return !passes(row, tree.none);
  if ('since' in tree) {
    const day = row.day as string | null;
    return day !== null && (!tree.since || day >= tree.since) && (!tree.until || day <= tree.until);
  }
  const value = keyOf(row, tree.field);
  if ('missing' in tree) return (value === null) === tree.missing;
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

const sum = (values: readonly number[]) => (values.length === 0 ? null : values.reduce((one, other) => one + other, 0));
const there = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

function aggregate({ kind, of }: RowMeasure, rows: readonly Seen[]): number | null {
  if (kind === 'count') return rows.length;
  if (kind === 'count_distinct') return new Set(there(rows.map((row) => row.code))).size;
  // A joined unit counts once, however many rows share it.
  const units = [...new Set(there(rows.map((row) => row.unit)))];
  const numbers =
    of === 'unit.places'
      ? there(units.map(({ places }) => places))
      : there(rows.map((row) => (of === 'money' ? row.money && row.money / 100 : row.number)));
  const total = of === 'unit.places' ? numbers.map((places) => places * 100) : there(rows.map((row) => row.money));
  const ordered = numbers.toSorted((one, other) => one - other);
  switch (kind) {
    case 'sum':
      return total.length === 0 ? null : sum(total)! / 100;
    case 'average':
      return total.length === 0 ? null : sum(total)! / 100 / total.length;
    case 'min':
      return ordered[0] ?? null;
    case 'max':
      return ordered.at(-1) ?? null;
    case 'median': {
      const middle = (ordered.length - 1) / 2;
      return ordered.length === 0 ? null : (ordered[Math.floor(middle)]! + ordered[Math.ceil(middle)]!) / 2;
    }
  }
}

/** The rows of a group in each fact, and the rows that determine the snapshot dates. */
interface Group {
  facts: { own: Seen[]; everyone: Seen[] }[];
}

function rowFigure(measure: RowMeasure, { own, everyone }: Group['facts'][number]): number | null {
  const where = (row: Seen) =>
    measure.where === null || (measure.where === 'flag' ? row.flag === true : row.number !== null && row.number >= 3);
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

type Measures = ReturnType<typeof measuresOf>;
function figureOf(measures: Measures, name: string, group: Group): number | null {
  const measure = measures.get(name)!;
  return 'row' in measure
    ? rowFigure(measure.row, group.facts[measure.fact]!)
    : derivedFigure(measures, measure.generated, group);
}
function derivedFigure(measures: Measures, derivedMeasure: DerivedMeasure, group: Group): number | null {
  const inner = (name: string) => figureOf(measures, name, group);
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
export function allows(world: GeneratedWarehouse, kind: 'share' | 'to_date', name: string, periods: boolean): boolean {
  const measures = measuresOf(world);
  const rows = behind(measures, name).map(({ row }) => row);
  if (kind === 'to_date')
    return rows.every(
      ({ kind, of, over }) => over === null && of !== 'unit.places' && ['count', 'sum', 'average'].includes(kind),
    );
  const measure = measures.get(name)!;
  const linear =
    'row' in measure
      ? ['count', 'sum'].includes(measure.row.kind) && measure.row.of !== 'unit.places'
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

/** One query, evaluated over the rows that its reader sees. */
class Evaluation {
  readonly #request: Request;
  readonly #measures: Measures;
  readonly #named: string[];
  readonly #calculated: (Request['calculations'][number] & { name: string })[];
  /** Indexes of the facts that the requested measures come from: only these form groups. */
  readonly #needed: Set<number>;
  readonly #seen: Seen[][];
  readonly #conditions: Tree[];
  readonly #groups: Value[][];
  /** The calculations' measures, by the keys of the group. */
  readonly #figures: Map<Value[], (number | null)[]>;

  constructor(world: GeneratedWarehouse, request: Request) {
    this.#request = request;
    this.#measures = measuresOf(world);
    const nameAt = (place: number) => request.names[place % request.names.length]!;
    this.#named = [...new Set(request.measures.map(nameAt))];
    this.#calculated = request.calculations.map((item) => ({ ...item, name: nameAt(item.measure) }));
    const all = [...this.#named, ...this.#calculated.map(({ name }) => name)];
    this.#needed = new Set(all.flatMap((name) => behind(this.#measures, name).map(({ fact }) => fact)));
    this.#seen = world.facts.map((fact) => seenRows(world, fact));
    this.#conditions = topOf(request.filter);
    this.#groups = this.#keysOfGroups();
    this.#figures = new Map(
      this.#groups.map((keys) => {
        const group = this.#groupOf(this.#conditions, this.#equals(keys));
        return [keys, this.#calculated.map(({ name }) => figureOf(this.#measures, name, group))];
      }),
    );
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
    const whole = this.#groupOf(this.#conditions, new Map());
    return [
      ...this.#request.dimensions.map(() => null),
      ...this.#named.map((name) => figureOf(this.#measures, name, whole)),
      ...this.#calculated.map(() => null),
    ];
  }

  #keysOfGroups(): Value[][] {
    const { dimensions } = this.#request;
    const groups = new Map<string, Value[]>();
    for (const [fact, rows] of this.#seen.entries())
      for (const row of rows)
        if (this.#needed.has(fact) && this.#conditions.every((item) => passes(row, item))) {
          const keys = dimensions.map((name) => keyOf(row, name));
          groups.set(JSON.stringify(keys), keys);
        }
    if (dimensions.length === 0) groups.set('[]', []);
    return [...groups.values()];
  }

  /** The group with these keys, among the rows that satisfy the conditions. */
  #groupOf(conditions: readonly Tree[], keys: ReadonlyMap<DimensionKey, (value: Value) => boolean>): Group {
    const times = this.#request.dimensions.filter((name) => name === 'day' || name === 'month' || name === 'year');
    return {
      facts: this.#seen.map((rows) => ({
        own: rows.filter(
          (row) =>
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
    if (this.#request.dimensions.length === 0) return null;
    const { kind } = this.#calculated[place]!;
    const own = this.#figures.get(keys)![place]!;
    const all = there([...this.#figures.values()].map((values) => values[place]!));
    switch (kind) {
      case 'share':
        return own === null || sum(all) === 0 ? null : own / sum(all)!;
      case 'rank':
        return own === null
          ? null
          : 1 + all.filter((value) => Number(value.toPrecision(11)) > Number(own.toPrecision(11))).length;
      case 'previous':
      case 'year_ago':
      case 'to_date':
        return this.#inOtherPeriods(keys, place);
    }
  }

  #inOtherPeriods(keys: Value[], place: number): number | null {
    const { dimensions } = this.#request;
    const time = dimensions.find((name) => name === 'month' || name === 'year');
    const period = time ? (keys[dimensions.indexOf(time)] as string | null) : null;
    if (time === undefined || period === null) return null;
    const { kind, name } = this.#calculated[place]!;
    const before = kind === 'year_ago' || time === 'year' ? added(period, -1, 0) : added(period, 0, -1);
    const fits =
      kind === 'to_date'
        ? (value: string) => value >= `${period.slice(0, 4)}-01-01` && value <= period
        : (value: string) => value === before;
    const expected = this.#equals(keys);
    expected.set(time, (value) => value !== null && fits(value as string));
    const group = this.#groupOf(
      this.#conditions.filter((item) => !aboutDay(item)),
      expected,
    );
    const exists = group.facts.some(({ own }, fact) => this.#needed.has(fact) && own.length > 0);
    return exists ? figureOf(this.#measures, name, group) : null;
  }
}

/** Rows and totals; the order of groups is arbitrary. */
export function expected(world: GeneratedWarehouse, request: Request): Expected {
  const evaluation = new Evaluation(world, request);
  return { rows: evaluation.rows, totals: request.totals ? evaluation.totals : null };
}

/** `expected` with subtotals: keys, levels, figures. */
export function expectedWithin(world: GeneratedWarehouse, request: Request): Expected {
  if (!request.rollup) return expected(world, request);
  const { dimensions } = request;
  const rows = [...dimensions.keys(), dimensions.length].flatMap((count) =>
    expected(world, { ...request, dimensions: dimensions.slice(0, count) }).rows.map((row) => [
      ...dimensions.map((_, place) => (place < count ? row[place]! : null)),
      ...dimensions.map((_, place) => (place < count ? 'member' : 'all')),
      ...row.slice(count),
    ]),
  );
  return { rows, totals: null };
}
