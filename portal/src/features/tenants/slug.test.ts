import { TENANT_SLUG } from '@rise/contract/tenant-words';
import { expect, it } from 'vitest';
import { slugOf } from './slug.ts';

it.each([
  ['Alder Credit Union', 'alder-credit-union'],
  ['Şişli Kredi Birliği', 'sisli-kredi-birligi'],
  ['IĞDIR', 'igdir'],
  ['  1st Élan & Söhne, Inc. ', 'st-elan-sohne-inc'],
  [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
])('%s suggests %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
  expect(slugOf(name)).toMatch(TENANT_SLUG);
});

it('suggests nothing without a letter', () => {
  expect(slugOf('12 — 34')).toBe('');
});
