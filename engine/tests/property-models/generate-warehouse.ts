import * as fc from 'fast-check';
import { CURRENCIES, generatedRates } from './currency.ts';
import type { Currency, GeneratedRates } from './currency.ts';

/** Generated models with generated rows: up to three facts, each with its own joins, dimensions, rules and masks. */

export interface Row {
  /** Unique over all facts. */
  id: number;
  tenant: 'alder' | 'birch';
  branch: string | null;
  unit: number | null;
  code: string | null;
  number: number | null;
  flag: boolean | null;
  day: string | null;
  /** Cents. */
  money: number | null;
  currency: Currency | null;
}
export type RuleName = 'small' | 'own codes' | 'flagged' | 'unit a or none' | 'past a or none';
export type Column = 'code' | 'money' | 'day' | 'unit name' | 'number' | 'since' | 'currency';
export interface Fact {
  rows: Row[];
  /**
   * Whether branch and region come through joins with the unit, the host through a second role of units with more than
   * 20 places, the past one through the unit's history, and the quote is the latest of the code; otherwise the branch is
   * a column and there is none of the others.
   */
  joined: boolean;
  dimensions: DimensionName[];
  rules: RuleName[];
  masked: Column[];
}
/** What a unit was at some time, both days included; drafts overlap and are left out by the join. */
export interface HistoryRow {
  tenant: 'alder' | 'birch';
  unit: number;
  since: string | null;
  until: string | null;
  name: string | null;
  seats: number | null;
  draft: boolean;
}
export interface GeneratedWarehouse {
  facts: Fact[];
  units: {
    tenant: 'alder' | 'birch';
    id: number;
    name: string | null;
    head: number | null;
    places: number | null;
    currency: Currency | null;
  }[];
  heads: { tenant: 'alder' | 'birch'; id: number; name: string | null }[];
  histories: HistoryRow[];
  quotes: { tenant: 'alder' | 'birch'; code: string; day: string; name: string; rate: number | null }[];
  rates: GeneratedRates;
  /** The reader's own codes. */
  codes: string[];
}

/** Dimensions that a fact may have besides its day and row id. */
export const DIMENSIONS = ['branch', 'region', 'host', 'past', 'quote', 'code', 'size', 'flag', 'currency'] as const;
/** Those that only joined facts have. */
const OF_JOINS = new Set<string>(['region', 'host', 'past', 'quote']);
/** Dimensions computed for each code, and the months since. */
export const PER_KEY = ['began', 'held', 'months_since'] as const;
export type DimensionName = (typeof DIMENSIONS)[number];
/** Bands of `number`; values below 2 are in none of them. */
export const BANDS = [
  { value: 'some', from: 2 },
  { value: 'many', from: 5 },
];
export const DAYS = ['2024-01-31', '2024-12-31', '2025-01-01', '2025-01-31', '2025-02-28', '2025-03-01', '2025-03-31'];
/** For how many days a quote applies. */
export const QUOTED_FOR = 45;
export const CODES = ['x', 'y', 'Ž', ''];
const NAMES = ['a', 'b', 'x', null];

const orNothing = <T>(from: readonly T[]) => fc.constantFrom<T | null>(...from, null);
const tenant = fc.constantFrom<'alder' | 'birch'>('alder', 'alder', 'alder', 'birch');
const row = fc.record<Omit<Row, 'id'>>({
  tenant,
  branch: orNothing(['a', 'b']),
  unit: orNothing([1, 2, 3, 9]),
  code: orNothing(CODES),
  number: orNothing([0, 1, 2, 3, 4, 5, 6]),
  flag: orNothing([true, false]),
  day: orNothing(DAYS),
  // Quarters are exact as doubles, in any order of addition.
  money: fc.option(
    fc.integer({ min: -20, max: 200 }).map((quarters) => quarters * 25),
    { freq: 5 },
  ),
  currency: fc.constantFrom(...CURRENCIES, ...CURRENCIES, null),
});
const fact = fc
  .record({
    rows: fc.oneof(
      { weight: 1, arbitrary: fc.array(row, { maxLength: 2 }) },
      { weight: 6, arbitrary: fc.array(row, { minLength: 8, maxLength: 16 }) },
    ),
    joined: fc.boolean(),
    dimensions: fc.subarray([...DIMENSIONS], { minLength: 3 }),
    rules: fc.subarray<RuleName>(['small', 'own codes', 'flagged', 'unit a or none', 'past a or none'], {
      maxLength: 1,
    }),
    masked: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Column[]>([]) },
      {
        weight: 1,
        arbitrary: fc.subarray<Column>(['code', 'money', 'day', 'unit name', 'number', 'since', 'currency'], {
          maxLength: 1,
        }),
      },
    ),
    open: fc.boolean(),
    stated: fc.boolean(),
  })
  // Rules leave few rows, so half of the facts have none.
  .map(({ open, stated, ...created }) => ({
    ...created,
    ...(open && { rules: [] }),
    // A row without a currency leaves the total without a figure.
    rows: stated ? created.rows.map((cells) => ({ ...cells, currency: cells.currency ?? 'EUR' })) : created.rows,
  }));

/** Keys are unique within a tenant, as a model requires; both tenants use the same keys. */
const keyed = <T>(of: fc.Arbitrary<T>) =>
  fc.array(of, { minLength: 6, maxLength: 6 }).map((created) =>
    created.map((item, index) => ({
      ...item,
      tenant: index < 3 ? ('alder' as const) : ('birch' as const),
      id: (index % 3) + 1,
    })),
  );

const TENANTS = ['alder', 'birch'] as const;
const dayBefore = (day: string) => new Date(Date.parse(`${day}T00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** A unit's history: rows that begin on some days, each until the next one or for its first day only, and a draft. */
const historyOf = (owner: HistoryRow['tenant'], unit: number): fc.Arbitrary<HistoryRow[]> =>
  fc
    .record({
      starts: fc.subarray(DAYS, { maxLength: 3 }),
      cells: fc.array(
        fc.record({
          name: fc.constantFrom(...NAMES),
          seats: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 5 }),
          short: fc.boolean(),
        }),
        { minLength: 4, maxLength: 4 },
      ),
      open: fc.boolean(),
    })
    .map(({ starts, cells, open }) => {
      const row = (place: number, since: string | null, until: string | null, draft = false): HistoryRow => {
        const { name, seats } = cells[place]!;
        return { tenant: owner, unit, since, until, name, seats, draft };
      };
      const rows = starts.map((start, place) => {
        const next = starts[place + 1];
        const until = cells[place]!.short ? start : next === undefined ? null : dayBefore(next);
        return row(place, place === 0 && open ? null : start, until);
      });
      return [...rows, row(3, null, null, true)];
    });
const histories = fc
  .tuple(...TENANTS.flatMap((owner) => [1, 2, 3].map((unit) => historyOf(owner, unit))))
  .map((all) => all.flat());
const quotes = fc
  .tuple(
    ...TENANTS.flatMap((owner) =>
      CODES.map((code) =>
        fc
          .array(
            fc.record({
              day: fc.constantFrom(...DAYS),
              name: fc.constantFrom('p', 'q'),
              rate: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 5 }),
            }),
            { maxLength: 3 },
          )
          .map((list) => [...new Map(list.map((item) => [item.day, { tenant: owner, code, ...item }])).values()]),
      ),
    ),
  )
  .map((all) => all.flat());

export const generatedWarehouse: fc.Arbitrary<GeneratedWarehouse> = fc
  .record({
    facts: fc.array(fact, { minLength: 1, maxLength: 3 }),
    units: keyed(
      fc.record({
        name: fc.constantFrom(...NAMES),
        head: orNothing([1, 2, 3, 9]),
        places: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 5 }),
        currency: fc.constantFrom(...CURRENCIES, ...CURRENCIES, null),
      }),
    ),
    heads: keyed(fc.record({ name: fc.constantFrom(...NAMES) })),
    histories,
    quotes,
    rates: generatedRates,
    codes: fc.subarray(CODES, { minLength: 1 }),
  })
  .map(({ facts, ...rest }) => ({
    ...rest,
    facts: facts.map((fact, place) => ({
      ...fact,
      dimensions: fact.joined ? fact.dimensions : fact.dimensions.filter((name) => !OF_JOINS.has(name)),
      rules: fact.joined
        ? fact.rules
        : fact.rules.filter((name) => name !== 'unit a or none' && name !== 'past a or none'),
      masked: fact.masked.filter((name) => (name !== 'unit name' && name !== 'since') || fact.joined),
      rows: fact.rows.map((cells, index) => ({ ...cells, id: place * 100 + index })),
    })),
  }));

/** Dimensions that all facts have. */
export function sharedBy({ facts }: GeneratedWarehouse): (DimensionName | 'day' | 'id' | (typeof PER_KEY)[number])[] {
  return [
    'day',
    'id',
    ...PER_KEY,
    ...DIMENSIONS.filter((name) => facts.every((fact) => fact.dimensions.includes(name))),
  ];
}
