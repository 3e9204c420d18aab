import { dimension, reportDocument, tilesOf } from '@rise/contract';
import { expect, test } from 'vitest';
import type { UserError } from '../kernel/errors/user-error.ts';
import { minimumFilters, resolveMinimums } from './minimums.rules.ts';
import { readChoices } from './reports.rules.ts';
import { type Fields } from './choices.ts';
import { tileQueries } from './tile-queries.ts';
import { onePage } from '../testing/one-page.ts';

const text = (en: string) => ({ en });
const document = reportDocument.parse({
  title: text('Scorecard'),
  purpose: text('How we stand'),
  dataset: 'call_report',
  subject: { key: 'charter', title: 'name', details: [], size: 'assets', label: text('One') },
  peers: ['state', 'size'],
  filters: [],
  measures: ['net_worth'],
  ...onePage([
    { id: 'ranking', kind: 'ranking', title: text('Ranking'), minimum: { field: 'size', from: 'large' } },
    { id: 'spread', kind: 'distribution', title: text('Spread') },
  ]),
});
const bands = [null, 10, 100].map((from, index) => ({
  value: ['small', 'large', 'huge'][index]!,
  from,
  title: text('Size'),
}));
const column = { table: 't', column: 'c' };
const size = dimension.parse({ name: 'size', title: text('Size'), type: 'string', column, bands });
const fields: Fields = { dimension: (name) => (name === 'size' ? size : undefined), measure: () => undefined };
const own = (bucket: string) => new Map([['size', [bucket]]]);
const resolve = (bucket: string | null, minimums?: Record<string, string>, chosen = {}) =>
  resolveMinimums(document, { filters: {}, minimums }, chosen, fields, bucket === null ? null : own(bucket));

test('a ranking starts from the document’s bucket, lowered to the subject’s own', () => {
  expect(resolve(null)).toEqual({ ranking: 'large' });
  expect(resolve('huge')).toEqual({ ranking: 'large' });
  expect(resolve('small')).toEqual({ ranking: 'small' });
});

test('the reader’s bucket comes first, and a filter on the dimension replaces the minimum', () => {
  expect(resolve('small', { ranking: 'huge' })).toEqual({ ranking: 'huge' });
  expect(resolve('huge', { ranking: 'small' })).toEqual({ ranking: 'small' });
  expect(resolve('huge', { ranking: 'small' }, { size: ['small'] })).toEqual({});
  expect(resolve('huge', {}, { state: ['CA'] })).toEqual({ ranking: 'large' });
});

test('members that are too small count for neither list nor rank, and other tiles are unaffected', () => {
  const minimums = minimumFilters(document, { ranking: 'large' }, fields);
  const least = { field: 'size', op: 'in', values: ['large', 'huge'] };
  expect(minimums).toEqual({ ranking: least });
  const choices = {
    subject: '68',
    measure: 'net_worth',
    filter: undefined,
    peers: undefined,
    conditions: [],
    base: [],
    marks: [],
    minimums,
  };
  const [ranking, spread] = tilesOf(document);
  expect(tileQueries(document, ranking!, choices, fields)).toMatchObject({
    ranking: { filter: least },
    benchmark: { peers: least },
  });
  expect(tileQueries(document, spread!, choices, fields)['benchmark']).not.toHaveProperty('peers');
  expect(minimumFilters(document, { ranking: 'small' }, fields)).toEqual({});
});

test('names the tile and its buckets for an unknown minimum', () => {
  const details = (minimums: Record<string, string>) => {
    try {
      readChoices(document, { filters: {}, minimums }, null, fields);
      return [];
    } catch (error) {
      return (error as UserError).details!.map(({ field, message }) => `${field}: ${message}`);
    }
  };
  expect(details({ ranking: 'huge' })).toEqual([]);
  expect(details({ ranking: 'giant', spread: 'huge' })).toEqual([
    'minimums.ranking: Use one of small, large, huge.',
    'minimums.spread: This report has no ranking with a minimum under that id.',
  ]);
});
