import { type ResultColumn, semanticQuery } from '@rise/contract';
import { expect, it } from 'vitest';
import { chartOf, type ShownColumn } from './figure-rows.rules.ts';

const group = (name: string, place: number, period?: ResultColumn['period']): ShownColumn => ({
  name,
  title: name,
  isFigure: false,
  place,
  column: { name, title: { en: name }, role: 'dimension', type: 'string', ...(period && { period }) } as ResultColumn,
});
const figure = (name: string, place: number): ShownColumn => ({
  name,
  title: name,
  isFigure: true,
  place,
  column: { name, title: { en: name }, role: 'measure', type: 'decimal' } as ResultColumn,
});
const query = (rest: object = {}) => semanticQuery.parse({ dataset: 'd', measures: ['members'], ...rest });
const byState = [group('state', 0), figure('members', 1)];
const month = (count: number) => new Date(Date.UTC(2000, count, 1)).toISOString().slice(0, 10);
const byMonth = [group('month', 0, { grain: 'month' } as ResultColumn['period']), figure('members', 1)];

it('of many members shows the 30 highest, and of an ordered result the first 30', () => {
  const rows = Array.from({ length: 54 }, (_, at) => [`s${at}`, String(at)]);
  const highest = chartOf(byState, rows, query({ dimensions: ['state'] }));
  expect(highest).toMatchObject({ part: 'highest' });
  expect(typeof highest === 'object' && highest.rows.map(([state]) => state).slice(0, 2)).toEqual(['s53', 's52']);
  expect(typeof highest === 'object' && highest.rows).toHaveLength(30);
  const order = [{ field: 'members', direction: 'asc' }];
  const first = chartOf(byState, rows, query({ dimensions: ['state'], order }));
  expect(first).toMatchObject({ part: 'first' });
  expect(typeof first === 'object' && first.rows[0]).toEqual(['s0', '0']);
  expect(chartOf(byState, rows.slice(0, 30), query({ dimensions: ['state'] }))).toMatchObject({ part: null });
});

it('of periods is a line in the order of time, up to 200 points, then the last ones', () => {
  const rows = Array.from({ length: 36 }, (_, at) => [month(35 - at), String(at)]);
  const line = chartOf(byMonth, rows, query());
  expect(line).toMatchObject({ part: null, rows: expect.arrayContaining([[month(35), '0']]) as unknown });
  expect(typeof line === 'object' && [line.rows.length, line.rows[0]]).toEqual([36, [month(0), '35']]);
  const long = chartOf(
    byMonth,
    Array.from({ length: 240 }, (_, at) => [month(at), '1']),
    query(),
  );
  expect(typeof long === 'object' && [long.part, long.rows.length, long.rows.at(-1)]).toEqual([
    'last',
    200,
    [month(239), '1'],
  ]);
});

it('takes a key and its name for one group', () => {
  const columns = [group('charter', 0), group('name', 1), figure('members', 2)];
  const chart = chartOf(columns, [['1', 'A', '2'], ['3', 'B', '4']], query()); // prettier-ignore
  expect(chart).toMatchObject({ category: { name: 'name' } });
});

it.each([
  ['single', [figure('members', 0)], [['1']], query()],
  ['single', byState, [['TX', '1']], query()],
  ['groups', [group('a', 0), group('b', 1), group('c', 2), figure('m', 3)], [['a', 'b', 'c', '1'], ['a', 'b', 'd', '2']], query()], // prettier-ignore
  ['figures', [group('a', 0), ...[1, 2, 3, 4, 5].map((at) => figure(`m${at}`, at))], [['a'], ['b']], query()],
  ['comparison', byState, [['a', '1'], ['b', '2']], query({ kind: 'benchmark', member: '1' })], // prettier-ignore
] as const)('says why there is none: %s', (reason, columns, rows, of) => {
  expect(chartOf(columns, rows, of)).toBe(reason);
});
