import type { Cell, QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { FIELDS } from '../support/random-queries.ts';
import { guideExamples } from '../support/model-guide.ts';

const NAMES = ['north', 'south', 'east', null];
/** Two years of months in four branches, some without rows, with grades that recur in later months. */
const ROWS = Array.from({ length: 96 }, (_, index) => ({
  tenant: 'alder',
  id: `b${index}`,
  name: NAMES[index % 4]!,
  grade: index % 7 === 0 ? null : (index * 31) % 5,
  day: new Date(Date.UTC(2024, Math.floor(index / 4), 1 + (index % 25))).toISOString().slice(0, 10),
  assets: 1000 + ((index * 7919) % 977),
  worth: ((index * 6151) % 500) - 60,
  lost: index,
})).filter(({ name, day }) => !(name === 'east' && day < '2025-02-01'));

let engines: TwoEngines;
beforeAll(async () => {
  engines = await openTwoEngines(ROWS, {
    ...FIELDS,
    measures: `${FIELDS.measures}
      - { name: ids, kind: count_distinct, expression: branch_id }
      - { name: ids_a_grade, kind: ratio, numerator: [{ measure: ids }], denominator: [{ measure: grades }] }
      - { name: held, kind: sum, expression: balance.assets, over: { time: day, take: last } }`,
  });
});
afterAll(() => engines.close());

const QUARTER = { field: 'day', grain: 'quarter' };
const during = (since: string, until: string) => ({ field: 'day', during: { since, until } });
const SECOND = during('2025-04-01', '2025-06-30');
const lookingBack = (measure: string) => [
  { name: 'before', kind: 'compare', measure, with: 'previous_period' },
  { name: 'growth', kind: 'compare', measure, with: 'same_period_last_year', show: 'percent_change' },
  { name: 'moving', kind: 'moving_average', measure, last: 2 },
];
const toDate = (measure: string) => ({ name: 'to_date', kind: 'accumulate', measure, over: 'year' });
const figures = (result: QueryResult, ...names: string[]): Cell[][] => {
  const places = names.map((name) => result.columns.findIndex((column) => column.name === name));
  return numbers([...result.rows, ...(result.totals ? [result.totals] : [])]).map((row) =>
    places.map((place) => row[place]!),
  );
};
const CALCULATED = ['before', 'growth', 'moving', 'to_date'];
/** A measure in plain SQL over the rows of the quarter from a day, or since the start of the year. */
const over = (sql: string, since: string, until: string, also = 'TRUE') =>
  `(SELECT ${sql} FROM t WHERE day >= '${since}' AND day < '${until}' AND ${also})::float8`;
/** The calculations of the second quarter of 2025. */
const second = (sql: string, also?: string) => {
  const [now, before] = [over(sql, '2025-04-01', '2025-07-01', also), over(sql, '2025-01-01', '2025-04-01', also)];
  const then = over(sql, '2024-04-01', '2024-07-01', also);
  return `${before}, (${now} - ${then}) / abs(${then}), (${now} + ${before}) / 2, ${over(sql, '2025-01-01', '2025-07-01', also)}`;
};
const MEASURES = {
  assets: 'sum(assets)',
  plain_ratio: 'sum(worth)::float8 / sum(assets)',
  grades: 'count(DISTINCT grade)',
  ids_a_grade: 'count(DISTINCT branch_id)::float8 / count(DISTINCT grade)',
  a_grade: 'sum(assets)::float8 / count(DISTINCT grade)',
};

describe('the grand total of one period', () => {
  it.each(Object.entries(MEASURES))('has the growth and the year to date of the total: %s', async (measure, sql) => {
    const [expected] = await engines.plain(`SELECT ${second(sql)}`);
    const query = {
      dimensions: [QUARTER, 'name'],
      measures: [measure],
      calculations: [...lookingBack(measure), toDate(measure)],
      filter: SECOND,
    };
    const total = async (more: object) => figures(await engines.runQuery({ ...query, ...more }), ...CALCULATED).at(-1);
    expect(await total({ totals: true })).toEqual(expected);
    expect(await total({ subtotals: [['day_quarter'], []] })).toEqual(expected);
    expect(await total({ totals: true, offset: 1 })).toEqual(expected);
    expect(await total({ totals: true, dimensions: [QUARTER] })).toEqual(expected);
    expect(await total({ totals: true, top: { dimension: 'name', measure, n: 1 } })).toEqual(expected);
    expect(await total({ totals: true, dimensions: [{ ...QUARTER, fill: true }, 'name'] })).toEqual(expected);
    const filter = { all: [SECOND, { field: 'name', op: 'in', values: ['north'] }] };
    expect(await total({ totals: true, filter })).toEqual(
      (await engines.plain(`SELECT ${second(sql, "name = 'north'")}`))[0],
    );
  });

  it('applies to each branch in subtotals without the period, and in a pivot', async () => {
    const query = {
      dimensions: [QUARTER, 'open', 'name'],
      measures: ['assets'],
      calculations: [...lookingBack('assets'), toDate('assets')],
      filter: SECOND,
    };
    const expected: Cell[][] = [];
    for (const name of ['east', 'north', 'south']) {
      const [row] = await engines.plain(`SELECT ${second('sum(assets)', `name = '${name}'`)}`);
      expected.push([name, ...row!]);
    }
    const subtotals = await engines.runQuery({ ...query, subtotals: [['name']] });
    const level = subtotals.columns.findIndex(({ name }) => name === 'day_quarter.level');
    const totals = { ...subtotals, rows: subtotals.rows.filter((row) => row[level] === 'all') };
    expect(figures(totals, 'name', ...CALCULATED).filter(([name]) => name !== null)).toEqual(expected);
    const pivot = await engines.runQuery({
      ...query,
      dimensions: [QUARTER, 'name'],
      pivot: { columns: ['day_quarter'], totals: true },
    });
    const ofAll = pivot.columns.flatMap((column, place) =>
      column.pivot?.members[0]?.level === 'all' && column.pivot.field !== 'assets' ? [place] : [],
    );
    expect(
      numbers(pivot.rows.filter((row) => row[0] !== null)).map((row) => [row[0]!, ...ofAll.map((at) => row[at]!)]),
    ).toEqual(expected);
  });

  it('works for a single day, for balances, and like for like', async () => {
    const growth = { name: 'c', kind: 'compare', measure: 'held', with: { periods: 1 }, show: 'change' };
    const last = "(SELECT max(day) FROM t WHERE day < '2025-04-01')";
    const [expected] = await engines.plain(
      `SELECT (SELECT sum(assets) FROM t WHERE day = (SELECT max(day) FROM t WHERE day < '2025-07-01')) - (SELECT sum(assets) FROM t WHERE day = ${last})`,
    );
    const held = {
      dimensions: [QUARTER, 'name'],
      measures: ['held'],
      calculations: [growth],
      filter: SECOND,
      totals: true,
    };
    expect(figures(await engines.runQuery(held), 'c').at(-1)).toEqual(expected);
    const [{ day }] = [ROWS.at(-1)!];
    const filter = { field: 'day', op: 'in', values: [day] };
    const month = { dimensions: [{ field: 'day', grain: 'month' }, 'name'], measures: ['lost'], totals: true, filter };
    const calculations = [{ name: 'c', kind: 'compare', measure: 'lost', with: 'previous_period' }];
    expect(figures(await engines.runQuery({ ...month, calculations }), 'c').at(-1)).toEqual(
      (await engines.plain("SELECT sum(lost) FROM t WHERE to_char(day, 'YYYY-MM') = '2025-11'"))[0],
    );
    const like = [{ ...calculations[0]!, with: 'same_period_last_year', likeForLike: true }];
    const cut = {
      ...month,
      dimensions: [QUARTER, 'name'],
      calculations: like,
      filter: during('2025-04-01', '2025-05-10'),
    };
    expect(figures(await engines.runQuery(cut), 'c').at(-1)).toEqual(
      (await engines.plain("SELECT sum(lost) FROM t WHERE day BETWEEN '2024-04-01' AND '2024-05-10'"))[0],
    );
  });
});

describe('totals of several periods', () => {
  const query = {
    dimensions: [QUARTER, 'name'],
    measures: ['a_grade'],
    calculations: [...lookingBack('a_grade'), toDate('a_grade')],
  };
  it('are compared only in subtotals that contain the period', async () => {
    const result = await engines.runQuery({
      ...query,
      filter: during('2025-01-01', '2025-06-30'),
      subtotals: 'rollup',
    });
    const kinds = figures(result, 'day_quarter', 'name.level', ...CALCULATED).filter(([, level]) => level === 'all');
    const [expected] = await engines.plain(`SELECT ${second(MEASURES.a_grade)}`);
    expect(kinds[1]).toEqual(['2025-04-01', 'all', ...expected!]);
    expect(kinds[2]).toEqual([null, 'all', null, null, null, null]);
    const total = await engines.runQuery({ ...query, totals: true });
    expect(figures(total, ...CALCULATED).at(-1)).toEqual([null, null, null, null]);
  });
});

it('the grand total has a share of 1 and no rank', async () => {
  const calculations = [
    { name: 'part', kind: 'share', measure: 'assets', within: ['open'] },
    { name: 'place', kind: 'rank', measure: 'assets' },
    { name: 'percentile', kind: 'percentile', measure: 'assets' },
  ];
  const query = { dimensions: ['name', 'open'], measures: ['assets'], calculations };
  const total = async (more: object) =>
    figures(await engines.runQuery({ ...query, ...more }), 'part', 'place', 'percentile').at(-1);
  expect(await total({ totals: true })).toEqual([1, null, null]);
  expect(await total({ totals: true, offset: 1 })).toEqual([1, null, null]);
  expect(await total({ subtotals: 'rollup' })).toEqual([1, null, null]);
  expect(await total({ totals: true, filter: { field: 'name', op: 'in', values: ['none'] } })).toEqual([
    null,
    null,
    null,
  ]);
});

it('accumulates ratios of distinct counts and formulas over them, counting each value once', async () => {
  const customMeasures = [{ name: 'repeats', kind: 'formula', expression: 'grades - ids' }];
  const query = {
    dimensions: [QUARTER],
    customMeasures,
    calculations: ['ids_a_grade', 'a_grade', 'repeats'].map((measure) => ({
      ...toDate(measure),
      name: `${measure}_to_date`,
    })),
  };
  const { rows } = await engines.runQuery(query);
  const since = "q.day >= date_trunc('year', quarter) AND q.day < quarter + interval '3 months'";
  const sql = `(SELECT ARRAY[count(DISTINCT q.branch_id)::float8 / count(DISTINCT q.grade), sum(q.assets)::float8 / count(DISTINCT q.grade), count(DISTINCT q.grade) - count(DISTINCT q.branch_id)] FROM t q WHERE ${since})`;
  const expected = await engines.plain(
    `SELECT to_char(quarter, 'YYYY-MM-DD'), v[1], v[2], v[3] FROM (SELECT quarter, ${sql} AS v FROM (SELECT DISTINCT date_trunc('quarter', day)::date AS quarter FROM t) AS quarters) AS x ORDER BY 1`,
  );
  expect(numbers(rows)).toEqual(expected);
});

it('is the example of the documentation', async () => {
  const [example] = guideExamples('Totals of calculations', 'json');
  const [now, before] = ['2025-04-01', '2025-01-01'].map(
    (day) => `(SELECT sum(assets) FROM t WHERE date_trunc('quarter', day) = '${day}')`,
  );
  const result = await engines.runQuery(JSON.parse(example) as object);
  expect(figures(result, 'assets', 'growth', 'part').at(-1)).toEqual(
    (await engines.plain(`SELECT ${now}, (${now} - ${before}) / ${before}, 1`))[0],
  );
});
