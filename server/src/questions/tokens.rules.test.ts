import { expect, test } from 'vitest';
import { nameWords, tokensOf } from './tokens.rules.ts';

test.each([
  'TEXAS DOW EMPLOYEES',
  'Loans (auto), new & used/indirect - net. of_losses',
  'A.B. Smith',
  '',
  ' - ',
  'Mail & More, Inc.',
  'O’Neill',
  "SAILORS' FCU",
  '1ST Choice',
  'Route 66',
  '20,5 %',
  'Çınar Şubesi',
  'İstanbul',
  'Straße',
  '<Other>',
  '"Quoted" name',
])('the words of the name “%s” are those that a question would have', (name) => {
  expect(nameWords(name)).toEqual(tokensOf(name).map(({ word }) => word));
});
