import { semanticQuery } from '@rise/contract';
import { planAverages } from '../../../src/planner/averages.ts';
import { planQuery } from '../../../src/planner/query.ts';
import { statementsOf } from '../../../src/results/result-body.ts';
import { FIELDS } from '../random-queries.ts';
import { AS_OF, CHICAGO, everyone, filterBy, MONTH, queriesOf, scopeOf } from './case.ts';
import type { DialectCase } from './case.ts';
import { branchModel, CASE_MODEL, DIMENSIONS } from './models.ts';

const COHORTS = branchModel({
  dimensions: `${DIMENSIONS}
      - { name: began, type: date, expression: day, per: { key: grade, take: min } }
      - { name: has_open, type: boolean, per: { key: [grade, day], take: any, where: open } }
      - { name: weeks_since, type: integer, since: { from: began, to: day, grain: week } }`,
});
const AVERAGES = branchModel({
  measures: `${FIELDS.measures}
      - { name: owned, kind: sum, expression: balance.assets, over: { time: day, take: last } }
      - { name: average_owned, kind: average_balance, measure: owned, with: prior_year_end, per: id }
      - { name: return_on_owned, kind: ratio, numerator: [{ measure: worth }], denominator: [{ measure: average_owned }] }`,
});
const branch = queriesOf(CASE_MODEL, 'book');
const cohorts = queriesOf(COHORTS, 'book');
const averages = queriesOf(AVERAGES, 'book');
const compare = (name: string, how: object) => ({ name, kind: 'compare', measure: 'assets', ...how });

/** Calculations and averages over periods, and cohorts. */
export const PERIOD_CASES: readonly DialectCase[] = [
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
      return statementsOf(plan!, { dialect });
    },
  },
];
