import { expect, test } from 'vitest';
import { quoteIdentifier, quoteText } from './quote.ts';

test('quotes inside a name or text do not end it', () => {
  expect(quoteIdentifier('a"; DROP TABLE b; --')).toBe('"a""; DROP TABLE b; --"');
  expect(quoteText("a'; DROP TABLE b; --")).toBe("'a''; DROP TABLE b; --'");
  expect(quoteText('a\\')).toBe("'a\\'");
});
