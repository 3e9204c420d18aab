import { expect, test } from 'vitest';
import { dropped, dropRow, movedAgain, sectionOf, stepped } from './task-order.rules.ts';

/** Sections are capital letters. */
const rows = (text: string) =>
  [...text].map((id) => ({ id, type: id === id.toUpperCase() ? ('section' as const) : ('task' as const) }));
const text = (tasks: readonly { id: string }[] | null) => tasks && tasks.map(({ id }) => id).join('');
const LIST = rows('aBcdEfgHi');

test('a section steps over the next one, both with their tasks', () => {
  expect(text(stepped(LIST, 'B', 1, []))).toBe('aEfgBcdHi');
  expect(text(stepped(LIST, 'E', -1, []))).toBe('aEfgBcdHi');
  expect(text(stepped(LIST, 'H', -1, ['E']))).toBe('aBcdHiEfg');
  // What is before all sections stays in none.
  expect(stepped(LIST, 'B', -1, [])).toBeNull();
  expect(stepped(LIST, 'H', 1, [])).toBeNull();
});

test('a task steps row by row, and over sections that are closed', () => {
  expect(text(stepped(LIST, 'c', 1, []))).toBe('aBdcEfgHi');
  expect(text(stepped(LIST, 'd', 1, []))).toBe('aBcEdfgHi');
  expect(text(stepped(LIST, 'd', 1, ['E']))).toBe('aBcEfgHdi');
  expect(text(stepped(LIST, 'i', -1, ['E']))).toBe('aBcdiEfgH');
  expect(text(stepped(LIST, 'i', -1, ['B', 'E']))).toBe('aiBcdEfgH');
  // Below there are only closed ones.
  expect(stepped(LIST, 'd', 1, ['E', 'H'])).toBeNull();
  expect(stepped(LIST, 'a', -1, [])).toBeNull();
  expect(stepped(LIST, 'i', 1, [])).toBeNull();
});

test('a section is dropped where another begins or ends, never inside of one', () => {
  expect(text(dropped(LIST, 'B', 'f'))).toBe('aEfgBcdHi');
  expect(text(dropped(LIST, 'H', 'd'))).toBe('aHiBcdEfg');
  expect(text(dropped(LIST, 'H', 'a'))).toBe('aHiBcdEfg');
  expect(dropped(LIST, 'B', 'd')).toBeNull();
  expect(dropped(LIST, 'B', 'a')).toBeNull();
  expect(text(dropped(LIST, 'c', 'f'))).toBe('aBdEfcgHi');
});

test('the row that is marked is the one where the drop comes', () => {
  expect(dropRow(LIST, LIST, 'B', 'f')).toBe('g');
  expect(dropRow(LIST, rows('aBcdEHi'), 'B', 'E')).toBe('E');
  expect(dropRow(LIST, LIST, 'H', 'd')).toBe('B');
  expect(dropRow(LIST, LIST, 'H', 'a')).toBe('B');
  expect(dropRow(LIST, LIST, 'B', 'c')).toBeNull();
  expect(dropRow(LIST, LIST, 'c', 'f')).toBe('f');
});

test('the section of a task', () => {
  expect(['a', 'd', 'f'].map((id) => sectionOf(LIST, id))).toEqual([null, 'B', 'E']);
});

test('a move that is made again keeps what has changed since: added, gone, and moved by others', () => {
  const again = (now: string, order: string, id: string) => text(movedAgain(rows(now), [...order], id));
  expect(again('aBcdEfgHi', 'aBdEcfgHi', 'c')).toBe('aBdEcfgHi');
  expect(again('xaBcdEfgHi', 'aBdEcfgHi', 'c')).toBe('xaBdEcfgHi');
  // What followed it is gone: it comes before the next one.
  expect(again('aBcdEgHi', 'aBdEcfgHi', 'c')).toBe('aBdEcgHi');
  expect(again('aBcdHiEfg', 'aBdEcfgHi', 'c')).toBe('aBdHiEcfg');
  expect(again('aBc', 'aBdEc', 'c')).toBe('aBc');
  // A section takes its tasks of now along.
  expect(again('aBcEdfgHi', 'aEfgBcdHi', 'B')).toBe('aEdfgBcHi');
  expect(again('aBdEfgHi', 'aBdEcfgHi', 'c')).toBe('aBdEfgHi');
});
