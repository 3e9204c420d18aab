import { rowsQuery, semanticQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel, readModel } from '../../src/documents/read-model.ts';
import { ModelError } from '../../src/errors.ts';
import { countedOnce } from '../../src/model/row-grain.ts';
import type { ReaderOf } from '../../src/plan/scope.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { insert } from '../support/insert.ts';
import { keyIssues } from '../support/key-issues.ts';
import { guideExamples } from '../support/model-guide.ts';
import { documentedMeasures, indented, measure } from '../support/model-text.ts';

/** The example of the documentation. */
const [GUIDE] = guideExamples('Several roles', 'yaml');
const [JOINS, DIMENSIONS, GUIDE_MEASURES] = GUIDE.split(/^\w+:\n/m).slice(1) as [string, string, string];

const MEASURES = [
  ...documentedMeasures(GUIDE_MEASURES),
  measure('contracts', 'kind: count'),
  measure('fees', 'kind: sum, expression: buyer.fee'),
  measure('seller_fees', 'kind: average, expression: seller.fee'),
  measure('both_fees', 'kind: combine, terms: [{ measure: fees }, { measure: other_fees, factor: -1 }]'),
  measure('other_fees', 'kind: sum, expression: seller.fee'),
  measure('within', 'kind: sum, expression: worth, where: "price.amount <= ceiling.amount"'),
  measure('standing', 'kind: sum, expression: worth, over: { time: day, take: last }'),
  measure('known', 'kind: sum, expression: worth, over: { time: day, take: last, per: id }'),
  measure('at_home', 'kind: count, where: "home.name = \'Rye\'"'),
];

const text = ({ joins = JOINS, measures = MEASURES, rest = '' } = {}) => `
name: market
title: { en: Market }
description: { en: D }
datasets:
  - name: contracts
    title: { en: Contracts }
    description: { en: D }
    owner: Finance
    table: contract
    joins:
${indented(joins)}
    dimensions:
${indented(DIMENSIONS)}
      - { name: id, type: integer, title: { en: I }, column: { table: contract, column: id } }
      - { name: day, type: date, title: { en: D }, column: { table: contract, column: day } }
    measures:
${measures.join('\n')}
${rest}`;

const TABLES = [
  'CREATE TABLE town (tenant_id VARCHAR, id BIGINT, name VARCHAR)',
  'CREATE TABLE person (tenant_id VARCHAR, id BIGINT, name VARCHAR, town_id BIGINT, fee BIGINT)',
  'CREATE TABLE term (tenant_id VARCHAR, contract_id BIGINT, kind VARCHAR, amount DECIMAL(12, 2))',
  'CREATE TABLE contract (tenant_id VARCHAR, id BIGINT, day DATE, buyer_id BIGINT, seller_id BIGINT, worth BIGINT)',
  insert('town', [1, 'Rye'], [2, 'Ely']),
  insert('person', [1, 'Ada', 1, 10], [2, 'Bo', 2, 20], [3, 'Cy', 2, 30]),
  insert('term', [1, 'price', 5], [1, 'limit', 8], [2, 'price', 7], [2, 'note', 1], [2, 'note', 2], [4, 'limit', 9]),
  insert(
    'contract',
    [1, '2025-01-31', 1, 2, 100],
    [2, '2025-01-31', 1, 3, 50],
    [3, '2025-02-28', 2, 1, 30],
    [4, '2025-02-28', 9, 1, 4],
  ),
  "INSERT INTO person VALUES ('birch', 1, 'SECRET', 1, 7777)",
  "INSERT INTO term VALUES ('birch', 3, 'price', 7777)",
];

const model = compileModel(parseModel(text(), 'market.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES);
});
afterAll(() => warehouse.close());

const readerOf = (...roles: string[]): ReaderOf => ({ roles, groups: [], attributes: {} });
const number = (cell: unknown) => (typeof cell === 'string' && /^-?[\d.]+$/.test(cell) ? Number(cell) : cell);
async function rowsOf(query: object, of = model, roles: string[] = []) {
  const scope = { reader: readerOf(...roles) };
  const { rows, totals } = await warehouse.runQuery(of, { dataset: 'contracts', ...query }, scope);
  return [...rows, ...(totals ? [totals] : [])].map((row) => row.map(number));
}

describe('a table joined in several roles', () => {
  it('has the columns of each role, also through chains', async () => {
    expect(
      await rowsOf({ dimensions: ['buyer', 'seller', 'home'], measures: ['contracts'], order: [{ field: 'seller' }] }),
    ).toEqual([
      ['Bo', 'Ada', 'Ely', 1],
      [null, 'Ada', null, 1],
      ['Ada', 'Bo', 'Rye', 1],
      ['Ada', 'Cy', 'Rye', 1],
    ]);
    expect(await rowsOf({ measures: ['contracts', 'at_home'], filter: in_('seller', 'Ada') })).toEqual([[2, 0]]);
  });

  it('matches only the rows that satisfy the condition of the join', async () => {
    // Contract 3 has no terms, 4 no price; a figure of both is there where both are.
    expect(await rowsOf({ dimensions: ['id'], measures: ['price', 'room', 'within'] })).toEqual([
      [1, 5, 3, 100],
      [2, 7, null, null],
      [3, null, null, null],
      [4, null, null, null],
    ]);
    expect(await rowsOf({ measures: ['price', 'room'] })).toEqual([[12, 3]]);
  });

  it('counts each row once in each role, in groups, subtotals and totals', async () => {
    const measures = ['fees', 'other_fees', 'seller_fees', 'both_fees'];
    expect(await rowsOf({ dimensions: ['home', 'seller'], measures, subtotals: 'rollup' })).toEqual([
      ['Ely', 'Ada', 'member', 'member', 20, 10, 10, 10],
      ['Ely', null, 'member', 'all', 20, 10, 10, 10],
      ['Rye', 'Bo', 'member', 'member', 10, 20, 20, -10],
      ['Rye', 'Cy', 'member', 'member', 10, 30, 30, -20],
      ['Rye', null, 'member', 'all', 10, 50, 25, -40],
      [null, 'Ada', 'member', 'member', null, 10, 10, -10],
      [null, null, 'member', 'all', null, 10, 10, -10],
      [null, null, 'all', 'all', 30, 60, 20, -30],
    ]);
    expect(countedOnce(model).map(({ measure: name, table }) => [name, table])).toEqual([
      ['fees', 'buyer'],
      ['seller_fees', 'seller'],
      ['other_fees', 'seller'],
    ]);
  });

  it('groups balances and last known values', async () => {
    expect(await rowsOf({ dimensions: ['seller'], measures: ['standing', 'known'], totals: true })).toEqual([
      ['Ada', 34, 34],
      ['Bo', null, 100],
      ['Cy', null, 50],
      [null, 34, 184],
    ]);
  });

  it('can be compared', async () => {
    const query = { kind: 'benchmark', by: 'seller', member: 'Cy', measures: ['price', 'contracts'] };
    const { rows } = await warehouse.runQuery(model, { dataset: 'contracts', ...query });
    expect(rows.map(([name, value, peers]) => [name, value, peers])).toEqual([
      ['price', 7, 2],
      ['contracts', 1, 3],
    ]);
  });

  it('names its role in drill-through', async () => {
    const rows = rowsQuery.parse({
      query: { dataset: 'contracts', dimensions: ['buyer'], measures: ['room'] },
      measure: 'room',
      cell: [{ field: 'buyer', value: 'Ada' }],
      columns: ['seller'],
    });
    for (const version of Object.values(warehouse.versions)) {
      const answer = await warehouse.engine.queries.runRows({ model, version, scope: { tenant: 'alder' }, rows });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect(page.columns.map(({ name }) => name)).toEqual(['seller', 'room', 'ceiling.amount', 'price.amount']);
      expect([page.count, Number(page.value), page.rows[0]!.slice(0, 1), page.rows[0]!.slice(2).map(Number)]).toEqual([
        1,
        3,
        ['Bo'],
        [8, 5],
      ]);
    }
  });
});

const in_ = (field: string, ...values: string[]) => ({ field, op: 'in', values });

const GUARDED = `    rules:
      - { name: sold, title: { en: Sold by Ada or Bo }, appliesTo: { roles: [clerk] }, where: "seller.name IN ('Ada', 'Bo')" }
    masks:
      - { name: people, title: { en: People }, appliesTo: { roles: [blind] }, columns: [{ table: person, column: name }] }
      - { name: kinds, title: { en: Kinds }, appliesTo: { roles: [unkind] }, columns: [{ table: term, column: kind }] }`;

describe('rights and roles', () => {
  const guarded = compileModel(parseModel(text({ rest: GUARDED }), 'market.yaml'));

  it('apply a rule to the role it names', async () => {
    expect(await rowsOf({ dimensions: ['buyer'], measures: ['contracts', 'price'] }, guarded, ['clerk'])).toEqual([
      ['Ada', 1, 5],
      ['Bo', 1, null],
      [null, 1, null],
    ]);
    const benchmark = { kind: 'benchmark', by: 'seller', member: 'Bo', measures: ['contracts'] };
    const scope = { reader: readerOf('clerk') };
    const { rows } = await warehouse.runQuery(guarded, { dataset: 'contracts', ...benchmark }, scope);
    expect(rows.map(([, value, peers]) => [value, peers])).toEqual([[1, 2]]);
  });

  it('mask a table’s column in each of its roles', async () => {
    expect(
      await rowsOf({ dimensions: ['buyer', 'seller', 'home'], measures: ['contracts'] }, guarded, ['blind']),
    ).toEqual([
      [null, null, 'Ely', 1],
      [null, null, 'Rye', 2],
      [null, null, null, 1],
    ]);
    // A rule sees what a mask hides.
    expect(await rowsOf({ measures: ['contracts'] }, guarded, ['blind', 'clerk'])).toEqual([[3]]);
  });

  it('empty joins whose match depends on a masked column', async () => {
    expect(await rowsOf({ measures: ['price', 'room', 'within', 'contracts'] }, guarded, ['unkind'])).toEqual([
      [null, null, null, 4],
    ]);
  });

  it('are explained by role and table', async () => {
    const query = semanticQuery.parse({ dataset: 'contracts', measures: ['price'], dimensions: ['buyer'] });
    const scope = { tenant: 'alder', reader: readerOf('unkind') };
    const request = { model: guarded, version: warehouse.versions.duckdb, scope, query, measure: 'price' };
    const { lineage, tables, masks, accounts } = await warehouse.engine.explanations.explain(request);
    expect(lineage.columns).toEqual([
      { table: 'term', join: 'price', column: 'amount', account: 'amount', name: null, masked: true },
    ]);
    expect(tables).toEqual([
      {
        dataset: 'contracts',
        table: 'contract',
        joins: ['person', 'term'],
        roles: [
          { name: 'buyer', table: 'person', where: null, valid: null },
          { name: 'price', table: 'term', where: "price.kind = 'price'", valid: null },
        ],
        rollup: null,
      },
    ]);
    expect(masks.map(({ name }) => name)).toEqual(['kinds']);
    expect(accounts.map(({ table }) => table)).toEqual(['term']);
  });

  it('show ad-hoc SQL the rows that belong to visible facts in any role', async () => {
    const runQuery = (sql: string, ...roles: string[]) => warehouse.sql(guarded, sql, readerOf(...roles));
    // Contract 2 is hidden, and so are its seller and its price; a note belongs to no contract.
    expect(await runQuery('SELECT name, fee FROM person ORDER BY 1', 'clerk')).toEqual([['Ada', 10], ['Bo', 20]]); // prettier-ignore
    expect(await runQuery('SELECT kind, amount FROM term ORDER BY 2', 'clerk')).toEqual([['price', 5], ['limit', 8], ['limit', 9]]); // prettier-ignore
    expect(await runQuery('SELECT count(*) FROM term', 'clerk', 'unkind')).toEqual([[0]]);
    expect(await runQuery('SELECT name FROM person WHERE name IS NOT NULL', 'blind')).toEqual([]);
    expect(await runQuery('SELECT count(*), count(kind) FROM term', 'unkind')).toEqual([[6, 0]]);
  });
});

describe('a model with roles', () => {
  const issuesOf = (yaml: string, catalog: Parameters<typeof readModel>[0]['catalog'] = null) => {
    try {
      readModel({ text: yaml, file: 'market.yaml', catalog });
    } catch (error) {
      if (error instanceof ModelError) return error.issues.map(({ path, message }) => `${path}: ${message}`);
      throw error;
    }
    return [];
  };
  const join = (what: string) => text({ joins: `${JOINS}  - { table: person, ${what} }\n` });
  const at = 'datasets.0.joins.5';

  it.each([
    [
      'on: [{ column: buyer_id, key: id }], as: seller',
      `${at}.as: There is a table 'seller' in this dataset already. Give the join another name.`,
    ],
    [
      'on: [{ column: buyer_id, key: id }], as: Contract',
      `${at}.as: There is a table 'Contract' in this dataset already. Give the join another name.`,
    ],
    [
      "on: [id], as: other, where: name = 'x' AND contract.id = 1",
      `${at}.where: At character 16: The condition of a join is about its own rows. Name columns of 'other', not of 'contract', or put it into the 'where' of measures.`,
    ],
    [
      'on: [id], as: other, where: "name = :name"',
      `${at}.where: At character 8: The condition of a join has no parameters, no mappings and no time of day, which change after its keys were checked. Put it into the 'where' of measures.`,
    ],
    [
      'on: [id], as: other, where: fee + 1',
      `${at}.where: At character 1: A condition is needed here, such as \`amount > 0\`.`,
    ],
    ['on: [id], as: other, to: person', `${at}.to: The table 'person' is not joined before 'other'.`],
    ['on: [id], as: 2nd', `${at}.as: Use letters, digits and _, beginning with a letter`],
  ])('%s: is rejected with the remedy', (what, message) => {
    expect(issuesOf(join(what))).toContain(message);
  });

  it('requires names if a table has several roles, and rejects duplicates', () => {
    expect(issuesOf(text({ measures: [measure('m', 'kind: sum, expression: person.fee')] }))).toEqual([
      "datasets.0.measures.0.expression: At character 1: The table 'person' is joined as 'buyer' and 'seller'. Take this name.",
    ]);
    const twice = '  - { table: term, on: [id] }\n  - { table: term, on: [id] }\n';
    expect(issuesOf(text({ joins: twice }))).toContain(
      "datasets.0.joins.1.table: The table 'term' is in this dataset already. Name this join by its role with 'as'.",
    );
    const rest = `    masks: [{ name: m, title: { en: M }, columns: [{ table: buyer, column: name }] }]`;
    expect(issuesOf(text({ rest }))).toEqual([
      "datasets.0.masks.0.columns.0.table: A mask holds for a table in all its roles. Name the table 'person', which 'buyer' joins.",
    ]);
  });

  it('is checked against the columns of the tables behind the roles', async () => {
    const catalog = await warehouse.engine.catalogs.read(warehouse.versions.duckdb);
    expect(issuesOf(text(), catalog)).toEqual([]);
    const wrong = text().replace("kind = 'limit'", 'knd = 1').replace("kind = 'price'", "amount = DATE '2025-01-01'");
    expect(issuesOf(wrong, catalog)).toEqual([
      "datasets.0.joins.4.where: The table 'term' has no column 'knd'. Did you mean 'kind'?",
      expect.stringMatching(/joins\.3\.where: .*This is a day, but it is combined with an exact number/),
    ]);
  });

  it('has keys that are unique among the rows of each role', async () => {
    const issues = (joins: string) => keyIssues(warehouse, parseModel(text({ joins }), 'market.yaml'));
    expect(await issues(JOINS)).toEqual([]);
    expect(await issues(JOINS.replace("kind = 'limit'", "kind <> 'price'"))).toEqual([
      "datasets.0.joins.4: One value of contract_id occurs in several rows of 'term' that satisfy the condition of 'ceiling', so rows of 'contracts' would be counted several times. Add the columns that identify its rows, narrow the condition, or load 'term' with one row for each contract_id.",
    ]);
    expect(await issues(JOINS.replace('key: id }] }', 'key: id }], relationship: one_to_one }'))).toEqual([
      "datasets.0.joins.0.relationship: One value of buyer_id occurs in several rows of 'contract', so the join to 'buyer' is not one to one. Leave 'relationship' out: each row of 'buyer' then counts once.",
    ]);
  });
});
