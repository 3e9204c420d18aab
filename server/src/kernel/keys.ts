import { hkdfSync } from 'node:crypto';

/** The installation's keys, each for one purpose, made from its one secret: who has one of them has none of the others. */
export function deriveKey(secret: string, purpose: 'session tokens' | 'addresses'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `rise: ${purpose}`, 32));
}
