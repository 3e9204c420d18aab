import { expect, test } from 'vitest';
import { isPublicDomain } from './public-domains.ts';

test.each(['gmail.com', 'yahoo.co.uk', 'hotmail.fr', 'outlook.com.tr', 'gmx.net', 'proton.me', 'mail.yahoo.co.jp'])(
  'anybody gets an address at %s',
  (domain) => expect(isPublicDomain(domain)).toBe(true),
);
test.each(['auditors.example', 'live.auditors.example', 'yahoo-partners.com', 'outlook.consulting', 'mygmail.com'])(
  '%s is an organization’s',
  (domain) => expect(isPublicDomain(domain)).toBe(false),
);
