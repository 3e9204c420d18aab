import { expect, test } from 'vitest';
import { domainTitle, hasToken, readDomain } from './domain-names.rules.ts';

test.each([
  ['alder.example', 'alder.example'],
  [' @Alder.Example. ', 'alder.example'],
  ['mail.alder.com.tr', 'mail.alder.com.tr'],
  // As browsers and DNS read it: a dotted capital I is not an i.
  ['KREDİ.com', 'xn--kredi-cgd.com'],
  ['kooperatif-çağ.com.tr', 'xn--kooperatif-a-udb99e.com.tr'],
  ['alder.internal', 'alder.internal'],
])('%s is the domain %s', (text, domain) => expect(readDomain(text)).toEqual({ domain }));

test.each([
  ['', 'name'],
  ['localhost', 'name'],
  ['ada@alder.example', 'name'],
  ['https://alder.example/', 'name'],
  ['10.0.0.1', 'name'],
  ['[::1]', 'name'],
  ['_rise-challenge.alder.example', 'name'],
  [`${'long.'.repeat(50)}example`, 'name'],
  ['com', 'name'],
  ['co.uk', 'suffix'],
  ['com.tr', 'suffix'],
  ['github.io', 'suffix'],
  ['gmail.com', 'free-mail'],
  ['Mail.Yandex.com.tr', 'free-mail'],
  ['ttmail.com', 'free-mail'],
  ['superonline.com', 'free-mail'],
])('%s cannot be a domain of a tenant: %s', (text, problem) => expect(readDomain(text)).toEqual({ problem }));

test('a title is what people write', () => {
  expect(domainTitle('xn--mnchen-3ya.example')).toBe('münchen.example');
  expect(domainTitle('alder.example')).toBe('alder.example');
});

test.each([
  [['v=spf1 -all', 'token=abc'], true],
  [['  token=abc expiry=2027-01-01 '], true],
  [['token=abcd'], false],
  [['abc'], false],
  [[], false],
])('the token abc in %j: %s', (records, expected) => expect(hasToken(records, 'abc')).toBe(expected));
