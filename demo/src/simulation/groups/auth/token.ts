import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

const LIFETIME_S = 7 * 24 * 60 * 60;
const ISSUER = 'rise-demo';

/**
 * The secret that everybody shares: it stands in the page, and protects nothing, for there is nothing behind the
 * token that is not in this browser.
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

/** A JWT of seven days, signed with HS256. By hand: `jose` signs with what browsers have for pages of https only. */
export function signToken(now: Date): string {
  const iat = Math.floor(now.getTime() / 1000);
  return signed(part({ iss: ISSUER, iat, exp: iat + LIFETIME_S }));
}

/** Whether the token is one of ours, to the letter, and not expired. */
export function isValidToken(token: string, now: Date): boolean {
  const claims = token.split('.')[1] ?? '';
  if (token !== signed(claims)) return false;
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number };
  return exp * 1000 > now.getTime();
}
