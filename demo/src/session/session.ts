import { ApiError } from '@rise/contract/client';
import { call } from '../client/client.ts';
import { adoptToken, dropToken, session, usableToken } from './token.ts';

/** Signs in; throws `ApiError` 404 where the credentials are wrong. */
export async function signIn(email: string, password: string): Promise<void> {
  const { accessToken } = await call('POST /api/auth/sign-in', { body: { email, password } });
  adoptToken(accessToken);
}

/** Goes on behind the lock; throws `ApiError` 404 where the password is wrong. */
export async function unlock(email: string, password: string): Promise<void> {
  const { accessToken } = await call('POST /api/auth/unlock-session', { body: { email, password } });
  adoptToken(accessToken);
}

/** Renews a token that is still good; one that isn't ends the session. */
export async function renewSession(): Promise<void> {
  const token = usableToken();
  if (token === null) {
    if (session.get() === 'in') dropToken();
    return;
  }
  try {
    const { accessToken } = await call('POST /api/auth/sign-in-with-token', { body: { accessToken: token } });
    adoptToken(accessToken);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    dropToken();
  }
}

export const signOut = (): void => dropToken();
export const lockSession = (): void => dropToken('locked');
