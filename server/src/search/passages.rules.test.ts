import { expect, test } from 'vitest';
import { rank, type Candidate, type PassageSet } from './passages.rules.ts';
import { termsOf } from './question-words.rules.ts';

const passage = (
  id: string,
  en: [string, string],
  tr: [string, string] = ['', ''],
  set: PassageSet = 'documentation',
) =>
  ({
    set,
    id,
    wordings: [
      { language: 'en', names: [en[0]], text: en[1] },
      { language: 'tr', names: [tr[0]], text: tr[1] },
    ],
  }) satisfies Candidate;

const LIBRARY = [
  passage('layout', ['Layout', 'Ten layouts show the same pages.'], ['Düzen', 'On düzen aynı sayfaları gösterir.']),
  passage('language', ['Language', 'English and Turkish, switched at once.'], ['Dil', 'Hemen değişir.']),
  passage('search', ['Search', 'Pages and reports; change the layout by typing.'], ['Arama', 'Sayfalar.']),
  passage('color', ['Light, dark, color', 'It may follow your system.'], ['Açık, koyu, renk', 'Sistemi izleyebilir.']),
  passage('nwr', ['Net worth ratio', 'Net worth divided by assets.'], ['Öz kaynak oranı', ''], 'data'),
  passage('nw', ['Net worth', 'As the regulation defines it.'], ['Öz kaynak', ''], 'data'),
];
const matches = (question: string, language: 'en' | 'tr' = 'en') =>
  rank(termsOf(question), LIBRARY, { language, most: 3 }).map(({ id }) => id);

test('matches in titles count more than in texts, and much worse passages are dropped', () => {
  expect(matches('How do I choose another layout?')).toEqual(['layout']);
  expect(matches('change the layout')).toContain('search');
});

test('for a question that is a name, only its bearers are returned', () => {
  expect(matches('What is the net worth ratio?')).toEqual(['nwr']);
  expect(matches('net worth')).toEqual(['nw']);
});

test('names match in either language, texts in the reader’s', () => {
  expect(matches('düzen')).toEqual(['layout']);
  expect(matches('Sistemi izleyebilir mi?')).toEqual([]);
  expect(matches('Sistemi izleyebilir mi?', 'tr')).toEqual(['color']);
});

test('one unknown word does not outweigh the others; mostly unknown words do', () => {
  expect(matches('dark mode')).toEqual(['color']);
  expect(matches('What is the weather in Paris today?')).toEqual([]);
  expect(matches('dark chocolate cake recipe')).toEqual([]);
  expect(matches('hello')).toEqual([]);
});

test('one word somewhere in a text is an answer only to a question of that word', () => {
  expect(matches('switched')).toEqual(['language']);
  expect(matches('switched umbrellas')).toEqual([]);
  // Not so in a title, nor with another word of the same text.
  expect(matches('language umbrellas')).toEqual(['language']);
  expect(matches('switched in English')).toEqual(['language']);
});
