import { isDeepStrictEqual } from 'node:util';
import {
  applyChange,
  applyOperation,
  OperationError,
  operationsBetween,
  reportDocument,
  tilesOf,
  type ReportDocument,
  type ReportOperation,
  type Tile,
} from '@rise/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeReports } from './report-merge.rules.ts';

const text = (id: string, title = id): Tile => ({
  id,
  kind: 'text',
  width: 6,
  title: { en: title },
  text: { en: title },
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

const BASE = documentOf('p: a b | c', 'q: d');
const change = (...operations: ReportOperation[]): ReportDocument => applyChange(BASE, operations).document;
const set = (tile: string, property: string, value: unknown): ReportOperation => ({
  type: 'set',
  at: ['tiles', tile, property],
  value,
});
const named = (title: string) => ({ en: title });
const remove = (tile: string): ReportOperation => ({ type: 'remove-tile', tile });
const insert = (tile: string, page = 'q'): ReportOperation => ({
  type: 'insert-tile',
  tile: text(tile),
  to: { page, newRow: { id: `row-${tile}` }, before: null },
});
const toRow = (tile: string, row: string, page = 'p'): ReportOperation => ({
  type: 'move-tile',
  tile,
  to: { page, row, before: null },
});

const merge = (mine: ReportDocument, theirs: ReportDocument, ...chosen: string[]) =>
  mergeReports({ base: BASE, mine, theirs }, new Set(chosen));
const tileIn = (document: ReportDocument, id: string) => tilesOf(document).find((tile) => tile.id === id);
const conflictsOf = ({ changes }: ReturnType<typeof merge>) =>
  changes.filter(({ conflict }) => conflict !== null).map(({ id, kind, conflict }) => `${id}: ${kind}/${conflict}`);

describe('what only the original has changed', () => {
  test('is merged by tile, page and property, with what the copy has changed elsewhere', () => {
    const mine = change(set('a', 'title', named('Mine')), insert('m'));
    const theirs = change(
      set('a', 'width', 12),
      remove('c'),
      insert('t'),
      { type: 'set', at: ['filters'], value: ['state'] },
      { type: 'set', at: ['pages', 'q', 'title'], value: named('Second') },
    );
    const { document, changes } = merge(mine, theirs);
    expect(outline(document)).toEqual(['p: a b', 'q: d | t | m']);
    expect(tileIn(document, 'a')).toMatchObject({ title: named('Mine'), width: 12 });
    expect(document.filters).toEqual(['state']);
    expect(document.pages[1]!.title).toEqual(named('Second'));
    expect(changes.map(({ part, kind, title, properties }) => [part, kind, title?.en ?? null, properties])).toEqual([
      ['report', 'changed', null, ['filters']],
      ['page', 'changed', 'Second', ['title']],
      ['tile', 'changed', 'a', ['width']],
      ['tile', 'added', 't', []],
      ['tile', 'removed', 'c', []],
    ]);
    expect(changes.every(({ conflict }) => conflict === null)).toBe(true);
  });

  test('includes the order of pages, rows and tiles, heights, and what moves to another page', () => {
    const theirs = change(
      { type: 'move-page', page: 'q', before: 'p' },
      { type: 'move-tile', tile: 'b', to: { page: 'p', row: 'row-a', before: 'a' } },
      { type: 'set', at: ['rows', 'row-d', 'height'], value: 9 },
      toRow('c', 'row-d', 'q'),
    );
    const { document, changes } = merge(change(insert('m', 'p')), theirs);
    expect(outline(document)).toEqual(['q: d c', 'p: b a | m']);
    expect(document.pages[0]!.rows[0]!.height).toBe(9);
    expect(changes.map(({ id, kind }) => `${id}: ${kind}`).toSorted()).toEqual([
      'order/p: arranged',
      'order: arranged',
      'places/c: moved',
      'rows/row-d: changed',
    ]);
  });

  test('is no change where the copy has it already', () => {
    const same = change(set('a', 'title', named('Same')), remove('c'), insert('n'));
    expect(merge(same, same)).toEqual({ document: same, changes: [] });
  });

  test('is a page with all that is on it', () => {
    const page = documentOf('r: e f').pages[0]!;
    const { document, changes } = merge(
      change(set('a', 'width', 3)),
      change({ type: 'insert-page', page, before: 'q' }),
    );
    expect(outline(document)).toEqual(['p: a b | c', 'r: e f', 'q: d']);
    expect(changes.map(({ id }) => id)).toEqual(['pages/r']);
    expect(merge(BASE, change({ type: 'remove-page', page: 'q' })).document.pages.map(({ id }) => id)).toEqual(['p']);
  });
});

describe('what both have changed', () => {
  test('stays as in the copy unless the original’s is chosen', () => {
    const mine = change(set('a', 'title', named('Mine')), set('a', 'width', 3));
    const theirs = change(set('a', 'title', named('Theirs')), set('a', 'phone', 'hidden'));
    const merged = merge(mine, theirs);
    expect(conflictsOf(merged)).toEqual(['tiles/a: changed/changed']);
    expect(tileIn(merged.document, 'a')).toMatchObject({ title: named('Mine'), width: 3, phone: 'hidden' });
    const taken = merge(mine, theirs, 'tiles/a').document;
    expect(tileIn(taken, 'a')).toMatchObject({ title: named('Theirs'), width: 3, phone: 'hidden' });
  });

  test('is a conflict where one has removed what the other has changed', () => {
    const removed = change(remove('a'));
    const changed = change(set('a', 'width', 3));
    expect(conflictsOf(merge(removed, changed))).toEqual(['tiles/a: changed/removed']);
    expect(merge(removed, changed).changes).toMatchObject([{ properties: ['width'], page: named('p') }]);
    expect(outline(merge(removed, changed).document)[0]).toBe('p: b | c');
    expect(outline(merge(removed, changed, 'tiles/a').document)[0]).toBe('p: a b | c');
    expect(conflictsOf(merge(changed, removed))).toEqual(['tiles/a: removed/changed']);
    expect(outline(merge(changed, removed).document)[0]).toBe('p: a b | c');
    expect(outline(merge(changed, removed, 'tiles/a').document)[0]).toBe('p: b | c');
  });

  test('is one decision for a page that one has removed', () => {
    const removed = change({ type: 'remove-page', page: 'q' });
    const changed = change(set('d', 'width', 3), insert('n'));
    const ours = merge(removed, changed);
    expect(conflictsOf(ours)).toEqual(['pages/q: changed/removed']);
    expect(ours.changes).toHaveLength(1);
    expect(outline(ours.document)).toEqual(['p: a b | c']);
    expect(outline(merge(removed, changed, 'pages/q').document)).toEqual(['p: a b | c', 'q: d | n']);
    const other = merge(changed, removed);
    expect(conflictsOf(other)).toEqual(['pages/q: removed/changed']);
    expect(other.document).toEqual(changed);
    expect(outline(merge(changed, removed, 'pages/q').document)).toEqual(['p: a b | c']);
  });

  test('can be where a tile is, in which order, of which kind, and a property of the report', () => {
    const moved = merge(change(toRow('a', 'row-c')), change(toRow('a', 'row-d', 'q')));
    expect(conflictsOf(moved)).toEqual(['places/a: moved/moved']);
    expect(outline(moved.document)).toEqual(['p: b | c a', 'q: d']);

    const three = documentOf('p: a b c');
    const ordered = (...ids: string[]): ReportDocument => {
      const [page] = three.pages;
      const tiles = ids.map((id) => tileIn(three, id)!);
      return { ...three, pages: [{ ...page!, rows: [{ ...page!.rows[0]!, tiles }] }] };
    };
    const sides = { base: three, mine: ordered('b', 'a', 'c'), theirs: ordered('c', 'a', 'b') };
    expect(conflictsOf(mergeReports(sides))).toEqual(['order/p: arranged/arranged']);
    expect(mergeReports(sides).document).toEqual(sides.mine);
    expect(mergeReports(sides, new Set(['order/p'])).document).toEqual(sides.theirs);

    const figures: Tile = { id: 'a', kind: 'figures', width: 6, title: named('a'), of: 'peers', measures: ['assets'] };
    const replaced = change({ type: 'replace-tile', tile: figures });
    const kinds = merge(change(set('a', 'width', 3)), replaced);
    expect(conflictsOf(kinds)).toEqual(['tiles/a: changed/changed']);
    expect(tileIn(merge(change(set('a', 'width', 3)), replaced, 'tiles/a').document, 'a')).toEqual(figures);

    const filters = (value: string[]) => change({ type: 'set', at: ['filters'], value });
    expect(conflictsOf(merge(filters(['x']), filters(['y'])))).toEqual(['report/filters: changed/changed']);
    expect(merge(filters(['x']), filters(['y']), 'report/filters').document.filters).toEqual(['y']);
  });

  test('can be two tiles that got the same id', () => {
    const theirs = change({ type: 'insert-tile', tile: text('n', 'Theirs'), to: { page: 'q', row: 'row-d', before: null } }); // prettier-ignore
    const merged = merge(change(insert('n', 'p')), theirs);
    expect(conflictsOf(merged)).toEqual(['tiles/n: added/added']);
    expect(outline(merged.document)).toEqual(['p: a b | c | n', 'q: d']);
  });

  test('never leaves a report without a page', () => {
    const { document } = merge(
      change({ type: 'remove-page', page: 'p' }),
      change({ type: 'remove-page', page: 'q' }),
      'pages/q',
    );
    expect(outline(document)).toEqual(['q: d']);
  });
});

/** An editor's step, which is skipped where it does not fit. */
const stepOf = (tiles: string[], pages: string[], added: string): fc.Arbitrary<ReportOperation> => {
  const tile = fc.constantFrom(...tiles);
  const page = fc.constantFrom(...pages);
  const before = fc.option(tile.map((id) => `row-${id}`));
  const own = fc.integer({ min: 0, max: 3 }).map((n) => `${added}${n}`);
  const place = fc.oneof(
    fc.record({ page, row: tile.map((id) => `row-${id}`), before: fc.option(tile) }),
    fc.record({ page, newRow: own.map((id) => ({ id: `row-${id}` })), before }),
  );
  return fc.oneof(
    fc.tuple(tile, fc.integer({ min: 2, max: 12 })).map(([id, width]) => set(id, 'width', width)),
    fc.tuple(tile, fc.constantFrom('X', 'Y')).map(([id, title]) => set(id, 'title', named(title))),
    fc.record({ type: fc.constant('move-tile' as const), tile, to: place }),
    fc.record({ type: fc.constant('insert-tile' as const), tile: own.map((id) => text(id)), to: place }),
    tile.map(remove),
    fc.record({ type: fc.constant('move-page' as const), page, before: fc.option(page) }),
    fc.record({ type: fc.constant('remove-page' as const), page }),
    fc.tuple(own, fc.option(page)).map(([id, next]) => ({
      type: 'insert-page' as const,
      page: documentOf(`${id}p: ${id}t`).pages[0]!,
      before: next,
    })),
    fc.tuple(page, fc.constantFrom('X', 'Y')).map(([id, title]) => ({ type: 'set' as const, at: ['pages', id, 'title'] as const, value: named(title) })), // prettier-ignore
    fc
      .tuple(tile, fc.integer({ min: 3, max: 6 }))
      .map(([id, value]) => ({ type: 'set' as const, at: ['rows', `row-${id}`, 'height'] as const, value })),
    fc.constantFrom(['x'], ['y']).map((value) => ({ type: 'set' as const, at: ['filters'] as const, value })),
  );
};

const START = documentOf('p: a b | c', 'q: d e | f g', 'r: h');

function editedBy(operations: readonly ReportOperation[]): ReportDocument {
  let document = START;
  for (const operation of operations)
    try {
      const next = applyOperation(document, operation).document;
      if (next.pages.length > 0) document = next;
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
    }
  return document;
}
const editsOf = (tiles: string, pages: string[], added: string) =>
  fc.array(stepOf([...tiles], pages, added), { maxLength: 8 }).map(editedBy);
const PAGES = ['p', 'q', 'r'];
/** Both sides may add parts of the same ids. */
const edits = fc.constantFrom('m', 't').chain((added) => editsOf('abcdefgh', PAGES, added));

function idsIn({ pages }: ReportDocument): string[] {
  const rows = pages.flatMap((page) => page.rows);
  return [
    ...pages.map(({ id }) => `page ${id}`),
    ...rows.map(({ id }) => `row ${id}`),
    ...rows.flatMap((row) => row.tiles.map(({ id }) => `tile ${id}`)),
  ];
}

describe('for any changes', () => {
  test('with none of the copy, the result is the original', () => {
    fc.assert(
      fc.property(edits, (theirs) => {
        const { document, changes } = mergeReports({ base: START, mine: START, theirs });
        expect(document).toEqual(theirs);
        expect(changes.every(({ conflict }) => conflict === null)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('with none of the original, the result is the copy', () => {
    fc.assert(
      fc.property(edits, (mine) => {
        expect(mergeReports({ base: START, mine, theirs: START })).toEqual({ document: mine, changes: [] });
      }),
      { numRuns: 1000 },
    );
  });

  test('with the same ones in both, there is nothing to merge', () => {
    fc.assert(
      fc.property(edits, (both) => {
        expect(mergeReports({ base: START, mine: both, theirs: both })).toEqual({ document: both, changes: [] });
      }),
      { numRuns: 1000 },
    );
  });

  test('the result is valid whatever is chosen, has no id twice, and is reached by operations that can be undone', () => {
    fc.assert(
      fc.property(edits, edits, fc.infiniteStream(fc.boolean()), (mine, theirs, choices) => {
        const sides = { base: START, mine, theirs };
        const { changes } = mergeReports(sides);
        const ids = changes.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const conflicts = changes.filter(({ conflict }) => conflict !== null);
        const chosen = new Set(conflicts.filter(() => choices.next().value).map(({ id }) => id));
        const { document } = mergeReports(sides, chosen);
        expect(reportDocument.parse(document)).toEqual(document);
        const parts = idsIn(document);
        expect(new Set(parts).size).toBe(parts.length);
        const applied = applyChange(mine, operationsBetween(mine, document));
        expect(applied.document).toEqual(document);
        expect(applyChange(document, applied.inverse).document).toEqual(mine);
      }),
      { numRuns: 1000 },
    );
  });

  test('a tile that only the original has changed is as in the original, and one that only the copy has is as in the copy', () => {
    fc.assert(
      fc.property(edits, edits, (mine, theirs) => {
        const { document } = mergeReports({ base: START, mine, theirs });
        const same = tilesOf(START).map((before) => {
          const [own, other, merged] = [mine, theirs, document].map((side) => tileIn(side, before.id));
          if (!own || !other || !merged) return true;
          const isChangedByBoth = !isDeepStrictEqual(own, before) && !isDeepStrictEqual(other, before);
          return isChangedByBoth || isDeepStrictEqual(merged, isDeepStrictEqual(own, before) ? other : own);
        });
        expect(same).not.toContain(false);
      }),
      { numRuns: 500 },
    );
  });

  test('independent changes commute, without a conflict', () => {
    const onPage = (tiles: string, page: string, added: string) =>
      fc
        .array(
          stepOf([...tiles], [page], added).filter(
            ({ type, ...rest }) => !type.endsWith('-page') && !('at' in rest && rest.at.length === 1),
          ),
          { maxLength: 8 },
        )
        .map(editedBy);
    fc.assert(
      fc.property(onPage('abc', 'p', 'm'), onPage('defg', 'q', 't'), (first, second) => {
        const one = mergeReports({ base: START, mine: first, theirs: second });
        const other = mergeReports({ base: START, mine: second, theirs: first });
        expect(one.document).toEqual(other.document);
        expect([...one.changes, ...other.changes].filter(({ conflict }) => conflict !== null)).toEqual([]);
        expect(one.document.pages).toEqual([first.pages[0], second.pages[1], START.pages[2]]);
      }),
      { numRuns: 500 },
    );
  });
});
