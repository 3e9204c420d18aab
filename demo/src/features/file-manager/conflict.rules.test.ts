import { expect, test } from 'vitest';
import { conflictsOf, newFolderName, placementsOf } from './conflict.rules.ts';
import type { Item } from './item.ts';

const item = (name: string, type: Item['type']) => ({ id: `${type} ${name}`, name, type }) as Item;
const present = [
  item('Plan.pdf', 'PDF'),
  item('Plan (2).pdf', 'PDF'),
  item('Letters', 'folder'),
  item('Read me', 'TXT'),
];
const put = (incoming: readonly Item[], resolution: 'both' | 'replace' | 'skip') =>
  placementsOf(incoming, present, resolution).map(({ name, replaced }) => [name, replaced?.id ?? null]);

test('names are compared as readers see them: without case, with the ending that a file is downloaded with', () => {
  const incoming = [
    item('PLAN.pdf', 'PDF'),
    item('read me.txt', 'TXT'),
    item('Letters', 'TXT'),
    item('Plan', 'folder'),
  ];
  expect(conflictsOf(incoming, present)).toEqual(incoming.slice(0, 2));
});

test('both stay, the second under the next free number, before the ending', () => {
  expect(put([item('Plan.pdf', 'PDF'), item('Letters', 'folder'), item('Read me', 'TXT')], 'both')).toEqual([
    ['Plan (3).pdf', null],
    ['Letters (2)', null],
    ['Read me (2)', null],
  ]);
});

test('what is replaced is named, and what is skipped is left out', () => {
  const incoming = [item('Plan.pdf', 'PDF'), item('New.pdf', 'PDF')];
  expect(put(incoming, 'replace')).toEqual([
    ['Plan.pdf', 'PDF Plan.pdf'],
    ['New.pdf', null],
  ]);
  expect(put(incoming, 'skip')).toEqual([['New.pdf', null]]);
});

test('of two that come with one name the second never replaces the first', () => {
  const two = [item('Plan.pdf', 'PDF'), item('plan.pdf', 'PDF')];
  expect(put(two, 'replace')).toEqual([
    ['Plan.pdf', 'PDF Plan.pdf'],
    ['plan (3).pdf', null],
  ]);
  expect(put([item('New.pdf', 'PDF'), item('New.pdf', 'PDF')], 'skip')).toEqual([
    ['New.pdf', null],
    ['New (2).pdf', null],
  ]);
});

test('a new folder has a name of its own', () => {
  expect(newFolderName('Letters', present)).toBe('Letters (2)');
  expect(newFolderName('Photos', present)).toBe('Photos');
});
