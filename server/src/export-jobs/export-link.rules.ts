import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link opens. */
export interface ExportLinkClaims {
  readonly tenant: string;
  readonly export: string;
  readonly expiresAt: Date;
}

const ID_BYTES = 16;
const TIME_BYTES = 6;
const CLAIM_BYTES = 2 * ID_BYTES + TIME_BYTES;
const SIGNATURE_BYTES = 32;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const signatureOf = (key: Buffer, claims: Buffer): Buffer => createHmac('sha256', key).update(claims).digest();

/** The tenant, the export and the expiry in milliseconds since 1970, followed by their signature (HMAC-SHA-256). */
export function signLink(key: Buffer, { tenant, export: id, expiresAt }: ExportLinkClaims): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(expiresAt.getTime(), 0, TIME_BYTES);
  const claims = Buffer.concat([bytesOf(tenant), bytesOf(id), time]);
  return Buffer.concat([claims, signatureOf(key, claims)]).toString('base64url');
}

/** Null where it was not signed with this key, was altered, or has expired. */
export function readLink(key: Buffer, token: string, now: Date): ExportLinkClaims | null {
  const bytes = Buffer.from(token, 'base64url');
  // Also other spellings of the same bytes are no token.
  if (bytes.length !== CLAIM_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null;
  const claims = bytes.subarray(0, CLAIM_BYTES);
  if (!timingSafeEqual(signatureOf(key, claims), bytes.subarray(CLAIM_BYTES))) return null;
  const expiresAt = new Date(claims.readUIntBE(2 * ID_BYTES, TIME_BYTES));
  if (expiresAt <= now) return null;
  return {
    tenant: idOf(claims.subarray(0, ID_BYTES)),
    export: idOf(claims.subarray(ID_BYTES, 2 * ID_BYTES)),
    expiresAt,
  };
}
