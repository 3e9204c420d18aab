import { expect, test } from 'vitest';
import { quoteIdentifier, quoteText } from './quote.ts';

test('quotes end only at their end', () => {
  expect(quoteIdentifier('a"; DROP TABLE b; --')).toBe('"a""; DROP TABLE b; --"');
  expect(quoteText("a'; DROP TABLE b; --")).toBe("'a''; DROP TABLE b; --'");
  expect(quoteText('a\\')).toBe("'a\\'");
});
