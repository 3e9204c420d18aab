import { expect, it } from 'vitest';
import { limitsOf, limitsText } from './limits.rules.ts';

it.each([
  ['0.06; 0.07', [0.06, 0.07]],
  ['0,07 0,06', [0.06, 0.07]],
  ['10;10 ; 5', [5, 10]],
  ['-2', [-2]],
  ['', []],
  ['5 %', null],
  ['1 2 3 4 5 6', null],
])('the limits in %j are %j', (text, limits) => {
  expect(limitsOf(text)).toEqual(limits);
  if (limits) expect(limitsOf(limitsText(limits))).toEqual(limits);
});
