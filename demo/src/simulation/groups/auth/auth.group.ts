import { DEMO_USER } from '../../generate/cast.ts';
import { type CallContext, type Group, Reply } from '../../group.ts';
import { isValidToken, signToken } from './token.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

function signIn({ others, now }: CallContext<'user'>) {
  return {
    user: others.user.user,
    accessToken: signToken(now),
    tokenType: 'bearer' as const,
  };
}

function signInWith(request: CallContext<'user'> & { body: Credentials }) {
  const { email, password } = request.body;
  const right = email.trim().toLowerCase() === DEMO_USER.email && password === DEMO_USER.password;
  return right ? signIn(request) : new Reply(404, false);
}

export const auth: Group<'auth', 'user'> = {
  name: 'auth',
  reads: ['user'],
  seed: () => ({}),
  findIssues: () => [],
  handlers: {
    'POST /api/auth/forgot-password': { delay: 1000, read: () => true },
    'POST /api/auth/reset-password': { delay: 1000, read: () => true },
    'POST /api/auth/sign-in': { delay: 1500, read: (_, request) => signInWith(request) },
    'POST /api/auth/sign-in-with-token': {
      read: (_, request) =>
        isValidToken(request.body.accessToken, request.now)
          ? signIn(request)
          : new Reply(401, { error: 'Invalid token' }),
    },
    'POST /api/auth/sign-up': { delay: 1500, read: () => true },
    'POST /api/auth/unlock-session': { delay: 1500, read: (_, request) => signInWith(request) },
  },
};
