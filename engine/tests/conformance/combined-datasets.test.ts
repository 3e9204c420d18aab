import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../support/loan-book.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { ModelError, QueryError } from '../../src/errors.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel, readModel } from '../../src/documents/read-model.ts';
import { mappedFields } from '../../src/planner/unmapped.ts';
import type { Scope } from '../../src/plan/scope.ts';

const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(BOOK_TABLES);
});
afterAll(() => warehouse.close());

const SCOPE: Scope = { tenant: 'alder' };
const MONTH = { field: 'day', grain: 'month' };
const FEBRUARY = '2025-02-01';
/** The result, which must be the same on every engine. */
async function explained(query: object, scope: Partial<Scope> = {}) {
  const { rows, totals } = await warehouse.runQuery(model, { dataset: 'book', ...query }, scope);
  return {
    rows: rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' && /^-?[\d.]+$/.test(cell) ? Number(cell) : cell)),
    ),
    ...(totals && { totals: totals.map((cell) => (typeof cell === 'string' ? Number(cell) : cell)) }),
  };
}
const rejection = async (query: object) => {
  const error = await warehouse.runQuery(model, { dataset: 'book', ...query }).catch((issue: unknown) => issue);
  expect(error).toBeInstanceOf(QueryError);
  return (error as QueryError).message;
};

describe('several facts', () => {
  it('are aggregated separately and combined by equal keys, including rows without a branch', async () => {
    const query = {
      dimensions: ['branch'],
      measures: ['loans_rows', 'shares_rows', 'all_rows', 'paid', 'typical'],
      totals: true,
    };
    expect(await explained(query)).toEqual({
      rows: [
        ['Elm', 2, 1, 3, 12, 100],
        ['Oak', 5, 2, 7, 31, 450],
        [null, 1, 1, 2, null, 10],
      ],
      totals: [null, 8, 4, 12, 43, 250],
    });
  });

  it('form ratios whose totals are computed from their parts', async () => {
    const query = { dimensions: ['branch'], measures: ['balance', 'deposits', 'loan_to_share', 'gap'], totals: true };
    expect(await explained(query)).toEqual({
      rows: [
        ['Elm', 60, null, null, null],
        ['Oak', 80, 500, 0.16, 420],
        [null, 7, 10, 0.7, 3],
      ],
      totals: [null, 147, 510, 147 / 510, 363],
    });
  });

  it('can be ordered, paged, shared, ranked and compared together', async () => {
    const query = {
      dimensions: [MONTH],
      measures: ['loan_to_share'],
      calculations: [
        { name: 'before', kind: 'compare', measure: 'deposits', with: 'previous_period' },
        { name: 'place', kind: 'rank', measure: 'loan_to_share' },
        { name: 'to_date', kind: 'accumulate', measure: 'all_rows', over: 'year' },
      ],
      filter: { field: 'day', during: { since: '2025-02-01' } },
      order: [{ field: 'loan_to_share', direction: 'desc' }],
    };
    expect((await explained(query)).rows).toEqual([[FEBRUARY, 147 / 510, 500, 1, 12]]);
  });

  it('are each filtered by the shared dimensions', async () => {
    const query = { measures: ['balance', 'deposits'], filter: { field: 'branch', op: 'in', values: ['Oak'] } };
    expect((await explained(query)).rows).toEqual([[80, 500]]);
  });

  it('are skipped if no measure needs them, and all contribute groups if there are no measures', async () => {
    expect(
      (
        await explained({
          dimensions: ['branch'],
          measures: ['deposits'],
          filter: { field: 'day', during: { since: '2025-02-01' } },
        })
      ).rows,
    ).toEqual([
      ['Oak', 500],
      [null, 10],
    ]);
    expect((await explained({ dimensions: ['branch'] })).rows).toEqual([['Elm'], ['Oak'], [null]]);
  });

  it('support benchmarks and distributions', async () => {
    const benchmark = await warehouse.runQuery(model, {
      dataset: 'book',
      kind: 'benchmark',
      by: 'branch',
      member: 'Oak',
      measures: ['loan_to_share', 'all_rows'],
    });
    expect(benchmark.rows).toEqual([
      ['loan_to_share', 0.16, 1, 0.16, 0.16, 0.16, null, 1, 1, true],
      ['all_rows', 7, 2, 4, 5, 6, 100, 1, 2, true],
    ]);
    const spread = await warehouse.runQuery(model, {
      dataset: 'book',
      kind: 'distribution',
      by: 'branch',
      measure: 'all_rows',
      buckets: 2,
    });
    expect(spread.rows.map((row) => row[2])).toEqual([1, 1]);
    const peers = { field: 'branch', op: 'in', values: ['Elm'] };
    const among = await warehouse.runQuery(model, {
      dataset: 'book',
      kind: 'benchmark',
      by: 'branch',
      member: 'Oak',
      measures: ['all_rows'],
      peers,
    });
    expect(among.rows).toEqual([['all_rows', 7, 1, 3, 3, 3, 100, null, null, false]]);
  });

  it('apply their own rules, including rules on a fact’s own dimension', async () => {
    const predicates = [{ dataset: 'loans', filter: { field: 'grade', op: 'in' as const, values: [1] } }];
    expect((await explained({ measures: ['balance', 'deposits', 'all_rows'] }, { predicates })).rows).toEqual([
      [87, 510, 9],
    ]);
    const both = [{ dataset: 'book', filter: { field: 'branch', op: 'in' as const, values: ['Oak'] } }];
    expect((await explained({ measures: ['balance', 'deposits'] }, { predicates: both })).rows).toEqual([[80, 500]]);
  });

  it('cannot be queried by measures that only one of them has', async () => {
    expect(await rejection({ dimensions: ['grade'], measures: ['balance'] })).toBe(
      "'grade' is a dimension of 'loans' that the facts of 'book' do not share. Query 'loans' instead, or add it to the shared dimensions.",
    );
    expect(await rejection({ measures: ['rows'] })).toMatch(
      /no measure 'rows' in 'book'\. Did you mean '(loans|shares|all)_rows'/,
    );
  });
});

describe('explanations of figures over several facts', () => {
  it('state the formula and its days', async () => {
    const query = semanticQuery.parse({ dataset: 'book', measures: ['loan_to_share', 'all_rows', 'typical'] });
    const formula = async (measure: string) =>
      (
        await warehouse.engine.explanations.explain({
          model,
          version: warehouse.versions.duckdb,
          scope: SCOPE,
          query,
          measure,
        })
      ).formula;
    expect(await formula('loan_to_share')).toBe('{last} sum(loan.amount) ÷ {last} sum(share.amount)');
    expect(await formula('all_rows')).toBe('count(loan) + count(share)');
    expect(await formula('typical')).toBe('median(share.amount)');
  });

  it('count unmapped codes over all facts', async () => {
    const labeled = BOOK_MODEL.replaceAll(
      /(name: (branch|home), type: string)/g,
      '$1, values: [{ value: Oak, title: { en: Oak } }]',
    );
    const labeledModel = compileModel(parseModel(labeled, 'book.yaml'));
    const coded = mappedFields(labeledModel, labeledModel.datasets.get('book')!);
    expect(coded.map(({ field }) => field)).toEqual(['branch']);
    for (const version of Object.values(warehouse.versions)) {
      const request = { model: labeledModel, version, scope: { ...SCOPE, reader: 'system' as const } };
      const fields = [{ dataset: 'book', coded: coded[0]! }];
      const [codes] = await warehouse.engine.unmapped.listCodes({ ...request, fields });
      expect(codes!.codes).toEqual([{ code: 'Elm', rows: 3 }]);
      const query = semanticQuery.parse({ dataset: 'book', measures: ['all_rows'] });
      expect(await warehouse.engine.unmapped.countRows({ ...request, query, fields: ['branch'] })).toEqual({
        rows: 12,
        unmapped: [3],
        figures: [],
      });
    }
  });
});

describe('a chain of joins', () => {
  it('reaches a table through the one before it', async () => {
    expect((await explained({ dataset: 'loans', dimensions: ['region'], measures: ['rows'] })).rows).toEqual([
      ['West', 5],
      [null, 3],
    ]);
  });
});

describe('a join that matches several rows', () => {
  const joined = BOOK_MODEL.replace(
    'joins: [{ table: branch, on: [{ column: home, key: id }] }]',
    'joins: [{ table: branch, on: [{ column: home, key: id }] }, { table: loan, on: [{ column: id, key: id }] }]',
  );

  it('is detected in the tenant’s rows and refused with line and remedy', async () => {
    for (const version of Object.values(warehouse.versions)) {
      const request = { version, tenant: 'alder' };
      expect(await warehouse.engine.catalogs.repeatedKeys({ ...request, model: model.model })).toEqual([]);
      const repeated = await warehouse.engine.catalogs.repeatedKeys({
        ...request,
        model: parseModel(joined, 'book.yaml'),
      });
      expect(repeated).toEqual([{ table: 'loan', columns: ['id'], values: 3 }]);
      expect(() => readModel({ text: joined, file: 'book.yaml', repeated })).toThrow(
        /book\.yaml:37:\d+ datasets\.1\.joins\.1: 3 values of id occur in several rows of 'loan', so rows of 'shares' would be counted several times\. Add the columns that identify its rows or a condition as 'where', or load 'loan' with one row for each id\./,
      );
    }
  });
});

describe('an invalid combined dataset', () => {
  it.each([
    [
      'facts: [loans, shares]',
      'facts: [loans, share]',
      /combined\.0\.facts\.1: There is no dataset 'share'\. Did you mean 'shares'\?/,
    ],
    [
      'shares: home }',
      'shares: hom }',
      /shared\.1\.of\.shares: There is no dimension 'hom' in 'shares'\. Did you mean 'home'\?/,
    ],
    [
      'of: { loans: day, shares: at }',
      'of: { loans: grade, shares: at }',
      /'day' is integer in one fact and date in another/,
    ],
    [
      'of: { loans: day, shares: at }',
      'of: { loans: day }',
      /Name the dimension of 'shares' that 'day' corresponds to/,
    ],
    [
      'numerator: [{ measure: balance }], denominator: [{ measure: deposits }]',
      'numerator: [{ measure: mean }], denominator: [{ measure: deposits }]',
      /'mean' is computed from several days and cannot be added up/,
    ],
    ['{ measure: loans_rows }', '{ measure: rows }', /There is no measure 'rows' in 'book'/],
    [
      'expression: deposits - balance',
      'expression: deposits - balances',
      /There is no measure 'balances'\. Did you mean 'balance'\?/,
    ],
    ['- name: book\n', '- name: loans\n', /There are two datasets 'loans'/],
    ['name: gap', 'name: shares_rows', /The name 'shares_rows' is used twice in 'book'\. Rename one/],
    ['to: branch', 'to: brunch', /The table 'brunch' is not joined before 'region'\. Did you mean 'branch'\?/],
    ['over: { time: day, take: last }', 'over: { time: grade, take: last }', /'grade' is not a date/],
  ])('%s → %s is refused with the remedy', (good, bad, message) => {
    const text = BOOK_MODEL.replace(good, bad);
    expect(text).not.toBe(BOOK_MODEL);
    expect(() => parseModel(text, 'book.yaml')).toThrow(ModelError);
    expect(() => parseModel(text, 'book.yaml')).toThrow(message);
  });
});
