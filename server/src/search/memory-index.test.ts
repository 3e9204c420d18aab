import { expect, test } from 'vitest';
import { memoryIndexOf, type SearchItem } from './memory-index.ts';

const item = (id: string, en: string, tr?: string, body?: string): SearchItem => ({
  id,
  title: { en, ...(tr && { tr }) },
  detail: null,
  ...(body && { body: { en: body } }),
  link: `/${id}`,
  icon: 'document',
});
const index = memoryIndexOf([
  item('reading', 'Reading a report', 'Rapor okumak', 'Each tile tells how a report was made.'),
  item('reports-list', 'Reports and dashboards', 'Raporlar ve panolar'),
  item('reports', 'Reports', 'Raporlar'),
  item('sign-in', 'Sign in', 'Oturum açma', 'Open the address and look at your reports.'),
  item('istanbul', 'İstanbul şubesi'),
]);
const ids = (query: string, most = 5) => index.find([query], most).map(({ item: { id } }) => id);

test('an equal title comes first, then title prefixes, then other titles before texts', () => {
  expect(ids('reports')).toEqual(['reports', 'reports-list', 'sign-in']);
  expect(ids('report').slice(0, 2).toSorted()).toEqual(['reports', 'reports-list']);
  expect(ids('report').at(-1)).toBe('sign-in');
});

test('matches both languages, without accents', () => {
  expect(ids('raporlar')).toEqual(['reports', 'reports-list']);
  expect(ids('oturum acma')).toEqual(['sign-in']);
  expect(ids('ISTANBUL')).toEqual(['istanbul']);
});

test('every word has to match; typos are tolerated only where nothing matches exactly', () => {
  expect(ids('reports dashboards')).toEqual(['reports-list']);
  expect(ids('dashbaords')).toEqual(['reports-list']);
  expect(ids('zebra')).toEqual([]);
});

test('returns no more than the limit, in a stable order', () => {
  expect(ids('report', 2)).toHaveLength(2);
  expect(ids('report')).toEqual(ids('report'));
});
