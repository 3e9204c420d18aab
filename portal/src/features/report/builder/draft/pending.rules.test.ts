import type { ReportDocument, Tile } from '@rise/contract';
import { expect, it } from 'vitest';
import { tilesToRun, withPending } from './pending.rules.ts';

const tile = (id: string): Tile => ({
  id,
  width: 12,
  kind: 'figures',
  title: { en: id },
  of: 'peers',
  measures: ['a'],
});
const DOCUMENT: ReportDocument = {
  title: { en: 'R' },
  purpose: { en: 'R' },
  dataset: 'd',
  peers: [],
  filters: [],
  measures: [],
  pages: [{ id: 'p', title: { en: 'P' }, rows: [{ id: 'r', tiles: [tile('one'), tile('two')] }] }],
};
const changed = (...operations: Parameters<typeof withPending>[1][number]['operations']) =>
  withPending(DOCUMENT, [{ id: 'x', operations }]);

it('a change that no longer fits is left out, and those after it are shown', () => {
  const shown = withPending(DOCUMENT, [
    { id: '1', operations: [{ type: 'set', at: ['tiles', 'gone', 'title'], value: { en: 'X' } }] },
    { id: '2', operations: [{ type: 'set', at: ['title'], value: { en: 'New' } }] },
  ]);
  expect(shown.title).toEqual({ en: 'New' });
});

it('what only changes the look of a tile runs nothing', () => {
  expect(tilesToRun(DOCUMENT, changed({ type: 'set', at: ['tiles', 'one', 'title'], value: { en: 'X' } }))).toEqual([]);
  expect(tilesToRun(DOCUMENT, changed({ type: 'set', at: ['tiles', 'one', 'width'], value: 6 }))).toEqual([]);
  expect(tilesToRun(DOCUMENT, changed({ type: 'set', at: ['rows', 'r', 'height'], value: 9 }))).toEqual([]);
  expect(tilesToRun(DOCUMENT, changed({ type: 'set', at: ['title'], value: { en: 'X' } }))).toEqual([]);
});

it('what changes figures runs their tiles, and what changes all runs all', () => {
  expect(tilesToRun(null, DOCUMENT)).toEqual(['one', 'two']);
  expect(tilesToRun(DOCUMENT, changed({ type: 'set', at: ['tiles', 'two', 'measures'], value: ['b'] }))).toEqual([
    'two',
  ]);
  const filter = { field: 'state', op: 'in', values: ['TX'] };
  expect(tilesToRun(DOCUMENT, changed({ type: 'set', at: ['filter'], value: filter }))).toEqual(['one', 'two']);
  const page = { id: 'q', title: { en: 'Q' }, rows: [{ id: 's', tiles: [tile('three')] }] };
  const two = changed({ type: 'insert-page', page, before: null });
  const limited = withPending(two, [
    { id: 'y', operations: [{ type: 'set', at: ['pages', 'q', 'filter'], value: filter }] },
  ]);
  expect(tilesToRun(two, limited)).toEqual(['three']);
});
