import * as fc from 'fast-check';

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
}
export type RuleName = 'small' | 'own codes' | 'flagged' | 'unit a or none';
export type Column = 'code' | 'money' | 'day' | 'unit name' | 'number';
export interface Fact {
  rows: Row[];
  /**
   * Whether branch and region come through joins with the unit, and the host through a second role of units with more
   * than 20 places; otherwise the branch is a column and there is neither region nor host.
   */
  joined: boolean;
  dimensions: DimensionName[];
  rules: RuleName[];
  masked: Column[];
}
export interface GeneratedWarehouse {
  facts: Fact[];
  units: { tenant: 'alder' | 'birch'; id: number; name: string | null; head: number | null; places: number | null }[];
  heads: { tenant: 'alder' | 'birch'; id: number; name: string | null }[];
  /** The reader's own codes. */
  codes: string[];
}

/** Dimensions that a fact may have besides its day and row id. */
export const DIMENSIONS = ['branch', 'region', 'host', 'code', 'size', 'flag'] as const;
/** Dimensions computed for each code, and the months since. */
export const PER_KEY = ['began', 'held', 'months_since'] as const;
export type DimensionName = (typeof DIMENSIONS)[number];
/** Bands of `number`; values below 2 are in none of them. */
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
  // Quarters are exact as doubles, in any order of addition.
  money: fc.option(
    fc.integer({ min: -20, max: 200 }).map((quarters) => quarters * 25),
    { freq: 5 },
  ),
});
const fact = fc
  .record({
    rows: fc.oneof(
      { weight: 1, arbitrary: fc.array(row, { maxLength: 2 }) },
      { weight: 6, arbitrary: fc.array(row, { minLength: 8, maxLength: 16 }) },
    ),
    joined: fc.boolean(),
    dimensions: fc.subarray([...DIMENSIONS], { minLength: 3 }),
    rules: fc.subarray<RuleName>(['small', 'own codes', 'flagged', 'unit a or none'], { maxLength: 1 }),
    masked: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Column[]>([]) },
      { weight: 1, arbitrary: fc.subarray<Column>(['code', 'money', 'day', 'unit name', 'number'], { maxLength: 1 }) },
    ),
    open: fc.boolean(),
  })
  // Rules leave few rows, so half of the facts have none.
  .map(({ open, ...created }) => (open ? { ...created, rules: [] } : created));

/** Keys are unique within a tenant, as a model requires; both tenants use the same keys. */
const keyed = <T>(of: fc.Arbitrary<T>) =>
  fc.array(of, { minLength: 6, maxLength: 6 }).map((created) =>
    created.map((item, index) => ({
      ...item,
      tenant: index < 3 ? ('alder' as const) : ('birch' as const),
      id: (index % 3) + 1,
    })),
  );

export const generatedWarehouse: fc.Arbitrary<GeneratedWarehouse> = fc
  .record({
    facts: fc.array(fact, { minLength: 1, maxLength: 3 }),
    units: keyed(
      fc.record({
        name: fc.constantFrom(...NAMES),
        head: orNothing([1, 2, 3, 9]),
        places: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 5 }),
      }),
    ),
    heads: keyed(fc.record({ name: fc.constantFrom(...NAMES) })),
    codes: fc.subarray(CODES, { minLength: 1 }),
  })
  .map(({ facts, ...rest }) => ({
    ...rest,
    facts: facts.map((fact, place) => ({
      ...fact,
      dimensions: fact.joined
        ? fact.dimensions
        : fact.dimensions.filter((name) => name !== 'region' && name !== 'host'),
      rules: fact.joined ? fact.rules : fact.rules.filter((name) => name !== 'unit a or none'),
      masked: fact.masked.filter((name) => name !== 'unit name' || fact.joined),
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
