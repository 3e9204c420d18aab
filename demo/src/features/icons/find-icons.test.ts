import { expect, test } from 'vitest';
import { findIcons, wordsFirst } from './find-icons.ts';

const NAMES = [
  'add_home',
  'arrow-left',
  'arrow-up-left',
  'chrome',
  'home',
  'home_work',
  'image',
  'italic',
  'left-arrow',
];

test('all search words must occur, in any order and not necessarily adjacent', () => {
  expect(findIcons(NAMES, 'arrow left')).toEqual(['arrow-left', 'arrow-up-left', 'left-arrow']);
  expect(findIcons(NAMES, 'home-work')).toEqual(['home_work']);
  expect(findIcons(NAMES, 'left home')).toEqual([]);
});

test('an exact match comes first, then names with the prefix, then words with it', () => {
  expect(findIcons(NAMES, 'home')).toEqual(['home', 'home_work', 'add_home']);
  expect(findIcons(NAMES, 'me')).toEqual(['add_home', 'chrome', 'home', 'home_work']);
});

test('a Turkish keyboard finds the same: capitals, dots and accents do not matter', () => {
  for (const typed of ['ITALIC', 'İTALİC', 'ıtalıc', 'Îtalic']) expect(findIcons(NAMES, typed)).toEqual(['italic']);
});

test('an empty search returns all names in order', () => {
  expect(findIcons(NAMES, '  ')).toEqual(NAMES);
});

test('names that begin with a digit come last', () => {
  expect(wordsFirst(['10k', '3d', 'abc', 'home'])).toEqual(['abc', 'home', '10k', '3d']);
});
