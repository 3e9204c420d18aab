import { describe, expect, it } from 'vitest';
import { localPath } from './local-path.ts';
import { parseSearch, stringifySearch } from '@rise/ui/search-params';
import { signInAddress } from '../session/sign-in.ts';

const MALICIOUS = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/a\\b',
  '/a b',
  '/a\nSet-Cookie: x',
  '/\u0000',
  `/${'a'.repeat(600)}`,
  '',
  'home',
  undefined,
  42,
];

describe('a path from an address', () => {
  it.each(MALICIOUS)('rejects %j', (value) => expect(localPath(value)).toBeNull());
  it.each(['/', '/home', '/reports/1?institution=68&state=CA,TX#top'])('accepts %s', (value) =>
    expect(localPath(value)).toBe(value),
  );

  it('is the only return address for sign-in', () => {
    expect(signInAddress('/reports?q=a b')).toBe('/login');
    expect(signInAddress('//evil.example')).toBe('/login');
    expect(signInAddress('/reports?state=CA,TX')).toBe('/login?returnTo=%2Freports%3Fstate%3DCA%2CTX');
  });
});

describe('the query of an address', () => {
  it('stays text, with readable commas', () => {
    expect(parseSearch('?institution=00068&state=CA,TX')).toEqual({ institution: '00068', state: 'CA,TX' });
    expect(stringifySearch({ institution: '00068', state: 'CA,TX' })).toBe('?institution=00068&state=CA,TX');
    expect(stringifySearch({})).toBe('');
  });

  it.each<Record<string, string>>([
    { q: 'a&b=c#d+e %41' },
    { q: 'İstanbul ığüşöç 🏦' },
    { __proto__: 'x', constructor: 'y' },
    { q: '%' },
    { q: '<script>alert(1)</script>' },
  ])('round-trips %j', (search) => {
    expect({ ...parseSearch(stringifySearch(search)) }).toEqual({ ...search });
  });

  it('accepts half a surrogate pair', () => {
    expect(stringifySearch({ q: '\uD800' })).toBe('?q=%EF%BF%BD');
  });

  it('cannot pollute prototypes', () => {
    parseSearch('?__proto__=polluted&constructor=x');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
