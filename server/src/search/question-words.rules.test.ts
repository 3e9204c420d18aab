import { LANGUAGES } from '@rise/contract';
import { expect, test } from 'vitest';
import { alike, termMatcher, termsOf } from './question-words.rules.ts';

test.each([
  ['How do I change the layout?', ['change', 'layout']],
  ['What is the net worth ratio, please?', ['net', 'worth', 'ratio']],
  ['Düzeni nasıl değiştiririm?', ['Düzeni', 'değiştiririm']],
  ['Öz kaynak oranı nedir', ['Öz', 'kaynak', 'oranı']],
  ['account 041B: what’s that', ['account', '041B']],
  ['layout LAYOUT Layout', ['layout']],
  ['Hello! How are you?', []],
  ['???', []],
])('%s is about %j', (question, topic) => {
  expect(termsOf(question).map(({ written }) => written)).toEqual(topic);
});

test('of a long question, only the first terms count', () => {
  expect(termsOf(Array.from({ length: 500 }, (_, number) => `word${number}`).join(' '))).toHaveLength(12);
});

test.each([
  ['en', 'layouts', 'layout', true],
  ['en', 'messaging', 'messages', true],
  ['en', 'switched', 'switching', true],
  ['en', 'copies', 'copy', true],
  ['en', 'state', 'status', false],
  ['en', 'form', 'format', false],
  ['en', '2025', '2024', false],
  ['tr', 'duzenimi', 'duzenler', true],
  ['tr', 'kurumumu', 'kurum', true],
  ['tr', 'dili', 'dil', true],
  ['tr', 'kurum', 'kurul', false],
  ['tr', 'mode', 'modern', false],
  ['tr', '041b', '041', false],
] as const)('in %s, %s and %s are forms of one word: %s', (language, one, other, same) => {
  expect(alike(one, other, language)).toBe(same);
});

test('a matcher finds the terms that `alike` finds, however often it is asked for a word', () => {
  const terms = termsOf('loans reporting şehir kredileri 2025 oranı');
  const placesOf = termMatcher(terms);
  const texts = ['loan', 'loaning', 'reports', 'sehri', 'kredi', 'kredilerin', '2025', '2024', 'oranlar', 'other'];
  for (const language of LANGUAGES)
    for (const word of [...texts, ...texts]) {
      const places = terms.flatMap(({ folded }, place) => (alike(folded, word, language) ? [place] : []));
      expect([word, language, placesOf(word, language)]).toEqual([word, language, places]);
    }
});
