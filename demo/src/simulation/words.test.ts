import { expect, test } from 'vitest';
import { excerptOf, findWords, hasWords, rankWords } from './words.ts';

test('all words have to occur, in any order and text, and earlier texts rank first', () => {
  expect(rankWords(['Print an invoice', 'White paper'], 'invoice print')).toBe(0);
  expect(rankWords(['Print an invoice', 'White paper'], 'paper print')).toBe(1);
  expect(rankWords(['Print an invoice', 'White paper'], 'print dog')).toBeNull();
});

test('case, accents and the dotless i are ignored', () => {
  expect(rankWords(['ISI KAYBI'], 'ısı kaybı')).toBe(0);
  expect(rankWords(['Işık'], 'isik')).toBe(0);
});

test('an excerpt has the match in it and ends at words', () => {
  const text = `${'before '.repeat(40)}needle ${'after '.repeat(40)}`.trim();
  const excerpt = excerptOf(text, 'needle');
  expect(excerpt).toContain('needle');
  expect(excerpt.length).toBeLessThan(170);
  expect(excerpt).toMatch(/^…(before )+needle( after)+…$/);
  expect(excerptOf('short', 'needle')).toBe('short');
});

test('words are found and marked in any order, and words that overlap once', () => {
  expect(hasWords(['Train to the coast'], 'coast train')).toBe(true);
  expect(hasWords(['Train to the coast'], 'coast bus')).toBe(false);
  expect(hasWords([], ' ')).toBe(true);
  expect(findWords('Train to the coast', 'coast tr train')).toEqual([
    [0, 5],
    [13, 18],
  ]);
});
