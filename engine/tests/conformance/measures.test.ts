import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTiny, tinyModel } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';
import { ModelError, QueryError } from '../../src/errors.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';

const BRANCHES = [
  { id: 'a', grade: 1, assets: 100, worth: 10, lost: 1, day: '2025-01-31' },
  { id: 'b', grade: 1, assets: 300, worth: 90, lost: null, day: '2025-02-28' },
  { id: 'c', grade: 2, assets: 1000, worth: -50, lost: 5, day: '2025-03-31' },
  { id: 'd', grade: 2, assets: null, worth: 20, lost: 2, day: '2025-05-15' },
  { id: 'e', grade: null, assets: 700, worth: 0, lost: 0, day: '2025-05-16' },
  { id: 'f', grade: 3, assets: 0.1, worth: 0.2, lost: 0.3, day: '2024-12-31' },
].map((row) => ({ tenant: 'alder', ...row }));

const FIELDS = {
  parameters: `
  - { name: large, type: number, default: 250, title: { en: Large from } }
  - { name: first_day, type: date, default: '2025-01-01', title: { en: First day } }`,
  dimensions: `
      - { name: month, type: date, expression: "DATE_TRUNC('month', day)" }
      - { name: large, type: boolean, expression: "balance.assets >= :large" }
      - { name: standing, type: string, expression: "CASE WHEN balance.worth < 0 THEN 'under' WHEN balance.worth = 0 THEN 'even' ELSE 'over' END" }`,
  measures: `
      - { name: large_assets, kind: sum, expression: balance.assets, where: "balance.assets >= :large" }
      - { name: twice, kind: sum, expression: "balance.assets * 2 + 0.1" }
      - { name: recent, kind: count, where: "day >= :first_day" }
      - { name: grades, kind: count_distinct, expression: grade }
      - { name: mean_worth, kind: average, expression: balance.worth, where: "balance.assets IS NOT NULL" }
      - { name: least, kind: min, expression: balance.worth }
      - { name: most, kind: max, expression: balance.worth, where: "grade <> 1" }
      - { name: middle, kind: median, expression: balance.assets }
      - { name: ninth, kind: percentile, share: 0.9, expression: balance.assets }
      - { name: spread, kind: derived, expression: "most - least" }
      - { name: yield, kind: derived, expression: "lost / assets * 100 + mean_worth" }`,
};

let tiny: TinyWarehouse;
beforeAll(async () => {
  tiny = await openTiny(BRANCHES, {}, FIELDS);
});
afterAll(() => tiny.close());

/** The expected figures, from a separate database. */
async function independently(sql: string): Promise<unknown[][]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = BRANCHES.map(
    ({ id, grade, assets, worth, lost, day }) => `('${id}', ${grade}, ${assets}, ${worth}, ${lost}, DATE '${day}')`,
  );
  await connection.run(
    `CREATE TABLE x AS SELECT id, grade, assets::DECIMAL(18,2) assets, worth::DECIMAL(18,2) worth, lost::DECIMAL(18,2) lost, day
     FROM (VALUES ${rows.join(', ')}) t(id, grade, assets, worth, lost, day)`,
  );
  return (await connection.runAndReadAll(sql)).getRowsJson();
}
const numbers = (rows: readonly unknown[][]) =>
  rows.map((row) =>
    row.map((cell) => (cell === null ? null : Number.isNaN(Number(cell)) ? cell : Number(Number(cell).toFixed(9)))),
  );

const MEASURES = [
  'large_assets',
  'twice',
  'recent',
  'grades',
  'mean_worth',
  'least',
  'most',
  'middle',
  'ninth',
  'spread',
  'yield',
];
const SQL = `sum(assets) FILTER (WHERE assets >= 250), sum(assets * 2 + 0.1), count(*) FILTER (WHERE day >= '2025-01-01'),
  count(DISTINCT grade), avg(worth) FILTER (WHERE assets IS NOT NULL), min(worth), max(worth) FILTER (WHERE grade <> 1),
  quantile_cont(assets::DOUBLE, 0.5), quantile_cont(assets::DOUBLE, 0.9),
  max(worth) FILTER (WHERE grade <> 1) - min(worth),
  sum(lost)::DOUBLE / sum(assets)::DOUBLE * 100 + avg(worth) FILTER (WHERE assets IS NOT NULL)`;

describe('measures of every kind', () => {
  it.each([
    ['grade', 'grade'],
    ['standing', "CASE WHEN worth < 0 THEN 'under' WHEN worth = 0 THEN 'even' ELSE 'over' END"],
    ['month', "strftime(day, '%Y-%m-01')"],
    ['large', 'assets >= 250'],
  ])('equal plain SQL by %s, and their totals are computed from the rows', async (dimension, sql) => {
    const answer = await tiny.runQuery({ dimensions: [dimension], measures: MEASURES, totals: true });
    expect(numbers(answer.rows)).toEqual(
      numbers(await independently(`SELECT ${sql} k, ${SQL} FROM x GROUP BY k ORDER BY k NULLS LAST`)),
    );
    expect(numbers([answer.totals!.slice(1)])).toEqual(numbers(await independently(`SELECT ${SQL} FROM x`)));
  });

  it('add up exactly, with the tenant’s parameters', async () => {
    const measures = ['large_assets', 'recent', 'twice'];
    const runQuery = (parameters: Record<string, string | number>) => tiny.runQuery({ measures }, { parameters });
    expect((await tiny.runQuery({ measures })).rows).toEqual([['2000', 5, '4200.7']]);
    expect((await runQuery({ large: '700.5', first_day: '2025-05-16' })).rows).toEqual([['1000', 1, '4200.7']]);
    expect((await runQuery({ large: 0 })).rows).toEqual([['2100.1', 5, '4200.7']]);
  });

  it('refuse an invalid parameter value', async () => {
    const request = tiny.runQuery({ measures: ['large_assets'] }, { parameters: { large: '1; DROP TABLE branch' } });
    await expect(request).rejects.toThrow("The parameter 'large' is not a number such as 0.5. Set it again.");
    await expect(request).rejects.toBeInstanceOf(QueryError);
  });

  it('filter by a computed dimension', async () => {
    const filter = {
      all: [
        { field: 'standing', op: 'in', values: ['over'] },
        { field: 'month', op: 'lt', values: ['2025-02-01'] },
      ],
    };
    expect((await tiny.runQuery({ dimensions: ['id'], filter })).rows).toEqual([['a'], ['f']]);
  });

  it('compare one member with its peers', async () => {
    const { rows } = await tiny.runQuery({ kind: 'benchmark', by: 'id', member: 'c', measures: ['middle', 'spread'] });
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['middle', 1000, 5],
      ['spread', 0, 3],
    ]);
  });

  it('are explained by a formula', async () => {
    const explain = (measure: string) =>
      tiny.engine.explanations.explain({
        model: tiny.model,
        version: tiny.version,
        scope: { tenant: 'alder' },
        query: {
          kind: 'aggregate',
          dataset: 'book',
          dimensions: [],
          measures: [measure],
          calculations: [],
          order: [],
          limit: 1,
          offset: 0,
          totals: false,
        },
        measure,
      });
    expect((await explain('mean_worth')).formula).toBe('average(balance.worth {where} balance.assets IS NOT NULL)');
    expect((await explain('large_assets')).formula).toBe('sum(balance.assets {where} balance.assets >= :large)');
    const derived = await explain('yield');
    expect(derived.formula).toBe('lost / assets * 100 + mean_worth');
    expect(derived.accounts.map(({ account }) => account)).toEqual(['lost', 'assets', 'worth']);
  });
});

describe('a model with an invalid expression', () => {
  const problems = (fields: typeof FIELDS | object) => {
    try {
      compileModel(parseModel(tinyModel(fields), 'tiny.yaml'));
    } catch (error) {
      if (error instanceof ModelError)
        return error.issues.map(({ line, path, message }) => `${line} ${path}: ${message}`).join('\n');
      throw error;
    }
    return 'none';
  };
  const m = (text: string) => ({ measures: `      - { name: x, ${text} }` });
  it.each([
    [m('kind: sum'), /measures\.8: Give 'x' either columns or an expression\./],
    [
      m('kind: average, expression: "UPER(a)"'),
      /measures\.8\.expression: At character 1: There is no function UPER\. Did you mean 'upper'\?/,
    ],
    [
      m('kind: min, expression: balances.worth'),
      /The table 'balances' is not part of 'book'\. Add it under joins\. Did you mean 'balance'\?/,
    ],
    [m('kind: count, where: "1 + 1"'), /measures\.8\.where: At character 1: A condition is needed here/],
    [m('kind: sum, expression: ":nothing"'), /There is no parameter 'nothing'/],
    [m('kind: derived, expression: "worth - gone"'), /There is no measure 'gone'/],
    [m('kind: derived, expression: "x + 1"'), /'x' is defined by itself/],
    [m('kind: combine, terms: [{ measure: worth_ratio }]'), /is a ratio and cannot be added up/],
    [m('kind: percentile, share: 90, expression: grade'), /share/],
    [
      { dimensions: '      - { name: y, type: string, expression: "a", column: { table: branch, column: name } }' },
      /dimensions\.6: Give 'y' either a column or an expression\./,
    ],
    [
      { parameters: '[{ name: p, type: integer, default: many, title: { en: P } }]' },
      /parameters\.0\.default: The default of 'p' is not a whole number\./,
    ],
  ])('is refused: %#', (fields, message) => {
    expect(problems(fields)).toMatch(message);
    expect(problems(fields)).toMatch(/^\d+ /);
  });
});
