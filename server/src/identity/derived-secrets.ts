import { createECDH, hkdfSync } from 'node:crypto';

export interface SigningKey {
  kty: 'EC';
  crv: 'P-256';
  alg: 'ES256';
  use: 'sig';
  x: string;
  y: string;
  d: string;
}

/** A secret derived for one purpose, in base64url; deterministic for a `secret` and purpose. */
export function deriveSecret(secret: string, purpose: string): string {
  return derive(secret, purpose).toString('base64url');
}

/** The provider's signing key, derived from its secret: no other secret is stored, and tokens survive restarts. */
export function deriveSigningKey(secret: string): SigningKey {
  const pair = createECDH('prime256v1');
  const key = derive(secret, 'signing key');
  pair.setPrivateKey(key);
  const point = pair.getPublicKey();
  return {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: key.toString('base64url'),
  };
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `rise embedded identity provider: ${purpose}`, 32));
}
