import { rowsQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkKeys } from '../../src/checks/keys.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { ModelError, QueryError } from '../../src/errors.ts';
import { countedOnce } from '../../src/model/row-grain.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { insert } from '../support/insert.ts';
import { guideExamples } from '../support/model-guide.ts';
import { documentedMeasures, measure } from '../support/model-text.ts';

const MEASURES = [
  measure('holders', 'kind: count'),
  measure('balance', 'kind: sum, expression: account.balance'),
  measure('owned', `kind: sum, expression: account.balance, where: "role = 'owner'"`),
  measure('card_limit', 'kind: sum, expression: card.card_limit'),
  measure('desks', 'kind: sum, expression: branch.desks'),
  measure('mean', 'kind: average, expression: account.balance'),
  measure('middle', 'kind: median, expression: account.balance'),
  measure('age', 'kind: average, expression: client.age'),
  measure('used', 'kind: ratio, numerator: [{ measure: card_limit }], denominator: [{ measure: balance }]'),
  measure('both', 'kind: combine, terms: [{ measure: balance }, { measure: desks }]'),
  measure('by_holder', 'kind: sum, expression: account.balance * share'),
];

/** Who holds which account: a bridge between clients and accounts. */
const text = (measures: readonly string[]) => `
name: club
title: { en: Club }
description: { en: D }
datasets:
  - name: holdings
    title: { en: Holdings }
    description: { en: D }
    owner: Finance
    table: holding
    joins:
      - { table: account, on: [{ column: account, key: id }] }
      - { table: card, to: account, on: [{ column: id, key: account }], relationship: one_to_one }
      - { table: branch, to: account, on: [{ column: branch, key: id }] }
      - { table: client, on: [{ column: client, key: id }] }
    dimensions:
      - { name: client, type: string, title: { en: C }, column: { table: client, column: name } }
      - { name: town, type: string, title: { en: T }, column: { table: client, column: town } }
      - { name: branch, type: string, title: { en: B }, column: { table: branch, column: name } }
      - { name: role, type: string, title: { en: R }, column: { table: holding, column: role } }
    measures:
${measures.join('\n')}
`;

const TABLES = [
  'CREATE TABLE branch (tenant_id VARCHAR, id BIGINT, name VARCHAR, desks BIGINT)',
  'CREATE TABLE account (tenant_id VARCHAR, id BIGINT, branch BIGINT, balance DECIMAL(12, 2))',
  'CREATE TABLE card (tenant_id VARCHAR, account BIGINT, card_limit BIGINT)',
  'CREATE TABLE client (tenant_id VARCHAR, id BIGINT, name VARCHAR, town VARCHAR, age BIGINT)',
  'CREATE TABLE holding (tenant_id VARCHAR, client BIGINT, account BIGINT, role VARCHAR, share DECIMAL(4, 2))',
  insert('branch', [1, 'Oak', 4], [2, 'Elm', 3]),
  insert('account', [10, 1, 100], [11, 1, 30.5], [12, 2, 7], [13, 2, null]),
  insert('card', [10, 1000], [12, 500]),
  insert('client', [1, 'Ada', 'Rye', 40], [2, 'Bo', 'Rye', 20], [3, 'Cy', 'Ely', 60]),
  // Account 10 has three holders, 11 two; account 99 does not exist.
  insert(
    'holding',
    [1, 10, 'owner', 0.5],
    [2, 10, 'owner', 0.5],
    [3, 10, 'user', 0],
    [1, 11, 'owner', 1],
    [3, 11, 'user', 0],
    [3, 12, 'owner', 1],
    [2, 13, 'owner', 1],
    [2, 99, 'owner', 1],
  ),
  `INSERT INTO account VALUES ('birch', 10, 1, 9999)`,
];

const model = compileModel(parseModel(text(MEASURES), 'club.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES);
});
afterAll(() => warehouse.close());

async function rowsOf(query: object, of = model) {
  const number = (cell: unknown) => (typeof cell === 'string' && /^-?[\d.]+$/.test(cell) ? Number(cell) : cell);
  const { rows, totals } = await warehouse.runQuery(of, { dataset: 'holdings', ...query });
  return [...rows, ...(totals ? [totals] : [])].map((row) => row.map(number));
}

describe('a figure of a joined table', () => {
  it('counts each row of that table once, in each group and in total', async () => {
    const measures = ['holders', 'balance', 'card_limit', 'desks', 'both'];
    expect(await rowsOf({ dimensions: ['town'], measures, totals: true })).toEqual([
      ['Ely', 3, 137.5, 1500, 7, 144.5],
      ['Rye', 5, 130.5, 1000, 7, 137.5],
      [null, 8, 137.5, 1500, 7, 144.5],
    ]);
  });

  it('is averaged and divided over the rows of its own table', async () => {
    expect(await rowsOf({ measures: ['mean', 'middle', 'age', 'used'] })).toEqual([
      [137.5 / 3, 30.5, 40, 1500 / 137.5],
    ]);
    expect(await rowsOf({ dimensions: ['branch'], measures: ['mean', 'age'] })).toEqual([
      ['Elm', 7, 40],
      ['Oak', 65.25, 40],
      [null, null, 20],
    ]);
  });

  it('counts where any of the rows that share it satisfies the condition or the filter', async () => {
    const filter = { field: 'role', op: 'in', values: ['user'] };
    expect(await rowsOf({ measures: ['balance', 'owned'], filter })).toEqual([[130.5, null]]);
    expect(await rowsOf({ measures: ['balance', 'owned', 'by_holder'] })).toEqual([[137.5, 137.5, 137.5]]);
  });

  it('is right in subtotals, a top N and "other"', async () => {
    const dimensions = ['town', 'client'];
    expect(await rowsOf({ dimensions, measures: ['balance'], subtotals: 'rollup' })).toEqual([
      ['Ely', 'Cy', 'member', 'member', 137.5],
      ['Ely', null, 'member', 'all', 137.5],
      ['Rye', 'Ada', 'member', 'member', 130.5],
      ['Rye', 'Bo', 'member', 'member', 100],
      ['Rye', null, 'member', 'all', 130.5],
      [null, null, 'all', 'all', 137.5],
    ]);
    const top = { dimension: 'client', measure: 'balance', n: 1 };
    expect(await rowsOf({ dimensions: ['client'], measures: ['balance'], top })).toEqual([
      ['Cy', 'member', 137.5],
      [null, 'other', 130.5],
    ]);
  });

  it('counts once in deviations too', async () => {
    const own = [
      measure('deviation', 'kind: stddev, expression: account.balance'),
      measure('variance', 'kind: variance, expression: account.balance, population: true'),
    ];
    const documented = compileModel(parseModel(text(own), 'club.yaml'));
    const balances = [100, 30.5, 7];
    const mean = 137.5 / 3;
    const squares = balances.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const [row] = await rowsOf({ measures: ['deviation', 'variance'] }, documented);
    expect(row![0]).toBeCloseTo(Math.sqrt(squares / 2), 8);
    expect(row![1]).toBeCloseTo(squares / 3, 8);
  });

  it('is the example of the documentation', async () => {
    const [example] = guideExamples('Figures of joined tables count once', 'yaml');
    const documented = compileModel(parseModel(text(documentedMeasures(example)), 'club.yaml'));
    expect(await rowsOf({ measures: ['balance', 'interest'] }, documented)).toEqual([[137.5, 137.5]]);
  });

  it('is not summed over groups that share rows', async () => {
    const share = { name: 'part', kind: 'share', measure: 'balance' };
    const of = (calculation: object) =>
      rowsOf({ dimensions: ['town'], measures: ['balance'], calculations: [calculation] });
    await expect(of(share)).rejects.toThrow(QueryError);
    await expect(of({ ...share, measure: 'both' })).rejects.toThrow(QueryError);
    expect(await of({ ...share, measure: 'holders' })).toHaveLength(2);
  });

  it('equals the value over its drill-through rows, which share it', async () => {
    const rows = rowsQuery.parse({
      query: { dataset: 'holdings', dimensions: ['town'], measures: ['balance'] },
      measure: 'balance',
      cell: [{ field: 'town', value: 'Rye' }],
      columns: ['client'],
    });
    for (const version of Object.values(warehouse.versions)) {
      const answer = await warehouse.engine.queries.runRows({ model, version, scope: { tenant: 'alder' }, rows });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect([page.count, Number(page.value)]).toEqual([3, 130.5]);
      expect(page.rows.map(([client, balance]) => [client, Number(balance)])).toEqual([
        ['Ada', 30.5],
        ['Ada', 100],
        ['Bo', 100],
      ]);
    }
  });
});

describe('the grain of figures', () => {
  const issuesOf = (yaml: string) => {
    try {
      compileModel(parseModel(yaml, 'club.yaml'));
    } catch (error) {
      if (error instanceof ModelError) return error.issues.map(({ message }) => message);
      throw error;
    }
    return [];
  };

  it('is reported by a push', () => {
    expect(countedOnce(model).map(({ measure: name, table }) => [name, table])).toEqual([
      ['balance', 'account'],
      ['owned', 'account'],
      ['card_limit', 'account'],
      ['desks', 'branch'],
      ['mean', 'account'],
      ['middle', 'account'],
      ['age', 'client'],
    ]);
  });

  it('has to be unambiguous', () => {
    expect(issuesOf(text([measure('mixed', 'kind: sum, expression: account.balance * client.age')]))).toEqual([
      "'mixed' uses columns of 'account' and 'client', and a row of one can come with several of the other, so it is unclear how often each counts. Make a measure of each, and combine them.",
    ]);
    // A branch is determined by its account.
    expect(issuesOf(text([measure('known', 'kind: sum, expression: account.balance * branch.desks')]))).toEqual([]);
  });

  it('is checked where a join says that it is one to one', () => {
    const declared = parseModel(text(MEASURES), 'club.yaml');
    const issue = (path: readonly unknown[], message: string) => ({
      file: 'club.yaml',
      line: null,
      column: null,
      path: path.join('.'),
      message,
    });
    const repeated = [{ table: 'account', columns: ['id'], values: 2 }];
    expect(checkKeys(declared, repeated, issue).map(({ path, message }) => [path, message])).toEqual([
      [
        'datasets.0.joins.0',
        "2 values of id occur in several rows of 'account', so rows of 'holdings' would be counted several times. Add the columns that identify its rows or a condition as 'where', or load 'account' with one row for each id.",
      ],
      [
        'datasets.0.joins.1.relationship',
        "2 values of id occur in several rows of 'account', so the join to 'card' is not one to one. Leave 'relationship' out: each row of 'card' then counts once.",
      ],
    ]);
  });
});
