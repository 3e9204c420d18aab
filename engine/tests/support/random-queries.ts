import type { Cell } from '@rise/contract';
import type { Branch } from './tiny-warehouse.ts';

/** Dimensions and measures of every kind, in addition to the tiny model's own. */
export const FIELDS = {
  dimensions: `
      - { name: month, type: date, expression: "DATE_TRUNC('month', day)" }
      - { name: standing, type: string, expression: "CASE WHEN balance.worth < 0 THEN 'under' WHEN balance.worth = 0 THEN 'even' ELSE 'over' END" }`,
  measures: `
      - { name: big_assets, kind: sum, expression: balance.assets, where: "balance.assets >= 500" }
      - { name: grades, kind: count_distinct, expression: grade }
      - { name: mean_worth, kind: average, expression: balance.worth }
      - { name: least, kind: min, expression: balance.worth }
      - { name: middle, kind: median, expression: balance.assets }
      - { name: ninth, kind: percentile, share: 0.9, expression: balance.assets }
      - { name: spread, kind: derived, expression: "mean_worth - least" }
      - { name: first_day, kind: min, expression: day, format: { unit: date } }
      - { name: last_moment, kind: max, expression: "CAST(day AS timestamp)", where: "balance.worth > 0", format: { unit: time } }
      - { name: deviation_of_worth, kind: stddev, expression: balance.worth }
      - { name: deviation, kind: stddev, expression: balance.assets, population: true, where: "grade <> 1" }
      - { name: a_grade, kind: ratio, numerator: [{ measure: assets }], denominator: [{ measure: grades }] }`,
};
const DIMENSIONS = ['id', 'name', 'grade', 'open', 'day', 'size', 'month', 'standing'];
const MEASURES = [
  'branches',
  'assets',
  'worth',
  'lost',
  'kept',
  'worth_ratio',
  'plain_ratio',
  'yearly_ratio',
  'big_assets',
  'grades',
  'mean_worth',
  'least',
  'middle',
  'ninth',
  'spread',
  'first_day',
  'last_moment',
  'deviation_of_worth',
  'deviation',
  'a_grade',
];

/** Measures that members can be compared by. */
const FIGURES = MEASURES.filter((name) => name !== 'first_day' && name !== 'last_moment');

/** Measures that rows are ranked by: the last digits of a deviation, which differ between engines, decide no place. */
const RANKED = MEASURES.filter((name) => !name.startsWith('deviation'));

/** A seeded random generator, so that a failing case can be repeated. */
export function dice(seed: number) {
  let state = seed;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!;
  const some = <T>(list: readonly T[], most: number): T[] => [
    ...new Set(Array.from({ length: roll(most + 1) }, () => pick(list))),
  ];
  return { roll, pick, some };
}

const NAMES = [
  'Şişli',
  'Éclair',
  'eclair',
  'O\'Hare "X" \\',
  '100% Pure_Gold',
  'Işık',
  'ışık',
  'Zebra',
  'äther',
  '',
  null,
];
const DAYS = ['2024-12-31', '2025-01-31', '2025-02-28', '2025-06-30', '2025-12-31'];

/** Branches of two tenants, with missing values everywhere. */
export function branches(seed: number): Branch[] {
  const { roll, pick } = dice(seed);
  const money = () => (roll(6) === 0 ? null : (roll(400_000) - 60_000) / 100);
  return ['alder', 'birch'].flatMap((tenant) =>
    Array.from({ length: 60 }, (_, index) => ({
      tenant,
      id: `${tenant[0]!}${index}`,
      name: pick(NAMES),
      grade: pick([null, 1, 2, 3, 4]),
      open: pick([null, true, false]),
      day: pick(DAYS),
      assets: money(),
      worth: money(),
      worthBefore: money(),
      lost: money(),
    })),
  );
}

/** A random but plausible filter, at most three levels deep. */
export function someFilter({ roll, pick, some }: ReturnType<typeof dice>, depth = 0): object {
  if (depth < 2 && roll(3) === 0) {
    const of = Array.from({ length: 1 + roll(3) }, () => someFilter({ roll, pick, some }, depth + 1));
    return pick([{ all: of }, { any: of }, { not: of[0]! }]);
  }
  const condition = (field: string, op: string, values: unknown[] = []) => ({ field, op, values });
  return pick([
    () => condition('grade', pick(['in', 'notIn']), some([1, 2, 3, 4], 3)),
    () => condition('grade', pick(['gt', 'gte', 'lt', 'lte']), [pick([1, 2, 3])]),
    () => condition('id', 'startsWith', [pick(['a1', 'b', 'A2', 'x'])]),
    () =>
      condition('name', pick(['contains', 'startsWith', 'endsWith']), [
        pick(['ecl', 'ISIK', 'SISLI', '%', '_', '\\', 'ä']),
      ]),
    () =>
      condition(
        'name',
        'in',
        some(
          NAMES.filter((name) => name !== null),
          3,
        ),
      ),
    () => condition('name', pick(['gt', 'lte']), [pick(['Z', 'e', 'ı', 'É'])]),
    () => condition('open', 'in', [pick([true, false])]),
    () => condition(pick(['name', 'grade', 'open', 'size', 'standing']), pick(['isNull', 'isNotNull'])),
    () => condition('day', pick(['gt', 'gte', 'lt', 'lte']), [pick(DAYS)]),
    () => condition('month', 'in', some(['2025-01-01', '2025-02-01', '2024-12-01'], 2)),
    () => condition('size', pick(['in', 'notIn']), some(['small', 'middle', 'big'], 2)),
    () => condition('standing', 'in', some(['under', 'even', 'over'], 2)),
  ])();
}

/** A random but plausible query of any kind. */
export function someQuery(random: ReturnType<typeof dice>): object {
  const { roll, pick, some } = random;
  const filter = roll(3) === 0 ? {} : { filter: someFilter(random) };
  const peers = roll(2) === 0 ? {} : { peers: someFilter(random) };
  const kind = roll(6);
  if (kind === 0) {
    const [by, member] = pick([
      ['id', 'a1'],
      ['name', 'Işık'],
      ['grade', 2],
      ['size', 'middle'],
    ]);
    return { kind: 'benchmark', by, member, measures: [pick(FIGURES)], ...filter, ...peers };
  }
  if (kind === 1)
    return {
      kind: 'distribution',
      by: 'id',
      member: 'a1',
      measure: pick(FIGURES),
      buckets: 2 + roll(10),
      ...filter,
      ...peers,
    };
  const dimensions = some(DIMENSIONS, 3);
  const measures = [...new Set([...some(MEASURES, 4), pick(MEASURES)])];
  const order = some([...dimensions, ...measures], 2).map((field) => ({ field, direction: pick(['asc', 'desc']) }));
  const plain = { dimensions, measures, order, totals: roll(2) === 0, limit: pick([5, 1000, 1000]), ...filter };
  if (dimensions.length === 0) return plain;
  return { ...plain, ...someHaving(random), ...someLevels(random, dimensions) };
}

/** A random condition on measures. No figure is equal to a bound, so the last digits of doubles do not matter. */
function someHaving({ roll, pick }: ReturnType<typeof dice>): object {
  const condition = () =>
    pick([
      {
        measure: pick(FIGURES),
        op: pick(['gt', 'gte', 'lt', 'lte']),
        values: [pick(['0.1234567', '2.7182818', '1414.2135623'])],
      },
      { measure: pick(MEASURES), op: pick(['isNull', 'isNotNull']) },
    ]);
  if (roll(3) > 0) return {};
  return {
    having: pick([
      condition(),
      { not: condition() },
      { any: [condition(), condition()] },
      { all: [condition(), condition()] },
    ]),
  };
}

/** Random top N, subtotals, pivots and calculations. */
function someLevels({ roll, pick, some }: ReturnType<typeof dice>, dimensions: readonly string[]): object {
  const calculations = [
    { name: 'part', kind: 'share', measure: pick(['assets', 'kept', 'branches']), within: some(dimensions, 1) },
    {
      name: 'place',
      kind: 'rank',
      measure: pick(RANKED),
      within: some(dimensions, 1),
      best: pick(['least', 'greatest']),
    },
    { name: 'percentile', kind: 'percentile', measure: pick(RANKED), within: some(dimensions, 1) },
  ].slice(roll(2), 1 + roll(3));
  const top = {
    dimension: pick(dimensions),
    measure: pick(RANKED),
    n: 1 + roll(4),
    best: pick(['least', 'greatest']),
    other: roll(3) > 0,
  };
  const lists = some([[], ...dimensions.map((name) => [name])], 2).filter((list) => list.length < dimensions.length);
  const within = dimensions.filter((name) => name !== top.dimension && roll(2) === 0);
  const pivot = { columns: [pick(dimensions)], limit: pick([2, 50]), totals: roll(2) === 0 };
  return {
    calculations,
    ...pick([
      {},
      { top: { ...top, within } },
      { top, subtotals: 'rollup' },
      { subtotals: lists.length === 0 ? 'rollup' : lists },
      { pivot },
      { pivot, top, subtotals: 'rollup' },
    ]),
  };
}

/** Doubles may differ in their last digits between engines; nothing else may. */
export function alike(rows: readonly Cell[][] | undefined) {
  return rows?.map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(11)) : cell)));
}
