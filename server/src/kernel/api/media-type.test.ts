import { expect, test } from 'vitest';
import { ARROW, preferredType } from './media-type.ts';

test.each([
  [null, null],
  ['*/*', null],
  ['text/html, application/*', null],
  [ARROW, ARROW],
  ['application/json', 'application/json'],
  [`application/json, ${ARROW}`, 'application/json'],
  [`${ARROW}, application/json`, ARROW],
  [`application/json;q=0.5, ${ARROW.toUpperCase()} ; q=0.9`, ARROW],
  [`${ARROW};q=0, application/json;q=0.1`, 'application/json'],
  [`${ARROW};q=much`, null],
])('Accept: %s prefers %s', (accept, expected) => {
  expect(preferredType(accept, [ARROW, 'application/json'])).toBe(expected);
});
