import type { Session } from '@rise/contract';
import { replaceEqualDeep } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { observable } from '@rise/ui/kernel';
import { permissions } from './permissions.ts';

/** Who is signed in; null is nobody. */
export const currentSession = observable<Session | null>(null);

/** True once the server answered 401 to somebody who was signed in: the session ended or was revoked elsewhere. */
export const sessionLapsed = observable(false);

/** Takes over a session as the server told it, with its permissions. */
export function adoptSession(session: Session): void {
  permissions.load(session);
  sessionLapsed.set(false);
  currentSession.set(replaceEqualDeep(currentSession.get(), session));
}

/** A session without the looks that its person chose: a screen is not drawn anew because another layout stands around it. */
export type SignedIn = Omit<Session, 'preferences'>;

let signedIn: SignedIn | null = null;

/** The same object until something of it changes. */
function whoIsSignedIn(): SignedIn | null {
  const session = currentSession.get();
  if (session === null) return (signedIn = null);
  const { preferences: _, ...rest } = session;
  return (signedIn = replaceEqualDeep(signedIn, rest));
}

/** The session of a screen that only signed-in people reach. */
export function useSession(): SignedIn {
  const session = useSyncExternalStore(currentSession.subscribe, whoIsSignedIn);
  if (!session) throw new Error('This screen needs somebody who is signed in.');
  return session;
}
