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

/** A further secret for one purpose, in base64url; the same `secret` and purpose always give the same. */
export function deriveSecret(secret: string, purpose: string): string {
  return derive(secret, purpose).toString('base64url');
}

/** The provider's signing key, made from its secret: one thing to keep, and tokens stay valid over restarts. */
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
