import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';
import { DEMO_USER } from '../../generate/cast.ts';
import { signToken } from './token.ts';

const right = { email: DEMO_USER.email, password: DEMO_USER.password };
const WEEK_S = 7 * 24 * 3600;

async function expectSignedIn(api: Api, key: 'POST /api/auth/sign-in' | 'POST /api/auth/unlock-session') {
  const signedIn = await api.call(key, { body: right });
  expect(signedIn.tokenType).toBe('bearer');
  expect(signedIn.user).toEqual(await api.call('GET /api/common/user'));
  const { iat, exp } = decodeJwt(signedIn.accessToken);
  expect(iat).toBe(api.now.getTime() / 1000);
  expect(exp! - iat!).toBe(WEEK_S);
  expect(decodeProtectedHeader(signedIn.accessToken).alg).toBe('HS256');
}

async function expectRefused(api: Api, key: 'POST /api/auth/sign-in' | 'POST /api/auth/unlock-session') {
  for (const body of [
    { ...right, password: 'Rise-demo' },
    { ...right, email: 'somebody@rise.example' },
    { email: '', password: '' },
  ])
    expect(await api.request(key, { body })).toEqual({ status: 404, body: false });
}

export const authCases: Cases<'auth'> = {
  'POST /api/auth/forgot-password': {
    'returns true': async (api) => {
      expect(await api.call('POST /api/auth/forgot-password', { body: { email: right.email } })).toBe(true);
      expect(await api.call('POST /api/auth/forgot-password', { body: { email: 'nobody@rise.example' } })).toBe(true);
    },
  },
  'POST /api/auth/reset-password': {
    'returns true': async (api) => {
      expect(await api.call('POST /api/auth/reset-password', { body: { password: 'another one' } })).toBe(true);
    },
  },
  'POST /api/auth/sign-in': {
    'returns user, a token of seven days signed with HS256, and its type': (api) =>
      expectSignedIn(api, 'POST /api/auth/sign-in'),
    'a wrong e-mail or password returns 404 with false': (api) => expectRefused(api, 'POST /api/auth/sign-in'),
    'a body without a password is rejected by name': async (api) => {
      const { status, body } = await api.request('POST /api/auth/sign-in', { body: { email: right.email } });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { code: 'VALIDATION_FAILED', details: [{ field: 'password' }] } });
    },
  },
  'POST /api/auth/sign-in-with-token': {
    'a good token returns a fresh one': async (api) => {
      const { accessToken } = await api.call('POST /api/auth/sign-in', { body: right });
      const again = await api.call('POST /api/auth/sign-in-with-token', { body: { accessToken } });
      expect(again.user).toEqual(await api.call('GET /api/common/user'));
      expect(decodeJwt(again.accessToken).exp).toBe(api.now.getTime() / 1000 + WEEK_S);
    },
    'a token that was altered, signed by others or has expired returns 401': async (api) => {
      const { accessToken } = await api.call('POST /api/auth/sign-in', { body: right });
      const [header, , signature] = accessToken.split('.');
      const payload = Buffer.from(JSON.stringify({ ...decodeJwt(accessToken), exp: 9_999_999_999 })).toString(
        'base64url',
      );
      const foreign = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('x'.repeat(32)));
      const expired = signToken(new Date(api.now.getTime() - (WEEK_S + 1) * 1000));
      for (const token of [`${header}.${payload}.${signature}`, foreign, expired, 'no token', ''])
        expect(await api.request('POST /api/auth/sign-in-with-token', { body: { accessToken: token } })).toEqual({
          status: 401,
          body: { error: 'Invalid token' },
        });
    },
  },
  'POST /api/auth/sign-up': {
    'returns true': async (api) => {
      const body = { name: 'New Member', email: 'new@member.example', password: 'long enough', company: null };
      expect(await api.call('POST /api/auth/sign-up', { body })).toBe(true);
    },
  },
  'POST /api/auth/unlock-session': {
    'returns as sign-in does': (api) => expectSignedIn(api, 'POST /api/auth/unlock-session'),
    'wrong credentials returns 404 with false': (api) => expectRefused(api, 'POST /api/auth/unlock-session'),
  },
};
