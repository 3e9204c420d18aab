import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { NOW } from '../../conformance/fixed.ts';
import { signToken } from './token.ts';

test('a token can be verified with the secret', async () => {
  const secret = new TextEncoder().encode('the demo suite keeps no secret from its visitor');
  const { payload, protectedHeader } = await jwtVerify(signToken(NOW), secret, {
    issuer: 'rise-demo',
    currentDate: NOW,
  });
  expect(protectedHeader.alg).toBe('HS256');
  expect(payload.exp! - payload.iat!).toBe(7 * 24 * 3600);
});
