import type { QueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';
import { currentSession } from './session.ts';
import { takeOver } from './take-over.ts';

const CHANNEL = 'rise.session';

/** Reloads the session and applies it. */
export async function refreshSession(cache: QueryClient): Promise<void> {
  if (!currentSession.get()) return;
  try {
    await takeOver(await client.call('GET /api/v1/session'), cache);
  } catch {
    // A 401 is handled by the client; any other error will show with the next request.
  }
}

/**
 * All tabs of a browser share one session, so switching tenants in one affects all. Every tab therefore reloads the
 * session when notified by another, and when it becomes visible. Returns a function that stops it.
 */
export function watchSession(cache: QueryClient): () => void {
  const refresh = () => refreshSession(cache);
  const onVisible = () => void (document.visibilityState === 'visible' && refresh());
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', () => void refresh());
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    channel.close();
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Notifies the browser's other tabs that the session has switched tenants. */
export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target but its own origin
  channel.postMessage('changed');
  channel.close();
}
