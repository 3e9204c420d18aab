import { expect, test } from 'vitest';
import { shelfOf, type ShelfItem } from './shelf.ts';

const item = (id: string, en: string, tr?: string, body?: string): ShelfItem => ({
  id,
  title: { en, ...(tr && { tr }) },
  detail: null,
  ...(body && { body: { en: body } }),
  link: `/${id}`,
  icon: 'document',
});
const shelf = shelfOf([
  item('reading', 'Reading a report', 'Rapor okumak', 'Each tile tells how a report was made.'),
  item('reports-list', 'Reports and dashboards', 'Raporlar ve panolar'),
  item('reports', 'Reports', 'Raporlar'),
  item('sign-in', 'Sign in', 'Oturum açma', 'Open the address and look at your reports.'),
  item('istanbul', 'İstanbul şubesi'),
]);
const ids = (query: string, most = 5) => shelf.find(query, most).map(({ id }) => id);

test('the same title comes first, then one that begins so, then titles before texts', () => {
  expect(ids('reports')).toEqual(['reports', 'reports-list', 'sign-in']);
  expect(ids('report').slice(0, 2).toSorted()).toEqual(['reports', 'reports-list']);
  expect(ids('report').at(-1)).toBe('sign-in');
});

test('both languages, without accents', () => {
  expect(ids('raporlar')).toEqual(['reports', 'reports-list']);
  expect(ids('oturum acma')).toEqual(['sign-in']);
  expect(ids('ISTANBUL')).toEqual(['istanbul']);
});

test('every word counts; a slip of the hand is forgiven only where nothing is found as written', () => {
  expect(ids('reports dashboards')).toEqual(['reports-list']);
  expect(ids('dashbaords')).toEqual(['reports-list']);
  expect(ids('zebra')).toEqual([]);
});

test('no more than asked for, and the same each time', () => {
  expect(ids('report', 2)).toHaveLength(2);
  expect(ids('report')).toEqual(ids('report'));
});
