import { z } from 'zod';
import { user } from '../user.ts';
import type { DemoCallTable } from './call.ts';

const credentials = z.object({ email: z.string(), password: z.string() });

export const demoSignIn = z.object({ user, accessToken: z.string(), tokenType: z.literal('bearer') });

/** A rejection never says which credential was wrong. */
const wrongCredentials = { 404: z.literal(false) };

export const authCalls = {
  'POST /api/auth/forgot-password': {
    summary: 'Request a link to set a new password; the response never reveals whether the address is known',
    body: z.object({ email: z.string() }),
    output: z.literal(true),
  },
  'POST /api/auth/reset-password': {
    summary: 'Set a new password',
    body: z.object({ password: z.string() }),
    output: z.literal(true),
  },
  'POST /api/auth/sign-in': {
    summary: 'Sign in with the demo credentials',
    body: credentials,
    output: demoSignIn,
    otherwise: wrongCredentials,
  },
  'POST /api/auth/sign-in-with-token': {
    summary: 'Sign in with a valid token; returns a new one',
    body: z.object({ accessToken: z.string() }),
    output: demoSignIn,
    otherwise: { 401: z.object({ error: z.literal('Invalid token') }) },
  },
  'POST /api/auth/sign-up': {
    summary: 'Request an account',
    body: z.object({
      name: z.string(),
      email: z.string(),
      password: z.string(),
      company: z.string().nullish(),
      agreements: z.boolean().optional(),
    }),
    output: z.literal(true),
  },
  'POST /api/auth/unlock-session': {
    summary: 'Unlock a session with the demo credentials',
    body: credentials,
    output: demoSignIn,
    otherwise: wrongCredentials,
  },
} as const satisfies DemoCallTable;

/** No sign-in is stored: the token contains everything. */
export const authState = z.object({});
