import type { Session } from '@rise/contract';
import type { QueryClient } from '@tanstack/react-query';
import { adoptSession, currentSession } from './session.ts';

/** Applies a session; drops all cached data first if its tenant or account differs. */
export async function takeOver(session: Session, cache: QueryClient): Promise<void> {
  const former = currentSession.get();
  if (former?.tenant?.id !== session.tenant?.id || former?.account.id !== session.account.id) {
    await cache.cancelQueries();
    cache.clear();
  }
  adoptSession(session);
}
