import { CHICAGO, everyone, filterBy, queriesOf } from './case.ts';
import type { DialectCase } from './case.ts';
import { CASE_MODEL } from './models.ts';

const branch = queriesOf(CASE_MODEL, 'book');

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
const byGrain = (grain: string) => ({ field: grain === 'hour' ? 'moment' : 'day', grain });

/** Measures and dimensions of every kind, pages, filters and grains. */
export const FILTER_CASES: readonly DialectCase[] = [
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
];
