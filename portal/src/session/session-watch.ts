import type { QueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';
import { currentSession } from './session.ts';
import { takeOver } from './take-over.ts';

const CHANNEL = 'rise.session';

/** Asks again who is signed in, where, and what they may do; takes over the answer. */
export async function refreshSession(cache: QueryClient): Promise<void> {
  if (!currentSession.get()) return;
  try {
    await takeOver(await client.call('GET /api/v1/session'), cache);
  } catch {
    // A 401 has told its own story; for any other failure the next request will show its own.
  }
}

/**
 * One session serves all tabs of a browser: entering another tenant in one of them changes what the server answers in
 * all. So every tab asks again when another tells, and when it comes back to the front. Answers how to stop.
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

/** Tells the browser's other tabs that the session is now in another tenant. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target but its own origin
  channel.postMessage('changed');
  channel.close();
}
