import { MONTH, queriesOf } from './case.ts';
import type { DialectCase } from './case.ts';
import { CASE_MODEL } from './models.ts';

const branch = queriesOf(CASE_MODEL, 'book');

/** Top members, subtotals, pivots, conditions on measures, measures of the query and comparisons with peers. */
export const GROUPING_CASES: readonly DialectCase[] = [
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
];
