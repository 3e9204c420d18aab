import type { Cell, QueryResult } from '@rise/contract';
import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { branches, dice, FIELDS, someFilter } from '../support/random-queries.ts';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { QueryError } from '../../src/errors.ts';
import { planQuery } from '../../src/planner/query.ts';
import { quoteText } from '../../src/expression/quote.ts';

/** Measures of every kind, and the same in plain SQL. */
const MEASURES = [
  'branches',
  'assets',
  'worth',
  'plain_ratio',
  'grades',
  'mean_worth',
  'least',
  'middle',
  'big_assets',
  'spread',
];
const REFERENCE_SQL = `count(*)::int, sum(assets), sum(worth), sum(worth)::float8 / nullif(sum(assets), 0)::float8,
  count(DISTINCT grade)::int, avg(worth_stored)::float8, min(worth_stored), percentile_cont(0.5) WITHIN GROUP (ORDER BY assets::float8),
  sum(assets) FILTER (WHERE assets >= 500), (avg(worth_stored) - min(worth_stored))::float8`;
/** mean_worth and least use the column as stored; worth falls back to the year before. */
const ROWS = branches(7);
const T = `(SELECT t.*, balance.worth AS worth_stored, CASE WHEN t.assets < 100 THEN 'small' WHEN t.assets < 1000 THEN 'middle' WHEN t.assets >= 1000 THEN 'big' END AS size FROM t LEFT JOIN balance USING (tenant_id, branch_id)) AS t`;
const NAME = 'name COLLATE "C"';

let both: TwoEngines;
beforeAll(async () => {
  both = await openTwoEngines(ROWS, FIELDS);
});
afterAll(() => both.close());

const cells = (result: QueryResult, ...names: string[]): Cell[][] => {
  const places = names.map((name) => result.columns.findIndex((column) => column.name === name));
  return result.rows.map((row) => places.map((place) => row[place]!));
};

describe('top N with other', () => {
  it('is right for every kind of measure, since "other" is computed from its rows', async () => {
    const query = {
      dimensions: ['name'],
      measures: MEASURES,
      top: { dimension: 'name', measure: 'assets', n: 3 },
      order: [{ field: 'assets', direction: 'desc' }],
      totals: true,
    };
    const { rows, totals, columns } = await both.runQuery(query);
    const expected = await both.plain(`WITH placed AS (
        SELECT name, row_number() OVER (ORDER BY sum(assets) DESC NULLS LAST, ${NAME} NULLS LAST) AS place FROM ${T} GROUP BY name)
      SELECT CASE WHEN place <= 3 THEN t.name END, CASE WHEN place <= 3 THEN 'member' ELSE 'other' END, ${REFERENCE_SQL}
      FROM ${T} JOIN placed ON placed.name IS NOT DISTINCT FROM t.name
      GROUP BY 1, 2 ORDER BY 2, 4 DESC`);
    expect(numbers(rows)).toEqual(expected);
    expect(rows.at(-1)!.slice(0, 2)).toEqual([null, 'other']);
    expect(columns[1]).toMatchObject({ name: 'name.level', role: 'level', of: 'name' });
    const [all] = await both.plain(`SELECT NULL, 'all', ${REFERENCE_SQL} FROM ${T}`);
    expect(numbers([totals!])).toEqual([all]);
  });

  it('supports bottom N within another dimension, with or without "other"', async () => {
    const top = { dimension: 'name', measure: 'plain_ratio', n: 2, best: 'least', within: ['grade'] };
    const query = { dimensions: ['grade', 'name'], measures: ['worth', 'plain_ratio'] };
    const expected = await both.plain(`WITH placed AS (
        SELECT grade, name, row_number() OVER (PARTITION BY grade ORDER BY sum(worth)::float8 / nullif(sum(assets), 0)::float8 NULLS LAST, ${NAME} NULLS LAST) AS place
        FROM ${T} GROUP BY grade, name)
      SELECT t.grade::int, CASE WHEN place <= 2 THEN t.name END, 'member', CASE WHEN place <= 2 THEN 'member' ELSE 'other' END,
        sum(worth), sum(worth)::float8 / nullif(sum(assets), 0)::float8
      FROM ${T} JOIN placed ON placed.name IS NOT DISTINCT FROM t.name AND placed.grade IS NOT DISTINCT FROM t.grade
      GROUP BY 1, 4, 2 ORDER BY 1 NULLS LAST, 4, min(t.name COLLATE "C") NULLS LAST`);
    const withoutLevel = expected.map(([grade, name, , ...rest]) => [grade, name, ...rest]);
    expect(numbers((await both.runQuery({ ...query, top })).rows)).toEqual(withoutLevel);
    const alone = await both.runQuery({ ...query, top: { ...top, other: false } });
    expect(numbers(alone.rows)).toEqual(withoutLevel.filter((row) => row[2] === 'member'));
  });

  it('distinguishes a missing member from "other", and orders equal members by their key', async () => {
    const top = { dimension: 'grade', measure: 'grades', n: 1 };
    const { rows } = await both.runQuery({ dimensions: ['grade'], measures: ['branches'], top });
    expect(rows.map((row) => row.slice(0, 2))).toEqual([
      [1, 'member'],
      [null, 'other'],
    ]);
    const none = { dimension: 'grade', measure: 'grades', n: 1, best: 'least' };
    const missing = await both.runQuery({ dimensions: ['grade'], measures: ['branches'], top: none });
    expect(missing.rows.map((row) => row.slice(0, 2))).toEqual([
      [null, 'member'],
      [null, 'other'],
    ]);
  });

  it('ranks and shares among members, compares "other" with "other", and fills gaps', async () => {
    const query = {
      dimensions: [{ field: 'day', grain: 'month', fill: true }, 'open'],
      measures: ['assets'],
      calculations: [
        { name: 'before', kind: 'compare', measure: 'assets', with: 'previous_period' },
        { name: 'part', kind: 'share', measure: 'assets', within: ['day_month'] },
        { name: 'place', kind: 'rank', measure: 'assets', within: ['day_month'] },
      ],
      top: { dimension: 'open', measure: 'assets', n: 1 },
    };
    const result = await both.runQuery(query);
    const [best] = (await both.plain(`SELECT open FROM ${T} GROUP BY open ORDER BY sum(assets) DESC LIMIT 1`))[0]!;
    const expected = await both.plain(`WITH monthly AS (
        SELECT date_trunc('month', day)::date AS month, open IS DISTINCT FROM ${best} AS other, sum(assets) AS assets FROM ${T} GROUP BY 1, 2)
      SELECT to_char(now.month, 'YYYY-MM-DD'), CASE WHEN other THEN 'other' ELSE 'member' END, assets,
        (SELECT assets FROM monthly AS before WHERE before.month = now.month - interval '1 month' AND before.other = now.other),
        assets / sum(assets) OVER (PARTITION BY now.month), CASE WHEN NOT other THEN 1 END
      FROM monthly AS now ORDER BY month, other`);
    const match = numbers(cells(result, 'day_month', 'open.level', 'assets', 'before', 'part', 'place'));
    expect(match.filter((row) => row[2] !== null)).toEqual(expected);
    const months = new Set(match.map((row) => row[0]));
    expect(months.size).toBe(13);
    expect(match).toHaveLength(26);
    expect(match.map((row) => row[1])).toEqual(Array.from({ length: 13 }, () => ['member', 'other']).flat());
  });
});

describe('subtotals', () => {
  it('of every kind of measure equal plain SQL, and follow their rows', async () => {
    const { rows, columns } = await both.runQuery({
      dimensions: ['grade', 'size'],
      measures: MEASURES,
      subtotals: 'rollup',
    });
    expect(columns.slice(0, 4).map(({ name }) => name)).toEqual(['grade', 'size', 'grade.level', 'size.level']);
    const expected = await both.plain(`
      SELECT grade::int, size, CASE grouping(grade) WHEN 1 THEN 'all' ELSE 'member' END, CASE grouping(size) WHEN 1 THEN 'all' ELSE 'member' END, ${REFERENCE_SQL}
      FROM ${T} GROUP BY ROLLUP (grade, size)
      ORDER BY grouping(grade), grade NULLS LAST, grouping(size), array_position(ARRAY['small', 'middle', 'big'], size) NULLS LAST`);
    expect(numbers(rows)).toEqual(expected);
  });

  it('sort groups by their own figure, and rows within their group', async () => {
    const { rows } = await both.runQuery({
      dimensions: ['grade', 'size'],
      measures: ['assets'],
      subtotals: [['grade']],
      order: [{ field: 'assets', direction: 'desc' }],
    });
    const expected = await both.plain(`WITH by_grade AS (SELECT grade, sum(assets) AS whole FROM ${T} GROUP BY grade)
      SELECT t.grade::int, size, CASE grouping(size) WHEN 1 THEN 'all' ELSE 'member' END, sum(assets)
      FROM ${T} JOIN by_grade ON by_grade.grade IS NOT DISTINCT FROM t.grade
      GROUP BY whole, GROUPING SETS ((t.grade, size), (t.grade))
      ORDER BY whole DESC NULLS LAST, t.grade NULLS LAST, grouping(size), sum(assets) DESC NULLS LAST`);
    expect(numbers(rows)).toEqual(expected);
  });

  it('share and rank within the same grouping set', async () => {
    const result = await both.runQuery({
      dimensions: ['grade', 'open'],
      measures: ['assets'],
      calculations: [
        { name: 'part', kind: 'share', measure: 'assets' },
        { name: 'place', kind: 'rank', measure: 'assets', within: ['grade'] },
      ],
      subtotals: [['grade'], ['open']],
    });
    const of = (level: string[]) =>
      numbers(cells(result, 'grade', 'open', 'part', 'place', 'grade.level', 'open.level')).filter(
        (row) => row[4] === level[0] && row[5] === level[1],
      );
    const part = 'sum(assets) / (SELECT sum(assets) FROM t)';
    expect(of(['member', 'all']).map((row) => [row[0], row[2], row[3]])).toEqual(
      await both.plain(`SELECT grade::int, ${part}, 1 FROM t GROUP BY grade ORDER BY grade NULLS LAST`),
    );
    expect(of(['all', 'member']).map((row) => row.slice(1, 4))).toEqual(
      await both.plain(
        `SELECT open, ${part}, rank() OVER (ORDER BY sum(assets) DESC)::int FROM t GROUP BY open ORDER BY open`,
      ),
    );
  });

  it('report truncation, and continue on the next page', async () => {
    const query = { dimensions: ['grade', 'size'], measures: ['assets'], subtotals: 'rollup' };
    const whole = await both.runQuery(query);
    expect(whole.meta.truncated).toBe(false);
    const pages = [];
    for (let offset = 0; offset < whole.rows.length; offset += 4) {
      const page = await both.runQuery({ ...query, limit: 4, offset });
      expect(page.meta.truncated).toBe(offset + 4 < whole.rows.length);
      pages.push(...page.rows);
    }
    expect(pages).toEqual(whole.rows);
  });
});

describe('a pivot', () => {
  const pivot = { columns: ['size'], totals: true };

  it('turns members into columns, computes its totals, and leaves cells without rows null', async () => {
    const { columns, rows, totals } = await both.runQuery({
      dimensions: ['grade', 'size'],
      measures: ['plain_ratio', 'middle'],
      pivot,
      totals: true,
    });
    expect(columns.map(({ name, title }) => [name, title.en])).toEqual([
      ['grade', 'Grade'],
      ['plain_ratio.1', 'Small · Plain ratio'],
      ['middle.1', 'Small · T'],
      ['plain_ratio.2', 'Middle · Plain ratio'],
      ['middle.2', 'Middle · T'],
      ['plain_ratio.3', 'Big · Plain ratio'],
      ['middle.3', 'Big · T'],
      ['plain_ratio.4', '(none) · Plain ratio'],
      ['middle.4', '(none) · T'],
      ['plain_ratio.all', 'Total · Plain ratio'],
      ['middle.all', 'Total · T'],
    ]);
    expect(columns[1]!.pivot).toEqual({
      field: 'plain_ratio',
      members: [{ of: 'size', value: 'small', level: 'member', title: { en: 'Small' } }],
    });
    const figures = ['small', 'middle', 'big', null, '%']
      .map((size) => {
        const only = size === '%' ? 'TRUE' : size === null ? 'size IS NULL' : `size = '${size}'`;
        return `sum(worth) FILTER (WHERE ${only})::float8 / nullif(sum(assets) FILTER (WHERE ${only}), 0)::float8,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY assets::float8) FILTER (WHERE ${only})`;
      })
      .join(', ');
    expect(numbers(rows)).toEqual(
      await both.plain(`SELECT grade::int, ${figures} FROM ${T} GROUP BY grade ORDER BY grade NULLS LAST`),
    );
    expect(numbers([totals!])).toEqual(await both.plain(`SELECT NULL, ${figures} FROM ${T}`));
    expect(rows.flat()).toContain(null);
  });

  it('reports truncated rows and columns, and computes totals over all', async () => {
    const query = { dimensions: ['grade', 'size'], measures: ['assets'], totals: true };
    const whole = await both.runQuery({ ...query, pivot });
    expect(whole.pivot).toEqual({ columnsTruncated: false, rowsTruncated: false });
    expect(whole.meta.truncated).toBe(false);
    const narrow = await both.runQuery({ ...query, pivot: { ...pivot, limit: 2 } });
    expect(narrow.pivot).toEqual({ columnsTruncated: true, rowsTruncated: false });
    expect(narrow.meta.truncated).toBe(true);
    expect(narrow.rows).toEqual(whole.rows.map((row) => [row[0], row[1], row[2], row.at(-1)]));
    const short = await both.runQuery({ ...query, pivot, limit: 2, offset: 1 });
    expect(short.pivot).toEqual({ columnsTruncated: false, rowsTruncated: true });
    expect([short.rows, short.totals]).toEqual([whole.rows.slice(1, 3), whole.totals]);
    const rest = await both.runQuery({ ...query, pivot, limit: 2, offset: 3 });
    expect([rest.rows, rest.meta.truncated]).toEqual([whole.rows.slice(3), false]);
  });

  it('supports a top N as columns, rows sorted by their totals, and subtotals', async () => {
    const query = {
      dimensions: ['grade', 'open', 'name'],
      measures: ['assets'],
      pivot: { columns: ['name'], totals: true },
      top: { dimension: 'name', measure: 'assets', n: 2 },
      subtotals: 'rollup',
      order: [{ field: 'assets', direction: 'desc' }],
    };
    const { columns, rows } = await both.runQuery(query);
    const names = (
      await both.plain(`SELECT name FROM t GROUP BY name ORDER BY sum(assets) DESC NULLS LAST LIMIT 2`)
    ).flat();
    const sorted = [...names].toSorted() as string[];
    expect(columns.map(({ title }) => title.en)).toEqual([
      'Grade',
      'Open',
      'Grade (level)',
      'Open (level)',
      ...sorted,
      'Other',
      'Total',
    ]);
    const quoted = sorted.map((name) => quoteText(name));
    const figures = [
      ...quoted.map((name) => `name = ${name}`),
      `name IS NULL OR name NOT IN (${quoted.join()})`,
      'TRUE',
    ]
      .map((only) => `sum(assets) FILTER (WHERE ${only})`)
      .join(', ');
    const expected =
      await both.plain(`SELECT grade::int, open, CASE grouping(grade) WHEN 1 THEN 'all' ELSE 'member' END,
        CASE grouping(open) WHEN 1 THEN 'all' ELSE 'member' END, ${figures} FROM ${T} GROUP BY ROLLUP (grade, open)
      ORDER BY grouping(grade), (SELECT sum(assets) FROM t AS o WHERE o.grade IS NOT DISTINCT FROM t.grade) DESC, grouping(open), sum(assets) DESC NULLS LAST`);
    expect(numbers(rows)).toEqual(expected);
  });
});

describe('subtotals and totals', () => {
  it('equal queries without the totaled dimensions, under any filter', async () => {
    const random = dice(77);
    for (let turn = 0; turn < 25; turn += 1) {
      const dimensions = random.some(['grade', 'size', 'open', 'month'], 3);
      if (dimensions.length === 0) continue;
      const filter = someFilter(random);
      const whole = await both.tiny.runQuery({ dimensions, measures: MEASURES, filter, subtotals: 'rollup' });
      const levels = dimensions.map((name) => `${name}.level`);
      for (let stored = dimensions.length; stored >= 0; stored -= 1) {
        const own = dimensions.slice(0, stored);
        const expected = dimensions.map((_, index) => (index < stored ? 'member' : 'all')).join();
        const kinds = cells(whole, ...levels);
        const matches = cells(whole, ...own, ...MEASURES).filter((_, index) => kinds[index]!.join() === expected);
        const plain = await both.tiny.runQuery({ dimensions: own, measures: MEASURES, filter });
        expect(numbers(matches), JSON.stringify({ turn, dimensions, filter, remaining: stored })).toEqual(
          numbers(plain.rows),
        );
      }
    }
  });
});

describe('invalid queries', () => {
  const month = { field: 'day', grain: 'month' };
  const before = { name: 'x', kind: 'compare', measure: 'assets', with: 'previous_period' };
  const top = { dimension: 'name', measure: 'assets', n: 3 };
  it.each([
    [{ dimensions: ['grade'], top }, 'top.dimension'],
    [{ dimensions: ['name'], top: { ...top, measure: 'asets' } }, 'top.measure'],
    [{ dimensions: ['name'], top: { ...top, within: ['grade'] } }, 'top.within.0'],
    [{ dimensions: ['name'], top: { ...top, within: ['name'] } }, 'top.within'],
    [{ dimensions: ['name', month], calculations: [before], top: { ...top, within: ['day_month'] } }, 'top'],
    [{ dimensions: ['name', 'grade'], top: { ...top, within: ['grade'] }, subtotals: [['name']] }, 'top.within'],
    [{ dimensions: ['name', 'grade'], top: { ...top, within: ['grade'] }, pivot: { columns: ['name'] } }, 'top.within'],
    [{ subtotals: 'rollup' }, 'subtotals'],
    [{ dimensions: ['name'], subtotals: [['grade']] }, 'subtotals.0.0'],
    [{ dimensions: ['name'], subtotals: [['name']] }, 'subtotals.0'],
    [{ dimensions: ['name', 'grade'], subtotals: [['name'], ['name']] }, 'subtotals.1'],
    [{ dimensions: ['name'], pivot: { columns: ['grade'] } }, 'pivot.columns.0'],
    [{ dimensions: ['name'], measures: [], pivot: { columns: ['name'] } }, 'measures'],
    [{ dimensions: [{ ...month, fill: true }], subtotals: 'rollup' }, 'dimensions.0.fill'],
  ])('%j is refused at %s', (query, field) => {
    const request = () =>
      planQuery(
        both.tiny.model,
        { tenant: 'alder' },
        semanticQuery.parse({ dataset: 'book', measures: ['assets'], ...query }),
      );
    expect(request).toThrow(QueryError);
    try {
      request();
    } catch (error) {
      expect((error as QueryError).details.map((detail) => detail.field)).toContain(field);
    }
  });

  it.each([
    [{ top: { ...top, dimension: 'nmae' } }, 'top.dimension', 'Add it there, or name one of them.'],
    [{ top: { ...top, within: ['nmae'] } }, 'top.within.0', 'It has name, day_month.'],
    [{ subtotals: [['nmae']] }, 'subtotals.0.0', 'It has name, day_month.'],
    [{ pivot: { columns: ['nmae'] } }, 'pivot.columns.0', 'It has name, day_month.'],
  ])('%j is refused at %s with the name that was meant', (query, field, remedy) => {
    const message = `'nmae' is not among the query's dimensions. ${remedy} Did you mean 'name'?`;
    expect(() =>
      planQuery(
        both.tiny.model,
        { tenant: 'alder' },
        semanticQuery.parse({ dataset: 'book', dimensions: ['name', month], measures: ['assets'], ...query }),
      ),
    ).toThrow(expect.objectContaining({ details: expect.arrayContaining([{ field, message }]) }) as Error);
  });
});
