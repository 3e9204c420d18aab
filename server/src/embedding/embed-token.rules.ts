import { embedClaims, isUuid, MAX_TOKEN_HOURS, type EmbedClaims } from '@rise/contract';
import { schemaMessage } from '@rise/engine';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { UserError } from '../kernel/errors/user-error.ts';

/** Clocks of a site and of the server differ by so much at most. */
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_TOKEN_LENGTH = 16_000;

/** The secret of a public link: our own prefix, and 32 random bytes. */
export const LINK_SECRET = /^rise_link_[\w-]{43}$/;

/** What an `Authorization: Embed …` header carries; null where it names another scheme or is missing. */
export function embedToken(authorization: string | undefined): string | null {
  const found = /^embed(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '');
  return found && (found[1] ?? '');
}

/** The id of the key that a token says it was signed with; null for anything but a token of ours. */
export function keyIdOf(token: string): string | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return alg === 'HS256' && kid !== undefined && isUuid(kid) ? kid : null;
  } catch {
    return null;
  }
}

/**
 * The claims of a token that was signed with this secret and has not expired; null otherwise. VALIDATION_FAILED for what
 * its signer did wrong, who alone learns of it.
 */
export async function readClaims(token: string, secret: Uint8Array): Promise<EmbedClaims | null> {
  const payload = await verify(token, secret);
  if (payload === null) return null;
  const claims = embedClaims.parse(payload, { error: schemaMessage });
  if (claims.exp > Date.now() / 1000 + MAX_TOKEN_HOURS * 3600 + CLOCK_TOLERANCE_SECONDS)
    throw new UserError('VALIDATION_FAILED', undefined, [
      { field: 'exp', message: `Let the token expire within ${MAX_TOKEN_HOURS} hours.` },
    ]);
  return claims;
}

async function verify(token: string, secret: Uint8Array): Promise<object | null> {
  try {
    const options = { algorithms: ['HS256'], requiredClaims: ['exp'], clockTolerance: CLOCK_TOLERANCE_SECONDS };
    return (await jwtVerify(token, secret, options)).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
