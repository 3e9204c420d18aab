import { rowsQuery, semanticQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { checkKeys } from '../../src/checks/keys.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { ModelError, QueryError } from '../../src/errors.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { guideExamples } from '../support/model-guide.ts';

const measure = (name: string, what: string) =>
  `      - { name: ${name}, ${what}, title: { en: ${name} }, definition: { en: D }, format: { unit: number } }`;
const balance = (name: string, over: string, kind = 'sum, expression: balance') =>
  measure(name, `kind: ${kind}, over: { time: day, per: account, order: line, ${over} }`);

const MEASURES = [
  measure('lines', 'kind: count'),
  balance('closing', 'take: last'),
  balance('opening', 'take: first'),
  balance('mean', 'take: average'),
  balance('low', 'take: min'),
  balance('high', 'take: max'),
  balance('recent', 'take: last, carry: { days: 30 }'),
  balance('accounts', 'take: last', 'count'),
  balance('grades', 'take: last', 'count_distinct, expression: grade'),
  measure('same_day', 'kind: sum, expression: balance, over: { time: day, take: last }'),
  measure('per_account', 'kind: ratio, numerator: [{ measure: closing }], denominator: [{ measure: accounts }]'),
  measure('moved', 'kind: derived, expression: closing - opening'),
];
const text = (measures: readonly string[], more = '') => `
name: bank
title: { en: Bank }
description: { en: D }
datasets:
  - name: lines
    title: { en: Lines }
    description: { en: A balance for each line of an account }
    owner: Finance
    table: line
    joins: [{ table: branch, on: [{ column: branch, key: id }] }]
    dimensions:
      - { name: account, type: integer, title: { en: A }, column: { table: line, column: account } }
      - { name: grade, type: string, title: { en: G }, column: { table: line, column: grade } }
      - { name: branch, type: string, title: { en: B }, column: { table: branch, column: name } }
      - { name: day, type: date, title: { en: D }, column: { table: line, column: day } }
      - { name: at, type: timestamp, title: { en: T }, expression: CAST(day AS timestamp) }
    measures:
${measures.join('\n')}
    rules:
      - { name: own, title: { en: Own }, appliesTo: { roles: [clerk] }, where: "branch.name IN (:user_branch)" }
${more}`;

/** Account 1 moves from Oak to Elm, account 2 has two lines on a day; no account has a line at the end of February. */
const TABLES = [
  'CREATE TABLE branch (tenant_id VARCHAR, id BIGINT, name VARCHAR)',
  'CREATE TABLE line (tenant_id VARCHAR, line BIGINT, account BIGINT, day DATE, branch BIGINT, grade VARCHAR, balance DECIMAL(12, 2))',
  "INSERT INTO branch VALUES ('alder', 1, 'Oak'), ('alder', 2, 'Elm')",
  `INSERT INTO line VALUES ('alder', 1, 1, DATE '2025-01-05', 1, 'a', 100), ('alder', 2, 1, DATE '2025-01-20', 1, 'a', 80),
    ('alder', 6, 1, DATE '2025-03-10', 2, 'b', 50), ('alder', 3, 2, DATE '2025-01-20', 1, 'a', 30),
    ('alder', 4, 2, DATE '2025-01-20', 1, 'a', 40), ('alder', 5, 3, DATE '2025-02-15', 2, 'a', 7),
    ('alder', 7, NULL, DATE '2025-02-15', 2, 'a', 1000), ('alder', 8, 3, NULL, 2, 'a', 1000),
    ('birch', 9, 2, DATE '2025-04-30', 1, 'a', 9999), ('birch', 10, 1, DATE '2025-01-25', 1, 'a', 9999)`,
];

const model = compileModel(parseModel(text(MEASURES), 'bank.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES, '2025-03-10');
});
afterAll(() => warehouse.close());

const EVERYONE = { roles: [], groups: [], attributes: {} };
const MONTH = { field: 'day', grain: 'month' };
const [JANUARY, FEBRUARY, MARCH] = ['2025-01-01', '2025-02-01', '2025-03-01'];
async function rowsOf(query: object, scope: Partial<Scope> = {}) {
  const number = (cell: unknown) => (typeof cell === 'string' && /^-?[\d.]+$/.test(cell) ? Number(cell) : cell);
  const { rows, totals } = await warehouse.runQuery(
    model,
    { dataset: 'lines', ...query },
    { reader: EVERYONE, ...scope },
  );
  return [...rows, ...(totals ? [totals] : [])].map((row) => row.map(number));
}

describe('a last known value', () => {
  it('is carried forward to each period end, and in total to the last day with data', async () => {
    const measures = ['closing', 'opening', 'accounts', 'lines', 'same_day', 'per_account', 'moved'];
    expect(await rowsOf({ dimensions: [MONTH], measures, totals: true })).toEqual([
      [JANUARY, 120, 100, 2, 4, 150, 60, 20],
      [FEBRUARY, 127, 120, 3, 2, 1007, 127 / 3, 7],
      [MARCH, 97, 127, 3, 1, 50, 97 / 3, -30],
      [null, null, null, 0, 1, null, null, null],
      [null, 97, 100, 3, 8, 50, 97 / 3, -3],
    ]);
  });

  it('is the example of the documentation', async () => {
    const [example] = guideExamples('Last known values', 'yaml');
    const [, what] = /- \{ name: closing, (kind: sum.+ order: line \}), … \}/.exec(example)!;
    const documented = compileModel(parseModel(text([measure('closing', what!)]), 'bank.yaml'));
    const reader = EVERYONE;
    const { rows } = await warehouse.runQuery(documented, { dataset: 'lines', measures: ['closing'] }, { reader });
    expect(rows.map(([value]) => Number(value))).toEqual([97]);
  });

  it('belongs to its key’s group on that day', async () => {
    expect(await rowsOf({ dimensions: [MONTH, 'branch'], measures: ['closing', 'accounts', 'grades'] })).toEqual([
      [JANUARY, 'Oak', 120, 2, 1],
      [FEBRUARY, 'Elm', 7, 1, 1],
      [FEBRUARY, 'Oak', 120, 2, 1],
      [MARCH, 'Elm', 57, 2, 2],
      [MARCH, 'Oak', 40, 1, 1],
    ]);
    const oak = { field: 'branch', op: 'in', values: ['Oak'] };
    expect(await rowsOf({ measures: ['closing', 'accounts'], filter: oak })).toEqual([[40, 1]]);
    const clerk = { roles: ['clerk'], groups: [], attributes: { branch: ['Oak'] } };
    expect(await rowsOf({ measures: ['closing'] }, { reader: clerk })).toEqual([[40]]);
    // A rule on the date alone hides later days from everything.
    const predicates = [{ dataset: 'lines', filter: { field: 'day', op: 'lt' as const, values: ['2025-02-01'] } }];
    expect(await rowsOf({ dimensions: [MONTH], measures: ['closing'] }, { predicates })).toEqual([[JANUARY, 120]]);
  });

  it('is taken on the last day that date conditions allow', async () => {
    const on = (filter: object) => rowsOf({ measures: ['closing', 'opening'], filter });
    expect(await on({ field: 'day', during: { until: '2025-02-20' } })).toEqual([[127, 100]]);
    expect(await on({ field: 'day', during: { since: '2025-02-01', until: '2025-02-10' } })).toEqual([[120, 120]]);
    expect(await on({ field: 'day', op: 'in', values: ['2025-01-31', '2025-02-28'] })).toEqual([[127, 120]]);
    expect(await on({ field: 'day', during: { since: '2026-01-01' } })).toEqual([[null, null]]);
  });

  it('expires after `carry` days', async () => {
    expect(await rowsOf({ dimensions: [MONTH], measures: ['recent'] })).toEqual([
      [JANUARY, 120],
      [FEBRUARY, 7],
      [MARCH, 57],
    ]);
  });

  it('supports averages over days, and minimum and maximum per key', async () => {
    expect(await rowsOf({ dimensions: [MONTH], measures: ['mean', 'low', 'high'] })).toEqual([
      [JANUARY, (100 * 15 + 80 * 12 + 40 * 12) / 27, 120, 140],
      [FEBRUARY, (120 * 28 + 7 * 14) / 28, 127, 127],
      [MARCH, (80 * 9 + 50 + 47 * 10) / 10, 97, 127],
    ]);
    const branch = await rowsOf({ dimensions: ['branch'], measures: ['mean'], totals: true });
    const days = 27 + 28 + 10;
    expect(branch).toEqual([
      ['Elm', (50 + 7 * 24) / days],
      ['Oak', (100 * 15 + 80 * 49 + 40 * 50) / days],
      [null, (100 * 15 + 80 * 49 + 50 + 40 * 50 + 7 * 24) / days],
    ]);
    const holes = { field: 'day', op: 'in', values: ['2025-01-31', '2025-02-28'] };
    await expect(rowsOf({ measures: ['mean'], filter: holes })).rejects.toThrow(QueryError);
  });

  it('is right in subtotals and a top N, compares with earlier periods, and does not fill gaps', async () => {
    expect(await rowsOf({ dimensions: [MONTH, 'branch'], measures: ['closing'], subtotals: 'rollup' })).toEqual([
      [JANUARY, 'Oak', 'member', 'member', 120],
      [JANUARY, null, 'member', 'all', 120],
      [FEBRUARY, 'Elm', 'member', 'member', 7],
      [FEBRUARY, 'Oak', 'member', 'member', 120],
      [FEBRUARY, null, 'member', 'all', 127],
      [MARCH, 'Elm', 'member', 'member', 57],
      [MARCH, 'Oak', 'member', 'member', 40],
      [MARCH, null, 'member', 'all', 97],
      [null, null, 'all', 'all', 97],
    ]);
    const top = { dimension: 'account', measure: 'closing', n: 1 };
    expect(await rowsOf({ dimensions: ['account'], measures: ['closing'], top })).toEqual([
      [1, 'member', 50],
      [null, 'other', 47],
    ]);
    const before = { name: 'before', kind: 'compare', measure: 'closing', with: 'previous_period' };
    expect(
      await rowsOf({
        dimensions: [{ ...MONTH, fill: true }],
        measures: ['closing'],
        calculations: [before],
        filter: { field: 'day', during: { since: '2025-02-01' } },
      }),
    ).toEqual([
      [FEBRUARY, 127, 120],
      [MARCH, 97, 127],
    ]);
  });

  it('drills through to the rows known on that day', async () => {
    const rows = rowsQuery.parse({
      query: { dataset: 'lines', dimensions: [MONTH], measures: ['closing'] },
      measure: 'closing',
      cell: [{ field: 'day_month', value: FEBRUARY }],
      columns: ['account', 'day'],
    });
    for (const version of Object.values(warehouse.versions)) {
      const answer = await warehouse.engine.queries.runRows({
        model,
        version,
        scope: { tenant: 'alder', reader: EVERYONE },
        rows,
      });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect([page.count, Number(page.value)]).toEqual([3, 127]);
      expect(page.columns.map(({ name }) => name)).toEqual(['account', 'day', 'closing', 'line.balance']);
      expect(page.rows.map(([account, day, value]) => [account, day, Number(value)])).toEqual([
        [1, '2025-01-20', 80],
        [2, '2025-01-20', 40],
        [3, '2025-02-15', 7],
      ]);
    }
  });

  it('is compared with peers, beside figures of rows', async () => {
    const { rows } = await warehouse.runQuery(
      model,
      {
        kind: 'benchmark',
        dataset: 'lines',
        by: 'account',
        member: '1',
        measures: ['closing', 'lines'],
        peers: { field: 'grade', op: 'in', values: ['a'] },
      },
      { reader: EVERYONE },
    );
    expect(rows.map((row) => [row[0], Number(row[1])])).toEqual([
      ['closing', 50],
      ['lines', 3],
    ]);
  });

  it('shows a reader no condition of a rule in its SQL', async () => {
    const predicates = [{ dataset: 'lines', filter: { field: 'day', op: 'lt' as const, values: ['2025-02-01'] } }];
    const { sql, parameters, tables } = await warehouse.engine.explanations.explain({
      model,
      version: warehouse.versions.duckdb,
      scope: { tenant: 'alder', reader: EVERYONE, predicates },
      query: semanticQuery.parse({ dataset: 'lines', measures: ['closing', 'lines'] }),
      measure: 'closing',
    });
    expect(parameters).not.toContain('2025-02-01');
    expect(sql).toContain('row rule: of the reader');
    expect(tables).toHaveLength(1);
  });

  it('requires dates, and has no shares over several days', async () => {
    await expect(rowsOf({ dimensions: [{ field: 'at', grain: 'hour' }], measures: ['lines'] })).resolves.toBeDefined();
    const accumulate = { name: 'sum', kind: 'accumulate', measure: 'closing', over: 'year' };
    await expect(rowsOf({ dimensions: [MONTH], measures: ['closing'], calculations: [accumulate] })).rejects.toThrow(
      QueryError,
    );
  });
});

describe('a model with last known values', () => {
  const issuesOf = (yaml: string) => {
    try {
      compileModel(parseModel(yaml, 'bank.yaml'));
    } catch (error) {
      if (error instanceof ModelError) return error.issues.map(({ message }) => message);
      throw error;
    }
    return [];
  };
  const over = (what: string, kind = 'sum, expression: balance') =>
    issuesOf(text([measure('it', `kind: ${kind}, over: { ${what} }`)]));

  it('reports invalid definitions', () => {
    expect(over('time: day, take: last, per: acount')).toEqual([
      "There is no dimension 'acount' in 'lines'. Did you mean 'account'?",
    ]);
    expect(over('time: day, take: last, per: branch')).toEqual([
      "'branch' is not a column of 'line'. Name a dimension that is its key.",
    ]);
    expect(over('time: day, take: average, per: account', 'count_distinct, expression: grade')).toEqual([
      "'average' over days is computed for sum and count only. Take 'last' or 'first'.",
    ]);
    const [lost] = over('time: day, take: last, carry: { days: 3 }');
    expect(lost).toContain("Add 'per'");
    const rollup = '    rollups: [{ name: r, dimensions: [account, day], measures: [closing] }]\n';
    expect(issuesOf(text(MEASURES, rollup))).toEqual([
      "'closing' is computed from last known values, which depend on the order of rows. Leave it out of the rollup.",
    ]);
  });

  it('is rejected where two rows of a key have the same day and nothing orders them', () => {
    const declared = parseModel(
      text([measure('it', 'kind: count, over: { time: day, take: last, per: account }')]),
      'b',
    );
    const issue = (path: readonly unknown[], message: string) => {
      const where = path.join('.');
      return { file: 'b', line: null, column: null, path: where, message };
    };
    const repeated = [{ table: 'line', columns: ['day', 'account'], values: 1 }];
    expect(checkKeys(declared, repeated, issue).map(({ path, message }) => [path, message])).toEqual([
      [
        'datasets.0.measures.0.over',
        "One value of account, day occurs in several rows of 'line', so it is unclear which of them is the last. Name the column that orders them as 'order'.",
      ],
    ]);
  });
});
