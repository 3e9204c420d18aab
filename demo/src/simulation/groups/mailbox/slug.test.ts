import { expect, it } from 'vitest';
import { slugOf } from './slug.ts';

it.each([
  ['Çağrı', [], 'cagri'],
  ['İş ve ödeme', [], 'is-ve-odeme'],
  ['Straße', [], 'strasse'],
  ['  To   do! ', [], '-to-do-'],
  ['Work', ['work', 'work-1'], 'work-2'],
  ['日本', [], 'label'],
])('the slug of %s', (title, slugs, expected) => {
  expect(slugOf(title, slugs)).toBe(expected);
});
