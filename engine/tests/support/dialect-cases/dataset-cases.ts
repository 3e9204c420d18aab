import { model as modelSchema, rowsQuery } from '@rise/contract';
import { compileModel } from '../../../src/checks/compile-model.ts';
import { parseModel } from '../../../src/documents/read-model.ts';
import { planRows } from '../../../src/planner/rows.ts';
import { statementsOf } from '../../../src/results/result-body.ts';
import { EVENT_MODEL } from '../events.ts';
import { HISTORY_MODEL } from '../history-model.ts';
import { BOOK_MODEL } from '../loan-book.ts';
import { AS_OF, everyone, filterBy, MONTH, queriesOf, scopeOf } from './case.ts';
import type { DialectCase } from './case.ts';
import { CASE_MODEL } from './models.ts';

const BOOK = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
const EVENTS = compileModel(parseModel(EVENT_MODEL, 'events.yaml'));
const HISTORY = compileModel(parseModel(HISTORY_MODEL, 'history.yaml'));
const derivedMeasure = (name: string, rest: object) => ({
  name,
  ...rest,
  title: { en: name },
  definition: { en: 'D' },
  format: { unit: 'number' },
});
/** The branches' groups by grade and month. */
const GROUPS = compileModel(
  modelSchema.parse({
    ...CASE_MODEL.model,
    datasets: [
      ...CASE_MODEL.model.datasets,
      {
        name: 'groups',
        title: { en: 'Groups' },
        description: { en: 'D' },
        owner: 'Finance',
        query: {
          dataset: 'book',
          dimensions: ['grade', 'size', { field: 'day', grain: 'month' }],
          measures: ['assets', 'middle', 'first_day'],
          having: { measure: 'branches', op: 'gt', values: [0] },
        },
        dimensions: [
          { name: 'grade', title: { en: 'G' }, type: 'integer', column: { table: 'groups', column: 'grade' } },
          { name: 'size', title: { en: 'S' }, type: 'string', column: { table: 'groups', column: 'size' } },
          { name: 'month', title: { en: 'M' }, type: 'date', column: { table: 'groups', column: 'day_month' } },
        ],
        measures: [
          derivedMeasure('groups', { kind: 'count' }),
          derivedMeasure('mean_assets', { kind: 'average', expression: 'assets' }),
          derivedMeasure('median_assets', { kind: 'median', expression: 'assets' }),
          derivedMeasure('most', { kind: 'max', expression: 'middle' }),
          derivedMeasure('last_assets', { kind: 'sum', expression: 'assets', over: { time: 'month', take: 'last' } }),
        ],
      },
    ],
  }),
);

const branch = queriesOf(CASE_MODEL, 'book');
const groups = queriesOf(GROUPS, 'groups');
const loans = queriesOf(BOOK, 'loans', 'book');
const both = queriesOf(BOOK, 'book', 'book');
const sales = queriesOf(HISTORY, 'sales', 'history');
const events = queriesOf(EVENTS, 'events', 'events');

const behind = (
  name: string,
  rows: { query: object; cell?: object[]; measure: string; offset?: number },
): DialectCase => ({
  name,
  of: 'branches',
  statements(dialect) {
    const request = rowsQuery.parse({ ...rows, query: { dataset: 'book', ...rows.query } });
    return statementsOf(planRows(CASE_MODEL, scopeOf(), request, AS_OF), { dialect });
  },
});

/** Balances, several facts, lists of rows, derived datasets, funnels and joins with valid rows. */
export const DATASET_CASES: readonly DialectCase[] = [
  loans('balances', {
    dimensions: [MONTH, 'branch'],
    measures: ['opening', 'balance', 'mean', 'least', 'accounts', 'late_ratio'],
    totals: true,
  }),
  loans('last known balances', {
    dimensions: [{ field: 'day', grain: 'month' }, 'branch'],
    measures: ['known', 'known_mean', 'known_least', 'rows'],
    totals: true,
  }),
  loans('balances with subtotals', {
    dimensions: ['region', 'branch'],
    measures: ['balance', 'mean', 'least'],
    subtotals: 'rollup',
  }),
  both('several facts', {
    dimensions: ['branch'],
    measures: ['all_rows', 'paid', 'typical', 'loan_to_share', 'gap'],
    totals: true,
  }),
  both('totals of the groups of several facts that pass', {
    dimensions: ['branch'],
    measures: ['paid', 'loan_to_share'],
    having: { measure: 'deposits', op: 'gt', values: [1] },
    totals: true,
  }),
  both('several facts, the top by month', {
    dimensions: [MONTH, 'branch'],
    measures: ['loan_to_share', 'paid'],
    top: { dimension: 'branch', measure: 'paid', n: 1 },
  }),
  branch('a page of rows with what they contribute', {
    kind: 'rows',
    columns: ['id', 'size', { field: 'moment', grain: 'hour' }, 'big_assets', 'branches', 'last_moment'],
    filter: {
      all: [
        { field: 'mean_worth', op: 'gt', values: ['-100.5'] },
        { field: 'worth', op: 'lt', otherField: 'assets' },
      ],
    },
    order: [{ field: 'grade', direction: 'desc' }, { field: 'big_assets' }],
    limit: 7,
    offset: 3,
    count: true,
  }),
  branch('distinct rows', {
    kind: 'rows',
    columns: ['grade', 'size'],
    distinct: true,
    order: [{ field: 'size', direction: 'desc' }],
    count: true,
  }),
  groups(
    'statistics of the groups that a reader sees, with totals',
    {
      dimensions: ['size'],
      measures: ['groups', 'mean_assets', 'median_assets', 'most'],
      filter: { field: 'grade', op: 'in', values: [1, 2] },
      totals: true,
    },
    { reader: { roles: ['clerk'], groups: [], attributes: {} } },
  ),
  groups('groups of the last month of each quarter', {
    dimensions: [{ field: 'month', grain: 'quarter' }],
    measures: ['last_assets'],
  }),
  events('a funnel of days by a truth', {
    kind: 'funnel',
    key: 'client',
    time: 'day',
    steps: [{ name: 'any' }, { name: "O'Hare", ...filterBy('kind', 'in', ['apply']) }, { name: 'fund', ...filterBy('kind', 'in', ['fund']) }], // prettier-ignore
    within: { days: 20 },
    by: 'large',
    filter: { field: 'day', during: { since: '2025-01-05', until: '2025-02-10' } },
  }),
  events(
    'a funnel of times by bands, where steps can be at the same time',
    {
      kind: 'funnel',
      key: 'client',
      time: 'moment',
      steps: [{ name: 'visit', ...filterBy('kind', 'in', ['visit']) }, { name: 'hills', ...filterBy('region', 'in', ['hills']) }], // prettier-ignore
      within: { hours: 36 },
      sameTime: true,
      by: 'size',
      limit: 2,
    },
    { reader: { ...everyone, roles: [], attributes: { branch: ['north', 'south'] } } },
  ),
  behind('the rows behind a cell', {
    query: { dimensions: ['grade'], measures: ['worth_ratio'] },
    cell: [{ field: 'grade', value: 2 }],
    measure: 'worth_ratio',
    offset: 2,
  }),
  sales('valid rows and the latest ones', {
    dimensions: ['region', 'size'],
    measures: ['sales', 'in_euros', 'desks'],
    totals: true,
  }),
];
