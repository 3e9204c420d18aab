import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import type { ModelError } from '../../src/errors.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { Engine } from '../../src/engine.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { MappedCode, Mappings } from '../../src/plan/mappings.ts';
import { mappedFields } from '../../src/planner/unmapped.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { quoteText } from '../../src/expression/quote.ts';

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
].map((row) => `(${row.map((item) => (typeof item === 'string' ? quoteText(item) : String(item))).join(', ')})`);
const STATEMENTS = [
  'CREATE TABLE loan (tenant_id VARCHAR, id BIGINT, kind VARCHAR, region BIGINT, day DATE, amount DECIMAL(18,2))',
  `INSERT INTO loan VALUES ${LOANS.join(', ')}`,
];

const model = (more = '') => `
name: loans
title: { en: Loans }
description: { en: Loans }
parameters: [{ name: chosen, title: { en: Wanted }, type: string, default: auto }]
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
      - { name: chosen, kind: sum, expression: amount, where: "MAPPED(kind, 'loan_type') = :chosen", title: { en: W }, definition: { en: W }, format: { unit: number } }
      - { name: share, kind: ratio, numerator: [{ measure: chosen }], denominator: [{ measure: amount }], title: { en: S }, definition: { en: S }, format: { unit: percent } }
    ${more}
`;
const compiled = (text = model()) => compileModel(parseModel(text, 'loans.yaml'));

const code = (of: string, value: string, rest: Partial<MappedCode> = {}): MappedCode => ({
  code: of,
  value,
  attributes: {},
  from: null,
  until: null,
  ...rest,
});
const mappings = (types: Record<string, MappedCode[]>): Mappings => ({
  hash: JSON.stringify(types),
  codes: new Map(Object.entries(types)),
});
const TYPES = [
  code('AN', 'auto', { attributes: { risk: 'low' } }),
  code('AU', 'auto'),
  code('CC', 'card'),
  code("O'Neil", 'card', { attributes: { risk: 'high' } }),
];
const ALL = mappings({ loan_type: TYPES, region: [code('10', 'North'), code('20', 'South')] });

let warehouse: GeneratedWarehouse;
beforeAll(async () => (warehouse = await generateWarehouse(STATEMENTS, '2025-06-30')));
afterAll(() => warehouse?.close());

/** The rows, which must be the same on every engine, with numbers as numbers. */
async function rows(query: object, scope: Partial<Scope> = { mappings: ALL }, of = compiled()) {
  const answer = await warehouse.runQuery(of, { dataset: 'loans', ...query }, scope);
  return answer.rows.map((row) => row.map((cell) => (/^\d+(\.\d+)?$/.test(String(cell)) ? Number(cell) : cell)));
}

describe('a dimension with a mapping', () => {
  it('groups by labels, and distinguishes unmapped codes from missing ones', async () => {
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

  it('treats codes as unmapped without a tenant mapping, or with a target that the model lacks', async () => {
    const all = [
      ['unmapped', 6],
      [null, 1],
    ];
    expect(await rows({ dimensions: ['type'], measures: ['loans'] }, {})).toEqual(all);
    const odd = mappings({ loan_type: [code('AN', 'boats')] });
    expect(await rows({ dimensions: ['type'], measures: ['loans'] }, { mappings: odd })).toEqual(all);
  });

  it('labels rows without a code where the tenant maps null, on its days', async () => {
    const query = { dimensions: ['type'], measures: ['loans'] };
    const withNull = (rest: Partial<MappedCode>) => ({
      mappings: mappings({ loan_type: [...TYPES, { ...code('', 'card'), code: null, ...rest }] }),
    });
    expect(await rows(query, withNull({}))).toEqual([
      ['auto', 3],
      ['card', 3],
      ['unmapped', 1],
    ]);
    expect(await rows({ ...query, filter: { field: 'type', op: 'in', values: ['card'] } }, withNull({}))).toEqual([
      ['card', 3],
    ]);
    expect(await rows(query, withNull({ from: '2025-07-01' }))).toEqual(
      await rows(query, { mappings: mappings({ loan_type: TYPES }) }),
    );
    const attribute = withNull({ attributes: { risk: 'none' } });
    expect(await rows({ dimensions: ['risk'], measures: ['loans'] }, attribute)).toContainEqual(['none', 1]);
  });

  it('uses the label that is valid on the day of each row', async () => {
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
    // A dataset without an as-of date uses that of the data.
    const dayless = compiled(model().replace('    asOf: { table: loan, column: day }\n', ''));
    expect(await rows({ dimensions: ['type'], measures: ['loans'] }, { mappings: dated }, dayless)).toEqual([
      ['auto', 2],
      ['unmapped', 4],
      [null, 1],
    ]);
  });

  it('supports top N, subtotals, pivots and drill-through like any other', async () => {
    expect(
      await rows({
        dimensions: ['type'],
        measures: ['amount'],
        top: { dimension: 'type', measure: 'amount', n: 1 },
        subtotals: [[]],
      }),
    ).toEqual([
      ['auto', 'member', 600],
      [null, 'other', 480],
      [null, 'all', 1080],
    ]);
    const pivot = { dimensions: ['region', 'type'], measures: ['loans'], pivot: { columns: ['type'] } };
    const { columns } = await warehouse.runQuery(compiled(), { dataset: 'loans', ...pivot }, { mappings: ALL });
    expect(columns.map(({ title }) => title.en).slice(0, 4)).toEqual(['Region', 'Auto', 'Card', 'Unmapped']);
    expect(await rows({ kind: 'distribution', by: 'type', measure: 'amount', buckets: 2 })).toHaveLength(2);
    const engine = warehouse.engine;
    const query = semanticQuery.parse({ dataset: 'loans', dimensions: ['type'], measures: ['amount'] });
    for (const version of Object.values(warehouse.versions)) {
      const scope = { tenant: 'alder', mappings: ALL };
      const request = {
        query,
        cell: [{ field: 'type', value: 'card', level: 'member' }],
        measure: 'amount',
        limit: 10,
        offset: 0,
      };
      const answer = await engine.queries.runRows({ model: compiled(), version, scope, rows: request as never });
      expect(JSON.parse(`{${answer.body}}`)).toMatchObject({
        count: 2,
        value: expect.stringMatching(/^450/) as string,
      });
    }
  });
});

describe('MAPPED', () => {
  it('can be used in measures, attributes and row rules, with parameters', async () => {
    expect(await rows({ measures: ['chosen'] })).toEqual([[600]]);
    expect(await rows({ measures: ['chosen'] }, { mappings: ALL, parameters: { chosen: 'card' } })).toEqual([[450]]);
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

  it('can be used in row rules of ad-hoc SQL', async () => {
    const ruled = compiled(
      model(`rules: [{ name: cards, title: { en: C }, where: "MAPPED(kind, 'loan_type') = 'card'" }]`),
    );
    const scope = { tenant: 'alder', mappings: ALL };
    const version = warehouse.versions.duckdb;
    const { body } = await warehouse.engine.adHocSql.run({
      model: ruled,
      version,
      scope,
      sql: 'SELECT kind FROM loan ORDER BY kind',
      limit: 10,
    });
    expect(JSON.parse(`{${body}}`)).toMatchObject({ rows: [['CC'], ["O'Neil"]] });
  });

  it('is refused with the remedy for an unknown name', () => {
    const refused = (text: string) => {
      try {
        parseModel(text, 'loans.yaml');
      } catch (error) {
        return (error as ModelError).issues.map(({ line, message }) => `${line}: ${message}`).join('\n');
      }
      throw new Error('not refused');
    };
    expect(refused(model().replace("'loan_type', 'risk'", "'loan_typ', 'risk'"))).toMatch(
      /^\d+: At character 23: MAPPED wants the name of a mapping.*Did you mean 'loan_type'\?/,
    );
    expect(refused(model().replace("'loan_type', 'risk'", "'loan_type', 'rusk'"))).toMatch(
      /an attribute of 'loan_type' here\. Did you mean 'risk'\?/,
    );
    expect(refused(model().replace('mapping: region', 'mapping: regoin'))).toMatch(
      /There is no mapping 'regoin'\. Add it under mappings\. Did you mean 'region'\?/,
    );
    expect(refused(model().replace('value: card', 'value: unmapped'))).toMatch(/reserved for unmapped codes/);
    expect(
      refused(
        model().replace(
          ', type: string, column: { table: loan, column: region }',
          ', type: integer, column: { table: loan, column: region }',
        ),
      ),
    ).toMatch(/has the type string/);
  });
});

describe('unmapped codes', () => {
  it('are counted for dimensions and measures, with their share of the figure', async () => {
    const of = compiled();
    const fields = mappedFields(of, of.datasets.get('loans')!);
    expect(fields.map(({ field, type }) => `${field} ${type}`)).toEqual([
      'type loan_type',
      'region region',
      'risk loan_type',
      'chosen loan_type',
    ]);
    const query = semanticQuery.parse({ dataset: 'loans', measures: ['amount'] });
    for (const version of Object.values(warehouse.versions)) {
      const scope = { tenant: 'alder', mappings: ALL, reader: 'system' as const };
      const request = { model: of, version, scope };
      const codesByField = await warehouse.engine.unmapped.listCodes({
        ...request,
        fields: fields.map((coded) => ({ dataset: 'loans', coded })),
      });
      expect(codesByField.map(({ codes }) => codes)).toEqual([
        [{ code: 'ZZ', rows: 1 }],
        [{ code: '30', rows: 1 }],
        [{ code: 'ZZ', rows: 1 }],
        [{ code: 'ZZ', rows: 1 }],
      ]);
      expect(await warehouse.engine.unmapped.countRows({ ...request, query, fields: ['type', 'chosen'] })).toEqual({
        rows: 7,
        unmapped: [1, 1],
        figures: [{ measure: 'amount', all: 1080, parts: [25, 25] }],
      });
    }
  });
});

describe('cached results', () => {
  it('are invalidated only by changes to mappings and parameters that they use', async () => {
    const engine = new Engine();
    const outcome = async (query: object, scope: Partial<Scope>, tenant = 'alder') => {
      const answer = await engine.queries.run({
        model: of,
        version: warehouse.versions.duckdb,
        scope: { tenant, ...scope },
        query: semanticQuery.parse({ dataset: 'loans', ...query }),
      });
      return [toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }).rows.length, answer.cache];
    };
    const of = compiled();
    const byType = { dimensions: ['type'], measures: ['loans'] };
    const byRegion = { dimensions: ['region'], measures: ['loans'] };
    const changed = mappings({ loan_type: [code('AN', 'card')], region: ALL.codes.get('region') as MappedCode[] });
    try {
      for (const query of [byType, byRegion, { measures: ['chosen'] }]) await outcome(query, { mappings: ALL });
      await outcome(byType, { mappings: ALL }, 'birch');
      expect(await outcome(byType, { mappings: changed })).toEqual([3, 'miss']);
      expect(await outcome(byRegion, { mappings: changed })).toEqual([3, 'hit']);
      expect(await outcome(byType, { mappings: ALL }, 'birch')).toEqual([1, 'hit']);
      const set = { mappings: ALL, parameters: { chosen: 'card' } };
      expect(await outcome({ measures: ['chosen'] }, set)).toEqual([1, 'miss']);
      expect(await outcome(byRegion, set)).toEqual([3, 'hit']);
    } finally {
      await engine.close();
    }
  });
});
