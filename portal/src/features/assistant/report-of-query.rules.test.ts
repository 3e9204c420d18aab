import { semanticQuery } from '@rise/contract';
import { expect, it } from 'vitest';
import { tileOfQuery } from './report-of-query.rules.ts';

const tileOf = (query: object) =>
  tileOfQuery(semanticQuery.parse({ dataset: 'call_report', ...query }), 'Members by State', 'figures');

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

it.each([
  ['shares', { calculations: [{ name: 'share', kind: 'share', measure: 'members' }], dimensions: ['state'] }],
  [
    'the greatest within each group',
    { dimensions: ['state', 'name'], top: { dimension: 'name', measure: 'members', n: 3, within: ['state'] } },
  ],
  ['a condition on all rows', { having: { measure: 'members', op: 'gt', values: [1] } }],
])('there is none of %s, which no tile has', (_what, rest) => {
  expect(tileOf({ measures: ['members'], ...rest })).toBeNull();
});

it('there is none of a comparison with peers', () => {
  expect(tileOf({ kind: 'benchmark', member: '5536', measures: ['members'] })).toBeNull();
});
