import { aggregateQuery, rowsQuery, semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../support/loan-book.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import { branches, FIELDS } from '../support/random-queries.ts';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { openSample } from '../support/sample-warehouse.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { QueryError } from '../../src/errors.ts';
import { planQuery } from '../../src/planner/query.ts';
import { shapeOf } from '../../src/rollups/suggestions/query-shape.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { guideExamples } from '../support/model-guide.ts';

const RULES = '[{ name: low, title: { en: R }, appliesTo: { roles: [clerk] }, where: "grade <= 2" }]';
const MASKS =
  '[{ name: names, title: { en: Names }, appliesTo: { roles: [clerk] }, columns: [{ table: branch, column: name }] }]';
const T = `(SELECT t.*, balance.worth AS worth_stored FROM t LEFT JOIN balance USING (tenant_id, branch_id)) AS t`;
const everyone = { roles: ['auditor'], groups: [], attributes: {} };
const clerk = { roles: ['clerk'], groups: [], attributes: {} };
const NO_META = { dataVersion: 1, asOf: null, unmapped: [] };

let both: TwoEngines;
beforeAll(async () => {
  const measures = `${FIELDS.measures}\n      - { name: kept_twice, kind: derived, expression: "kept * 2" }`;
  both = await openTwoEngines(branches(7), { ...FIELDS, measures, rules: RULES, masks: MASKS });
});
afterAll(() => both.close());

const runQuery = (query: object, reader = everyone) => both.runQuery(query, { reader });
const filtered = (name: string, measure: string, filter: object, more: object = {}) => ({
  name,
  kind: 'filtered',
  measure,
  filter,
  ...more,
});
const formula = (name: string, expression: string, more: object = {}) => ({
  name,
  kind: 'formula',
  expression,
  ...more,
});
const OPEN = { field: 'open', op: 'in', values: [true] };
const NOT_SMALL = {
  not: {
    any: [
      { field: 'size', op: 'in', values: ['small'] },
      { field: 'name', op: 'contains', values: ['ISIK'] },
    ],
  },
};
const IS_NOT_SMALL = `NOT coalesce(assets < 100 OR name IN ('Işık', 'ışık'), false)`;

describe('a measure with a filter', () => {
  it('covers only rows that satisfy it, for every kind of measure and at every level', async () => {
    const kinds: Record<string, (filter: string) => string> = {
      branches: (filter) => `(count(*) ${filter})::int`,
      assets: (filter) => `sum(assets) ${filter}`,
      big_assets: (filter) => `sum(CASE WHEN assets >= 500 THEN assets END) ${filter}`,
      plain_ratio: (filter) => `(sum(worth) ${filter})::float8 / nullif(sum(assets) ${filter}, 0)::float8`,
      grades: (filter) => `(count(DISTINCT grade) ${filter})::int`,
      mean_worth: (filter) => `(avg(worth_stored) ${filter})::float8`,
      least: (filter) => `min(worth_stored) ${filter}`,
      middle: (filter) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY assets::float8) ${filter}`,
      spread: (filter) => `((avg(worth_stored) ${filter}) - (min(worth_stored) ${filter}))::float8`,
    };
    kinds['kept'] = (filter) =>
      `CASE WHEN coalesce(sum(worth) ${filter}, sum(lost) ${filter}) IS NOT NULL THEN coalesce(sum(worth) ${filter}, 0) - 0.5 * coalesce(sum(lost) ${filter}, 0) END`;
    const names = Object.keys(kinds);
    for (const [filter, where] of [
      [OPEN, 'open'],
      [NOT_SMALL, IS_NOT_SMALL],
      [
        { field: 'day', during: { since: '2025-02-01', until: '2025-06-30' } },
        `day BETWEEN '2025-02-01' AND '2025-06-30'`,
      ],
      [
        {
          any: [
            { field: 'size', op: 'isNull' },
            { field: 'grade', op: 'gt', values: [2] },
          ],
        },
        'assets IS NULL OR grade > 2',
      ],
      [
        {
          all: [
            { field: 'standing', op: 'notIn', values: ['over'] },
            { field: 'name', op: 'endsWith', values: ['a'] },
          ],
        },
        `(worth_stored <= 0) AND name LIKE '%a'`,
      ],
    ] as const) {
      const { rows, totals } = await runQuery({
        dimensions: ['grade'],
        measures: names.map((name) => `own_${name}`),
        customMeasures: names.map((name) => filtered(`own_${name}`, name, filter)),
        totals: true,
      });
      const figures = names.map((name) => kinds[name]!(`FILTER (WHERE ${where})`)).join(', ');
      expect(numbers(rows)).toEqual(
        await both.plain(`SELECT grade::int, ${figures} FROM ${T} GROUP BY grade ORDER BY grade NULLS LAST`),
      );
      expect(numbers([totals!])).toEqual(await both.plain(`SELECT NULL, ${figures} FROM ${T}`));
    }
  });

  it('may have a long name', async () => {
    const name = (letter: string) => letter.repeat(60);
    const { rows } = await runQuery({
      measures: [name('a'), name('b')],
      customMeasures: [filtered(name('a'), 'plain_ratio', OPEN), filtered(name('b'), 'kept_twice', OPEN)],
    });
    expect(numbers(rows)).toEqual(
      await both.plain(
        `SELECT sum(worth)::float8 / sum(assets)::float8, 2 * (sum(worth) - 0.5 * sum(lost)) FROM ${T} WHERE open`,
      ),
    );
  });

  it('has its own title and format, or the original measure’s', async () => {
    const { columns } = await runQuery({
      dimensions: ['grade'],
      measures: ['share', 'open_assets'],
      customMeasures: [
        formula('share', 'assets / worth', {
          title: { en: 'Share', tr: 'Pay' },
          format: { unit: 'percent', decimals: 1 },
        }),
        filtered('open_assets', 'assets', OPEN),
      ],
    });
    expect(columns.slice(1)).toMatchObject([
      { name: 'share', title: { en: 'Share', tr: 'Pay' }, type: 'number', format: { unit: 'percent', decimals: 1 } },
      { name: 'open_assets', title: { en: 'Assets (filtered)' }, type: 'decimal', format: { unit: 'currency' } },
    ]);
  });
});

const OWN = [filtered('open_assets', 'assets', OPEN), formula('open_share', 'open_assets / assets * 100')];
const SHARE = `(sum(assets) FILTER (WHERE open))::float8 / nullif(sum(assets), 0)::float8 * 100`;

describe('custom measures', () => {
  it('can be used in formulas, order, top N, conditions, calculations and totals', async () => {
    const { rows, totals } = await runQuery({
      dimensions: ['name'],
      measures: ['open_share'],
      customMeasures: OWN,
      calculations: [{ name: 'place', kind: 'rank', measure: 'open_share' }],
      having: { measure: 'open_assets', op: 'gt', values: [100] },
      order: [{ field: 'open_share', direction: 'desc' }],
      totals: true,
    });
    const passing = `(SELECT t.* FROM ${T} JOIN (SELECT name FROM ${T} GROUP BY name HAVING sum(assets) FILTER (WHERE open) > 100) AS p ON p.name IS NOT DISTINCT FROM t.name) AS t`;
    const expected = await both.plain(`SELECT name, ${SHARE}, (rank() OVER (ORDER BY ${SHARE} DESC))::int
      FROM ${passing} GROUP BY name ORDER BY 2 DESC NULLS LAST, name COLLATE "C" NULLS LAST`);
    expect(expected.length).toBeGreaterThan(3);
    expect(numbers(rows)).toEqual(expected);
    expect(numbers([totals!])[0]![1]).toEqual((await both.plain(`SELECT ${SHARE} FROM ${passing}`))[0]![0]);
    const top = await runQuery({
      dimensions: ['name'],
      measures: ['open_share'],
      customMeasures: OWN,
      top: { dimension: 'name', measure: 'open_assets', n: 1 },
    });
    const best = `(SELECT name FROM ${T} GROUP BY name ORDER BY sum(assets) FILTER (WHERE open) DESC NULLS LAST, name COLLATE "C" NULLS LAST LIMIT 1)`;
    expect(numbers(top.rows).map((row) => row[2])).toEqual(
      (
        await both.plain(
          `SELECT ${SHARE} FROM ${T} GROUP BY name IS NOT DISTINCT FROM ${best} ORDER BY name IS NOT DISTINCT FROM ${best} DESC`,
        )
      ).flat(),
    );
  });

  it('can compare a member with its peers', async () => {
    const query = { by: 'id', member: 'a1', customMeasures: OWN };
    const { rows } = await runQuery({ kind: 'benchmark', ...query, measures: ['open_share', 'branches'] });
    const [[peers, median]] = (await both.plain(
      `SELECT count(share)::int, percentile_cont(0.5) WITHIN GROUP (ORDER BY share) FROM (SELECT ${SHARE} AS share FROM ${T} GROUP BY branch_id) AS s`,
    )) as [[Cell, Cell]];
    expect(numbers(rows)[0]!.filter((_, place) => place === 2 || place === 4)).toEqual([peers, median]);
    const distribution = await runQuery({ kind: 'distribution', ...query, measure: 'open_share', buckets: 4 });
    expect(distribution.rows.reduce((sum, row) => sum + Number(row[2]), 0)).toBe(peers);
  });

  it('respect the reader’s rights', async () => {
    const named = filtered('named', 'branches', { field: 'name', op: 'isNotNull' });
    const query = { measures: ['named', 'open_share'], customMeasures: [named, ...OWN] };
    expect(numbers((await runQuery(query, clerk)).rows)).toEqual(
      await both.plain(`SELECT 0, ${SHARE} FROM ${T} WHERE grade <= 2`),
    );
    expect(numbers((await runQuery(query)).rows)).toEqual(
      await both.plain(`SELECT count(name)::int, ${SHARE} FROM ${T}`),
    );
  });

  it('share passes only with queries that define them identically', async () => {
    const { engine, model, version } = both.tiny;
    const scope = { tenant: 'alder', reader: everyone };
    const other = [filtered('open_assets', 'assets', { not: OPEN })];
    const queries = [
      { dimensions: ['grade'], measures: ['open_assets', 'assets'], customMeasures: OWN },
      { dimensions: ['size'], measures: ['open_assets'], customMeasures: OWN },
      { dimensions: ['grade'], measures: ['open_assets'], customMeasures: other },
    ];
    const results = await Promise.all(
      engine.queries.runAll(
        queries.map((item) => ({
          model,
          version: { ...version, number: 98 },
          scope,
          query: semanticQuery.parse({ dataset: 'book', ...item }),
        })),
      ),
    );
    for (const [index, item] of queries.entries())
      expect(toQueryResult(results[index]!, NO_META).rows).toEqual((await runQuery(item)).rows);
  });
});

describe('the lineage of a custom measure', () => {
  const query = { dataset: 'book', dimensions: ['grade'], measures: ['open_share'], customMeasures: OWN };

  it('drill-through shows only contributions of rows that satisfy the filter', async () => {
    const { engine, model } = both.tiny;
    const rows = rowsQuery.parse({ query, measure: 'open_assets', cell: [{ field: 'grade', value: 3 }], limit: 1000 });
    const [expected] = await both.plain(`SELECT count(assets)::int, sum(assets) FROM ${T} WHERE grade = 3 AND open`);
    for (const version of [both.tiny.version, ...both.servers]) {
      const answer = await engine.queries.runRows({
        model,
        version,
        scope: { tenant: 'alder', reader: everyone },
        rows,
      });
      const result = toQueryResult(answer, NO_META) as unknown as { count: number; value: Cell; columns: object[] };
      expect([result.count, Number(result.value)]).toEqual(expected);
      expect(result.columns).toContainEqual(
        expect.objectContaining({ name: 'open_assets', title: { en: 'Assets (filtered)', tr: 'Assets (filtreli)' } }),
      );
    }
  });

  it('the explanation shows the formula, and that the query defines it', async () => {
    const { engine, model, version } = both.tiny;
    const explain = (measure: string, reader = everyone) =>
      engine.explanations.explain({
        model,
        version,
        scope: { tenant: 'alder', reader },
        query: semanticQuery.parse({
          ...query,
          measures: ['open_share', 'named', 'ratio', 'assets'],
          customMeasures: [
            ...OWN,
            filtered('named', 'branches', { field: 'name', op: 'in', values: ["O'Hare", 'x'] }),
            filtered('ratio', 'plain_ratio', OPEN),
          ],
        }),
        measure,
      });
    const share = await explain('open_share');
    expect(share).toMatchObject({
      custom: true,
      formula: 'open_assets / assets * 100',
      caveat: { en: 'Defined by this query or report, not in the model.' },
      owner: '',
    });
    expect(share.lineage.parts.map(({ measure, where }) => [measure, where])).toEqual([
      ['open_assets', 'branch.open = true'],
      ['assets', null],
    ]);
    const named = await explain('named', clerk);
    expect(named.masks).toEqual([{ name: 'names', title: { en: 'Names' } }]);
    expect((await explain('named')).formula).toBe("count(branch {where} branch.name IN ('O''Hare', 'x'))");
    expect((await explain('ratio')).formula).toMatch(/branch\.open = true.* ÷ .*branch\.open = true/);
    expect((await explain('assets')).custom).toBe(false);
  });

  it('rollup suggestions use the measures that it is computed from', () => {
    const parsed = aggregateQuery.parse(query);
    expect(shapeOf(parsed, both.tiny.model, { tenant: 'alder' }, null)).toEqual({
      dataset: 'book',
      dimensions: ['grade'],
      measures: ['assets'],
      filters: [{ field: 'open', grain: null }],
    });
  });
});

describe('custom measures over balances and several facts', () => {
  const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
  let warehouse: Awaited<ReturnType<typeof generateWarehouse>>;
  beforeAll(async () => {
    warehouse = await generateWarehouse(BOOK_TABLES);
  });
  afterAll(() => warehouse.close());

  it('filters do not affect snapshot dates, and filter known values by their own rows', async () => {
    const good = { field: 'grade', op: 'in', values: [1] };
    const names = ['balance', 'opening', 'mean', 'least', 'known', 'known_least', 'accounts'];
    const { rows } = await warehouse.runQuery(model, {
      dataset: 'loans',
      measures: names.map((name) => `good_${name}`),
      customMeasures: names.map((name) => filtered(`good_${name}`, name, good)),
    });
    // Days with data: 10 and 31 January, 20 February. Loans of grade 1: 1, 4, and 3 until it became grade 4.
    expect(numbers(rows)[0]!.slice(0, 5)).toEqual(
      [87, 170, 347 / 3, 87, 87].map((value) => Number(value.toPrecision(11))),
    );
    expect(numbers(rows)[0]!.slice(5)).toEqual([157, 2]);
  });

  it('formulas combine measures of several facts', async () => {
    const { rows, totals } = await warehouse.runQuery(model, {
      dataset: 'book',
      dimensions: ['branch'],
      measures: ['cover'],
      customMeasures: [
        filtered('oak', 'deposits', { field: 'branch', op: 'in', values: ['Oak'] }),
        formula('cover', 'oak / balance'),
      ],
      totals: true,
    });
    expect(numbers(rows)).toEqual([
      ['Elm', null],
      ['Oak', 6.25],
      [null, null],
    ]);
    expect(numbers([totals!])).toEqual([[null, Number((500 / 147).toPrecision(11))]]);
  });
});

describe('invalid custom measures', () => {
  const rejected = (customMeasures: object[], query: object = {}) => {
    try {
      const parsed = semanticQuery.parse({ dataset: 'book', measures: ['assets'], customMeasures, ...query });
      planQuery(both.tiny.model, { tenant: 'alder' }, parsed);
    } catch (error) {
      if (error instanceof QueryError) return error.details.map(({ field, message }) => `${field}: ${message}`);
      throw error;
    }
    return [];
  };

  it.each([
    [[filtered('assets', 'worth', OPEN)], /^customMeasures.0.name: 'assets' is a measure or dimension already/],
    [[formula('grade', 'assets / 2')], /^customMeasures.0.name: 'grade' is a measure or dimension already/],
    [[filtered('x', 'asets', OPEN)], /^customMeasures.0.measure: .*Did you mean 'assets'/],
    [[filtered('x', 'assets', { field: 'opn', op: 'in', values: [true] })], /^customMeasures.0.filter.field: .*'open'/],
    [[formula('x', 'assets / asets')], /^customMeasures.0.expression: At character 10: There is no measure 'asets'/],
    [
      [formula('x', 'y + 1'), formula('y', 'assets')],
      /^customMeasures.0.expression: At character 1: There is no measure 'y'/,
    ],
    [[formula('x', 'x + 1')], /^customMeasures.0.expression: At character 1: There is no measure 'x'/],
    [[formula('x', 'branch.grade + assets')], /name them without a table/],
    [[formula('x', '1 + 1')], /a number computed from other measures/],
    [[formula('x', 'assets > 1')], /a number computed from other measures/],
    [[formula('x', 'assets +')], /^customMeasures.0.expression: At character/],
  ])('%j is rejected with the remedy', (customMeasures, message) => {
    expect(rejected(customMeasures)).toEqual([expect.stringMatching(message)]);
  });

  it('are rejected for duplicate names and for shares of non-additive measures', () => {
    expect(rejected([OWN[0]!, OWN[0]!])).toEqual(["customMeasures.1: 'open_assets' is listed twice. Leave one out."]);
    const calculations = [{ name: 'part', kind: 'share', measure: 'open_share' }];
    expect(rejected(OWN, { dimensions: ['grade'], calculations })).toEqual([expect.stringMatching(/does not add up/)]);
  });
});

it('is the example of the documentation', async () => {
  const [example] = guideExamples('Measures of a query', 'json');
  const sample = await openSample();
  try {
    const { rows } = await sample.runQuery(JSON.parse(example));
    const all = await sample.runQuery({
      dataset: 'call_report',
      dimensions: ['state', 'charter_type'],
      measures: ['total_assets'],
      limit: 10_000,
    });
    const assets = (state: Cell, types: string[] | null) =>
      all.rows
        .filter((row) => row[0] === state && (!types || types.includes(String(row[1]))))
        .reduce((sum, row) => sum + Number(row[2]), 0);
    expect(rows.length).toBeGreaterThan(5);
    for (const [state, share] of rows)
      expect(Number(share)).toBeCloseTo(assets(state!, ['2', '3']) / assets(state!, null), 9);
  } finally {
    await sample.close();
  }
});
