import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The installation's keys, each for one purpose, made from its one secret: who has one of them has none of the others. */
export function deriveKey(secret: string, purpose: 'session tokens' | 'addresses' | 'warehouse secrets'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `rise: ${purpose}`, 32));
}

const NONCE = 12;
const TAG = 16;

/** Encrypts a text (AES-256-GCM). It opens under the same key and for the same `owner` only. */
export function seal(key: Buffer, owner: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** What was sealed; null where the key or the owner is another one, or a bit was changed. */
export function unseal(key: Buffer, owner: string, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE)).setAAD(Buffer.from(owner));
    decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
