import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../support/book.ts';
import { makeWarehouse } from '../support/made-warehouse.ts';
import type { MadeWarehouse } from '../support/made-warehouse.ts';
import { ModelError, QueryError } from './errors.ts';
import { compileModel } from './model/compile-model.ts';
import { parseModel, readModel } from './model/parse-model.ts';
import { codedFields } from './plan/plan-unlabelled.ts';
import type { Scope } from './plan/scope.ts';

const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
let made: MadeWarehouse;
beforeAll(async () => {
  made = await makeWarehouse(BOOK_TABLES);
});
afterAll(() => made.close());

const SCOPE: Scope = { tenant: 'alder', policyHash: '', predicates: [] };
const MONTH = { field: 'day', grain: 'month' };
const FEBRUARY = '2025-02-01';
/** What every engine answers. */
async function told(query: object, scope: Partial<Scope> = {}) {
  const { rows, totals } = await made.ask(model, { dataset: 'book', ...query }, scope);
  return {
    rows: rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' && /^-?[\d.]+$/.test(cell) ? Number(cell) : cell)),
    ),
    ...(totals && { totals: totals.map((cell) => (typeof cell === 'string' ? Number(cell) : cell)) }),
  };
}
const refusal = async (query: object) => {
  const error = await made.ask(model, { dataset: 'book', ...query }).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(QueryError);
  return (error as QueryError).message;
};

describe('several facts', () => {
  it('are aggregated each alone and meet in equal groups, those without a branch too', async () => {
    const query = { dimensions: ['branch'], measures: ['loans_rows', 'shares_rows', 'all_rows', 'paid', 'typical'], totals: true }; // prettier-ignore
    expect(await told(query)).toEqual({
      rows: [
        ['Elm', 2, 1, 3, 12, 100],
        ['Oak', 5, 2, 7, 31, 450],
        [null, 1, 1, 2, null, 10],
      ],
      totals: [null, 8, 4, 12, 43, 250],
    });
  });

  it('make ratios of each other, whose totals come from their parts', async () => {
    const query = { dimensions: ['branch'], measures: ['balance', 'deposits', 'loan_to_share', 'gap'], totals: true };
    expect(await told(query)).toEqual({
      rows: [
        ['Elm', 60, null, null, null],
        ['Oak', 80, 500, 0.16, 420],
        [null, 7, 10, 0.7, 3],
      ],
      totals: [null, 147, 510, 147 / 510, 363],
    });
  });

  it('are ordered, cut, shared out, ranked and compared as one', async () => {
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
    expect((await told(query)).rows).toEqual([[FEBRUARY, 147 / 510, 500, 1, 12]]);
  });

  it('are filtered each by the shared dimensions', async () => {
    const query = { measures: ['balance', 'deposits'], filter: { field: 'branch', op: 'in', values: ['Oak'] } };
    expect((await told(query)).rows).toEqual([[80, 500]]);
  });

  it('that nothing is asked of have no say; where no figure is asked for, all have', async () => {
    expect((await told({ dimensions: ['branch'], measures: ['deposits'], filter: { field: 'day', during: { since: '2025-02-01' } } })).rows).toEqual([['Oak', 500], [null, 10]]); // prettier-ignore
    expect((await told({ dimensions: ['branch'] })).rows).toEqual([['Elm'], ['Oak'], [null]]);
  });

  it('compare members and show how they spread', async () => {
    const benchmark = await made.ask(model, { dataset: 'book', kind: 'benchmark', by: 'branch', member: 'Oak', measures: ['loan_to_share', 'all_rows'] }); // prettier-ignore
    expect(benchmark.rows).toEqual([
      ['loan_to_share', 0.16, 1, 0.16, 0.16, 0.16, null, 1, 1],
      ['all_rows', 7, 2, 4, 5, 6, 100, 1, 2],
    ]);
    const spread = await made.ask(model, { dataset: 'book', kind: 'distribution', by: 'branch', measure: 'all_rows', buckets: 2 }); // prettier-ignore
    expect(spread.rows.map((row) => row[2])).toEqual([1, 1]);
  });

  it('keep their own rules, and rules by a fact’s own dimension hold there', async () => {
    const predicates = [{ dataset: 'loans', filter: { field: 'grade', op: 'in' as const, values: [1] } }];
    expect((await told({ measures: ['balance', 'deposits', 'all_rows'] }, { predicates })).rows).toEqual([
      [87, 510, 9],
    ]);
    const both = [{ dataset: 'book', filter: { field: 'branch', op: 'in' as const, values: ['Oak'] } }];
    expect((await told({ measures: ['balance', 'deposits'] }, { predicates: both })).rows).toEqual([[80, 500]]);
  });

  it('are not cut by what only one of them has', async () => {
    expect(await refusal({ dimensions: ['grade'], measures: ['balance'] })).toBe("'grade' is a dimension of 'loans' that the facts of 'book' do not share. Ask 'loans' for it, or add it to the shared dimensions."); // prettier-ignore
    expect(await refusal({ measures: ['rows'] })).toMatch(
      /no measure 'rows' in 'book'\. Did you mean '(loans|shares|all)_rows'/,
    );
  });
});

describe('what is told of figures of several facts', () => {
  it('is how they are made, and of which days', async () => {
    const query = semanticQuery.parse({ dataset: 'book', measures: ['loan_to_share', 'all_rows', 'typical'] });
    const formula = async (measure: string) =>
      (await made.engine.explain({ model, version: made.versions.duckdb, scope: SCOPE, query, measure })).formula;
    expect(await formula('loan_to_share')).toBe('last day of sum(loan.amount) ÷ last day of sum(share.amount)');
    expect(await formula('all_rows')).toBe('count(loan) + count(share)');
    expect(await formula('typical')).toBe('median(share.amount)');
  });

  it('counts codes without a label over all of them', async () => {
    const labelled = BOOK_MODEL.replaceAll(/(name: (branch|home), type: string)/g, '$1, values: [{ value: Oak, title: { en: Oak } }]'); // prettier-ignore
    const labelledModel = compileModel(parseModel(labelled, 'book.yaml'));
    const coded = codedFields(labelledModel, labelledModel.datasets.get('book')!);
    expect(coded.map(({ field }) => field)).toEqual(['branch']);
    for (const version of Object.values(made.versions)) {
      const asked = { model: labelledModel, version, scope: { ...SCOPE, reader: 'system' as const } };
      const fields = [{ dataset: 'book', coded: coded[0]! }];
      const [found] = await made.engine.unlabelledCodes({ ...asked, fields });
      expect(found!.codes).toEqual([{ code: 'Elm', rows: 3 }]);
      const query = semanticQuery.parse({ dataset: 'book', measures: ['all_rows'] });
      expect(await made.engine.unlabelledRows({ ...asked, query, fields: ['branch'] })).toEqual({ rows: 12, unlabelled: [3], figures: [] }); // prettier-ignore
    }
  });
});

describe('a chain of joins', () => {
  it('reaches a table through the one before it', async () => {
    expect((await told({ dataset: 'loans', dimensions: ['region'], measures: ['rows'] })).rows).toEqual([['West', 5], [null, 3]]); // prettier-ignore
  });
});

describe('a join that would take several rows for one', () => {
  const joined = BOOK_MODEL.replace(
    'joins: [{ table: branch, on: [{ column: home, key: id }] }]',
    'joins: [{ table: branch, on: [{ column: home, key: id }] }, { table: loan, on: [{ column: id, key: id }] }]',
  );

  it('is found in the tenant’s rows, and refused with line and remedy', async () => {
    for (const version of Object.values(made.versions)) {
      const asked = { version, tenant: 'alder' };
      expect(await made.engine.repeatedKeys({ ...asked, model: model.model })).toEqual([]);
      const repeated = await made.engine.repeatedKeys({ ...asked, model: parseModel(joined, 'book.yaml') });
      expect(repeated).toEqual([{ table: 'loan', columns: ['id'], values: 3 }]);
      expect(() => readModel({ text: joined, file: 'book.yaml', repeated })).toThrow(
        /book\.yaml:33:\d+ datasets\.1\.joins\.1: 3 values of id in 'loan' stand in several rows, so rows of 'shares' would be counted several times\. Add the columns that tell its rows apart, or load 'loan' with one row for each id\./,
      );
    }
  });
});

describe('a combined dataset with a fault', () => {
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
    ['of: { loans: day, shares: at }', 'of: { loans: day }', /Name the dimension of 'shares' that 'day' stands for/],
    [
      'numerator: [{ measure: balance }], denominator: [{ measure: deposits }]',
      'numerator: [{ measure: mean }], denominator: [{ measure: deposits }]',
      /'mean' is made of several days and cannot be added up/,
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
