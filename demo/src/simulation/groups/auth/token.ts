import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

const LIFETIME_S = 7 * 24 * 60 * 60;
const ISSUER = 'rise-demo';

/**
 * A public secret: it is part of the page and protects nothing, because all data behind the token is in this browser
 * anyway.
 */
const SECRET = utf8ToBytes('the demo suite keeps no secret from its visitor');

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const part = (value: object) => base64url(utf8ToBytes(JSON.stringify(value)));
const HEADER = part({ alg: 'HS256', typ: 'JWT' });

const signed = (claims: string) =>
  `${HEADER}.${claims}.${base64url(hmac(sha256, SECRET, utf8ToBytes(`${HEADER}.${claims}`)))}`;

/** A JWT valid for seven days, signed with HS256. Not with `jose`: its Web Crypto exists only in secure contexts. */
export function signToken(now: Date): string {
  const iat = Math.floor(now.getTime() / 1000);
  return signed(part({ iss: ISSUER, iat, exp: iat + LIFETIME_S }));
}

/** Whether the token has our exact format and signature and is not expired. */
export function isValidToken(token: string, now: Date): boolean {
  const claims = token.split('.')[1] ?? '';
  if (token !== signed(claims)) return false;
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number };
  return exp * 1000 > now.getTime();
}
