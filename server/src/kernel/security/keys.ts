import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The installation's keys, derived from its single secret, one per purpose: knowing one reveals no other. */
export function deriveKey(
  secret: string,
  purpose:
    | 'session tokens'
    | 'addresses'
    | 'warehouse secrets'
    | 'embed keys'
    | 'webhook secrets'
    | 'provider secrets'
    | 'knowledge secrets'
    | 'unsubscribing'
    | 'export links'
    | 'backup fingerprint',
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `rise: ${purpose}`, 32));
}

/** Recognizes the installation's secret without revealing it. */
export const fingerprintOf = (secret: string) =>
  deriveKey(secret, 'backup fingerprint').subarray(0, 12).toString('base64url');

const NONCE = 12;
const TAG = 16;

/** Encrypts a text (AES-256-GCM). Only the same key and the same `owner` can decrypt it. */
export function seal(key: Buffer, owner: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The decrypted text; null for another key or owner, or where the ciphertext was changed. */
export function unseal(key: Buffer, owner: string, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE)).setAAD(Buffer.from(owner));
    decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
