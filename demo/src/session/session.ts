import { ApiError } from '@rise/contract/client';
import { call } from '../client/client.ts';
import type { Visitor } from './kept-session.ts';
import { adoptToken, currentVisitor, dropToken, session, usableToken } from './token.ts';

/** Signs in, for this tab or to be remembered; throws `ApiError` 404 where the credentials are wrong. */
export async function signIn(email: string, password: string, remembered: boolean): Promise<void> {
  const { accessToken, user } = await call('POST /api/auth/sign-in', { body: { email, password } });
  adoptToken(accessToken, { visitor: { name: user.name, email: email.trim(), avatar: user.avatar }, remembered });
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
    // Unless the session was ended or locked meanwhile.
    if (usableToken() === token) adoptToken(accessToken);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    dropToken();
  }
}

export const signOut = (): void => dropToken();

/** Locks the page. Who may come back is greeted as the profile names them now, by the address they signed in with. */
export function lockSession({ name, email, avatar }: Visitor): void {
  dropToken('locked', { name, email: currentVisitor()?.email ?? email, avatar });
}
