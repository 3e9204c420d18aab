import { expect, it } from 'vitest';
import { moveTo } from './move-to.ts';

it.each([
  ['c', 0, 'cab'],
  ['a', 2, 'bca'],
  ['b', 1, 'abc'],
  ['a', 3, 'abc'],
  ['a', -1, 'abc'],
  ['x', 0, 'abc'],
])('moves %s to place %i', (id, place, expected) => {
  expect(moveTo(['a', 'b', 'c'], id, place).join('')).toBe(expected);
});
