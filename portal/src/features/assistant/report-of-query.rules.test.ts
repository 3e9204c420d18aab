import { semanticQuery } from '@rise/contract';
import { expect, it } from 'vitest';
import { tileOfQuery } from './report-of-query.rules.ts';

const TITLE = { en: 'Members by State', tr: 'Eyalet bazında Üye sayısı' };
const tileOf = (query: object) =>
  tileOfQuery(semanticQuery.parse({ dataset: 'call_report', ...query }), TITLE, 'figures');

it('of one row is a tile of figures, with its filter', () => {
  const filter = { field: 'state', op: 'in', values: ['TX'] };
  expect(tileOf({ measures: ['members'], filter })).toMatchObject({ kind: 'figures', measures: ['members'], filter });
});

it('of a ranking is a bar chart with as many bars, and without the others', () => {
  const order = [{ field: 'members', direction: 'desc' }];
  expect(tileOf({ measures: ['members'], dimensions: ['state'], order, limit: 5 })).toMatchObject({
    kind: 'chart',
    shape: 'bar',
    category: 'state',
    top: 5,
    other: false,
  });
});

it('of groups is a table, with the condition and the order', () => {
  const having = { measure: 'members', op: 'gt', values: [1000] };
  const order = [{ field: 'members', direction: 'asc' }];
  expect(tileOf({ measures: ['members'], dimensions: ['charter', 'name'], having, order })).toMatchObject({
    kind: 'table',
    dimensions: ['charter', 'name'],
    having,
    order,
  });
});

it('is called in both languages', () => {
  expect(tileOf({ measures: ['members'] })).toMatchObject({ title: TITLE });
});

it('of a distribution without a filter is one', () => {
  expect(tileOf({ kind: 'distribution', measure: 'roa', groupBy: 'state' })).toMatchObject({
    kind: 'distribution',
    measure: 'roa',
    groupBy: 'state',
  });
});

const TX = { field: 'state', op: 'in', values: ['TX'] };
it.each([
  [
    'calculation',
    {
      measures: ['members'],
      calculations: [{ name: 'share', kind: 'share', measure: 'members' }],
      dimensions: ['state'],
    },
  ],
  [
    'top',
    {
      measures: ['members'],
      dimensions: ['state', 'name'],
      top: { dimension: 'name', measure: 'members', n: 3, within: ['state'] },
    },
  ],
  ['condition', { measures: ['members'], having: { measure: 'members', op: 'gt', values: [1] } }],
  ['comparison', { kind: 'benchmark', measures: ['members'], member: '5536' }],
  ['distribution', { kind: 'distribution', measure: 'roa', filter: TX }],
])('there is none because of a %s', (reason, rest) => {
  expect(tileOf(rest)).toBe(reason);
});
