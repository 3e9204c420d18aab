import { expect, test } from 'vitest';
import { isAtDomain, isPublicDomain } from './mail-domains.rules.ts';

test.each(['gmail.com', 'yahoo.co.uk', 'hotmail.fr', 'outlook.com.tr', 'gmx.net', 'proton.me'])(
  'anybody gets an address at %s',
  (domain) => expect(isPublicDomain(domain)).toBe(true),
);
test.each(['auditors.example', 'live.auditors.example', 'yahoo-partners.com', 'outlook.consulting', 'mygmail.com'])(
  '%s is an organization’s',
  (domain) => expect(isPublicDomain(domain)).toBe(false),
);
test.each<[string, boolean]>([
  ['ada@auditors.example', true],
  ['Ada@AUDITORS.example', true],
  ['ada@sub.auditors.example', false],
  ['ada@evil-auditors.example', false],
  ['"ada@auditors.example"@evil.example', false],
])('%s is at auditors.example: %s', (address, expected) => {
  expect(isAtDomain(address, ['auditors.example'])).toBe(expected);
});
