import { tile, type TileOf } from '@rise/contract';
import { expect, it } from 'vitest';
import { gapsInTile, namesInTile } from './report-tiles.ts';

const chart = (more: object) =>
  tile.parse({ id: 'c', kind: 'chart', title: { en: 'C' }, measures: ['assets'], ...more }) as TileOf<'chart'>;
const gaps = (more: object) =>
  gapsInTile(chart(more), { hasSubject: false, hasMeasures: false }).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

it.each([
  [{ shape: 'bullet' }],
  [{ shape: 'bullet', category: 'region', target: 10, bands: [-5, 0, 5] }],
  [{ shape: 'bullet', target: { measure: 'goal' } }],
  [{ shape: 'map', category: 'state' }],
  [{ shape: 'bar', category: 'state', having: { measure: 'goal', op: 'gte', values: [1] } }],
])('nothing is missing in %j', (more) => {
  expect(gaps(more)).toEqual([]);
});

it.each([
  [{ shape: 'bullet', measures: ['assets', 'loans'] }, /^measures: A chart of the shape 'bullet' takes one measure/],
  [{ shape: 'bullet', category: 'a', series: 'b' }, /^series: A chart of the shape 'bullet' has no series/],
  [{ shape: 'bullet', target: { measure: 'assets' } }, /^target\.measure: 'assets' is what the chart shows/],
  [{ shape: 'bullet', bands: [7, 6] }, /^bands: The limits have to ascend/],
  [{ shape: 'bullet', bands: [6, 6] }, /^bands: The limits have to ascend/],
  [
    { shape: 'bar', having: { measure: 'goal', op: 'gte', values: [1] } },
    /^having: A chart without a category has no members to leave out/,
  ],
  [{ shape: 'bar', target: 0 }, /^target: Only a chart of the shape 'bullet' has 'target'/],
  [{ shape: 'bar', bands: [0] }, /^bands: Only a chart of the shape 'bullet' has 'bands'/],
  [{ shape: 'map' }, /^category: A chart of the shape 'map' needs a category/],
  [{ shape: 'map', category: { field: 'day', grain: 'month' } }, /^category: A map shows states/],
  [
    { shape: 'map', category: 'state', measures: ['a', 'b'] },
    /^measures: A chart of the shape 'map' takes one measure/,
  ],
])('%j is refused with the place and the remedy', (more, message) => {
  expect(gaps(more)).toEqual([expect.stringMatching(message)]);
});

it('the measure that is a target has to exist, too', () => {
  expect(namesInTile(chart({ shape: 'bullet', target: { measure: 'goal' } }))).toContainEqual({
    kind: 'measure',
    path: ['target', 'measure'],
    name: 'goal',
  });
});

it('the measures of conditions have to exist, whether or not the tile shows them', () => {
  const having = { all: [{ measure: 'goal', op: 'gte', values: [1] }, { not: { measure: 'loss', op: 'isNull' } }] };
  const measures = namesInTile(chart({ shape: 'bar', category: 'state', having })).filter(
    ({ kind }) => kind === 'measure',
  );
  expect(measures.map(({ path, name }) => `${path.join('.')}: ${name}`)).toEqual([
    'measures.0: assets',
    'having.all.0.measure: goal',
    'having.all.1.not.measure: loss',
  ]);
});
