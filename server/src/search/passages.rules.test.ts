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
  passage(
    'colour',
    ['Light, dark, colour', 'It may follow your system.'],
    ['Açık, koyu, renk', 'Sistemi izleyebilir.'],
  ),
  passage('nwr', ['Net worth ratio', 'Net worth divided by assets.'], ['Öz kaynak oranı', ''], 'data'),
  passage('nw', ['Net worth', 'As the regulation defines it.'], ['Öz kaynak', ''], 'data'),
];
const found = (question: string, language: 'en' | 'tr' = 'en') =>
  rank(termsOf(question), LIBRARY, { language, most: 3 }).map(({ id }) => id);

test('a title counts more than a text, and what is much worse than the best is left out', () => {
  expect(found('How do I choose another layout?')).toEqual(['layout']);
  expect(found('change the layout')).toContain('search');
});

test('where a question is a name, only who bears it answers', () => {
  expect(found('What is the net worth ratio?')).toEqual(['nwr']);
  expect(found('net worth')).toEqual(['nw']);
});

test('names are met in either language, texts in the reader’s', () => {
  expect(found('düzen')).toEqual(['layout']);
  expect(found('Sistemi izleyebilir mi?')).toEqual([]);
  expect(found('Sistemi izleyebilir mi?', 'tr')).toEqual(['colour']);
});

test('one word that nobody has does not outweigh the others; most words that nobody has do', () => {
  expect(found('dark mode')).toEqual(['colour']);
  expect(found('What is the weather in Paris today?')).toEqual([]);
  expect(found('dark chocolate cake recipe')).toEqual([]);
  expect(found('hello')).toEqual([]);
});
