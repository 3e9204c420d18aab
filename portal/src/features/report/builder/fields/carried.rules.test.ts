import { reportDocument, tilesOf, type Tile } from '@rise/contract';
import { expect, it } from 'vitest';
import { withLook } from '../settings/looks.rules.ts';
import { carried } from './carried.rules.ts';
import { type DataTile, selectionOf, withSelection } from './fields.rules.ts';

const tileOf = (tile: object): DataTile => {
  const title = { en: 'T' };
  const rows = [{ id: 'r', tiles: [{ id: 't', title, ...tile } as unknown as Tile] }];
  const pages = [{ id: 'p', title, rows }];
  return tilesOf(reportDocument.parse({ title, purpose: title, dataset: 'd', pages }))[0] as DataTile;
};

const table = tileOf({
  kind: 'table',
  dimensions: ['state'],
  measures: ['assets', 'loans'],
  drill: ['county', 'city'],
  targets: ['other'],
  formats: [
    { measure: 'assets', show: 'bars' },
    { measure: 'loans', show: 'rules', rules: [{ op: 'lt', value: 0, tone: 'bad' }] },
  ],
});
const chart = tileOf({
  kind: 'chart',
  shape: 'column',
  category: 'state',
  measures: ['assets'],
  targets: ['other'],
  annotations: [{ at: 'CA', text: { en: 'Home' } }],
});

it('a measure that is taken out takes its formats along, and a dimension that is added is no level any more', () => {
  const selection = { measures: ['loans'], dimensions: ['state', 'county'] };
  const next = carried(table, withSelection(table, selection)!);
  expect(next).toMatchObject({ drill: ['city'], targets: ['other'], formats: [{ measure: 'loans' }] });
});

it('another look keeps what it can show', () => {
  const column = carried(table, withLook(table, 'column', selectionOf(table)));
  expect(column).toMatchObject({ drill: ['county', 'city'], targets: ['other'] });
  expect(column).not.toHaveProperty('formats');
  const figures = carried(table, withLook(table, 'figures', { measures: ['assets', 'loans'], dimensions: [] }));
  expect(figures).toMatchObject({ formats: [{ measure: 'loans', show: 'rules' }] });
  expect(figures).not.toHaveProperty('drill');
});

it('notes stay as long as the chart has the same categories along an axis', () => {
  const look = (shape: 'line' | 'pie') => carried(chart, withLook(chart, shape, selectionOf(chart)));
  expect(look('line')).toMatchObject({ annotations: [{ at: 'CA' }] });
  expect(look('pie')).not.toHaveProperty('annotations');
  const other = withSelection(chart, { measures: ['assets'], dimensions: ['charter'] })!;
  expect(carried(chart, other)).not.toHaveProperty('annotations');
});
