import type { Session } from '@rise/contract';
import { observable, useObservable } from '../kernel/observable.ts';
import { permissions } from './permissions.ts';

/** Who is signed in; null is nobody. */
export const currentSession = observable<Session | null>(null);

/** True once the server answered 401 to somebody who was signed in: the session ended or was revoked elsewhere. */
export const sessionLapsed = observable(false);

/** Takes over a session as the server told it, with its permissions. */
export function adoptSession(session: Session): void {
  permissions.load(session);
  sessionLapsed.set(false);
  currentSession.set(session);
}

/** The session of a screen that only signed-in people reach. */
export function useSession(): Session {
  const session = useObservable(currentSession);
  if (!session) throw new Error('This screen needs somebody who is signed in.');
  return session;
}
