import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWarehouse } from '../support/made-warehouse.ts';
import type { MadeWarehouse } from '../support/made-warehouse.ts';
import type { ModelError } from './errors.ts';
import { toQueryResult } from './answer.ts';
import { createEngine } from './engine.ts';
import { compileModel } from './model/compile-model.ts';
import { parseModel } from './model/parse-model.ts';
import type { MappedCode, Mappings } from './plan/mapped.ts';
import { codedFields } from './plan/plan-unlabelled.ts';
import type { Scope } from './plan/scope.ts';

/** Codes of two source systems, one with a quote. */
const LOANS = [
  ['alder', 1, 'AN', 10, '2024-12-31', 100],
  ['alder', 2, 'AN', 10, '2025-06-30', 200],
  ['alder', 3, 'AU', 10, '2025-06-30', 300],
  ['alder', 4, 'CC', 20, '2025-06-30', 400],
  ['alder', 5, "O'Neil", 20, '2025-06-30', 50],
  ['alder', 6, 'ZZ', 30, '2025-06-30', 25],
  ['alder', 7, null, 20, '2025-06-30', 5],
  ['birch', 8, 'AN', 10, '2025-06-30', 7000],
].map(
  (row) =>
    `(${row.map((each) => (typeof each === 'string' ? `'${each.replace("'", "''")}'` : String(each))).join(', ')})`,
);
const STATEMENTS = [
  'CREATE TABLE loan (tenant_id VARCHAR, id BIGINT, kind VARCHAR, region BIGINT, day DATE, amount DECIMAL(18,2))',
  `INSERT INTO loan VALUES ${LOANS.join(', ')}`,
];

const model = (more = '') => `
name: loans
title: { en: Loans }
description: { en: Loans }
parameters: [{ name: wanted, title: { en: Wanted }, type: string, default: auto }]
mappings:
  - name: loan_type
    title: { en: Loan type }
    targets: [{ value: auto, title: { en: Auto } }, { value: card, title: { en: Card } }]
    attributes: [{ name: risk, title: { en: Risk } }]
  - { name: region, title: { en: Region } }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    asOf: { table: loan, column: day }
    dimensions:
      - { name: type, title: { en: Type }, type: string, column: { table: loan, column: kind }, mapping: loan_type }
      - { name: region, title: { en: Region }, type: string, column: { table: loan, column: region }, mapping: region }
      - { name: risk, title: { en: Risk }, type: string, expression: "COALESCE(MAPPED(kind, 'loan_type', 'risk'), '–')" }
      - { name: kind, title: { en: Kind }, type: string, column: { table: loan, column: kind } }
      - { name: day, title: { en: Day }, type: date, column: { table: loan, column: day } }
    measures:
      - { name: loans, kind: count, title: { en: L }, definition: { en: L }, format: { unit: count } }
      - { name: amount, kind: sum, expression: amount, title: { en: A }, definition: { en: A }, format: { unit: number } }
      - { name: wanted, kind: sum, expression: amount, where: "MAPPED(kind, 'loan_type') = :wanted", title: { en: W }, definition: { en: W }, format: { unit: number } }
      - { name: share, kind: ratio, numerator: [{ measure: wanted }], denominator: [{ measure: amount }], title: { en: S }, definition: { en: S }, format: { unit: percent } }
    ${more}
`;
const compiled = (text = model()) => compileModel(parseModel(text, 'loans.yaml'));

const code = (of: string, value: string, rest: Partial<MappedCode> = {}): MappedCode => ({ code: of, value, attributes: {}, from: null, until: null, ...rest }); // prettier-ignore
const mappings = (types: Record<string, MappedCode[]>): Mappings => ({ hash: JSON.stringify(types), codes: new Map(Object.entries(types)) }); // prettier-ignore
const TYPES = [code('AN', 'auto', { attributes: { risk: 'low' } }), code('AU', 'auto'), code('CC', 'card'), code("O'Neil", 'card', { attributes: { risk: 'high' } })]; // prettier-ignore
const ALL = mappings({ loan_type: TYPES, region: [code('10', 'North'), code('20', 'South')] });

let made: MadeWarehouse;
beforeAll(async () => (made = await makeWarehouse(STATEMENTS, '2025-06-30')));
afterAll(() => made?.close());

/** The rows that every engine answers, numbers as numbers. */
async function rows(query: object, scope: Partial<Scope> = { mappings: ALL }, of = compiled()) {
  const answer = await made.ask(of, { dataset: 'loans', ...query }, scope);
  return answer.rows.map((row) => row.map((cell) => (/^\d+(\.\d+)?$/.test(String(cell)) ? Number(cell) : cell)));
}

describe('a dimension with a mapping', () => {
  it('groups by what codes mean, and tells codes without a meaning from rows without a code', async () => {
    const query = { dimensions: ['type'], measures: ['loans', 'amount'], totals: true };
    expect(await rows(query)).toEqual([
      ['auto', 3, 600],
      ['card', 2, 450],
      ['unmapped', 1, 25],
      [null, 1, 5],
    ]);
    expect(await rows({ ...query, filter: { field: 'type', op: 'in', values: ['unmapped', 'card'] } })).toEqual([
      ['card', 2, 450],
      ['unmapped', 1, 25],
    ]);
    expect(await rows({ dimensions: ['region'], measures: ['loans'] })).toEqual([
      ['North', 3],
      ['South', 3],
      ['unmapped', 1],
    ]);
  });

  it('means nothing where the tenant has said nothing, or a target that the model does not have', async () => {
    const all = [
      ['unmapped', 6],
      [null, 1],
    ];
    expect(await rows({ dimensions: ['type'], measures: ['loans'] }, {})).toEqual(all);
    const odd = mappings({ loan_type: [code('AN', 'boats')] });
    expect(await rows({ dimensions: ['type'], measures: ['loans'] }, { mappings: odd })).toEqual(all);
  });

  it('has the meaning that holds on the day of each row', async () => {
    const dated = mappings({
      loan_type: [
        code('AN', 'card', { until: '2024-12-31' }),
        code('AN', 'auto', { from: '2025-01-01' }),
        code('CC', 'card', { from: '2025-07-01' }),
      ],
    });
    expect(await rows({ dimensions: ['day', 'type'], measures: ['loans'] }, { mappings: dated })).toEqual([
      ['2024-12-31', 'card', 1],
      ['2025-06-30', 'auto', 1],
      ['2025-06-30', 'unmapped', 4],
      ['2025-06-30', null, 1],
    ]);
    // A dataset without days takes the day of the data.
    const dayless = compiled(model().replace('    asOf: { table: loan, column: day }\n', ''));
    expect(await rows({ dimensions: ['type'], measures: ['loans'] }, { mappings: dated }, dayless)).toEqual([
      ['auto', 2],
      ['unmapped', 4],
      [null, 1],
    ]);
  });

  it('can be cut, totalled, pivoted and looked behind like any other', async () => {
    expect(await rows({ dimensions: ['type'], measures: ['amount'], top: { dimension: 'type', measure: 'amount', n: 1 }, subtotals: [[]] })).toEqual([['auto', 'member', 600], [null, 'other', 480], [null, 'all', 1080]]); // prettier-ignore
    const pivot = { dimensions: ['region', 'type'], measures: ['loans'], pivot: { columns: ['type'] } };
    const { columns } = await made.ask(compiled(), { dataset: 'loans', ...pivot }, { mappings: ALL });
    expect(columns.map(({ title }) => title.en).slice(0, 4)).toEqual(['Region', 'Auto', 'Card', 'Without a meaning']);
    expect(await rows({ kind: 'distribution', by: 'type', measure: 'amount', buckets: 2 })).toHaveLength(2);
    const engine = made.engine;
    const query = semanticQuery.parse({ dataset: 'loans', dimensions: ['type'], measures: ['amount'] });
    for (const version of Object.values(made.versions)) {
      const scope = { tenant: 'alder', policyHash: '', predicates: [], mappings: ALL };
      const asked = { query, cell: [{ field: 'type', value: 'card', level: 'member' }], measure: 'amount', limit: 10, offset: 0 }; // prettier-ignore
      const answer = await engine.rows({ model: compiled(), version, scope, rows: asked as never });
      expect(JSON.parse(`{${answer.body}}`)).toMatchObject({
        count: 2,
        value: expect.stringMatching(/^450/) as string,
      });
    }
  });
});

describe('MAPPED', () => {
  it('stands in measures, attributes and row rules, beside parameters', async () => {
    expect(await rows({ measures: ['wanted'] })).toEqual([[600]]);
    expect(await rows({ measures: ['wanted'] }, { mappings: ALL, parameters: { wanted: 'card' } })).toEqual([[450]]);
    expect(await rows({ dimensions: ['risk'], measures: ['loans'] })).toEqual([
      ['high', 1],
      ['low', 2],
      ['–', 4],
    ]);
    const ruled = compiled(
      model(`rules: [{ name: cards, title: { en: C }, where: "MAPPED(kind, 'loan_type') <> 'auto'" }]`),
    );
    expect(await rows({ dimensions: ['kind'], measures: ['loans'] }, { mappings: ALL }, ruled)).toEqual([
      ['CC', 1],
      ["O'Neil", 1],
    ]);
  });

  it('stands in row rules of SQL by hand too', async () => {
    const ruled = compiled(
      model(`rules: [{ name: cards, title: { en: C }, where: "MAPPED(kind, 'loan_type') = 'card'" }]`),
    );
    const scope = { tenant: 'alder', policyHash: '', predicates: [], mappings: ALL };
    const version = made.versions.duckdb;
    const { body } = await made.engine.answerSql({ model: ruled, version, scope, sql: 'SELECT kind FROM loan ORDER BY kind', limit: 10 }); // prettier-ignore
    expect(JSON.parse(`{${body}}`)).toMatchObject({ rows: [['CC'], ["O'Neil"]] });
  });

  it('is refused with the remedy where a name is not one', () => {
    const refused = (text: string) => {
      try {
        parseModel(text, 'loans.yaml');
      } catch (error) {
        return (error as ModelError).problems.map(({ line, message }) => `${line}: ${message}`).join('\n');
      }
      throw new Error('not refused');
    };
    expect(refused(model().replace("'loan_type', 'risk'", "'loan_typ', 'risk'"))).toMatch(/^\d+: At character 23: MAPPED wants the name of a mapping.*Did you mean 'loan_type'\?/); // prettier-ignore
    expect(refused(model().replace("'loan_type', 'risk'", "'loan_type', 'rusk'"))).toMatch(/an attribute of 'loan_type' here\. Did you mean 'risk'\?/); // prettier-ignore
    expect(refused(model().replace('mapping: region', 'mapping: regoin'))).toMatch(/There is no mapping 'regoin'\. Add it under mappings\. Did you mean 'region'\?/); // prettier-ignore
    expect(refused(model().replace('value: card', 'value: unmapped'))).toMatch(/codes without a meaning/);
    expect(refused(model().replace(', type: string, column: { table: loan, column: region }', ', type: integer, column: { table: loan, column: region }'))).toMatch(/has the type string/); // prettier-ignore
  });
});

describe('codes without a meaning', () => {
  it('are counted behind dimensions and measures, with their share of the figure', async () => {
    const of = compiled();
    const fields = codedFields(of, of.datasets.get('loans')!);
    expect(fields.map(({ field, type }) => `${field} ${type}`)).toEqual(['type loan_type', 'region region', 'risk loan_type', 'wanted loan_type']); // prettier-ignore
    const query = semanticQuery.parse({ dataset: 'loans', measures: ['amount'] });
    for (const version of Object.values(made.versions)) {
      const scope = { tenant: 'alder', policyHash: '', predicates: [], mappings: ALL, reader: 'system' as const };
      const asked = { model: of, version, scope };
      const found = await made.engine.unlabelledCodes({ ...asked, fields: fields.map((coded) => ({ dataset: 'loans', coded })) }); // prettier-ignore
      expect(found.map(({ codes }) => codes)).toEqual([[{ code: 'ZZ', rows: 1 }], [{ code: '30', rows: 1 }], [{ code: 'ZZ', rows: 1 }], [{ code: 'ZZ', rows: 1 }]]); // prettier-ignore
      expect(await made.engine.unlabelledRows({ ...asked, query, fields: ['type', 'wanted'] })).toEqual({
        rows: 7,
        unlabelled: [1, 1],
        figures: [{ measure: 'amount', all: 1080, parts: [25, 25] }],
      });
    }
  });
});

describe('kept answers', () => {
  it('are asked anew where a mapping or parameter that they use has changed, and only those', async () => {
    const engine = createEngine();
    const outcome = async (query: object, scope: Partial<Scope>, tenant = 'alder') => {
      const answer = await engine.answer({
        model: of,
        version: made.versions.duckdb,
        scope: { tenant, policyHash: '', predicates: [], ...scope },
        query: semanticQuery.parse({ dataset: 'loans', ...query }),
      });
      return [toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }).rows.length, answer.cache];
    };
    const of = compiled();
    const byType = { dimensions: ['type'], measures: ['loans'] };
    const byRegion = { dimensions: ['region'], measures: ['loans'] };
    const changed = mappings({ loan_type: [code('AN', 'card')], region: ALL.codes.get('region') as MappedCode[] });
    try {
      for (const query of [byType, byRegion, { measures: ['wanted'] }]) await outcome(query, { mappings: ALL });
      await outcome(byType, { mappings: ALL }, 'birch');
      expect(await outcome(byType, { mappings: changed })).toEqual([3, 'miss']);
      expect(await outcome(byRegion, { mappings: changed })).toEqual([3, 'hit']);
      expect(await outcome(byType, { mappings: ALL }, 'birch')).toEqual([1, 'hit']);
      const set = { mappings: ALL, parameters: { wanted: 'card' } };
      expect(await outcome({ measures: ['wanted'] }, set)).toEqual([1, 'miss']);
      expect(await outcome(byRegion, set)).toEqual([3, 'hit']);
    } finally {
      await engine.close();
    }
  });
});
