import { describe, expect, test } from 'vitest';
import { reportDocument, type ReportDocument } from '../report-document.ts';
import type { Tile } from '../report-tiles.ts';
import {
  applyChange,
  applyOperation,
  describeDifference,
  operationsBetween,
  OperationError,
  type ReportOperation,
  type TilePlace,
} from './report-operations.ts';
import { tilesOf } from './report-pages.ts';

const text = (id: string, title = id): Tile => ({
  id,
  kind: 'text',
  width: 6,
  title: { en: title },
  text: { en: title },
});
const figures = (id: string): Tile => ({
  id,
  kind: 'figures',
  width: 12,
  title: { en: id },
  of: 'peers',
  measures: ['assets'],
});

/** Pages of rows of tiles, as 'p: a b | c' for each page. */
function documentOf(...pages: string[]): ReportDocument {
  return reportDocument.parse({
    title: { en: 'Report' },
    purpose: { en: 'Purpose' },
    dataset: 'sales',
    pages: pages.map((page) => {
      const [id, rows] = page.split(':') as [string, string];
      const filled = rows.split('|').map((row) => row.trim());
      return {
        id,
        title: { en: id },
        rows: filled
          .filter((row) => row !== '')
          .map((row) => ({ id: `row-${row[0]!}`, tiles: row.split(' ').map((tile) => text(tile)) })),
      };
    }),
  });
}

const outline = ({ pages }: ReportDocument): string[] =>
  pages.map(({ id, rows }) => `${id}: ${rows.map(({ tiles }) => tiles.map((tile) => tile.id).join(' ')).join(' | ')}`);

const START = documentOf('p: a b | c', 'q: d');

/** What operations come to; checks that the inverse restores the document. */
function apply(document: ReportDocument, ...operations: ReportOperation[]): ReportDocument {
  const { document: after, inverse } = applyChange(document, operations);
  expect(applyChange(after, inverse).document).toEqual(document);
  return after;
}

function failOf(document: ReportDocument, ...operations: ReportOperation[]) {
  try {
    applyChange(document, operations);
  } catch (error) {
    if (error instanceof OperationError) return `${error.reason} ${error.part}`;
    throw error;
  }
  return null;
}

describe('a property', () => {
  test('is set on the document, a page, a row and a tile, and removed by null', () => {
    const after = apply(
      START,
      { type: 'set', at: ['title'], value: { en: 'Sales' } },
      { type: 'set', at: ['pages', 'q', 'title'], value: { en: 'Second' } },
      { type: 'set', at: ['rows', 'row-c', 'height'], value: 5 },
      { type: 'set', at: ['tiles', 'a', 'phone'], value: 'hidden' },
      { type: 'set', at: ['tiles', 'b', 'title'], value: null },
    );
    expect(after.title).toEqual({ en: 'Sales' });
    expect(after.pages[1]!.title).toEqual({ en: 'Second' });
    expect(after.pages[0]!.rows[1]!.height).toBe(5);
    const [a, b] = tilesOf(after);
    expect(a).toMatchObject({ phone: 'hidden' });
    expect(b).not.toHaveProperty('title');
  });

  test('leaves all other parts the same objects', () => {
    const { document } = applyOperation(START, { type: 'set', at: ['tiles', 'a', 'width'], value: 4 });
    expect(document.pages[1]).toBe(START.pages[1]);
    expect(document.pages[0]!.rows[1]).toBe(START.pages[0]!.rows[1]);
    expect(document.pages[0]!.rows[0]!.tiles[1]).toBe(START.pages[0]!.rows[0]!.tiles[1]);
    expect(tilesOf(START)[0]).toMatchObject({ width: 6 });
  });

  test('names the part that is missing, and is none that identifies a tile', () => {
    expect(failOf(START, { type: 'set', at: ['tiles', 'x', 'width'], value: 4 })).toBe('unknown-tile x');
    expect(failOf(START, { type: 'set', at: ['rows', 'x', 'height'], value: 4 })).toBe('unknown-row x');
    expect(failOf(START, { type: 'set', at: ['pages', 'x', 'title'], value: { en: 'X' } })).toBe('unknown-page x');
    expect(failOf(START, { type: 'set', at: ['tiles', 'a', 'id'], value: 'b' })).toBe('fixed-property id');
    expect(failOf(START, { type: 'set', at: ['tiles', 'a', 'kind'], value: 'chart' })).toBe('fixed-property kind');
  });
});

describe('a tile', () => {
  const move = (tile: string, to: TilePlace): ReportOperation => ({ type: 'move-tile', tile, to });

  test('goes into a row or a row of its own, and leaves no empty row behind', () => {
    const into = apply(START, move('c', { page: 'p', row: 'row-a', before: 'b' }));
    expect(outline(into)).toEqual(['p: a c b', 'q: d']);
    const own = apply(START, move('a', { page: 'q', newRow: { id: 'row-x', height: 4 }, before: 'row-d' }));
    expect(outline(own)).toEqual(['p: b | c', 'q: a | d']);
    expect(own.pages[1]!.rows[0]!.height).toBe(4);
    const before = apply(START, move('b', { page: 'p', newRow: { id: 'row-x' }, before: 'row-a' }));
    expect(outline(before)).toEqual(['p: b | a | c', 'q: d']);
    const renamed = apply(START, move('c', { page: 'p', newRow: { id: 'row-x' }, before: 'row-c' }));
    expect(renamed.pages[0]!.rows.map(({ id }) => id)).toEqual(['row-a', 'row-x']);
    // The row that it leaves says where, although it disappears.
    const first = apply(documentOf('p: a | b'), move('a', { page: 'p', newRow: { id: 'row-x' }, before: 'row-a' }));
    expect(outline(first)).toEqual(['p: a | b']);
  });

  test('stays where it would be moved to', () => {
    const places: [string, TilePlace][] = [
      ['a', { page: 'p', row: 'row-a', before: 'a' }],
      ['c', { page: 'p', row: 'row-c', before: null }],
      ['c', { page: 'p', row: 'row-c', before: 'a' }],
      ['c', { page: 'p', newRow: { id: 'row-c' }, before: null }],
    ];
    for (const [tile, to] of places) {
      const { document, inverse } = applyOperation(START, move(tile, to));
      expect(document).toBe(START);
      expect(inverse).toEqual([]);
    }
  });

  test('comes last where what it should precede is gone', () => {
    expect(outline(apply(START, move('a', { page: 'p', row: 'row-c', before: 'gone' })))[0]).toBe('p: b | c a');
    const own = { page: 'p', newRow: { id: 'row-x' }, before: 'gone' };
    expect(outline(apply(START, move('a', own)))[0]).toBe('p: b | c | a');
  });

  test('is inserted, removed with its row, and replaced by one of another kind', () => {
    const to = { page: 'q', row: 'row-d', before: null };
    expect(outline(apply(START, { type: 'insert-tile', tile: text('e'), to }))[1]).toBe('q: d e');
    expect(outline(apply(START, { type: 'remove-tile', tile: 'c' }))[0]).toBe('p: a b');
    expect(tilesOf(apply(START, { type: 'replace-tile', tile: figures('a') }))[0]).toEqual(figures('a'));
  });

  test('names what is missing or there twice', () => {
    const into = (page: string, row: string) => ({ page, row, before: null });
    expect(failOf(START, { type: 'insert-tile', tile: text('a'), to: into('p', 'row-c') })).toBe('duplicate-id a');
    expect(failOf(START, { type: 'insert-tile', tile: text('e'), to: into('p', 'row-x') })).toBe('unknown-row row-x');
    expect(failOf(START, { type: 'insert-tile', tile: text('e'), to: into('x', 'row-a') })).toBe('unknown-page x');
    expect(failOf(START, move('x', into('p', 'row-a')))).toBe('unknown-tile x');
    expect(failOf(START, { type: 'remove-tile', tile: 'x' })).toBe('unknown-tile x');
    expect(failOf(START, { type: 'replace-tile', tile: text('x') })).toBe('unknown-tile x');
    const elsewhere = { page: 'q', newRow: { id: 'row-a' }, before: null };
    expect(failOf(START, { type: 'insert-tile', tile: text('e'), to: elsewhere })).toBe('duplicate-id row-a');
  });

  test('returns to its row where another editor has removed the row’s other tile, in either order', () => {
    const first = applyOperation(START, { type: 'remove-tile', tile: 'a' });
    const second = applyOperation(first.document, { type: 'remove-tile', tile: 'b' });
    expect(outline(second.document)[0]).toBe('p: c');
    const again = applyChange(second.document, first.inverse).document;
    expect(outline(again)[0]).toBe('p: a | c');
    expect(applyChange(again, second.inverse).document).toMatchObject({
      pages: [{ rows: [{ id: 'row-a', tiles: [{ id: 'a' }, { id: 'b' }] }, { id: 'row-c' }] }, {}],
    });
    const other = applyChange(second.document, second.inverse).document;
    expect(applyChange(other, first.inverse).document).toEqual(START);
  });
});

describe('a page', () => {
  const page = documentOf('r: e').pages[0]!;

  test('is inserted, moved and removed', () => {
    expect(outline(apply(START, { type: 'insert-page', page, before: 'q' }))).toEqual(['p: a b | c', 'r: e', 'q: d']);
    expect(outline(apply(START, { type: 'move-page', page: 'p', before: null }))).toEqual(['q: d', 'p: a b | c']);
    expect(outline(apply(START, { type: 'move-page', page: 'q', before: 'q' }))).toEqual(outline(START));
    expect(outline(apply(START, { type: 'remove-page', page: 'p' }))).toEqual(['q: d']);
  });

  test('brings no id that is there', () => {
    const [p] = START.pages;
    expect(failOf(START, { type: 'insert-page', page: p!, before: null })).toBe('duplicate-id p');
    expect(failOf(START, { type: 'insert-page', page: { ...p!, id: 'r' }, before: null })).toBe('duplicate-id row-a');
    const twice = { ...page, rows: [page.rows[0]!, { ...page.rows[0]!, id: 'row-x' }] };
    expect(failOf(START, { type: 'insert-page', page: twice, before: null })).toBe('duplicate-id e');
    expect(failOf(START, { type: 'remove-page', page: 'x' })).toBe('unknown-page x');
  });
});

describe('the difference of two documents', () => {
  test('names parts by id, with the properties that differ', () => {
    const after = apply(
      START,
      { type: 'set', at: ['purpose'], value: { en: 'Other' } },
      { type: 'set', at: ['rows', 'row-c', 'height'], value: 9 },
      { type: 'set', at: ['tiles', 'c', 'title'], value: { en: 'Third' } },
      { type: 'set', at: ['tiles', 'c', 'width'], value: 3 },
      { type: 'move-tile', tile: 'b', to: { page: 'p', row: 'row-a', before: 'a' } },
      { type: 'remove-tile', tile: 'd' },
      { type: 'insert-page', page: documentOf('r: e').pages[0]!, before: null },
    );
    const name = (id: string) => ({ id, title: { en: id } });
    expect(describeDifference(START, after)).toEqual({
      properties: ['purpose'],
      pages: { added: [name('r')], removed: [], changed: [], moved: [] },
      tiles: {
        added: [name('e')],
        removed: [name('d')],
        changed: [{ id: 'c', title: { en: 'Third' }, properties: ['title', 'width'] }],
        moved: [name('a')],
      },
      rows: ['row-c'],
    });
  });

  test('is none between equal documents, whatever the order of their keys', () => {
    const reordered = Object.fromEntries(Object.entries(START).toReversed()) as unknown as ReportDocument;
    const none = { added: [], removed: [], changed: [], moved: [] };
    expect(describeDifference(START, reordered)).toEqual({ properties: [], pages: none, tiles: none, rows: [] });
  });
});

/** Of a seed, the same numbers each time (mulberry32). */
function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: <T>(items: readonly T[]): T => items[below(items.length)]!, chance: () => next() < 0.5 };
}
type Random = ReturnType<typeof generator>;

let created = 0;
const newId = (kind: string) => `${kind}-${++created}`;

function randomTile({ chance }: Random): Tile {
  const id = newId('tile');
  return chance() ? text(id) : figures(id);
}

function randomPage(random: Random) {
  const rows = Array.from({ length: random.below(4) }, () => ({
    id: newId('row'),
    ...(random.chance() && { height: 3 + random.below(9) }),
    tiles: Array.from({ length: 1 + random.below(3) }, () => randomTile(random)),
  }));
  return { id: newId('page'), title: { en: newId('Page') }, rows };
}

function randomDocument(random: Random): ReportDocument {
  const pages = Array.from({ length: 1 + random.below(3) }, () => randomPage(random));
  return reportDocument.parse({ ...documentOf('p:'), pages });
}

function randomPlace(random: Random, document: ReportDocument): TilePlace {
  const { id: page, rows } = random.pick(document.pages);
  const before = random.chance() ? 'gone' : null;
  if (rows.length > 0 && random.chance()) {
    const row = random.pick(rows);
    return { page, row: row.id, before: random.chance() ? random.pick(row.tiles).id : before };
  }
  const id = rows.length > 0 && random.below(5) === 0 ? random.pick(rows).id : newId('row');
  const newRow = { id, ...(random.chance() && { height: 3 + random.below(9) }) };
  return { page, newRow, before: rows.length > 0 && random.chance() ? random.pick(rows).id : before };
}

/** An operation that fits the document. */
function randomOperation(random: Random, document: ReportDocument): ReportOperation {
  const tiles = tilesOf(document);
  const page = random.pick(document.pages).id;
  const before = random.chance() ? random.pick(document.pages).id : random.pick([null, 'gone']);
  const operations: ReportOperation[] = [
    { type: 'set', at: [random.pick(['title', 'purpose'] as const)], value: { en: newId('Text') } },
    { type: 'set', at: ['filter'], value: random.pick([null, { field: 'state', op: 'in', values: ['VT'] }]) },
    { type: 'set', at: ['pages', page, 'title'], value: { en: newId('Page') } },
    { type: 'set', at: ['pages', page, 'filter'], value: { field: 'state', op: 'in', values: [newId('State')] } },
    { type: 'insert-tile', tile: randomTile(random), to: randomPlace(random, document) },
    { type: 'insert-page', page: randomPage(random), before },
    { type: 'move-page', page, before },
  ];
  if (document.pages.length > 1) operations.push({ type: 'remove-page', page });
  if (tiles.length > 0) {
    const { id } = random.pick(tiles);
    const row = random.pick(document.pages.flatMap(({ rows }) => rows)).id;
    operations.push(
      { type: 'set', at: ['tiles', id, 'phone'], value: random.pick([null, 'hidden']) },
      { type: 'set', at: ['tiles', id, 'title'], value: { en: newId('Title') } },
      { type: 'set', at: ['rows', row, 'height'], value: random.pick([null, 7]) },
      { type: 'replace-tile', tile: { ...randomTile(random), id } },
      { type: 'move-tile', tile: id, to: randomPlace(random, document) },
      { type: 'move-tile', tile: id, to: randomPlace(random, document) },
      { type: 'remove-tile', tile: id },
    );
  }
  return random.pick(operations);
}

function randomChange(random: Random, document: ReportDocument): ReportOperation[] {
  const operations: ReportOperation[] = [];
  let current = document;
  for (let left = 1 + random.below(8); left > 0; left--) {
    const operation = randomOperation(random, current);
    operations.push(operation);
    current = applyOperation(current, operation).document;
  }
  return operations;
}

const idsOf = ({ pages }: ReportDocument) => [
  ...pages.map(({ id }) => `page ${id}`),
  ...pages.flatMap(({ rows }) => rows.map(({ id }) => `row ${id}`)),
  ...pages.flatMap(({ rows }) => rows.flatMap(({ tiles }) => tiles.map(({ id }) => `tile ${id}`))),
];

const SEEDS = Array.from({ length: 400 }, (_, seed) => seed + 1);

describe('generated documents and operations', () => {
  test('the inverse of a change restores the document, and its own inverse repeats the change', () => {
    for (const seed of SEEDS) {
      const random = generator(seed);
      const document = randomDocument(random);
      const frozen = JSON.stringify(document);
      const change = applyChange(document, randomChange(random, document));
      const undone = applyChange(change.document, change.inverse);
      expect(undone.document, `seed ${seed}`).toEqual(document);
      expect(applyChange(undone.document, undone.inverse).document, `seed ${seed}`).toEqual(change.document);
      expect(JSON.stringify(document)).toBe(frozen);
    }
  });

  test('ids stay unique, and no row is empty', () => {
    for (const seed of SEEDS) {
      const random = generator(seed);
      const document = randomDocument(random);
      const after = applyChange(document, randomChange(random, document)).document;
      const ids = idsOf(after);
      expect(new Set(ids).size, `seed ${seed}`).toBe(ids.length);
      for (const { rows } of after.pages) for (const { tiles } of rows) expect(tiles.length).toBeGreaterThan(0);
    }
  });

  test('a moved tile moves alone: the others are as they were, in their order', () => {
    for (const seed of SEEDS) {
      const random = generator(seed);
      const document = randomDocument(random);
      if (tilesOf(document).length === 0) continue;
      const { id } = random.pick(tilesOf(document));
      const to = randomPlace(random, document);
      const after = applyOperation(document, { type: 'move-tile', tile: id, to }).document;
      const others = (of: ReportDocument) =>
        of.pages.map(({ rows, ...page }) => ({
          ...page,
          rows: rows
            .map((row) => ({ ...row, tiles: row.tiles.filter((tile) => tile.id !== id) }))
            .filter(({ tiles }) => tiles.length > 0),
        }));
      expect(others(after), `seed ${seed}`).toEqual(others(document));
      expect(tilesOf(after).find((tile) => tile.id === id)).toEqual(tilesOf(document).find((tile) => tile.id === id));
    }
  });

  test('changes of two editors in different parts come to the same in either order', () => {
    for (const seed of SEEDS) {
      const random = generator(seed);
      const [left, right] = [randomPage(random), randomPage(random)];
      const document = reportDocument.parse({ ...documentOf('p:'), pages: [left, right] });
      const within = (page: ReportDocument['pages'][number]) =>
        randomChange(random, { ...document, pages: [page] }).filter(
          (operation) => !operation.type.endsWith('page') && !(operation.type === 'set' && operation.at.length === 1),
        );
      // Without the operations that are left out, later ones of the same change may not fit.
      const fitting = (page: ReportDocument['pages'][number]) => {
        const change = within(page);
        return failOf({ ...document, pages: [page] }, ...change) === null ? change : [];
      };
      const [one, other] = [fitting(left), fitting(right)];
      const forth = applyChange(applyChange(document, one).document, other).document;
      const back = applyChange(applyChange(document, other).document, one).document;
      expect(forth, `seed ${seed}`).toEqual(back);
    }
  });

  test('the operations between two documents turn one into the other', () => {
    for (const seed of SEEDS) {
      const random = generator(seed);
      const before = randomDocument(random);
      const after = applyChange(before, randomChange(random, before)).document;
      expect(apply(before, ...operationsBetween(before, after)), `seed ${seed}`).toEqual(after);
    }
  });
});
