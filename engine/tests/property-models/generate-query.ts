import * as fc from 'fast-check';
import { CURRENCIES } from './currency.ts';
import type { Currency } from './currency.ts';
import { areDifferentTenders, isIncomparable } from './tenders.ts';
import { dimensionIn, requestOf } from './generate-model.ts';
import { measuresOf, OVER_KNOWN_DAYS } from './measures.ts';
import { BANDS, CODES, DAYS, sharedBy } from './generate-warehouse.ts';
import type { DimensionName, GeneratedWarehouse } from './generate-warehouse.ts';

/** A query for any generated warehouse; measures are indexes into the warehouse's list. */
export interface GeneratedQuery {
  dimensions: DimensionKey[];
  measures: number[];
  filter: Tree | null;
  totals: boolean;
  /** What converted amounts are in, if the query says it. */
  currency: Currency | null;
  /** Whether periods without rows are added. */
  fill: boolean;
  /** Subtotals over the last dimension, the last two, and so on. */
  rollup: boolean;
  calculations: { kind: CalculationKind; measure: number }[];
  /** Measures of the query: one over the rows that satisfy a filter, and the difference of two others. */
  custom: { filtered: number; filter: Tree; left: number } | null;
  /** A condition on a measure; without a bound, on whether it has a value. */
  having: { measure: number; above: boolean; bound: number | null; not: boolean } | null;
}
const CALCULATIONS = [
  'share',
  'rank',
  'percentile',
  'previous',
  'ago',
  'year_ago',
  'like_for_like',
  'moving',
  'to_date',
  'retention',
] as const;
export type CalculationKind = (typeof CALCULATIONS)[number];
/** Values of other periods, which are shown as they are. */
const OF_OTHER_PERIODS = new Set<CalculationKind>(['previous', 'ago', 'year_ago', 'like_for_like']);
export type DimensionKey =
  | 'day'
  | 'month'
  | 'year'
  | DimensionName
  | 'id'
  | 'began'
  | 'began_month'
  | 'held'
  | 'months_since';
export type Leaf =
  | { field: DimensionKey; is: (string | number | boolean)[]; not: boolean }
  | { field: DimensionKey; missing: boolean }
  | { field: 'branch' | 'region'; than: 'eq' | 'ne' | 'lt' | 'gte'; other: 'code' }
  | { since: string | null; until: string | null };
export type Tree = Leaf | { all: Tree[] } | { any: Tree[] } | { none: Tree };

const some = <T extends string | number | boolean>(field: DimensionKey, values: readonly T[]) =>
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
  some('branch', ['a', 'b', 'x']),
  some('region', ['a', 'b']),
  some('host', ['a', 'x']),
  some('past', ['a', 'b']),
  some('quote', ['p']),
  some('code', CODES),
  some(
    'size',
    BANDS.map(({ value }) => value),
  ),
  some('flag', [true, false]),
  some('currency', CURRENCIES),
  some('day', DAYS),
  some('began', DAYS),
  some('held', [0, 1, 2]),
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

const anyQuestion: fc.Arbitrary<GeneratedQuery> = fc.record({
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
const ofOnePeriod = fc
  .tuple(anyQuestion, day, fc.constantFrom('month', 'year'))
  .map(([query, until, period]): GeneratedQuery => {
    const since = period === 'month' ? `${until.slice(0, 7)}-01` : `${until.slice(0, 4)}-01-01`;
    const others = query.dimensions.filter((name) => name !== period).slice(0, 2);
    return { ...query, dimensions: [period, ...others], filter: { since, until } };
  });

/** Cohorts by the month of their first event, and what they do in each month since. */
const ofCohorts = anyQuestion.map((query): GeneratedQuery => {
  const others = query.dimensions.filter((name) => name !== 'began' && name !== 'months_since').slice(0, 1);
  const calculations = query.measures.slice(0, 2).map((measure) => ({ kind: 'retention' as const, measure }));
  return { ...query, dimensions: ['began_month', 'months_since', ...others], calculations };
});
export const question = fc.oneof(
  { weight: 7, arbitrary: anyQuestion },
  { weight: 1, arbitrary: ofOnePeriod },
  { weight: 1, arbitrary: ofCohorts },
);

const onDay = (tree: Tree): boolean => {
  if ('all' in tree) return tree.all.some(onDay);
  if ('any' in tree) return tree.any.some(onDay);
  if ('none' in tree) return onDay(tree.none);
  return 'since' in tree || tree.field === 'day';
};
/** Whether conditions on the day are at the top level only, so that they can be left out for other periods. */
function separable(tree: Tree): boolean {
  if ('all' in tree) return tree.all.every(separable);
  return !('any' in tree || 'none' in tree) || !onDay(tree);
}

/** Whether the conditions on the day alone leave one range of days. */
function isRange(filter: Tree | null): boolean {
  if (filter === null || 'since' in filter || !onlyDay(filter)) return true;
  if ('all' in filter) return filter.all.every(isRange);
  return 'is' in filter && !filter.not && filter.is.length === 1;
}
function onlyDay(tree: Tree): boolean {
  if ('all' in tree) return tree.all.some(onlyDay);
  if ('any' in tree) return tree.any.every(onlyDay);
  if ('none' in tree) return onlyDay(tree.none);
  return 'since' in tree || tree.field === 'day';
}

type Unwritten = Omit<GeneratedQuery, 'custom'> & { names: string[]; custom: CustomMeasures | null };
/** The query's own measures, called 'filtered' and 'formula'. */
export interface CustomMeasures {
  filtered: { of: string; filter: Tree };
  formula: { left: string; right: string };
}

/** A filter without conditions on other fields: one, or none. */
export function conditionsOn(has: ReadonlySet<string>, filter: Tree): Tree[] {
  const keep = (item: Tree): Tree[] => {
    if ('all' in item) return some_(item.all.flatMap(keep), (all) => ({ all }));
    if ('any' in item) return some_(item.any.flatMap(keep), (any) => ({ any }));
    if ('none' in item) return keep(item.none).map((none) => ({ none }));
    if ('than' in item && !has.has(item.other)) return [];
    return 'since' in item || has.has(item.field) ? [item] : [];
  };
  return keep(filter);
}

/**
 * Removes what the warehouse lacks or what would be invalid for it.
 * Where `offered` is given, the query has only those of the warehouse's measures.
 */
export function fitting(
  world: GeneratedWarehouse,
  query: GeneratedQuery,
  offered: (measure: string) => boolean = () => true,
): Unwritten {
  const has = new Set<string>([...sharedBy(world), 'month', 'year', 'began_month']);
  const keep = (tree: Tree) => conditionsOn(has, tree);
  const all = query.dimensions.filter((name) => has.has(name));
  const period = all.find((name) => name === 'month' || name === 'year');
  // Calculations look at the first date with a grain.
  const isCohort = all.includes('began_month');
  const fill = query.fill && period !== undefined && !isCohort;
  const dimensions = fill ? [period, ...all.filter((name) => name !== period)] : all;
  const [filter = null] = query.filter ? keep(query.filter) : [];
  const own = [...measuresOf(world).keys()].filter(
    (name) => offered(name) && (isRange(filter) || !OVER_KNOWN_DAYS.some((over) => name.startsWith(over))),
  );
  const custom = customOf(world, query.custom, own, keep);
  // Several times, so that queries often use them.
  const names = [...own, ...(custom ? Array.from({ length: 8 }, () => ['filtered', 'formula']).flat() : [])];
  const timed = period !== undefined && !isCohort && (!filter || separable(filter));
  const rollup = query.rollup && dimensions.length > 0 && !fill;
  const isPossible = (kind: CalculationKind) => {
    if (kind === 'retention') return dimensions.includes('months_since');
    return kind === 'share' || kind === 'rank' || kind === 'percentile' || timed;
  };
  /** Amounts in several currencies do not compare, but for those of another period, and days have no share. */
  const isAllowed = (kind: CalculationKind, name: string) => {
    const isDay = (name === 'filtered' ? custom!.filtered.of : name).startsWith('first_day');
    if (kind === 'retention' && isDay) return false;
    return !isIncomparable(world, custom, name) || OF_OTHER_PERIODS.has(kind);
  };
  const calculations = query.calculations.filter(
    ({ kind, measure }) => isAllowed(kind, names[measure % names.length]!) && isPossible(kind),
  );
  const adapted = {
    ...query,
    custom,
    dimensions,
    filter,
    calculations,
    rollup,
    fill,
    totals: query.totals && !rollup,
    names,
  };
  return { ...adapted, having: allowsHaving(adapted) ? comparable(world, query.having, adapted) : null };
}
function customOf(
  world: GeneratedWarehouse,
  custom: GeneratedQuery['custom'],
  names: readonly string[],
  keep: (tree: Tree) => Tree[],
): CustomMeasures | null {
  const [filter] = custom ? keep(custom.filter) : [];
  if (!custom || !filter) return null;
  // Formulas take no days.
  const figures = names.filter((name) => !name.startsWith('first_day'));
  const at = (place: number) => figures[place % figures.length]!;
  const of = at(custom.filtered);
  // Amounts in different currencies are not subtracted.
  const left = areDifferentTenders(world, [of, at(custom.left)]) ? of : at(custom.left);
  return { filtered: { of, filter }, formula: { left, right: 'filtered' } };
}

/** A day compares with no number, only with nothing, and so do amounts in several currencies. */
function comparable(
  world: GeneratedWarehouse,
  having: GeneratedQuery['having'],
  { names, custom }: Pick<Unwritten, 'names' | 'custom'>,
) {
  const name = having && names[having.measure % names.length]!;
  const isDay = (name === 'filtered' ? custom?.filtered.of : name)?.startsWith('first_day');
  const isMixed = name !== null && isIncomparable(world, custom, name);
  return having && (isDay || isMixed) ? { ...having, bound: null } : having;
}

/** Last known values of several periods have no total over those that pass. */
function allowsHaving({
  dimensions,
  measures,
  calculations,
  having,
  rollup,
  totals,
  fill,
  names,
  custom,
}: Unwritten): boolean {
  const places = [...measures, ...calculations.map(({ measure }) => measure), having?.measure ?? 0];
  const known = places
    .map((place) => names[place % names.length]!)
    .flatMap((name) => (name === 'formula' ? [custom!.formula.left, custom!.filtered.of] : [name]))
    .some((name) => (name === 'filtered' ? custom!.filtered.of : name).startsWith('known'));
  const timed = dimensions.some((name) => name === 'month' || name === 'year' || name === 'day');
  return dimensions.length > 0 && !fill && !(known && timed && (rollup || totals));
}
const some_ = (all: Tree[], created: (all: Tree[]) => Tree): Tree[] => (all.length === 0 ? [] : [created(all)]);

function writtenHaving({ measure: place, above, bound, not }: NonNullable<GeneratedQuery['having']>, names: string[]) {
  const measure = names[place % names.length]!;
  const condition =
    bound === null
      ? { measure, op: above ? 'isNotNull' : 'isNull' }
      : { measure, op: above ? 'gt' : 'lt', values: [String(bound)] };
  return not ? { not: condition } : condition;
}

/** A filter as a client writes it. */
export function writtenFilter(filter: Tree, called: (name: DimensionKey) => string): object {
  const conditionOf = (tree: Tree): object => {
    if ('all' in tree) return { all: tree.all.map(conditionOf) };
    if ('any' in tree) return { any: tree.any.map(conditionOf) };
    if ('none' in tree) return { not: conditionOf(tree.none) };
    if ('since' in tree)
      return {
        field: called('day'),
        during: { ...(tree.since && { since: tree.since }), ...(tree.until && { until: tree.until }) },
      };
    if ('than' in tree) return { field: called(tree.field), op: tree.than, otherField: called(tree.other) };
    if ('missing' in tree) return { field: called(tree.field), op: tree.missing ? 'isNull' : 'isNotNull' };
    return { field: called(tree.field), op: tree.not ? 'notIn' : 'in', values: tree.is };
  };
  return conditionOf(filter);
}

/** The query as a client writes it. */
export function written(
  world: GeneratedWarehouse,
  { dimensions, measures, filter, currency, totals, fill, rollup, calculations, custom, having, names }: Unwritten,
): object {
  const called = (name: DimensionKey) => dimensionIn(world, name);
  const conditionOf = (tree: Tree) => writtenFilter(tree, called);
  const named = [...new Set(measures.map((place) => names[place % names.length]!))];
  return {
    dataset: requestOf(world),
    dimensions: dimensions.map((name, place) => {
      if (name === 'began_month') return { field: called('began'), grain: 'month' };
      if (name !== 'month' && name !== 'year') return called(name);
      return { field: called('day'), grain: name, ...(fill && place === 0 && { fill }) };
    }),
    measures: named,
    ...(custom && {
      customMeasures: [
        {
          name: 'filtered',
          kind: 'filtered',
          measure: custom.filtered.of,
          filter: conditionOf(custom.filtered.filter),
        },
        { name: 'formula', kind: 'formula', expression: `${custom.formula.left} - ${custom.formula.right}` },
      ],
    }),
    ...(currency && { currency }),
    ...(filter && { filter: conditionOf(filter) }),
    ...(having && { having: writtenHaving(having, names) }),
    calculations: calculations.map(({ kind, measure: place }, index) => {
      const common = { name: `calculated${index}`, measure: names[place % names.length]! };
      switch (kind) {
        case 'share':
        case 'rank':
        case 'percentile':
          return { ...common, kind };
        case 'previous':
          return { ...common, kind: 'compare', with: 'previous_period' };
        case 'ago':
          return { ...common, kind: 'compare', with: { periods: 2 } };
        case 'year_ago':
          return { ...common, kind: 'compare', with: 'same_period_last_year' };
        case 'like_for_like':
          return { ...common, kind: 'compare', with: 'same_period_last_year', likeForLike: true };
        case 'moving':
          return { ...common, kind: 'moving_average', last: 2 };
        case 'to_date':
          return { ...common, kind: 'accumulate', over: 'year' };
        case 'retention':
          return { ...common, kind, since: called('months_since') };
      }
    }),
    totals,
    ...(rollup && { subtotals: 'rollup' }),
    limit: 10_000,
  };
}
