import { expect, test } from 'vitest';
import { isAtDomain } from './mail-domains.rules.ts';

test.each<[string, boolean]>([
  ['ada@auditors.example', true],
  ['Ada@AUDITORS.example', true],
  ['ada@sub.auditors.example', false],
  ['ada@evil-auditors.example', false],
  ['"ada@auditors.example"@evil.example', false],
])('%s is at auditors.example: %s', (address, expected) => {
  expect(isAtDomain(address, ['auditors.example'])).toBe(expected);
});
