import { fold } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { words } from './folded-words.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture?.close());

/** The database's folding of texts. */
async function inDatabase(texts: readonly string[]): Promise<{ folded: string; words: string[] }[]> {
  return fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ folded: string; words: string[] }>`
      SELECT rise_fold(text) AS folded, rise_words(text) AS words
      FROM unnest(${texts as string[]}::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place`,
  );
}

const SAME = [
  ['İSTANBUL', 'istanbul'],
  ['ISPARTA', 'ısparta'],
  ['IĞDIR', 'ığdır'],
  ['Çağrı Şölen Ürün', 'CAGRI SOLEN URUN'],
  ['café', 'cafe\u0301'],
  ['Łódź', 'lodz'],
  ['Straße', 'STRASSE'],
  ['ﬁnance', 'FINANCE'],
  ['Ёлка', 'елка'],
  ['ΆΛΦΑ', 'αλφα'],
] as const;

test.each(SAME)('%s is folded like %s, here and in the database', async (one, other) => {
  expect(fold(one)).toBe(fold(other));
  const [first, second] = await inDatabase([one, other]);
  expect(first!.folded).toBe(second!.folded);
  expect(first!.folded).toBe(fold(one));
});

test('different letters stay distinct', async () => {
  const rows = await inDatabase(['kar', 'kâr', 'kır', 'kir', 'kur']);
  expect(rows.map(({ folded }) => folded)).toEqual(['kar', 'kar', 'kir', 'kir', 'kur']);
});

test('both fold every letter of the European alphabets alike', async () => {
  const letters = range(0x41, 0x17f)
    .concat(range(0x1e00, 0x1e9b), range(0x1e9e, 0x1ef9), range(0x0386, 0x03ce), range(0x0400, 0x045f))
    .filter((letter) => /\p{L}/u.test(letter));
  const rows = await inDatabase(letters);
  const apart = letters.filter((letter, index) => rows[index]!.folded !== fold(letter));
  expect(apart).toEqual([]);
});

test('both split words at the same places', async () => {
  const texts = [
    'Net worth ratio',
    'net_worth (010) 041B',
    'ada.lovelace@alder.example',
    'kurulu’nun «özeti»',
    "100% of 5.25\\n'; DROP TABLE report; --",
    '🚀 launch 👩🏽‍🚀',
    'مرحبا بالعالم \u202eabc',
    '東京　日本、',
    ' \t\n ',
    '_%*&|!:()',
  ];
  const rows = await inDatabase(texts);
  expect(rows.map((row) => row.words)).toEqual(texts.map(words));
  expect(words(texts[1]!)).toEqual(['net', 'worth', '010', '041b']);
  expect(words(texts.at(-1)!)).toEqual([]);
});

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
