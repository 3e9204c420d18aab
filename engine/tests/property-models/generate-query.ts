import * as fc from 'fast-check';
import { CURRENCIES } from './currency.ts';
import { BANDS, CODES, DAYS } from './generate-warehouse.ts';
import { CALCULATIONS } from './query.ts';
import type { CalculationKind, DimensionKey, GeneratedQuery, Leaf, Tree } from './query.ts';

const valueCondition = <T extends string | number | boolean>(field: DimensionKey, values: readonly T[]) =>
  fc.record({ field: fc.constant(field), is: fc.subarray([...values], { minLength: 1 }), not: fc.boolean() });
const day = fc.constantFrom(...DAYS);
const range = fc
  .tuple(fc.option(day), day)
  .map(([one, other]) =>
    one === null
      ? { since: other, until: null }
      : one < other
        ? { since: one, until: other }
        : { since: other, until: one },
  );
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  range,
  range,
  valueCondition('branch', ['a', 'b', 'x']),
  valueCondition('region', ['a', 'b']),
  valueCondition('host', ['a', 'x']),
  valueCondition('past', ['a', 'b']),
  valueCondition('quote', ['p']),
  valueCondition('code', CODES),
  valueCondition(
    'size',
    BANDS.map(({ value }) => value),
  ),
  valueCondition('flag', [true, false]),
  valueCondition('currency', CURRENCIES),
  valueCondition('day', DAYS),
  valueCondition('began', DAYS),
  valueCondition('held', [0, 1, 2]),
  fc.record({ field: fc.constantFrom<DimensionKey>('branch', 'code', 'size', 'day'), missing: fc.boolean() }),
  fc.record({
    field: fc.constantFrom('branch', 'region'),
    than: fc.constantFrom('eq', 'ne', 'lt', 'gte'),
    other: fc.constant('code'),
  }),
);
export const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ none: tie('tree') }) },
  ),
}));

const anyQuery: fc.Arbitrary<GeneratedQuery> = fc.record({
  dimensions: fc.subarray<DimensionKey>(
    [
      'month',
      'branch',
      'year',
      'began',
      'code',
      'months_since',
      'region',
      'host',
      'past',
      'quote',
      'size',
      'held',
      'flag',
      'currency',
      'day',
      'id',
    ],
    { maxLength: 3 },
  ),
  measures: fc.array(fc.nat(199), { minLength: 1, maxLength: 5 }),
  filter: fc.option(tree, { freq: 3 }),
  totals: fc.boolean(),
  currency: fc.option(fc.constantFrom(...CURRENCIES), { freq: 1 }),
  fill: fc.constantFrom(false, false, true),
  rollup: fc.boolean(),
  calculations: fc.array(
    fc.record({
      kind: fc.constantFrom<CalculationKind>(...CALCULATIONS),
      measure: fc.nat(199),
    }),
    { maxLength: 2 },
  ),
  custom: fc.option(fc.record({ filtered: fc.nat(199), filter: tree, left: fc.nat(199) }), {
    freq: 2,
  }),
  having: fc.option(
    fc.record({
      measure: fc.nat(199),
      above: fc.boolean(),
      // No figure of these rows is equal to one of them, so the last digits of doubles do not matter.
      bound: fc.constantFrom(null, -2.718282, 0.000123, 0.123457, 1.414214, 2.236068, 3.141593, 31.415927),
      not: fc.boolean(),
    }),
    { freq: 2 },
  ),
});

/** Queries of one period, whose totals have other periods, too. */
const singlePeriodQuery = fc
  .tuple(anyQuery, day, fc.constantFrom('month', 'year'))
  .map(([query, until, period]): GeneratedQuery => {
    const since = period === 'month' ? `${until.slice(0, 7)}-01` : `${until.slice(0, 4)}-01-01`;
    const others = query.dimensions.filter((name) => name !== period).slice(0, 2);
    return { ...query, dimensions: [period, ...others], filter: { since, until } };
  });

/** Cohorts by the month of their first event, and what they do in each month since. */
const cohortQuery = anyQuery.map((query): GeneratedQuery => {
  const others = query.dimensions.filter((name) => name !== 'began' && name !== 'months_since').slice(0, 1);
  const calculations = query.measures.slice(0, 2).map((measure) => ({ kind: 'retention' as const, measure }));
  return { ...query, dimensions: ['began_month', 'months_since', ...others], calculations };
});
export const generatedQuery = fc.oneof(
  { weight: 7, arbitrary: anyQuery },
  { weight: 1, arbitrary: singlePeriodQuery },
  { weight: 1, arbitrary: cohortQuery },
);
