import { rowsQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel, readModel } from '../../src/documents/read-model.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { guideExamples } from '../support/model-guide.ts';

/** The example of the documentation. */
const GUIDE = guideExamples('Dimensions', 'yaml')[0].replace('dimensions:\n', '');
const fact = (name: string, rate: string, dimensions = '') => `
  - name: ${name}
    title: { en: T }
    description: { en: D }
    owner: Finance
    table: ${name}
    dimensions:
${rate.replaceAll(/^/gm, '    ').trimEnd()}
      - { name: grade, type: string, title: { en: G }, column: { table: ${name}, column: grade } }
      - { name: day, type: date, title: { en: D }, column: { table: ${name}, column: day } }${dimensions}
    measures:
      - { name: ${name}s, kind: count, title: { en: R }, definition: { en: D }, format: { unit: count } }
      - { name: ${name}_amount, kind: sum, expression: amount, title: { en: A }, definition: { en: D }, format: { unit: currency } }
      - { name: ${name}_balance, kind: sum, expression: amount, over: { time: day, take: last }, title: { en: B }, definition: { en: D }, format: { unit: currency } }`;
const text = (loan = GUIDE, more = '') => `
name: rates
title: { en: Rates }
description: { en: D }
datasets:${fact('loan', loan, more)}${fact('share', '  - { name: rate, title: { en: R }, type: decimal, column: { table: share, column: rate } }')}
combined:
  - { name: both, title: { en: T }, description: { en: D }, owner: Finance, facts: [loan, share], shared: [rate] }
`;
const TABLES = [
  'CREATE TABLE loan (tenant_id VARCHAR, grade VARCHAR, day DATE, interest_rate DECIMAL(6, 4), approximate DOUBLE PRECISION, amount BIGINT)',
  'CREATE TABLE share (tenant_id VARCHAR, grade VARCHAR, day DATE, rate DECIMAL(12, 2), amount BIGINT)',
  `INSERT INTO loan VALUES ('alder', 'A', '2025-01-31', 0.035, 0.1, 100), ('alder', 'A', '2025-01-31', 0.0349, 0.1, 20),
    ('alder', 'B', '2025-02-28', 0.035, 0.1, 7), ('alder', 'B', '2025-02-28', 2.5, 0.1, 3), ('alder', 'C', '2025-02-28', NULL, 0.1, 1),
    ('alder', 'C', '2025-02-28', -0.5, 0.1, 2), ('birch', 'A', '2025-01-31', 0.035, 0.1, 9999)`,
  `INSERT INTO share VALUES ('alder', 'A', '2025-01-31', 2.5, 50), ('alder', 'A', '2025-01-31', 0.04, 5)`,
];

const model = compileModel(parseModel(text(), 'rates.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES);
});
afterAll(() => warehouse.close());

const runQuery = (query: object) => warehouse.runQuery(model, { dataset: 'loan', ...query });
const rowsOf = async (query: object) => {
  const { rows, totals } = await runQuery(query);
  return [...rows, ...(totals ? [totals] : [])];
};

describe('a decimal value per key', () => {
  it('is exact for sum, minimum and maximum of each key', async () => {
    const take = (name: string, how: string, of = 'interest_rate') =>
      `\n      - { name: ${name}, title: { en: T }, type: decimal, expression: ${of}, per: { key: grade, take: ${how} } }`;
    const more = [take('all_rates', 'sum'), take('least', 'min'), take('greatest', 'max')].join('');
    const per = compileModel(parseModel(text(GUIDE, more), 'rates.yaml'));
    const dimensions = ['grade', 'all_rates', 'least', 'greatest'];
    const { rows } = await warehouse.runQuery(per, { dataset: 'loan', dimensions, measures: ['loans'] });
    expect(rows.map((row) => row.map(String))).toEqual([
      ['A', '0.0699', '0.0349', '0.035', '2'],
      ['B', '2.535', '0.035', '2.5', '2'],
      ['C', '-0.5', '-0.5', '-0.5', '2'],
    ]);
    const filter = { field: 'all_rates', op: 'gte', values: ['0.0699'] };
    expect((await warehouse.runQuery(per, { dataset: 'loan', measures: ['loans'], filter })).rows).toEqual([[4]]);
  });
});

describe('a decimal dimension', () => {
  it('groups and orders by exact numbers, returned as text', async () => {
    const { columns, rows } = await runQuery({
      dimensions: ['rate'],
      measures: ['loans', 'loan_amount'],
      totals: true,
    });
    expect(columns[0]).toMatchObject({ name: 'rate', role: 'dimension', type: 'decimal' });
    expect(rows).toEqual([
      ['-0.5', 1, '2'],
      ['0.0349', 1, '20'],
      ['0.035', 2, '107'],
      ['2.5', 1, '3'],
      [null, 1, '1'],
    ]);
  });

  it.each([
    [{ op: 'in', values: ['0.0350'] }, ['0.035']],
    [{ op: 'in', values: [0.035, 2.5, '0.03491'] }, ['0.035', '2.5']],
    [{ op: 'notIn', values: ['0.035', '-0.50'] }, ['0.0349', '2.5', null]],
    [{ op: 'gte', values: ['0.035'] }, ['0.035', '2.5']],
    [{ op: 'lt', values: ['0.03499999'] }, ['-0.5', '0.0349']],
    [{ op: 'gt', values: ['123456789012345678.0123456789'] }, []],
    [{ op: 'isNull' }, [null]],
  ])('filters by %j', async (condition, rates) => {
    const filter = { field: 'rate', ...condition };
    expect((await rowsOf({ dimensions: ['rate'], filter })).map(([rate]) => rate)).toEqual(rates);
  });

  it.each(['abc', '1e3', '0.12345678901', true])('rejects the value %j', async (value) => {
    const filter = { field: 'rate', op: 'in', values: [value] };
    await expect(rowsOf({ measures: ['loans'], filter })).rejects.toThrow(
      "'rate' compares with a number as '0.25', with at most ten decimal places.",
    );
  });

  it('has bands with exact bounds', async () => {
    expect(await rowsOf({ dimensions: ['rate_band'], measures: ['loan_amount'], totals: true })).toEqual([
      ['low', '22'],
      ['high', '110'],
      [null, '1'],
      [null, '133'],
    ]);
    const filter = { field: 'rate_band', op: 'in', values: ['high'] };
    expect(await rowsOf({ dimensions: ['rate'], measures: ['loans'], filter })).toEqual([
      ['0.035', 2],
      ['2.5', 1],
    ]);
  });

  it('works with subtotals, top N, pivots and balances', async () => {
    expect(
      await rowsOf({ dimensions: ['grade', 'rate'], measures: ['loan_balance'], subtotals: 'rollup', filter: { field: 'rate', op: 'gt', values: ['0'] } }), // prettier-ignore
    ).toEqual([
      ['A', '0.0349', 'member', 'member', null],
      ['A', '0.035', 'member', 'member', null],
      ['A', null, 'member', 'all', null],
      ['B', '0.035', 'member', 'member', '7'],
      ['B', '2.5', 'member', 'member', '3'],
      ['B', null, 'member', 'all', '10'],
      [null, null, 'all', 'all', '10'],
    ]);
    const top = { dimension: 'rate', measure: 'loan_amount', n: 1 };
    expect(await rowsOf({ dimensions: ['rate'], measures: ['loan_amount'], top })).toEqual([
      ['0.035', 'member', '107'],
      [null, 'other', '26'],
    ]);
    const filter = { field: 'rate', op: 'gte', values: ['0.035'] };
    const { rows, columns } = await runQuery({ dimensions: ['grade', 'rate'], measures: ['loans'], pivot: { columns: ['rate'] }, filter }); // prettier-ignore
    expect(rows).toEqual([
      ['A', 1, null],
      ['B', 1, 1],
    ]);
    expect(columns.slice(1).map(({ pivot }) => pivot?.members.map(({ value }) => value))).toEqual([['0.035'], ['2.5']]);
  });

  it('can be compared and combined with columns of another scale', async () => {
    const benchmark = { kind: 'benchmark', by: 'rate', member: '0.0350', measures: ['loan_amount'] };
    expect((await rowsOf(benchmark)).map(([, value, peers]) => [value, peers])).toEqual([[107, 4]]);
    const { rows } = await warehouse.runQuery(model, { dataset: 'both', dimensions: ['rate'], measures: ['loans', 'shares'] }); // prettier-ignore
    expect(rows).toEqual([
      ['-0.5', 1, 0],
      ['0.0349', 1, 0],
      ['0.035', 2, 0],
      ['0.04', 0, 1],
      ['2.5', 1, 1],
      [null, 1, 0],
    ]);
  });

  it('identifies a cell for drill-through by the exact number', async () => {
    const rows = rowsQuery.parse({
      query: { dataset: 'loan', dimensions: ['rate'], measures: ['loan_amount'] },
      measure: 'loan_amount',
      cell: [{ field: 'rate', value: '0.035' }],
      columns: ['grade', 'rate'],
    });
    for (const version of Object.values(warehouse.versions)) {
      const answer = await warehouse.engine.queries.runRows({ model, version, scope: { tenant: 'alder' }, rows });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect([Number(page.value), page.rows.map((row) => row.slice(0, 2))]).toEqual([
        107,
        [
          ['A', '0.035'],
          ['B', '0.035'],
        ],
      ]);
    }
  });

  it('rejects floating-point columns', async () => {
    const catalog = await warehouse.engine.catalogs.read(warehouse.versions.duckdb);
    const read = (yaml: string) => readModel({ text: yaml, file: 'rates.yaml', catalog });
    expect(() => read(text(GUIDE.replace('column: interest_rate }', 'column: approximate }')))).toThrow(
      "'rate' is a number. Set its type to string, or CAST it AS decimal in an expression.",
    );
    const cast = '\n      - { name: cast, type: decimal, title: { en: C }, expression: CAST(approximate AS decimal) }';
    const other = compileModel(read(text(GUIDE, cast)));
    const { rows } = await warehouse.runQuery(other, { dataset: 'loan', dimensions: ['cast'], filter: { field: 'cast', op: 'in', values: ['0.1'] } }); // prettier-ignore
    expect(rows).toEqual([['0.1']]);
  });
});
