import type { Session } from '@rise/contract';
import type { QueryClient } from '@tanstack/react-query';
import { adoptSession, currentSession } from './session.ts';

/** Adopts a session; where its tenant or its person is another, everything read before is forgotten first. */
export async function takeOver(session: Session, cache: QueryClient): Promise<void> {
  const former = currentSession.get();
  if (former?.tenant?.id !== session.tenant?.id || former?.account.id !== session.account.id) {
    await cache.cancelQueries();
    cache.clear();
  }
  adoptSession(session);
}
