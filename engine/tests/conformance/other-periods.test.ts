import { semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryError } from '../../src/errors.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { guideExamples } from '../support/model-guide.ts';

/** A row for each day of two years except June 2024, by turns for three branches. */
const ROWS = Array.from({ length: 731 }, (_, index) => {
  const day = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
  return {
    tenant: 'alder',
    id: String(1000 + index),
    name: `n${index % 3}`,
    open: index % 7 > 2,
    grade: index % 5 === 0 ? null : index % 97,
    day,
    assets: index + 0.25,
  };
}).filter(({ day }) => !day.startsWith('2024-06'));
type Row = (typeof ROWS)[number];

const FIELDS = {
  measures: `
      - { name: held, kind: sum, expression: balance.assets, over: { time: day, take: last } }
      - { name: known, kind: sum, expression: balance.assets, over: { time: day, take: last, per: name, order: branch_id } }
      - { name: grades, kind: count_distinct, expression: grade }
      - { name: latest, kind: max, expression: day, format: { unit: date } }`,
};

let engines: TwoEngines;
beforeAll(async () => {
  engines = await openTwoEngines(ROWS, FIELDS);
});
afterAll(() => engines.close());

const rowsOf = async (query: object): Promise<Cell[][]> => numbers((await engines.runQuery(query)).rows);
const of = (from: string, to: string, more: (row: Row) => boolean = () => true) =>
  ROWS.filter((row) => row.day >= from && row.day <= to && more(row));
const assets = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + row.assets, 0);
const lastOf = (rows: readonly Row[]) => rows.at(-1)?.assets ?? null;
/** The last value of each branch. */
const knownOf = (rows: readonly Row[]) => assets([...new Map(rows.map((row) => [row.name, row])).values()]);
const figures = (from: string, to: string) => {
  const rows = of(from, to);
  return [rows.length, assets(rows), lastOf(rows), knownOf(ROWS.filter(({ day }) => day <= to))];
};
const MEASURES = ['branches', 'assets', 'held', 'known'];
const compare = (measure: string, how: object) => ({ name: `${measure}_before`, kind: 'compare', measure, ...how });
const quarter = { field: 'day', grain: 'quarter' };
const month = { field: 'day', grain: 'month' };
const during = (since: string, until: string) => ({ field: 'day', during: { since, until } });

describe('a comparison with some periods ago', () => {
  it('uses that period regardless of the filter', async () => {
    const calculations = MEASURES.map((name) => compare(name, { with: { periods: 4 } }));
    const query = { dimensions: [quarter], calculations, filter: during('2025-01-01', '2025-06-30') };
    expect(await rowsOf(query)).toEqual([
      ['2025-01-01', ...figures('2024-01-01', '2024-03-31')],
      ['2025-04-01', ...figures('2024-04-01', '2024-06-30')],
    ]);
  });
});

describe('a comparison like for like', () => {
  const likeForLike = (how: object) => MEASURES.map((name) => compare(name, { ...how, likeForLike: true }));

  it.each([
    ['2025-02-15', { with: 'same_period_last_year' }, '2024-01-01', '2024-02-15'],
    ['2025-02-15', { with: 'previous_period' }, '2024-10-01', '2024-11-15'],
    ['2025-02-15', { with: { periods: 2 } }, '2024-07-01', '2024-08-15'],
    // The end of a month stays one.
    ['2025-02-28', { with: 'same_period_last_year' }, '2024-01-01', '2024-02-29'],
    ['2025-03-31', { with: 'same_period_last_year' }, '2024-01-01', '2024-03-31'],
  ])('ends on the same day, where the filter ends on %s: %j', async (until, how, from, to) => {
    const query = { dimensions: [quarter], measures: MEASURES, calculations: likeForLike(how) };
    expect(await rowsOf({ ...query, filter: during('2025-01-01', until), totals: true })).toEqual([
      ['2025-01-01', ...figures('2025-01-01', until), ...figures(from, to)],
    ]);
  });

  it('does not cut other periods, even next to other like-for-like comparisons', async () => {
    const calculations = [
      compare('assets', { with: 'previous_period', likeForLike: true }),
      { ...compare('assets', { with: { periods: 2 }, likeForLike: true }), name: 'two_before' },
      { ...compare('assets', { with: 'previous_period' }), name: 'whole' },
    ];
    const rows = await rowsOf({ dimensions: [month], calculations, filter: during('2025-01-01', '2025-03-10') });
    const sum = (from: string, to: string) => assets(of(from, to));
    expect(rows).toEqual([
      [
        '2025-01-01',
        ...[1, 2, 3].map((_, place) =>
          place === 1 ? sum('2024-11-01', '2024-11-30') : sum('2024-12-01', '2024-12-31'),
        ),
      ],
      [
        '2025-02-01',
        ...[1, 2, 3].map((_, place) =>
          place === 1 ? sum('2024-12-01', '2024-12-31') : sum('2025-01-01', '2025-01-31'),
        ),
      ],
      ['2025-03-01', sum('2025-02-01', '2025-02-10'), sum('2025-01-01', '2025-01-10'), sum('2025-02-01', '2025-02-28')],
    ]);
  });

  it('ends with the data too, which the column states', async () => {
    const version = { ...engines.tiny.version, asOf: '2025-02-15' };
    const query = semanticQuery.parse({
      dataset: 'book',
      dimensions: [quarter],
      calculations: [compare('branches', { with: 'same_period_last_year', likeForLike: true })],
      filter: { field: 'day', op: 'lt', values: ['2025-04-01'] },
    });
    const { model } = engines.tiny;
    const answer = await engines.tiny.engine.queries.run({ model, version, scope: { tenant: 'alder' }, query });
    const { rows } = toQueryResult(answer, { dataVersion: 1, asOf: version.asOf, unmapped: [] });
    expect(rows.at(-1)).toEqual(['2025-01-01', 46]);
    const columns = async (until: string) =>
      (await engines.runQuery({ dimensions: [quarter], filter: during('2025-01-01', until) })).columns[0]!.period;
    expect(await columns('2025-02-15')).toEqual({ grain: 'quarter', incompleteFrom: '2025-01-01' });
    expect(await columns('2025-03-31')).toEqual({ grain: 'quarter', incompleteFrom: '2026-01-01' });
  });

  it('is right in groups, subtotals and a top N', async () => {
    const calculations = [compare('branches', { with: 'same_period_last_year', likeForLike: true })];
    const query = { dimensions: [quarter, 'name'], calculations, filter: during('2025-01-01', '2025-02-15') };
    const count = (name: string | null) =>
      of('2024-01-01', '2024-02-15', (row) => name === null || row.name === name).length;
    const subtotals = await rowsOf({ ...query, subtotals: [['day_quarter']] });
    expect(subtotals.map((row) => [row[1], row.at(-1)])).toEqual(
      ['n0', 'n1', 'n2', null].map((name) => [name, count(name)]),
    );
    const top = await rowsOf({ ...query, top: { dimension: 'name', measure: 'assets', n: 1 } });
    expect(top.map((row) => row.at(-1))).toEqual([count(String(top[0]![1])), 46 - count(String(top[0]![1]))]);
  });
});

describe('a moving average', () => {
  it.each(MEASURES)('is over the values of the last periods: %s', async (measure) => {
    const calculations = [{ name: 'mean', kind: 'moving_average', measure, last: 3 }];
    const rows = await rowsOf({ dimensions: [month], calculations, filter: during('2024-05-01', '2024-09-15') });
    const months = Array.from({ length: 9 }, (_, index) => `2024-0${index + 1}`);
    // Values are known in June, which has no rows.
    const isThere = (name: string) => name !== '2024-06' || measure === 'known';
    const valueIn = (name: string) =>
      figures(`${name}-01`, name === '2024-09' ? '2024-09-15' : `${name}-31`)[MEASURES.indexOf(measure)]!;
    const expected = months
      .slice(4)
      .filter(isThere)
      .map((name) => {
        const values = months
          .slice(0, months.indexOf(name) + 1)
          .slice(-3)
          .filter(isThere)
          .map(valueIn);
        return [`${name}-01`, values.reduce((sum, value) => sum + value, 0) / values.length];
      });
    expect(rows).toEqual(numbers(expected));
  });

  it('counts periods without rows as 0 where gaps are filled, as comparisons do', async () => {
    const calculations = [
      { name: 'mean', kind: 'moving_average', measure: 'branches', last: 2 },
      compare('branches', { with: 'previous_period' }),
    ];
    const query = { measures: ['branches'], calculations, filter: during('2024-01-01', '2024-07-31') };
    const filled = { ...query, dimensions: [{ ...month, fill: true }] };
    expect((await rowsOf(filled)).map((row) => row.slice(1))).toEqual([
      [31, 31, null],
      [29, 30, 31],
      [31, 30, 29],
      [30, 30.5, 31],
      [31, 30.5, 30],
      [0, 15.5, 31],
      [31, 15.5, 0],
    ]);
    const top = { dimension: 'name', measure: 'assets', n: 1 };
    const rows = await rowsOf({ ...filled, dimensions: [...filled.dimensions, 'name'], top });
    const june = rows.filter(([day]) => day === '2024-06-01').map((row) => row.slice(2));
    const may = rows.filter(([day]) => day === '2024-05-01').map((row) => Number(row[3]));
    expect(june).toEqual([
      ['member', 0, may[0]! / 2, may[0]],
      ['other', 0, may[1]! / 2, may[1]],
    ]);
  });
});

describe('a distinct count to date', () => {
  const calculations = [
    { name: 'to_date', kind: 'accumulate', measure: 'grades', over: 'year' },
    { name: 'two', kind: 'accumulate', measure: 'grades', over: { last: 2 } },
  ];
  const distinct = (rows: readonly Row[]) => new Set(rows.flatMap(({ grade }) => grade ?? [])).size;
  const filter = during('2024-03-01', '2024-08-15');
  const months = ['2024-03', '2024-04', '2024-05', '2024-07', '2024-08'];
  const end = (name: string) => (name === '2024-08' ? '2024-08-15' : `${name}-31`);
  const expected = (name: string, more?: (row: Row) => boolean) => [
    distinct(of(`${name}-01`, end(name), more)),
    distinct(of('2024-01-01', end(name), more)),
    distinct(of(`2024-0${Number(name.slice(-1)) - 1}-01`, end(name), more)),
  ];

  it('counts each value once', async () => {
    const query = { dimensions: [month], measures: ['grades'], calculations, filter };
    expect(await rowsOf({ ...query, totals: true })).toEqual(months.map((name) => [`${name}-01`, ...expected(name)]));
    const filled = await rowsOf({ ...query, dimensions: [{ ...month, fill: true }] });
    expect(filled.find(([day]) => day === '2024-06-01')).toEqual([
      '2024-06-01',
      0,
      distinct(of('2024-01-01', '2024-06-30')),
      distinct(of('2024-05-01', '2024-06-30')),
    ]);
  });

  it('in groups, subtotals and a top N', async () => {
    const query = { dimensions: [month, 'name'], measures: ['grades'], calculations, filter };
    const subtotals = await rowsOf({ ...query, subtotals: [['day_month']] });
    const names = ['n0', 'n1', 'n2', null];
    expect(subtotals.map((row) => row.slice(-3))).toEqual(
      months.flatMap((name) => names.map((of) => expected(name, (row) => of === null || row.name === of))),
    );
    const top = await rowsOf({ ...query, top: { dimension: 'name', measure: 'assets', n: 1 } });
    const best = top[0]![1];
    expect(top.map((row) => row.slice(-3))).toEqual(
      months.flatMap((name) => [
        expected(name, (row) => row.name === best),
        expected(name, (row) => row.name !== best),
      ]),
    );
  });
});

describe('invalid comparisons', () => {
  it.each([
    [
      { calculations: [compare('assets', { with: 'prior_year_end', likeForLike: true })] },
      'calculations.0.likeForLike',
      /has no same day/,
    ],
    [
      { calculations: [{ name: 'c', kind: 'moving_average', measure: 'latest', last: 2 }] },
      'calculations.0.measure',
      /which is not a number/,
    ],
    [
      { dimensions: ['name'], calculations: [{ name: 'c', kind: 'moving_average', measure: 'assets', last: 2 }] },
      'calculations.0',
      /Periods are needed/,
    ],
    [
      {
        dimensions: [{ ...month, fill: true }],
        measures: ['assets'],
        top: { dimension: 'day_month', measure: 'assets', n: 2 },
      },
      'dimensions.0.fill',
      /Each period has its own top/,
    ],
  ])('is refused: %#', async (query, field, message) => {
    const error = await engines.tiny.runQuery({ dimensions: [month], ...query }).catch((issue: unknown) => issue);
    expect(error).toBeInstanceOf(QueryError);
    expect((error as QueryError).details[0]).toMatchObject({
      field,
      message: expect.stringMatching(message) as string,
    });
  });
});

it('are the examples of the documentation', async () => {
  const [example] = guideExamples('Other periods', 'json');
  const rows = await rowsOf({ ...(JSON.parse(example) as object), filter: during('2025-01-01', '2025-02-15') });
  expect(rows).toEqual([['2025-01-01', 46, 0, 46, (46 + 92) / 2]]);
});
