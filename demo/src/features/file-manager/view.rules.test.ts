import { expect, test } from 'vitest';
import type { Item } from './item.ts';
import { linesOf, readView, sorted, stepFrom } from './view.rules.ts';

const item = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  folderId: null,
  name: id,
  createdBy: 'Ada',
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  bytes: 0,
  size: '',
  type: 'TXT',
  contents: null,
  description: null,
  ...more,
});
const ids = (items: readonly Item[]) => items.map(({ id }) => id).join('');

test('sorts by name, date, size and type, both ways', () => {
  const items = [
    item('Ç', { bytes: 2, type: 'PDF' }),
    item('c', { bytes: 3, modifiedAt: '2026-02-01T00:00:00.000Z' }),
    item('D', { bytes: 1 }),
  ];
  const by = (search: Record<string, string>, locale = 'tr') => ids(sorted(items, readView(search), locale));
  expect(by({})).toBe('cÇD');
  expect(by({ order: 'desc' })).toBe('DÇc');
  expect(by({ sort: 'size' })).toBe('DÇc');
  expect(by({ sort: 'modified' })).toBe('ÇDc');
  expect(by({ sort: 'type' })).toBe('ÇcD');
});

test('folders come before files in rows, and arrows lead over the headings', () => {
  const items = [item('a'), item('X', { type: 'folder' }), item('b'), item('c'), item('Y', { type: 'folder' }), item('Z', { type: 'folder' })]; // prettier-ignore
  const lines = linesOf(items, 2);
  expect(lines.map((line) => (line.kind === 'heading' ? line.name : ids(line.items)))).toEqual(['folders', 'XY', 'Z', 'files', 'ab', 'c']); // prettier-ignore
  const step = (id: string, key: string) => stepFrom(lines, id, key);
  expect([step('X', 'ArrowRight'), step('Y', 'ArrowDown'), step('Z', 'ArrowDown'), step('b', 'ArrowDown')]).toEqual(['Y', 'Z', 'a', 'c']); // prettier-ignore
  expect([step('X', 'ArrowUp'), step('a', 'ArrowUp'), step('b', 'Home'), step('X', 'End'), step('?', 'End')]).toEqual([null, 'Z', 'X', 'c', null]); // prettier-ignore
});
