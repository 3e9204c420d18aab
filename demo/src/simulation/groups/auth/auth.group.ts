import { DEMO_USER } from '../../generate/cast.ts';
import { type Circumstances, type Group, Reply } from '../../group.ts';
import { isValidToken, signToken } from './token.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

function signIn({ others, now }: Circumstances<'user'>) {
  return {
    user: others.user.user,
    accessToken: signToken(now),
    tokenType: 'bearer' as const,
  };
}

function signInWith(asked: Circumstances<'user'> & { body: Credentials }) {
  const { email, password } = asked.body;
  const right = email.trim().toLowerCase() === DEMO_USER.email && password === DEMO_USER.password;
  return right ? signIn(asked) : new Reply(404, false);
}

export const auth: Group<'auth', 'user'> = {
  name: 'auth',
  reads: ['user'],
  seed: () => ({}),
  problems: () => [],
  handlers: {
    'POST /api/auth/forgot-password': { delay: 1000, read: () => true },
    'POST /api/auth/reset-password': { delay: 1000, read: () => true },
    'POST /api/auth/sign-in': { delay: 1500, read: (_, asked) => signInWith(asked) },
    'POST /api/auth/sign-in-with-token': {
      read: (_, asked) =>
        isValidToken(asked.body.accessToken, asked.now) ? signIn(asked) : new Reply(401, { error: 'Invalid token' }),
    },
    'POST /api/auth/sign-up': { delay: 1500, read: () => true },
    'POST /api/auth/unlock-session': { delay: 1500, read: (_, asked) => signInWith(asked) },
  },
};
