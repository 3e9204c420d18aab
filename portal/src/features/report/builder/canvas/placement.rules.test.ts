import type { ReportDocument, Tile } from '@rise/contract';
import { applyChange, type ReportOperation } from '@rise/contract/report-operations';
import { tilesOf } from '@rise/contract/report-pages';
import { describe, expect, it } from 'vitest';
import {
  addTile,
  type Direction,
  dropTile,
  duplicateTile,
  freshId,
  removeTile,
  resizeTile,
  stepTile,
} from './placement.rules.ts';

const tile = (id: string, width = 12): Tile => ({
  id,
  width,
  kind: 'figures',
  title: { en: id },
  of: 'peers',
  measures: ['members'],
});

/** A page of rows, each a list of 'id:width'. */
function page(...rows: string[][]): ReportDocument {
  return {
    title: { en: 'R' },
    purpose: { en: 'R' },
    dataset: 'd',
    peers: [],
    filters: [],
    measures: [],
    pages: [
      {
        id: 'page',
        title: { en: 'P' },
        rows: rows.map((tiles, index) => ({
          id: `row-${index}`,
          tiles: tiles.map((text) => tile(text.split(':')[0]!, Number(text.split(':')[1] ?? 12))),
        })),
      },
    ],
  };
}

const after = (document: ReportDocument, operations: readonly ReportOperation[]) =>
  applyChange(document, operations).document;
const shown = (document: ReportDocument) =>
  document.pages[0]!.rows.map(({ tiles }) => tiles.map(({ id, width }) => `${id}:${width}`));
const step = (document: ReportDocument, id: string, direction: Direction) =>
  shown(after(document, stepTile(document, id, direction)));

describe('a tile moved one step', () => {
  const document = page(['a:6', 'b:6'], ['c']);

  it('changes places within its row', () => {
    expect(step(document, 'a', 'right')).toEqual([['b:6', 'a:6'], ['c:12']]);
    expect(step(document, 'b', 'left')).toEqual([['b:6', 'a:6'], ['c:12']]);
  });

  it('goes on into the row beside its own, whose tiles make place, and those that it leaves fill theirs', () => {
    expect(step(document, 'c', 'left')).toEqual([['a:4', 'b:4', 'c:4']]);
    expect(step(document, 'b', 'right')).toEqual([['a:12'], ['b:6', 'c:6']]);
  });

  it('gets a row of its own above or below, over the full width', () => {
    expect(step(document, 'b', 'up')).toEqual([['b:12'], ['a:12'], ['c:12']]);
    expect(step(document, 'b', 'down')).toEqual([['a:12'], ['b:12'], ['c:12']]);
    expect(step(document, 'c', 'up')).toEqual([['c:12'], ['a:6', 'b:6']]);
  });

  it('stays where there is no further place', () => {
    expect(stepTile(document, 'a', 'left')).toEqual([]);
    expect(stepTile(document, 'c', 'down')).toEqual([]);
    expect(stepTile(document, 'c', 'right')).toEqual([]);
    expect(stepTile(document, 'gone', 'up')).toEqual([]);
  });
});

describe('a tile dropped', () => {
  const document = page(['a:4', 'b:8'], ['c']);

  it('lies before the tile that it was dropped on, or at the end of the row', () => {
    const at = (before: string | null) => shown(after(document, dropTile(document, 'c', { row: 'row-0', before })));
    expect(at('b')).toEqual([['a:4', 'c:4', 'b:4']]);
    expect(at(null)).toEqual([['a:4', 'b:4', 'c:4']]);
  });

  it('gets a row between two others', () => {
    const operations = dropTile(document, 'a', { page: 'page', beforeRow: 'row-1' });
    expect(shown(after(document, operations))).toEqual([['b:12'], ['a:12'], ['c:12']]);
  });

  it('changes nothing where it already is', () => {
    expect(dropTile(document, 'a', { row: 'row-0', before: 'b' })).toEqual([]);
    expect(dropTile(document, 'b', { row: 'row-0', before: null })).toEqual([]);
    expect(dropTile(document, 'c', { page: 'page', beforeRow: 'row-1' })).toEqual([]);
    expect(dropTile(document, 'c', { page: 'page', beforeRow: null })).toEqual([]);
  });
});

describe('a tile resized', () => {
  it('takes from the tile beside it and gives back to it, so that the row stays full', () => {
    const document = page(['a:6', 'b:6']);
    expect(shown(after(document, resizeTile(document, 'a', 9)))).toEqual([['a:9', 'b:3']]);
    expect(shown(after(document, resizeTile(document, 'b', 4)))).toEqual([['a:8', 'b:4']]);
  });

  it('leaves the others at least two columns', () => {
    const document = page(['a:4', 'b:4', 'c:4']);
    expect(shown(after(document, resizeTile(document, 'a', 12)))).toEqual([['a:8', 'b:2', 'c:2']]);
    expect(shown(after(document, resizeTile(document, 'a', 1)))).toEqual([['a:2', 'b:6', 'c:4']]);
  });

  it('may leave a row open that was', () => {
    const document = page(['a:3', 'b:3']);
    expect(shown(after(document, resizeTile(document, 'a', 5)))).toEqual([['a:5', 'b:3']]);
    expect(shown(after(document, resizeTile(document, 'a', 2)))).toEqual([['a:2', 'b:3']]);
  });
});

it('any sequence of moves and sizes leaves each tile there once, and no row wider than twelve columns', () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  let document = page(['a:6', 'b:6'], ['c:12'], ['d:4', 'e:4', 'f:4']);
  const ids = tilesOf(document).map(({ id }) => id);
  for (let turn = 0; turn < 500; turn++) {
    const id = ids[random(ids.length)]!;
    const directions = ['left', 'right', 'up', 'down'] as const;
    const operations =
      random(3) === 0 ? resizeTile(document, id, random(14)) : stepTile(document, id, directions[random(4)]!);
    document = after(document, operations);
    expect(
      tilesOf(document)
        .map((one) => one.id)
        .toSorted(),
    ).toEqual(ids);
    for (const { tiles } of document.pages[0]!.rows) {
      const width = tiles.reduce((sum, one) => sum + one.width, 0);
      expect(width, JSON.stringify(shown(document))).toBeLessThanOrEqual(12);
    }
  }
});

it('a new tile comes behind the selected one, a copy beside its original, and a removed one leaves no gap', () => {
  const document = page(['a:6', 'b:6'], ['c']);
  expect(shown(after(document, addTile(document, 'page', tile('n'), { after: 'a' })))).toEqual([
    ['a:6', 'b:6'],
    ['n:12'],
    ['c:12'],
  ]);
  expect(shown(after(document, removeTile(document, 'a')))).toEqual([['b:12'], ['c:12']]);
  const copy = duplicateTile(document, 'c')!;
  expect(shown(after(document, copy.operations)).at(-1)).toEqual(['c:6', `${copy.id}:6`]);
  expect(duplicateTile(document, 'gone')).toBeNull();
});

it('ids are not given twice', () => {
  const document = page(['figures-0']);
  const numbers = [0, 0.5];
  expect(freshId(document, 'figures', () => numbers.shift()!)).not.toBe('figures-0');
});
