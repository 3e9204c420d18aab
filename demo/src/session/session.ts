import { ApiError } from '@rise/contract/client';
import { call } from '../client/client.ts';
import type { Visitor } from './stored-session.ts';
import { adoptToken, currentVisitor, dropToken, session, usableToken } from './token.ts';

/** Signs in, for this tab or remembered. Throws `ApiError` 404 for wrong credentials. */
export async function signIn(email: string, password: string, remembered: boolean): Promise<void> {
  const { accessToken, user } = await call('POST /api/auth/sign-in', { body: { email, password } });
  adoptToken(accessToken, { visitor: { name: user.name, email: email.trim(), avatar: user.avatar }, remembered });
}

/** Unlocks the session. Throws `ApiError` 404 for a wrong password. */
export async function unlock(email: string, password: string): Promise<void> {
  const { accessToken } = await call('POST /api/auth/unlock-session', { body: { email, password } });
  adoptToken(accessToken);
}

/** Renews a valid token; an invalid one ends the session. */
export async function renewSession(): Promise<void> {
  const token = usableToken();
  if (token === null) {
    if (session.get() === 'in') dropToken();
    return;
  }
  try {
    const { accessToken } = await call('POST /api/auth/sign-in-with-token', { body: { accessToken: token } });
    // The session may have been ended or locked in the meantime.
    if (usableToken() === token) adoptToken(accessToken);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    dropToken();
  }
}

export const signOut = (): void => dropToken();

/** Locks the session. The lock screen shows the current profile name and the email used to sign in. */
export function lockSession({ name, email, avatar }: Visitor): void {
  dropToken('locked', { name, email: currentVisitor()?.email ?? email, avatar });
}
