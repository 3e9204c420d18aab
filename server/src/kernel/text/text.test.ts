import { expect, test } from 'vitest';
import { escapeHtml } from './html.ts';
import { isSlug } from './slug.ts';
import { isUuid } from '@rise/contract';

test('escapes everything that could end a text or an attribute', () => {
  expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
  );
});

test.each([
  ['0197a1f0-0000-7000-8000-0000000000aB', true],
  ["0197a1f0-0000-7000-8000-0000000000a'", false],
  ['0197a1f0-0000-7000-8000-0000000000ab\n', false],
  ['', false],
])('%j is a UUID: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});

test.each([
  ['alder', true],
  ['a-1', true],
  ['1a', false],
  ['Alder', false],
  ['a'.repeat(64), false],
])('%j is a slug: %s', (text, expected) => {
  expect(isSlug(text)).toBe(expected);
});
