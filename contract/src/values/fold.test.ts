import { expect, test } from 'vitest';
import { createWordMatcher, fold, foldWithPlaces } from './fold.ts';

test.each([
  ['IŞIK', 'isik'],
  ['ığdır', 'igdir'],
  ['İstanbul', 'istanbul'],
  ['cafe\u0301', 'cafe'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
])('%s is folded to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('finds every word of a query in any order', () => {
  const matches = createWordMatcher(' isik  ALİ ');
  expect([matches('Ali Işık'), matches('Ali Demir'), createWordMatcher(' ')('')]).toEqual([true, false, true]);
});

test('a folded text maps each letter to its position in the original', () => {
  const { text, places } = foldWithPlaces('e\u0301ßİ🚀x');
  expect(text).toBe('essi🚀x');
  expect(places).toEqual([
    [0, 2],
    [2, 3],
    [2, 3],
    [3, 4],
    [4, 6],
    [4, 6],
    [6, 7],
  ]);
});
