import { rowsQuery, semanticQuery } from '@rise/contract';
import type { Cell, RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCatalog } from '../../src/checks/catalog.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel, readModel } from '../../src/documents/read-model.ts';
import type { ModelError } from '../../src/errors.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { insert } from '../support/insert.ts';
import { guideExamples } from '../support/model-guide.ts';
import { documentedMeasures, measure } from '../support/model-text.ts';

const [documented] = guideExamples('Weighted medians', 'yaml');
const text = ({ measures = '', rest = '' } = {}) => `
name: club
title: { en: Club }
description: { en: D }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: D }
    owner: Finance
    table: loan
    joins: [{ table: branch, on: [{ column: branch, key: id }] }]
    dimensions:
      - { name: id, type: integer, title: { en: I }, column: { table: loan, column: id } }
      - { name: kind, type: string, title: { en: K }, column: { table: loan, column: kind } }
      - { name: branch, type: string, title: { en: B }, column: { table: branch, column: name } }
    measures:
${documentedMeasures(documented).join('\n')}
${[
  measure('plain', 'kind: median, expression: rate'),
  measure('alike', 'kind: median, expression: rate, weight: "1"'),
  measure('lowest', 'kind: percentile, expression: rate, weight: amount, share: 0'),
  measure('highest', 'kind: percentile, expression: rate, weight: amount, share: 1'),
  measure('floating', 'kind: median, expression: rate, weight: CAST(amount AS number)'),
  measure('desks', 'kind: median, expression: branch.desks, weight: branch.visitors'),
  measure('some_desks', `kind: median, expression: branch.desks, weight: branch.visitors, where: "kind = 'car'"`),
  measure('desks_by_amount', 'kind: median, expression: branch.desks, weight: amount'),
].join('\n')}
${measures}
${rest}`;

/** Of kinds with ties, weights of zero and below, and sums that reach exactly half. */
const ROWS: (number | string | null)[][] = [
  [1, 'car', 0.03, 100, 1],
  [2, 'car', 0.05, 50, 1],
  [3, 'car', 0.07, 50, 2],
  [4, 'home', 0.02, 1, 1],
  [5, 'home', 0.04, 3, 2],
  [6, 'home', 0.04, 3, 2],
  [7, 'home', 0.06, 5.5, 3],
  [8, 'card', 0.2, null, 1],
  [9, 'card', 0.1, 0, 1],
  [10, 'card', 0.15, -7, 2],
  [11, 'boat', 0.01, -100, 1],
  [12, 'boat', null, 1000, 1],
  [13, 'boat', 0.09, 2, 4],
  [14, null, 0.08, 4, 3],
  [15, null, 0.01, 4, null],
  ...Array.from({ length: 60 }, (_, index) => [
    100 + index,
    `k${index % 4}`,
    ((index * 37) % 11) / 100,
    ((index * 53) % 17) - 1.25,
    (index % 3) + 1,
  ]),
];
const BRANCHES: (number | string | null)[][] = [
  [1, 'Oak', 4, 100],
  [2, 'Elm', 8, 50],
  [3, 'Fir', 6, 50],
  [4, 'Ash', 5, null],
];
const TABLES = [
  'CREATE TABLE loan (tenant_id VARCHAR, id BIGINT, kind VARCHAR, rate DECIMAL(8, 4), amount DECIMAL(12, 2), branch BIGINT)',
  'CREATE TABLE branch (tenant_id VARCHAR, id BIGINT, name VARCHAR, desks BIGINT, visitors BIGINT)',
  insert('loan', ...ROWS),
  insert('branch', ...BRANCHES),
  "INSERT INTO loan VALUES ('birch', 1, 'car', 9, 99999, 1)",
];

const model = compileModel(parseModel(text(), 'club.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES);
});
afterAll(() => warehouse.close());
const runQuery = (query: object, scope: Partial<Scope> = {}, of = model) =>
  warehouse.runQuery(of, { dataset: 'loans', ...query }, scope);
const rowsOf = async (query: object, scope: Partial<Scope> = {}, of = model) =>
  numbers((await runQuery(query, scope, of)).rows);

type Pair = [value: number | null, weight: number | null];
/** By the definition, in whole ten-thousandths. */
function expected(pairs: readonly Pair[], share: number): number | null {
  const counted = pairs
    .flatMap(([value, weight]) => (value === null || weight === null || weight <= 0 ? [] : [[value, weight] as const]))
    .toSorted(([one], [other]) => one - other)
    .map(([value, weight]) => [value, Math.round(weight * 100)] as const);
  const total = counted.reduce((sum, [, weight]) => sum + weight, 0);
  const required = Math.round(share * 100) * total;
  const upTo = (value: number) => counted.reduce((sum, [other, weight]) => sum + (other <= value ? weight : 0), 0);
  const reaching = counted.find(([value]) => upTo(value) * 100 >= required)?.[0];
  const beyond = counted.find(([value]) => upTo(value) * 100 > required)?.[0];
  return reaching === undefined ? null : (reaching + (beyond ?? reaching)) / 2;
}
const ofRows = (rows: (number | string | null)[][], share: number) =>
  expected(
    rows.map((row) => [row[2], row[3]] as Pair),
    share,
  );
const MEASURES = ['typical_rate', 'high_rate', 'lowest', 'highest', 'floating'];
const SHARES = [0.5, 0.9, 0, 1, 0.5];
const figures = (rows: (number | string | null)[][]): Cell[] =>
  numbers([SHARES.map((share) => ofRows(rows, share))])[0]!;
const KINDS = [...new Set(ROWS.map((row) => row[1] as string | null))].toSorted((one, other) =>
  one === null ? 1 : other === null ? -1 : one < other ? -1 : 1,
);
const ofKind = (kind: string | null) => ROWS.filter((row) => row[1] === kind);

describe('a weighted median or percentile', () => {
  it('is the value at which the weights reach the share, the middle of two where they do so exactly', async () => {
    const { rows, totals } = await runQuery({ dimensions: ['kind'], measures: MEASURES, totals: true });
    expect(numbers(rows)).toEqual(KINDS.map((kind) => [kind, ...figures(ofKind(kind))]));
    expect(numbers([totals!])).toEqual([[null, ...figures(ROWS)]]);
    // Written out: half of the weights of cars is exactly at 3 %, those of homes are beyond it at 4 %.
    const typical = Object.fromEntries(numbers(rows).map(([kind, value]) => [String(kind), value]));
    expect(typical).toMatchObject({ car: 0.04, home: 0.04, card: null, boat: 0.09, null: 0.045 });
  });

  it('equals the plain median if all weights are equal', async () => {
    const rows = await rowsOf({ dimensions: ['kind'], measures: ['plain', 'alike'] });
    expect(rows.map(([, plain]) => plain)).toEqual(rows.map(([, , alike]) => alike));
  });

  it('is computed from the rows in subtotals, a top N, a pivot, and groups that pass a condition', async () => {
    const named = new Map(BRANCHES.map(([id, name]) => [id, name as string]));
    const at = (branch: string | null) => ROWS.filter((row) => (named.get(row[4]!) ?? null) === branch);
    const measures = ['typical_rate'];
    const subtotals = await rowsOf({ dimensions: ['branch', 'kind'], measures, subtotals: [['branch'], []] });
    const sums = subtotals.filter((row) => row[3] === 'all').map((row) => [row[0]!, row[4]!]);
    const typical = (rows: (number | string | null)[][]) => figures(rows)[0]!;
    expect(sums).toEqual([
      ...['Ash', 'Elm', 'Fir', 'Oak', null].map((branch) => [branch, typical(at(branch))]),
      [null, typical(ROWS)],
    ]);
    const top = { dimension: 'branch', measure: 'typical_rate', n: 1 };
    const [first, others] = await rowsOf({ dimensions: ['branch'], measures, top });
    expect(first).toEqual(['Ash', 'member', typical(at('Ash'))]);
    expect(others).toEqual([null, 'other', typical(ROWS.filter((row) => row[4] !== 4))]);
    const pivot = { columns: ['kind'], totals: true };
    const cells = await rowsOf({ dimensions: ['branch', 'kind'], measures, pivot });
    expect(cells.map((row) => row.at(-1))).toEqual(
      ['Ash', 'Elm', 'Fir', 'Oak', null].map((branch) => typical(at(branch))),
    );
    const having = { measure: 'typical_rate', op: 'gt', values: [0.045] };
    const passing = await runQuery({ dimensions: ['kind'], measures, having, totals: true });
    const passed = KINDS.filter((kind) => (ofRows(ofKind(kind), 0.5) ?? 0) > 0.045);
    expect(passing.rows.map(([kind]) => kind)).toEqual(passed);
    expect(numbers([passing.totals!])).toEqual([[null, typical(passed.flatMap(ofKind))]]);
  });

  it('counts each row of a joined table once, or weighs the dataset’s own rows', async () => {
    // Each branch once by its visitors: 4 of 100, 6 of 50, 8 of 50; Ash has no visitors.
    const own = await rowsOf({ measures: ['desks', 'some_desks', 'desks_by_amount'] });
    const byAmount = ROWS.map((row): Pair => [
      (BRANCHES.find(([id]) => id === row[4])?.[2] ?? null) as number | null,
      row[3] as number | null,
    ]);
    expect(own).toEqual([[5, 4, expected(byAmount, 0.5)]]);
    expect(await rowsOf({ dimensions: ['kind'], measures: ['desks'] })).toContainEqual(['car', 4]);
  });

  it('can be compared with peers', async () => {
    const [[measure, value, peers, , median]] = (await rowsOf({
      kind: 'benchmark',
      by: 'kind',
      member: 'car',
      measures: ['typical_rate'],
    })) as [Cell[]];
    const others = KINDS.filter((kind) => kind !== null)
      .flatMap((kind) => ofRows(ofKind(kind), 0.5) ?? [])
      .toSorted((one, other) => one - other);
    expect([measure, value, peers]).toEqual(['typical_rate', 0.04, others.length]);
    const middle = (others.length - 1) / 2;
    expect(median).toBeCloseTo((others[Math.floor(middle)]! + others[Math.ceil(middle)]!) / 2, 10);
  });

  it('ignores masked weights and hidden rows', async () => {
    const rest = `
    rules: [{ name: cars, title: { en: Cars }, appliesTo: { roles: [dealer] }, where: "kind = 'car'" }]
    masks: [{ name: amounts, title: { en: Amounts }, appliesTo: { roles: [guest] }, columns: [{ table: loan, column: amount }] }]`;
    const guarded = compileModel(parseModel(text({ rest }), 'club.yaml'));
    const seenBy = (role: string) => ({ reader: { roles: [role], groups: [], attributes: {} } });
    const query = { measures: ['typical_rate', 'plain'] };
    expect(await rowsOf(query, seenBy('dealer'), guarded)).toEqual([[0.04, 0.05]]);
    expect((await rowsOf(query, seenBy('guest'), guarded))[0]![0]).toBeNull();
  });

  it('supports drill-through, and its explanation states the weight', async () => {
    const query = { dataset: 'loans', dimensions: ['kind'], measures: ['typical_rate'] };
    const rows = rowsQuery.parse({
      query,
      cell: [{ field: 'kind', value: 'home' }],
      measure: 'typical_rate',
      columns: ['id'],
    });
    for (const version of Object.values(warehouse.versions)) {
      const answer = await warehouse.engine.queries.runRows({ model, version, scope: { tenant: 'alder' }, rows });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect(page.value).toBeCloseTo(0.04, 10);
      expect(numbers(page.rows.map((row) => row.slice(0, 2)))).toEqual([
        [4, 0.02],
        [5, 0.04],
        [6, 0.04],
        [7, 0.06],
      ]);
      expect(page.columns.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['loan.rate', 'loan.amount', 'typical_rate']),
      );
    }
    const { formula } = await warehouse.engine.explanations.explain({
      model,
      version: warehouse.versions.duckdb,
      scope: { tenant: 'alder' },
      query: semanticQuery.parse(query),
      measure: 'typical_rate',
    });
    expect(formula).toBe('median(loan.rate, {weighted} loan.amount)');
  });
});

describe('a model', () => {
  const issuesOf = (read: () => unknown): string[] => {
    try {
      read();
      return [];
    } catch (error) {
      return (error as ModelError).issues.map(({ path, message }) => `${path}: ${message}`);
    }
  };

  it('rejects non-numeric weights, and rollups of weighted medians', () => {
    const rest = `
    rollups: [{ name: small, dimensions: [kind, branch], measures: [typical_rate] }]`;
    expect(issuesOf(() => compileModel(parseModel(text({ rest }), 'club.yaml')))).toEqual([
      expect.stringContaining("'typical_rate' is computed of single values, which a rollup does not keep."),
    ]);
    const measures = measure('odd', 'kind: median, expression: rate, weight: kind');
    const catalog = {
      loan: { id: 'integer', kind: 'string', rate: 'decimal', amount: 'decimal', branch: 'integer' },
      branch: { id: 'integer', name: 'string', desks: 'integer', visitors: 'integer' },
    } as const;
    const issues = checkCatalog(parseModel(text({ measures }), 'club.yaml'), catalog);
    expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      expect.stringMatching(/measures\.\d+\.weight: 'median' takes numbers, and this is a text/),
    ]);
  });

  it('that extends a template can replace a measure’s weight, and drops it with another kind', () => {
    const read = (measure: string) =>
      readModel({
        text: `extends: club\ndatasets: [{ name: loans, measures: [{ name: typical_rate, ${measure} }] }]`,
        file: 'own.yaml',
        template: text(),
      }).datasets[0]!.measures[0];
    expect(read('weight: id')).toMatchObject({ kind: 'median', expression: 'rate', weight: 'id' });
    expect(read('kind: average, expression: rate')).not.toHaveProperty('weight');
  });
});
