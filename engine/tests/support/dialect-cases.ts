import { model as modelSchema, rowsQuery, semanticQuery } from '@rise/contract';
import type { Dialect } from '../../src/dialects/dialect.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import type { CompiledModel } from '../../src/model/compiled-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { planAverages } from '../../src/planner/averages.ts';
import { planQuery } from '../../src/planner/query.ts';
import { planRows } from '../../src/planner/rows.ts';
import { planUnmappedRows } from '../../src/planner/unmapped.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { batchSql } from '../../src/sql/batch.ts';
import { greatestSql } from '../../src/sql/greatest.ts';
import { overlapSql, repeatedKeysSql } from '../../src/sql/repeated-keys.ts';
import { writeSql } from '../../src/sql/write-sql.ts';
import type { StatementRequest } from '../../src/dialects/statement.ts';
import { BOOK_MODEL, BOOK_TABLES } from './loan-book.ts';
import { EVENT_MODEL, EVENT_TABLES } from './events.ts';
import { HISTORY_MODEL, HISTORY_TABLES } from './history-model.ts';
import { branches, FIELDS } from './random-queries.ts';
import { tinyModel, tinyStatements } from './tiny-warehouse.ts';

/** Statements of one kind of request, in each dialect. */
export interface DialectCase {
  name: string;
  /** The key in `CASE_TABLES` of the warehouse with its tables. */
  of: keyof typeof CASE_TABLES;
  statements(dialect: Dialect): StatementRequest[];
}

/** Tables of the cases, in SQL that every engine accepts. */
export const CASE_TABLES = {
  branches: tinyStatements(branches(7)),
  book: BOOK_TABLES,
  history: HISTORY_TABLES,
  events: EVENT_TABLES,
};

const DIMENSIONS = `${FIELDS.dimensions}
      - { name: moment, type: timestamp, expression: "CAST(CONCAT(CAST(day AS string), ' 23:30:00') AS timestamp)" }
      - { name: letter, type: string, expression: "SUBSTRING(branch_id, 1, 1)", values: [{ value: a, title: { en: Alder } }] }`;
const RULES = '[{ name: low, title: { en: R }, appliesTo: { roles: [clerk] }, where: "grade <= 2" }]';
const MASKS =
  '[{ name: names, title: { en: M }, appliesTo: { roles: [clerk] }, columns: [{ table: branch, column: name }] }]';
const PARAMETERS = '[{ name: least, type: integer, default: 2, title: { en: Least } }]';

/** Branches and their balances: every kind of measure and dimension. */
export const CASE_MODEL = compileModel(
  parseModel(
    tinyModel({ ...FIELDS, dimensions: DIMENSIONS, rules: RULES, masks: MASKS, parameters: PARAMETERS }),
    'tiny.yaml',
  ),
);
const PER_KEY = `${DIMENSIONS}
      - { name: began, type: date, expression: day, per: { key: grade, take: min } }
      - { name: has_open, type: boolean, per: { key: [grade, day], take: any, where: open } }
      - { name: weeks_since, type: integer, since: { from: began, to: day, grain: week } }`;
const COHORTS = compileModel(
  parseModel(
    tinyModel({ ...FIELDS, dimensions: PER_KEY, rules: RULES, masks: MASKS, parameters: PARAMETERS }),
    'tiny.yaml',
  ),
);
const WEIGHTED = `${FIELDS.measures}
      - { name: typical, kind: median, expression: grade, weight: balance.assets }
      - { name: high, kind: percentile, share: 0.95, expression: balance.assets, weight: balance.worth, where: "grade > 1" }`;
const HOURS = `${DIMENSIONS}
      - { name: hour, type: integer, expression: "HOUR(CAST(CONCAT(CAST(day AS string), ' 23:30:00') AS timestamp))" }
      - { name: weekday, type: integer, expression: "WEEKDAY(CAST(CONCAT(CAST(day AS string), ' 23:30:00') AS timestamp))" }`;
const MEMBERS = compileModel(
  parseModel(
    tinyModel({ dimensions: HOURS, measures: WEIGHTED, rules: RULES, masks: MASKS, parameters: PARAMETERS }).replace(
      '    asOf:',
      '    entity: { key: id, name: name }\n    asOf:',
    ),
    'tiny.yaml',
  ),
);
const AVERAGES = compileModel(
  parseModel(
    tinyModel({
      ...FIELDS,
      measures: `${FIELDS.measures}
      - { name: owned, kind: sum, expression: balance.assets, over: { time: day, take: last } }
      - { name: average_owned, kind: average_balance, measure: owned, with: prior_year_end, per: id }
      - { name: return_on_owned, kind: ratio, numerator: [{ measure: worth }], denominator: [{ measure: average_owned }] }`,
      dimensions: DIMENSIONS,
      rules: RULES,
      masks: MASKS,
      parameters: PARAMETERS,
    }),
    'tiny.yaml',
  ),
);
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

const AS_OF = '2025-12-31';
const everyone = { roles: ['auditor'], groups: [], attributes: {} };
const scopeOf = (more: Partial<Scope> = {}): Scope => ({
  tenant: 'alder',
  reader: everyone,
  ...more,
});

/** The statements of a plan, with the row limit of each. */
export function statementsOf(plan: Plan, dialect: Dialect): StatementRequest[] {
  const { rows, totals, types, limit, totalsTypes, slices } = writeSql(plan, dialect);
  const first = { ...rows, types, limit, ...(slices && { slices }) };
  return totals ? [first, { ...totals, types: totalsTypes ?? types, limit: null }] : [first];
}

const WAREHOUSE_OF = new Map<CompiledModel, DialectCase['of']>([
  [BOOK, 'book'],
  [EVENTS, 'events'],
  [HISTORY, 'history'],
]);
const ask =
  (model: CompiledModel, dataset: string) =>
  (name: string, query: object, scope: Partial<Scope> = {}): DialectCase => ({
    name,
    of: WAREHOUSE_OF.get(model) ?? 'branches',
    statements: (dialect) =>
      statementsOf(planQuery(model, scopeOf(scope), semanticQuery.parse({ dataset, ...query }), AS_OF), dialect),
  });
const branch = ask(CASE_MODEL, 'book');
const cohorts = ask(COHORTS, 'book');
const members = ask(MEMBERS, 'book');
const averages = ask(AVERAGES, 'book');
const groups = ask(GROUPS, 'groups');
const loans = ask(BOOK, 'loans');
const both = ask(BOOK, 'book');
const sales = ask(HISTORY, 'sales');
const events = ask(EVENTS, 'events');

const behind = (
  name: string,
  rows: { query: object; cell?: object[]; measure: string; offset?: number },
): DialectCase => ({
  name,
  of: 'branches',
  statements(dialect) {
    const request = rowsQuery.parse({ ...rows, query: { dataset: 'book', ...rows.query } });
    return statementsOf(planRows(CASE_MODEL, scopeOf(), request, AS_OF), dialect);
  },
});

const KINDS = [
  'branches',
  'assets',
  'worth',
  'kept',
  'worth_ratio',
  'plain_ratio',
  'yearly_ratio',
  'big_assets',
  'grades',
  'mean_worth',
  'least',
  'middle',
  'ninth',
  'spread',
  'first_day',
  'last_moment',
  'deviation_of_worth',
  'deviation',
  'a_grade',
];
const MONTH = { field: 'day', grain: 'month' };
const CHICAGO = { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 7 } as const;
const byGrain = (grain: string) => ({ field: grain === 'hour' ? 'moment' : 'day', grain });
const compare = (name: string, how: object) => ({ name, kind: 'compare', measure: 'assets', ...how });
const filterBy = (field: string, op: string, values: unknown[] = []) => ({ filter: { field, op, values } });

/** One of each kind; every other query combines these. */
export const DIALECT_CASES: readonly DialectCase[] = [
  branch('every kind of measure, with totals', { dimensions: ['grade'], measures: KINDS, totals: true }),
  branch('a page in an order', {
    dimensions: ['id', 'size'],
    measures: ['assets'],
    order: [{ field: 'assets', direction: 'desc' }],
    limit: 5,
    offset: 3,
  }),
  branch('over everything', { measures: KINDS }),
  branch('one of several values', { measures: ['branches'], ...filterBy('grade', 'in', [1, 3]) }),
  branch('none of several values', {
    measures: ['branches'],
    ...filterBy('name', 'notIn', ['Zebra', 'O\'Hare "X" \\']),
  }),
  branch('texts that hold another', { measures: ['branches'], ...filterBy('name', 'contains', ['ISIK']) }),
  branch('texts that begin with another', { measures: ['branches'], ...filterBy('name', 'startsWith', ['ecl']) }),
  branch('texts beyond another', { measures: ['branches'], ...filterBy('name', 'gt', ['Z']) }),
  branch('days and truths', {
    measures: ['branches'],
    filter: {
      all: [{ field: 'day', op: 'gte', values: ['2025-02-01'] }, { not: { field: 'open', op: 'in', values: [true] } }],
    },
  }),
  branch('one dimension compared with another', {
    measures: ['branches', 'later'],
    filter: { not: { field: 'name', op: 'eq', otherField: 'standing' } },
    customMeasures: [
      {
        name: 'later',
        kind: 'filtered',
        measure: 'branches',
        filter: { field: 'day', op: 'gt', otherField: 'month' },
      },
    ],
  }),
  branch('bands and what is missing', {
    dimensions: ['size'],
    measures: ['branches'],
    filter: {
      any: [
        { field: 'size', op: 'in', values: ['big'] },
        { field: 'grade', op: 'isNull' },
      ],
    },
  }),
  branch(
    'rules and masks of the reader',
    { dimensions: ['name'], measures: ['branches'] },
    { reader: { ...everyone, roles: ['clerk'] } },
  ),
  ...['hour', 'day', 'week', 'month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year'].map((grain) =>
    branch(
      `by ${grain}, where weeks begin on Sunday and years in July`,
      { dimensions: [byGrain(grain)], measures: ['branches'] },
      { calendar: CHICAGO },
    ),
  ),
  branch(
    'a time in a zone, by day',
    { dimensions: [{ field: 'moment', grain: 'day' }], measures: ['assets'] },
    { calendar: CHICAGO },
  ),
  branch('the last months', {
    measures: ['assets'],
    filter: { field: 'day', during: { last: 3, unit: 'month', including: true } },
  }),
  branch('shares and ranks', {
    dimensions: [MONTH, 'open'],
    measures: ['assets'],
    calculations: [
      { name: 'part', kind: 'share', measure: 'assets', within: ['open'] },
      { name: 'place', kind: 'rank', measure: 'worth_ratio', best: 'least' },
      { name: 'percentile', kind: 'percentile', measure: 'worth_ratio', within: ['open'] },
    ],
  }),
  branch('other periods', {
    dimensions: [MONTH, 'open'],
    measures: ['assets'],
    calculations: [
      compare('before', { with: 'previous_period' }),
      compare('a_year_ago', { with: 'same_period_last_year', show: 'change' }),
      compare('since_year_end', { with: 'prior_year_end', show: 'percent_change' }),
    ],
  }),
  branch('like for like, and moving averages', {
    dimensions: [{ ...MONTH, fill: true }, 'open'],
    measures: ['branches'],
    calculations: [
      compare('like_for_like', { with: { periods: 2 }, likeForLike: true }),
      { name: 'moving', kind: 'moving_average', measure: 'branches', last: 3 },
    ],
    filter: { field: 'day', during: { since: '2025-01-01', until: '2025-06-15' } },
    top: { dimension: 'open', measure: 'assets', n: 1 },
  }),
  branch('to date and over the last periods', {
    dimensions: [MONTH, 'open'],
    measures: ['assets'],
    calculations: [
      { name: 'to_date', kind: 'accumulate', measure: 'plain_ratio', over: 'year' },
      { name: 'three', kind: 'accumulate', measure: 'worth', over: { last: 3 } },
      { name: 'distinct', kind: 'accumulate', measure: 'grades', over: 'year' },
    ],
  }),
  cohorts(
    'cohorts, in the reader’s rows',
    {
      dimensions: [{ field: 'began', grain: 'month' }, 'weeks_since'],
      measures: ['grades'],
      calculations: [{ name: 'retention', kind: 'retention', measure: 'grades', since: 'weeks_since' }],
      ...filterBy('has_open', 'in', [true]),
    },
    { reader: { ...everyone, roles: ['clerk'] }, calendar: CHICAGO },
  ),
  averages(
    'averages with the prior year-end, in the reader’s rows',
    { dimensions: ['grade'], measures: ['average_owned', 'return_on_owned'], ...filterBy('open', 'in', [true]) },
    { reader: { ...everyone, roles: ['clerk'] } },
  ),
  {
    name: 'which balances averages are of',
    of: 'branches',
    statements(dialect) {
      const query = semanticQuery.parse({ dataset: 'book', dimensions: [MONTH], measures: ['return_on_owned'] });
      const plan = planAverages(planQuery(AVERAGES, scopeOf(), query, AS_OF));
      return statementsOf(plan!, dialect);
    },
  },
  branch('the top with all others', {
    dimensions: ['open', 'grade'],
    measures: ['assets', 'middle'],
    top: { dimension: 'grade', measure: 'assets', n: 2, within: ['open'] },
    totals: true,
  }),
  branch('subtotals', {
    dimensions: ['open', 'grade'],
    measures: ['assets', 'grades'],
    subtotals: 'rollup',
    order: [{ field: 'assets', direction: 'desc' }],
  }),
  branch('the top with subtotals, ranked', {
    dimensions: ['open', 'grade'],
    measures: ['assets'],
    top: { dimension: 'grade', measure: 'assets', n: 2 },
    subtotals: 'rollup',
    calculations: [{ name: 'place', kind: 'rank', measure: 'assets', within: ['open'] }],
  }),
  branch('a pivot', {
    dimensions: ['grade', 'open'],
    measures: ['assets', 'plain_ratio'],
    pivot: { columns: ['open'], totals: true },
  }),
  branch('a pivot without rows', { dimensions: ['open'], measures: ['assets'], pivot: { columns: ['open'] } }),
  branch('groups that pass a condition on measures', {
    dimensions: ['name'],
    measures: ['assets'],
    having: {
      any: [
        { measure: 'worth', op: 'lt', values: ['-0.5'] },
        { not: { measure: 'plain_ratio', op: 'gte', values: [0.07] } },
        { measure: 'grades', op: 'in', values: [3, 4] },
        { measure: 'lost', op: 'isNull' },
      ],
    },
  }),
  branch('totals of the groups that pass, with the top among them', {
    dimensions: ['open', 'grade'],
    measures: ['assets', 'middle'],
    having: { measure: 'assets', op: 'gt', values: [500] },
    top: { dimension: 'grade', measure: 'assets', n: 2 },
    totals: true,
  }),
  branch('other periods of the groups that pass', {
    dimensions: [MONTH, 'grade'],
    measures: ['assets', 'plain_ratio'],
    calculations: [
      { name: 'before', kind: 'compare', measure: 'plain_ratio', with: 'previous_period' },
      { name: 'to_date', kind: 'accumulate', measure: 'assets', over: 'year' },
      { name: 'moving', kind: 'moving_average', measure: 'assets', last: 2 },
    ],
    having: { measure: 'assets', op: 'gt', values: [500] },
    subtotals: [['day_month']],
  }),
  branch('measures of the query', {
    dimensions: ['grade'],
    measures: ['own_ratio', 'difference'],
    customMeasures: [
      {
        name: 'own_ratio',
        kind: 'filtered',
        measure: 'plain_ratio',
        filter: {
          all: [
            { field: 'day', op: 'gte', values: ['2025-02-01'] },
            { not: { field: 'name', op: 'startsWith', values: ['ecl'] } },
            { field: 'size', op: 'notIn', values: ['small'] },
          ],
        },
      },
      { name: 'difference', kind: 'formula', expression: 'plain_ratio - own_ratio' },
    ],
    totals: true,
  }),
  branch('a member beside its peers', {
    kind: 'benchmark',
    by: 'id',
    member: 'a1',
    measures: ['assets', 'worth_ratio'],
    peers: { field: 'grade', op: 'in', values: [1, 2] },
  }),
  branch('how members spread', { kind: 'distribution', by: 'id', member: 'a1', measure: 'assets', buckets: 4 }),
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
  {
    name: 'ranges that overlap',
    of: 'history',
    statements: (dialect) => {
      const range = { from: 'since', until: { column: 'until', inclusive: true }, type: 'date' as const };
      const key = { table: 'place', columns: ['branch'], range };
      return [repeatedKeysSql([key], 'alder', dialect), overlapSql(key, 'alder', dialect)];
    },
  },
  {
    name: 'unmapped codes',
    of: 'branches',
    statements(dialect) {
      const query = semanticQuery.parse({ dataset: 'book', dimensions: ['letter'], measures: ['assets'] });
      const plan = planQuery(CASE_MODEL, scopeOf(), query, AS_OF);
      const request = { fields: ['letter'], asOf: AS_OF };
      return statementsOf(planUnmappedRows(CASE_MODEL, scopeOf(), plan, request), dialect);
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
      const { statement, types, slices } = batchSql(all, members, dialect);
      return [{ ...statement, types, limit: null, slices }];
    },
  },
  {
    name: 'keys that stand in several rows',
    of: 'branches',
    statements: (dialect) => [repeatedKeysSql([{ table: 'balance', columns: ['branch_id'] }], 'alder', dialect)],
  },
  {
    name: 'how new the data is',
    of: 'branches',
    statements: (dialect) => [greatestSql({ table: 'branch', column: 'day' }, 'alder', dialect)],
  },
  members('weighted medians', { dimensions: ['open'], measures: ['typical', 'high'] }),
  members('weighted medians in subtotals and in a top', {
    dimensions: ['grade', 'open'],
    measures: ['typical', 'high'],
    subtotals: 'rollup',
    top: { dimension: 'grade', measure: 'typical', n: 2 },
  }),
  members(
    'hours and weekdays in a zone',
    { dimensions: ['hour', 'weekday'], measures: ['branches'] },
    { calendar: CHICAGO },
  ),
  members('a member of an entity', { kind: 'benchmark', member: 'a1', measures: ['assets', 'typical'] }),
];
