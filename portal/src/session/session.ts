import type { Session } from '@rise/contract';
import { replaceEqualDeep } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { observable } from '@rise/ui/observable';
import { permissions } from './permissions.ts';

/** The current session; null when signed out. */
export const currentSession = observable<Session | null>(null);

/** True after a 401 while signed in: the session has expired or was revoked elsewhere. */
export const sessionLapsed = observable(false);

/** Applies a session from the server, with its permissions. */
export function adoptSession(session: Session): void {
  permissions.load(session);
  sessionLapsed.set(false);
  currentSession.set(replaceEqualDeep(currentSession.get(), session));
}

/** The session without appearance preferences, so that a change of layout does not remount the screen. */
export type SignedIn = Omit<Session, 'preferences'>;

let signedIn: SignedIn | null = null;

/** Same object until a value changes. */
function whoIsSignedIn(): SignedIn | null {
  const session = currentSession.get();
  if (session === null) return (signedIn = null);
  const { preferences: _, ...rest } = session;
  return (signedIn = replaceEqualDeep(signedIn, rest));
}

/** The session; only for screens that require one. */
export function useSession(): SignedIn {
  const session = useSyncExternalStore(currentSession.subscribe, whoIsSignedIn);
  if (!session) throw new Error('This screen requires a session.');
  return session;
}
