import { jwtVerify, SignJWT } from 'jose';

const LIFETIME_S = 7 * 24 * 60 * 60;
const ISSUER = 'rise-demo';

/**
 * The secret that everybody shares: it stands in the page, and protects nothing, for there is nothing behind the
 * token that is not in this browser.
 */
const SECRET = new TextEncoder().encode('the demo suite keeps no secret from its visitor');

/** A JWT of seven days, signed with HS256. */
export function signToken(now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setIssuedAt(issued)
    .setExpirationTime(issued + LIFETIME_S)
    .sign(SECRET);
}

/** Whether the token is one of ours and not expired. */
export async function isValidToken(token: string, now: Date): Promise<boolean> {
  return jwtVerify(token, SECRET, { algorithms: ['HS256'], issuer: ISSUER, currentDate: now }).then(
    () => true,
    () => false,
  );
}
