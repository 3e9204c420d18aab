import { semanticQuery } from '@rise/contract';
import type { Cell, QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryError } from '../../src/errors.ts';
import { planQuery } from '../../src/planner/query.ts';
import { numbers } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import {
  clerk,
  everyone,
  NAME,
  openBranches,
  over,
  passing,
  RATIO,
  RICH,
  T,
  under,
} from '../support/having-branches.ts';
import { guideExamples } from '../support/model-guide.ts';
import { openSample } from '../support/sample-warehouse.ts';

let both: TwoEngines;
beforeAll(async () => {
  both = await openBranches();
});
afterAll(() => both.close());

const runQuery = (query: object, reader = everyone) => both.runQuery(query, { reader });

const cells = (result: QueryResult, ...names: string[]): Cell[][] => {
  const places = names.map((name) => result.columns.findIndex((column) => column.name === name));
  return numbers(result.rows.map((row) => places.map((place) => row[place]!)));
};

describe('a condition on measures', () => {
  it('keeps the groups that pass, also by measures that are not shown, on every page', async () => {
    const query = {
      dimensions: ['name', 'open'],
      measures: ['branches'],
      having: { all: [over('assets', '1000.5'), { not: under('plain_ratio', 0.25) }] },
      order: [{ field: 'branches', direction: 'desc' }],
    };
    const expected = await both.plain(`SELECT name, open, count(*)::int FROM ${T} GROUP BY name, open
      HAVING sum(assets) > 1000.5 AND NOT coalesce(${RATIO} < 0.25, false)
      ORDER BY 3 DESC, ${NAME} NULLS LAST, open NULLS LAST`);
    expect(expected.length).toBeGreaterThan(5);
    expect(numbers((await runQuery(query)).rows)).toEqual(expected);
    const page = await runQuery({ ...query, limit: 2, offset: 1 });
    expect(numbers(page.rows)).toEqual(expected.slice(1, 3));
    expect(page.meta.truncated).toBe(true);
  });

  it('compares decimals exactly, for every kind of measure', async () => {
    const [[exact]] = (await both.plain(`SELECT sum(assets)::text FROM ${T} WHERE name = 'Zebra'`)) as [[number]];
    const names = async (having: object) =>
      (await runQuery({ dimensions: ['name'], measures: ['assets'], having })).rows.map(([name]) => name);
    const text = exact.toFixed(2);
    expect(await names({ measure: 'assets', op: 'in', values: [text, '1.5'] })).toEqual(['Zebra']);
    expect(await names({ measure: 'assets', op: 'notIn', values: [text] })).not.toContain('Zebra');
    // Nearly the value: a list must not be rounded to the places of the column.
    const near = [`${text}001`, '1.5'];
    expect(await names({ measure: 'assets', op: 'in', values: near })).toEqual([]);
    expect(await names({ measure: 'assets', op: 'notIn', values: near })).toContain('Zebra');
    const around = (digits: string) => ({ all: [under('assets', `${text}${digits}1`), over('assets', exact - 0.001)] });
    expect(await names(around('000000000000000000'))).toEqual(['Zebra']);
    expect(await names({ all: [over('assets', text), under('assets', exact + 0.001)] })).toEqual([]);
    for (const [measure, sql] of Object.entries({
      branches: 'count(*)',
      grades: 'count(DISTINCT grade)',
      mean_worth: 'avg(worth_stored)::float8',
      least: 'min(worth_stored)',
      middle: 'percentile_cont(0.5) WITHIN GROUP (ORDER BY assets::float8)',
      spread: '(avg(worth_stored) - min(worth_stored))::float8',
    })) {
      const expected = await both.plain(
        `SELECT name FROM ${T} GROUP BY name HAVING ${sql} >= 3 ORDER BY ${NAME} NULLS LAST`,
      );
      expect((await names({ measure, op: 'gte', values: [3] })).map((name) => [name])).toEqual(expected);
    }
  });

  it('excludes groups without a value unless it tests for null', async () => {
    const count = async (having: object) =>
      (await runQuery({ dimensions: ['id'], measures: ['branches'], having })).rows.length;
    const [[none, all]] = (await both.plain(
      `SELECT count(*) FILTER (WHERE assets IS NULL)::int, count(*)::int FROM ${T}`,
    )) as [[number, number]];
    expect(none).toBeGreaterThan(0);
    expect(await count({ measure: 'assets', op: 'isNull' })).toBe(none);
    expect(await count({ measure: 'assets', op: 'isNotNull' })).toBe(all - none);
    expect(await count({ measure: 'assets', op: 'notIn', values: [1] })).toBe(all - none);
    expect(await count({ any: [over('assets', -1e9), { measure: 'assets', op: 'lte', values: ['-1e9'] }] })).toBe(
      all - none,
    );
    expect(await count({ not: over('assets', -1e9) })).toBe(none);
  });

  it('uses only rows that the reader can see', async () => {
    const query = { dimensions: ['name'], measures: ['assets'], having: over('branches', 3), totals: true };
    const expected = await both.plain(`SELECT name, sum(assets) FROM ${T} WHERE grade <= 2 GROUP BY name
      HAVING count(*) > 3 ORDER BY ${NAME} NULLS LAST`);
    expect(numbers((await runQuery(query, clerk)).rows)).toEqual(expected);
    expect((await runQuery(query)).rows.length).toBeGreaterThan(expected.length);
  });
});

describe('totals under a condition on measures', () => {
  it('cover the shown groups on every page, with ratios computed from their parts', async () => {
    const measures = ['branches', 'assets', 'plain_ratio', 'grades', 'middle'];
    const figures = `count(*)::int, sum(assets), ${RATIO}, count(DISTINCT grade)::int, percentile_cont(0.5) WITHIN GROUP (ORDER BY assets::float8)`;
    const query = { dimensions: ['name', 'open'], measures, having: over('assets', 2000), totals: true };
    const [total] = await both.plain(
      `SELECT NULL, NULL, ${figures} FROM ${passing('name, open', 'sum(assets) > 2000')}`,
    );
    const expected = await both.plain(`SELECT name, open, ${figures} FROM ${T} GROUP BY name, open
      HAVING sum(assets) > 2000 ORDER BY ${NAME} NULLS LAST, open NULLS LAST`);
    const { rows, totals } = await runQuery(query);
    expect([numbers(rows), numbers([totals!])[0]]).toEqual([expected, total]);
    expect(sumOf(rows, 3)).toBe(Number(totals![3]));
    const page = await runQuery({ ...query, limit: 1, offset: 1 });
    expect([numbers(page.rows), numbers([page.totals!])[0]]).toEqual([expected.slice(1, 2), total]);
    const nothing = await runQuery({ ...query, having: over('assets', 1e12) });
    expect([nothing.rows, nothing.totals!.slice(0, 4)]).toEqual([[], [null, null, 0, null]]);
  });

  it('include subtotals of the shown groups', async () => {
    const { rows } = await runQuery({
      dimensions: ['grade', 'size'],
      measures: ['branches', 'plain_ratio'],
      having: over('branches', 2),
      subtotals: 'rollup',
    });
    const expected = await both.plain(`
      SELECT grade::int, size, CASE grouping(grade) WHEN 1 THEN 'all' ELSE 'member' END, CASE grouping(size) WHEN 1 THEN 'all' ELSE 'member' END, count(*)::int, ${RATIO}
      FROM ${passing('grade, size', 'count(*) > 2')} GROUP BY ROLLUP (grade, size)
      ORDER BY grouping(grade), grade NULLS LAST, grouping(size), array_position(ARRAY['small', 'middle', 'big'], size) NULLS LAST`);
    expect(numbers(rows)).toEqual(expected);
  });

  it('rank the groups that pass in a top N, and combine the others that pass', async () => {
    const query = {
      dimensions: ['name'],
      measures: ['assets', 'plain_ratio'],
      having: under('assets', 8000),
      top: { dimension: 'name', measure: 'assets', n: 2 },
      totals: true,
    };
    const { rows, totals } = await runQuery(query);
    const from = passing('name', 'sum(assets) < 8000');
    const expected = await both.plain(`WITH placed AS (
        SELECT name, row_number() OVER (ORDER BY sum(assets) DESC NULLS LAST, ${NAME} NULLS LAST) AS place FROM ${from} GROUP BY name)
      SELECT CASE WHEN place <= 2 THEN t.name END, CASE WHEN place <= 2 THEN 'member' ELSE 'other' END, sum(assets), ${RATIO}
      FROM ${from} JOIN placed ON placed.name IS NOT DISTINCT FROM t.name
      GROUP BY 1, 2 ORDER BY 2, min(t.name COLLATE "C") NULLS LAST`);
    expect(expected).toHaveLength(3);
    expect(numbers(rows)).toEqual(expected);
    expect(numbers([totals!])[0]!.slice(2)).toEqual((await both.plain(`SELECT sum(assets), ${RATIO} FROM ${from}`))[0]);
  });

  it('have pivot columns only for members with groups that pass', async () => {
    const { rows, columns } = await runQuery({
      dimensions: ['grade', 'open'],
      measures: ['branches'],
      having: over('branches', 4),
      pivot: { columns: ['open'], totals: true },
      totals: true,
    });
    const from = passing('grade, open', 'count(*) > 4');
    const expected = await both.plain(
      `SELECT grade::int, ${['open IS FALSE', 'open', 'open IS NULL', 'TRUE']
        .map((is) => `nullif(count(*) FILTER (WHERE ${is}), 0)::int`)
        .join(', ')} FROM ${from} GROUP BY grade ORDER BY grade NULLS LAST`,
    );
    expect(columns).toHaveLength(5);
    expect(numbers(rows)).toEqual(expected);
  });

  it('rank and share among groups that pass, and compare with other periods whether those pass or not', async () => {
    const result = await runQuery({
      dimensions: [{ field: 'day', grain: 'month' }, 'open'],
      measures: ['assets'],
      having: over('assets', 3000),
      calculations: [
        { name: 'part', kind: 'share', measure: 'assets' },
        { name: 'place', kind: 'rank', measure: 'assets' },
        { name: 'before', kind: 'compare', measure: 'assets', with: 'previous_period' },
        { name: 'to_date', kind: 'accumulate', measure: 'assets', over: 'year' },
      ],
    });
    const expected = await both.plain(`WITH monthly AS (
        SELECT date_trunc('month', day)::date AS month, open, sum(assets) AS assets FROM ${T} GROUP BY 1, 2)
      SELECT to_char(month, 'YYYY-MM-DD'), open, assets, assets / sum(assets) OVER (), (rank() OVER (ORDER BY assets DESC))::int,
        (SELECT assets FROM monthly AS b WHERE b.month = now.month - interval '1 month' AND b.open IS NOT DISTINCT FROM now.open),
        (SELECT sum(assets) FROM monthly AS b WHERE b.month <= now.month AND date_trunc('year', b.month) = date_trunc('year', now.month) AND b.open IS NOT DISTINCT FROM now.open)
      FROM monthly AS now WHERE assets > 3000 ORDER BY month, open NULLS LAST`);
    expect(expected.length).toBeGreaterThan(2);
    expect(cells(result, 'day_month', 'open', 'assets', 'part', 'place', 'before', 'to_date')).toEqual(expected);
  });
});

const sumOf = (rows: readonly Cell[][], place: number) =>
  Number(rows.reduce((total, row) => total + Number(row[place]), 0).toFixed(2));

describe('invalid conditions', () => {
  const rejected = (query: object) => {
    try {
      planQuery(
        both.tiny.model,
        { tenant: 'alder' },
        semanticQuery.parse({ dataset: 'book', measures: ['assets'], ...query }),
      );
    } catch (error) {
      if (error instanceof QueryError) return error.details.map(({ field, message }) => `${field}: ${message}`);
      throw error;
    }
    return [];
  };

  it.each([
    [{ dimensions: [], having: RICH }, /^having: Without dimensions there is only one group/],
    [{ dimensions: ['name'], having: over('asets', 1) }, /^having.measure: .*Did you mean 'assets'/],
    [{ dimensions: ['name'], having: { any: [over('grade', 1)] } }, /^having.any.0.measure: .*is a dimension/],
    [{ dimensions: ['name'], having: over('assets', 'much') }, /^having.values.0: 'assets' compares with a number/],
    [{ dimensions: ['name'], having: over('assets', `0.${'1'.repeat(40)}`) }, /at most 38 digits/],
    [
      { dimensions: ['name'], having: { measure: 'assets', op: 'gt' } },
      /^having.values: 'gt' compares 'assets' with exactly one/,
    ],
    [{ dimensions: ['name'], having: { measure: 'assets', op: 'in' } }, /at least one value/],
    [{ dimensions: ['name'], having: { measure: 'assets', op: 'isNull', values: [1] } }, /takes no values/],
    [
      {
        dimensions: ['name'],
        calculations: [{ name: 'place', kind: 'rank', measure: 'assets' }],
        having: under('place', 3),
      },
      /^having.measure: 'place' is a calculation.*'assets'.*'top'/,
    ],
    [{ dimensions: [{ field: 'day', grain: 'month', fill: true }], having: RICH }, /^dimensions.0.fill: A period/],
  ])('%j is rejected with the remedy', (query, message) => {
    expect(rejected(query)).toEqual([expect.stringMatching(message)]);
  });
});

it('is the example of the documentation', async () => {
  const [example] = guideExamples('Conditions on measures', 'json');
  const query = JSON.parse(example) as { dimensions: string[] };
  const sample = await openSample();
  try {
    const { rows, totals } = await sample.runQuery(query);
    const all = await sample.runQuery({
      ...query,
      measures: ['total_assets', 'net_worth_ratio', 'institutions'],
      having: undefined,
      totals: false,
      limit: 10_000,
    });
    const expected = all.rows.filter(
      (row) => Number(row.at(-3)) > 1e9 && row.at(-2) !== null && Number(row.at(-2)) < 0.08,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.map(([charter]) => charter).toSorted()).toEqual(expected.map(([charter]) => charter).toSorted());
    expect(Number(totals!.at(-2))).toBe(expected.reduce((sum, row) => sum + Number(row.at(-3)), 0));
  } finally {
    await sample.close();
  }
});
