import * as fc from 'fast-check';

/** Made-up models with made-up rows: up to three facts, of which each has its own joins, dimensions, rules and masks. */

export interface Row {
  /** Differs from every other row's, whichever fact it is of. */
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
}
export type RuleName = 'small' | 'own codes' | 'flagged' | 'unit a or none';
export type Column = 'code' | 'money' | 'day' | 'unit name' | 'number';
export interface Fact {
  rows: Row[];
  /** Whether its branch and region come through joins, by way of the unit, or from a column and not at all. */
  joined: boolean;
  dimensions: DimensionName[];
  rules: RuleName[];
  masked: Column[];
}
export interface World {
  facts: Fact[];
  units: { tenant: 'alder' | 'birch'; id: number; name: string | null; head: number | null }[];
  heads: { tenant: 'alder' | 'birch'; id: number; name: string | null }[];
  /** What the reader's own codes are. */
  codes: string[];
}

/** Dimensions that a fact may have besides its day and the number of its row. */
export const DIMENSIONS = ['branch', 'region', 'code', 'size', 'flag'] as const;
export type DimensionName = (typeof DIMENSIONS)[number];
/** Bands of `number`: what is below 2 is in none of them. */
export const BANDS = [
  { value: 'some', from: 2 },
  { value: 'many', from: 5 },
];
export const DAYS = ['2024-01-31', '2024-12-31', '2025-01-01', '2025-01-31', '2025-02-28', '2025-03-01', '2025-03-31'];
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
  // Quarters are exact as doubles too, whatever the order in which they are added up.
  money: fc.option(
    fc.integer({ min: -20, max: 200 }).map((quarters) => quarters * 25),
    { freq: 5 },
  ),
});
const fact = fc
  .record({
    rows: fc.oneof({ weight: 1, arbitrary: fc.array(row, { maxLength: 2 }) }, { weight: 6, arbitrary: fc.array(row, { minLength: 8, maxLength: 16 }) }), // prettier-ignore
    joined: fc.boolean(),
    dimensions: fc.subarray([...DIMENSIONS], { minLength: 3 }),
    rules: fc.subarray<RuleName>(['small', 'own codes', 'flagged', 'unit a or none'], { maxLength: 1 }),
    masked: fc.oneof({ weight: 3, arbitrary: fc.constant<Column[]>([]) }, { weight: 1, arbitrary: fc.subarray<Column>(['code', 'money', 'day', 'unit name', 'number'], { maxLength: 1 }) }), // prettier-ignore
    open: fc.boolean(),
  })
  // Rules leave little to count: every second fact has none.
  .map(({ open, ...made }) => (open ? { ...made, rules: [] } : made));

/** Keys are unique within a tenant, as a model promises; both tenants use the same ones. */
const keyed = <T>(of: fc.Arbitrary<T>) =>
  fc
    .array(of, { minLength: 6, maxLength: 6 })
    .map((made) => made.map((each, index) => ({ ...each, tenant: index < 3 ? ('alder' as const) : ('birch' as const), id: (index % 3) + 1 }))); // prettier-ignore

export const world: fc.Arbitrary<World> = fc
  .record({
    facts: fc.array(fact, { minLength: 1, maxLength: 3 }),
    units: keyed(fc.record({ name: fc.constantFrom(...NAMES), head: orNothing([1, 2, 3, 9]) })),
    heads: keyed(fc.record({ name: fc.constantFrom(...NAMES) })),
    codes: fc.subarray(CODES, { minLength: 1 }),
  })
  .map(({ facts, ...rest }) => ({
    ...rest,
    facts: facts.map((each, place) => ({
      ...each,
      dimensions: each.joined ? each.dimensions : each.dimensions.filter((name) => name !== 'region'),
      rules: each.joined ? each.rules : each.rules.filter((name) => name !== 'unit a or none'),
      masked: each.masked.filter((name) => name !== 'unit name' || each.joined),
      rows: each.rows.map((cells, index) => ({ ...cells, id: place * 100 + index })),
    })),
  }));

/** What every fact has, by which all of them can be asked. */
export function sharedBy({ facts }: World): (DimensionName | 'day' | 'id')[] {
  return ['day', 'id', ...DIMENSIONS.filter((name) => facts.every((each) => each.dimensions.includes(name)))];
}
