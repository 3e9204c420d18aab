import type { Cell, QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { FIELDS } from '../support/random-queries.ts';

const NAMES = ['north', 'south', 'east', 'west', null];
/** Two years of months in five branches, whose assets move so that other ones are large in each quarter. */
const ROWS = Array.from({ length: 120 }, (_, index) => ({
  tenant: 'alder',
  id: `b${index}`,
  name: NAMES[index % 5]!,
  grade: index % 7 === 0 ? null : (index * 31) % 5,
  day: new Date(Date.UTC(2024, Math.floor(index / 5), 1 + (index % 25))).toISOString().slice(0, 10),
  assets: 500 + ((index * 7919) % 977),
  worth: ((index * 6151) % 500) - 60,
  lost: index,
})).filter(({ name, day }) => !(name === 'east' && day < '2025-04-01'));

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
const CALCULATED = ['before', 'growth', 'moving', 'to_date'];
const calculationsOf = (measure: string) => [
  { name: 'before', kind: 'compare', measure, with: 'previous_period' },
  { name: 'growth', kind: 'compare', measure, with: 'same_period_last_year', show: 'percent_change' },
  { name: 'moving', kind: 'moving_average', measure, last: 2 },
  { name: 'to_date', kind: 'accumulate', measure, over: 'year' },
];
const figures = (result: QueryResult, ...names: string[]): Cell[][] => {
  const places = names.map((name) => result.columns.findIndex((column) => column.name === name));
  return numbers([...result.rows, ...(result.totals ? [result.totals] : [])]).map((row) =>
    places.map((place) => row[place]!),
  );
};
const LARGE = { measure: 'assets', op: 'gt', values: [2500] };
/** The names of the branches that are large in the quarter from a day. */
const large = (quarter: string) =>
  `SELECT coalesce(name, '-') FROM t WHERE date_trunc('quarter', day) = '${quarter}' GROUP BY name HAVING sum(assets) > 2500`;
/** A measure over the rows from a day to another of the branches that are large in a quarter. */
const over = (sql: string, since: string, until: string, also: string) =>
  `(SELECT ${sql} FROM t WHERE day >= '${since}' AND day < '${until}' AND ${also})::float8`;
const of = (quarter: string) => `coalesce(name, '-') IN (${large(quarter)})`;
/** The calculations of the second quarter of 2025, over the rows that satisfy a condition. */
function second(sql: string, also: string): string {
  const now = over(sql, '2025-04-01', '2025-07-01', also);
  const before = over(sql, '2025-01-01', '2025-04-01', also);
  const then = over(sql, '2024-04-01', '2024-07-01', also);
  return `${before}, (${now} - ${then}) / abs(${then}), (${now} + ${before}) / 2, ${over(sql, '2025-01-01', '2025-07-01', also)}`;
}
const MEASURES = {
  assets: 'sum(assets)',
  plain_ratio: 'sum(worth)::float8 / sum(assets)',
  grades: 'count(DISTINCT grade)',
  ids_a_grade: 'count(DISTINCT branch_id)::float8 / count(DISTINCT grade)',
  middle: 'percentile_cont(0.5) WITHIN GROUP (ORDER BY assets::float8)',
};

describe('totals over the groups that pass', () => {
  it.each(Object.entries(MEASURES))(
    'are compared with the same groups in other periods, whether they pass there or not: %s',
    async (measure, sql) => {
      const names = measure === 'middle' ? CALCULATED.slice(0, 3) : CALCULATED;
      const [all] = await engines.plain(`SELECT ${second(sql, of('2025-04-01'))}`);
      const [everyone] = await engines.plain(`SELECT ${second(sql, 'TRUE')}`);
      const expected = all!.slice(0, names.length);
      expect(expected).not.toEqual(everyone!.slice(0, names.length));
      const query = {
        dimensions: [QUARTER, 'name'],
        measures: [measure],
        calculations: calculationsOf(measure).slice(0, names.length),
        filter: SECOND,
        having: LARGE,
      };
      const total = async (more: object) => figures(await engines.runQuery({ ...query, ...more }), ...names).at(-1);
      expect(await total({ totals: true })).toEqual(expected);
      expect(await total({ totals: true, offset: 1 })).toEqual(expected);
      expect(await total({ subtotals: [['day_quarter'], []] })).toEqual(expected);
      expect(await total({ subtotals: [['day_quarter'], []], top: { dimension: 'name', measure, n: 1 } })).toEqual(
        expected,
      );
      const rows = figures(await engines.runQuery({ ...query, totals: true }), 'name', ...names).slice(0, -1);
      expect(rows).toEqual(figures(await engines.runQuery(query), 'name', ...names));
    },
  );

  it('cover, in each period, the groups that pass in it', async () => {
    const query = {
      dimensions: [QUARTER, 'name'],
      calculations: calculationsOf('assets'),
      filter: during('2025-01-01', '2025-12-31'),
      having: LARGE,
      subtotals: 'rollup',
    };
    const rows = figures(await engines.runQuery(query), 'name.level', 'day_quarter', ...CALCULATED);
    const expected =
      await engines.plain(`SELECT to_char(q, 'YYYY-MM-DD'), before, (now - earlier) / abs(earlier), moving, to_date FROM (
      SELECT q, sum(assets) FILTER (WHERE p = q) AS now, sum(assets) FILTER (WHERE p = q - interval '3 months') AS before,
        sum(assets) FILTER (WHERE p = q - interval '1 year') AS earlier, sum(assets) FILTER (WHERE p BETWEEN q - interval '3 months' AND q) / 2 AS moving,
        sum(assets) FILTER (WHERE p BETWEEN '2025-01-01' AND q) AS to_date
      FROM (SELECT date_trunc('quarter', day)::date AS q, name FROM t WHERE day >= '2025-01-01' GROUP BY 1, 2 HAVING sum(assets) > 2500) AS large
      JOIN (SELECT date_trunc('quarter', day)::date AS p, name, assets FROM t) AS r ON r.name IS NOT DISTINCT FROM large.name
      GROUP BY q) AS x ORDER BY q`);
    expect(expected).toHaveLength(4);
    const ofQuarters = rows.filter(([level, quarter]) => level === 'all' && quarter !== null);
    expect(ofQuarters.map((row) => row.slice(1))).toEqual(expected);
    // Over several periods there is no other one.
    expect(rows.at(-1)).toEqual(['all', null, null, null, null, null]);
  });

  it('have changes of balances, per group in a pivot, and like for like', async () => {
    const filter = during('2025-04-01', '2025-05-20');
    const having = { measure: 'assets', op: 'gt', values: [1500] };
    const held = (since: string, until: string) =>
      `(SELECT sum(assets) FROM t WHERE coalesce(name, '-') IN (SELECT name FROM large) AND day = (SELECT max(day) FROM t WHERE day BETWEEN '${since}' AND '${until}'))`;
    const calculations = [
      { name: 'before', kind: 'compare', measure: 'held', with: 'previous_period' },
      { name: 'like', kind: 'compare', measure: 'assets', with: 'same_period_last_year', likeForLike: true },
    ];
    const query = { dimensions: [QUARTER, 'name'], measures: ['assets'], calculations, filter, having };
    const [expected] = await engines.plain(`WITH large AS (
        SELECT coalesce(name, '-') AS name FROM t WHERE day BETWEEN '2025-04-01' AND '2025-05-20' GROUP BY 1 HAVING sum(assets) > 1500)
      SELECT ${held('2025-01-01', '2025-03-31')}, (SELECT sum(assets) FROM t WHERE coalesce(name, '-') IN (SELECT name FROM large) AND day BETWEEN '2024-04-01' AND '2024-05-20')`);
    expect(figures(await engines.runQuery({ ...query, totals: true }), 'before', 'like').at(-1)).toEqual(expected);
    const pivot = await engines.runQuery({ ...query, totals: true, pivot: { columns: ['day_quarter'], totals: true } });
    const place = pivot.columns.findIndex(({ pivot: at }) => at?.field === 'like' && at.members[0]!.level === 'all');
    expect(numbers([pivot.totals!])[0]![place]).toBe(expected![1]);
  });

  it('compare "other" of a top N with its own other periods', async () => {
    const query = {
      dimensions: [QUARTER, 'name'],
      measures: ['assets'],
      calculations: calculationsOf('assets'),
      filter: SECOND,
      having: LARGE,
      top: { dimension: 'name', measure: 'assets', n: 1 },
    };
    const rows = figures(await engines.runQuery(query), 'name.level', 'assets', ...CALCULATED);
    const best = `(SELECT coalesce(name, '-') FROM t WHERE date_trunc('quarter', day) = '2025-04-01' GROUP BY name ORDER BY sum(assets) DESC LIMIT 1)`;
    const rest = `${of('2025-04-01')} AND coalesce(name, '-') <> ${best}`;
    const [other] = await engines.plain(
      `SELECT ${over('sum(assets)', '2025-04-01', '2025-07-01', rest)}, ${second('sum(assets)', rest)}`,
    );
    expect(rows.at(-1)).toEqual(['other', ...other!]);
  });

  it('have shares among the groups that pass', async () => {
    const query = {
      dimensions: [QUARTER, 'name'],
      measures: ['assets'],
      calculations: [{ name: 'part', kind: 'share', measure: 'assets' }],
      having: LARGE,
      subtotals: 'rollup',
    };
    const rows = figures(await engines.runQuery(query), 'name.level', 'day_quarter', 'part');
    const expected = await engines.plain(`SELECT to_char(q, 'YYYY-MM-DD'), sum(s) / sum(sum(s)) OVER () FROM (
      SELECT date_trunc('quarter', day) AS q, sum(assets) AS s FROM t GROUP BY 1, name HAVING sum(assets) > 2500) AS x GROUP BY q ORDER BY 1`);
    expect(rows.filter(([level, quarter]) => level === 'all' && quarter !== null).map((row) => row.slice(1))).toEqual(
      expected,
    );
    expect(rows.at(-1)).toEqual(['all', null, 1]);
  });
});
