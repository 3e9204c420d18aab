import { rowsQuery, semanticQuery } from '@rise/contract';
import type { Dialect } from '../src/dialects/dialect.ts';
import { compileModel } from '../src/model/compile-model.ts';
import type { CompiledModel } from '../src/model/compile-model.ts';
import { parseModel } from '../src/model/parse-model.ts';
import { planQuery } from '../src/plan/plan-query.ts';
import { planRows } from '../src/plan/plan-rows.ts';
import { planUnlabelledRows } from '../src/plan/plan-unlabelled.ts';
import type { Plan } from '../src/plan/plan.ts';
import type { Scope } from '../src/plan/scope.ts';
import { batchSql } from '../src/sql/batch.ts';
import { greatestSql } from '../src/sql/greatest.ts';
import { repeatedKeysSql } from '../src/sql/repeated-keys.ts';
import { writeSql } from '../src/sql/write-sql.ts';
import type { StatementRequest } from '../src/warehouses/messages.ts';
import { BOOK_MODEL, BOOK_TABLES } from './book.ts';
import { branches, FIELDS } from './random-queries.ts';
import { tinyModel, tinyStatements } from './tiny-warehouse.ts';

/** Something that the engine asks of a warehouse, as statements in each engine's words. */
export interface DialectCase {
  name: string;
  /** In which of the warehouses of `CASE_TABLES` its tables are. */
  of: keyof typeof CASE_TABLES;
  statements(dialect: Dialect): StatementRequest[];
}

/** The tables that the cases are about, in SQL that every engine reads. */
export const CASE_TABLES = { branches: tinyStatements(branches(7)), book: BOOK_TABLES };

const DIMENSIONS = `${FIELDS.dimensions}
      - { name: moment, type: timestamp, expression: "CAST(CONCAT(CAST(day AS string), ' 23:30:00') AS timestamp)" }
      - { name: letter, type: string, expression: "SUBSTRING(branch_id, 1, 1)", values: [{ value: a, title: { en: Alder } }] }`;
const RULES = '[{ name: low, title: { en: R }, appliesTo: { roles: [clerk] }, where: "grade <= 2" }]';
const MASKS = '[{ name: names, title: { en: M }, appliesTo: { roles: [clerk] }, columns: [{ table: branch, column: name }] }]'; // prettier-ignore
const PARAMETERS = '[{ name: least, type: integer, default: 2, title: { en: Least } }]';

/** Branches and their balances: every kind of measure and dimension. */
export const CASE_MODEL = compileModel(
  parseModel(
    tinyModel({ ...FIELDS, dimensions: DIMENSIONS, rules: RULES, masks: MASKS, parameters: PARAMETERS }),
    'tiny.yaml',
  ),
);
const BOOK = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));

const AS_OF = '2025-12-31';
const everyone = { roles: ['auditor'], groups: [], attributes: {} };
const scopeOf = (more: Partial<Scope> = {}): Scope => ({
  tenant: 'alder',
  policyHash: '',
  predicates: [],
  reader: everyone,
  ...more,
});

/** The statements of a plan, with how many rows are wanted of each. */
export function statementsOf(plan: Plan, dialect: Dialect): StatementRequest[] {
  const { rows, totals, types, limit, totalsTypes, cuts } = writeSql(plan, dialect);
  const first = { ...rows, types, limit, ...(cuts && { cuts }) };
  return totals ? [first, { ...totals, types: totalsTypes ?? types, limit: null }] : [first];
}

const ask =
  (model: CompiledModel, dataset: string) =>
  (name: string, query: object, scope: Partial<Scope> = {}): DialectCase => ({
    name,
    of: model === BOOK ? 'book' : 'branches',
    statements: (dialect) =>
      statementsOf(planQuery(model, scopeOf(scope), semanticQuery.parse({ dataset, ...query }), AS_OF), dialect),
  });
const branch = ask(CASE_MODEL, 'book');
const loans = ask(BOOK, 'loans');
const both = ask(BOOK, 'book');

const behind = (name: string, rows: { query: object; cell?: object[]; measure: string; offset?: number }): DialectCase => ({
  name,
  of: 'branches',
  statements(dialect) {
    const asked = rowsQuery.parse({ ...rows, query: { dataset: 'book', ...rows.query } });
    return statementsOf(planRows(CASE_MODEL, scopeOf(), asked, AS_OF), dialect);
  },
}); // prettier-ignore

const KINDS = ['branches', 'assets', 'worth', 'kept', 'worth_ratio', 'plain_ratio', 'yearly_ratio', 'big_assets', 'grades', 'mean_worth', 'least', 'middle', 'ninth', 'spread']; // prettier-ignore
const MONTH = { field: 'day', grain: 'month' };
const CHICAGO = { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 7 } as const;
const grain = (each: string) => ({ field: each === 'hour' ? 'moment' : 'day', grain: each });
const compare = (name: string, how: object) => ({ name, kind: 'compare', measure: 'assets', ...how });
const only = (field: string, op: string, values: unknown[] = []) => ({ filter: { field, op, values } });

/** One of each: whatever else is asked is made of these. */
export const DIALECT_CASES: readonly DialectCase[] = [
  branch('every kind of measure, with totals', { dimensions: ['grade'], measures: KINDS, totals: true }),
  branch('a page in an order', { dimensions: ['id', 'size'], measures: ['assets'], order: [{ field: 'assets', direction: 'desc' }], limit: 5, offset: 3 }), // prettier-ignore
  branch('over everything', { measures: KINDS }),
  branch('one of several values', { measures: ['branches'], ...only('grade', 'in', [1, 3]) }),
  branch('none of several values', { measures: ['branches'], ...only('name', 'notIn', ['Zebra', 'O\'Hare "X" \\']) }),
  branch('texts that hold another', { measures: ['branches'], ...only('name', 'contains', ['ISIK']) }),
  branch('texts that begin with another', { measures: ['branches'], ...only('name', 'startsWith', ['ecl']) }),
  branch('texts beyond another', { measures: ['branches'], ...only('name', 'gt', ['Z']) }),
  branch('days and truths', { measures: ['branches'], filter: { all: [{ field: 'day', op: 'gte', values: ['2025-02-01'] }, { not: { field: 'open', op: 'in', values: [true] } }] } }), // prettier-ignore
  branch('bands and what is missing', { dimensions: ['size'], measures: ['branches'], filter: { any: [{ field: 'size', op: 'in', values: ['big'] }, { field: 'grade', op: 'isNull' }] } }), // prettier-ignore
  branch('rules and masks of the reader', { dimensions: ['name'], measures: ['branches'] }, { reader: { ...everyone, roles: ['clerk'] } }), // prettier-ignore
  ...['hour', 'day', 'week', 'month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year'].map(
    (each) =>
    branch(`by ${each}, where weeks begin on Sunday and years in July`, { dimensions: [grain(each)], measures: ['branches'] }, { calendar: CHICAGO }), // prettier-ignore
  ),
  branch('a time in a zone, by day', { dimensions: [{ field: 'moment', grain: 'day' }], measures: ['assets'] }, { calendar: CHICAGO }), // prettier-ignore
  branch('the last months', { measures: ['assets'], filter: { field: 'day', during: { last: 3, unit: 'month', including: true } } }), // prettier-ignore
  branch('shares and ranks', { dimensions: [MONTH, 'open'], measures: ['assets'], calculations: [
    { name: 'part', kind: 'share', measure: 'assets', within: ['open'] },
    { name: 'place', kind: 'rank', measure: 'worth_ratio', best: 'least' },
  ] }), // prettier-ignore
  branch('other periods', { dimensions: [MONTH, 'open'], measures: ['assets'], calculations: [
    compare('before', { with: 'previous_period' }),
    compare('a_year_ago', { with: 'same_period_last_year', show: 'change' }),
    compare('since_year_end', { with: 'prior_year_end', show: 'percent_change' }),
  ] }), // prettier-ignore
  branch('to date and over the last periods', { dimensions: [MONTH, 'open'], measures: ['assets'], calculations: [
    { name: 'to_date', kind: 'accumulate', measure: 'plain_ratio', over: 'year' },
    { name: 'three', kind: 'accumulate', measure: 'worth', over: { last: 3 } },
  ] }), // prettier-ignore
  branch('the top with all others', { dimensions: ['open', 'grade'], measures: ['assets', 'middle'], top: { dimension: 'grade', measure: 'assets', n: 2, within: ['open'] }, totals: true }), // prettier-ignore
  branch('subtotals', { dimensions: ['open', 'grade'], measures: ['assets', 'grades'], subtotals: 'rollup', order: [{ field: 'assets', direction: 'desc' }] }), // prettier-ignore
  branch('the top with subtotals, ranked', { dimensions: ['open', 'grade'], measures: ['assets'], top: { dimension: 'grade', measure: 'assets', n: 2 }, subtotals: 'rollup', calculations: [{ name: 'place', kind: 'rank', measure: 'assets', within: ['open'] }] }), // prettier-ignore
  branch('a pivot', { dimensions: ['grade', 'open'], measures: ['assets', 'plain_ratio'], pivot: { columns: ['open'], totals: true } }), // prettier-ignore
  branch('a pivot without rows', { dimensions: ['open'], measures: ['assets'], pivot: { columns: ['open'] } }),
  branch('a member beside its peers', { kind: 'benchmark', by: 'id', member: 'a1', measures: ['assets', 'worth_ratio'] }), // prettier-ignore
  branch('how members spread', { kind: 'distribution', by: 'id', member: 'a1', measure: 'assets', buckets: 4 }),
  loans('balances', { dimensions: [MONTH, 'branch'], measures: ['opening', 'balance', 'mean', 'least', 'accounts', 'late_ratio'], totals: true }), // prettier-ignore
  loans('balances with subtotals', { dimensions: ['region', 'branch'], measures: ['balance', 'mean', 'least'], subtotals: 'rollup' }), // prettier-ignore
  both('several facts', { dimensions: ['branch'], measures: ['all_rows', 'paid', 'typical', 'loan_to_share', 'gap'], totals: true }), // prettier-ignore
  both('several facts, the top by month', { dimensions: [MONTH, 'branch'], measures: ['loan_to_share', 'paid'], top: { dimension: 'branch', measure: 'paid', n: 1 } }), // prettier-ignore
  behind('the rows behind a cell', { query: { dimensions: ['grade'], measures: ['worth_ratio'] }, cell: [{ field: 'grade', value: 2 }], measure: 'worth_ratio', offset: 2 }), // prettier-ignore
  {
    name: 'codes that nobody has named',
    of: 'branches',
    statements(dialect) {
      const query = semanticQuery.parse({ dataset: 'book', dimensions: ['letter'], measures: ['assets'] });
      const plan = planQuery(CASE_MODEL, scopeOf(), query, AS_OF);
      const asked = { fields: ['letter'], asOf: AS_OF };
      return statementsOf(planUnlabelledRows(CASE_MODEL, scopeOf(), plan, asked), dialect);
    },
  },
  {
    name: 'questions that share a pass',
    of: 'branches',
    statements(dialect) {
      const plan = (query: object) =>
        planQuery(CASE_MODEL, scopeOf(), semanticQuery.parse({ dataset: 'book', ...query }), AS_OF);
      const members = [
        plan({ dimensions: ['grade'], measures: ['assets'], totals: true }),
        plan({ dimensions: ['open'], measures: ['branches', 'plain_ratio'] }),
      ];
      const all = plan({ dimensions: ['grade', 'open'], measures: ['assets', 'branches', 'plain_ratio'] });
      const { statement, types, cuts } = batchSql(all, members, dialect);
      return [{ ...statement, types, limit: null, cuts }];
    },
  },
  { name: 'keys that stand in several rows', of: 'branches', statements: (dialect) => [repeatedKeysSql([{ table: 'balance', columns: ['branch_id'] }], 'alder', dialect)] }, // prettier-ignore
  { name: 'how new the data is', of: 'branches', statements: (dialect) => [greatestSql({ table: 'branch', column: 'day' }, 'alder', dialect)] }, // prettier-ignore
];
