import type { EventKind, LiveEvent } from '@rise/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { client } from '../client/client.ts';
import { logWarning } from '@rise/ui/kernel';
import { currentSession, sessionLapsed } from '../session/session.ts';
import { refreshSession } from '../session/session-watch.ts';

/** What the server tells of; queries whose key begins with the kind are read again, or those that `touchedBy` names. */
const LIVE = [
  'announcements',
  'alerts',
  'figures',
  'messages',
  'notifications',
  'chat',
] as const satisfies readonly EventKind[];

/** A report is read again and, where its basis is another, run again; what it reads besides carries that basis. */
const OF_FIGURES: QueryKey[] = [['report'], ['data-version'], ['alerts', 'codes']];

/** What is to be read again: one chat and the list of them, how one person is seen, or all of the kind. */
function touchedBy({ kind, data }: Pick<LiveEvent, 'kind' | 'data'>): QueryKey[] {
  if (kind === 'figures') return OF_FIGURES;
  if (kind !== 'chat') return [[kind]];
  const { chatId, contactId } = data;
  if (chatId !== undefined)
    return [
      ['chat', 'list'],
      ['chat', 'messages', chatId],
    ];
  return contactId === undefined
    ? [['chat']]
    : [
        ['chat', 'list'],
        ['chat', 'contacts'],
      ];
}

/** Has what stands under a key read again; what is just being read for the first time as soon as it is there, since it may be older than the news. */
function readAgain(cache: QueryClient, queryKey: QueryKey): void {
  const begun = cache
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  void cache.invalidateQueries({ queryKey });
  for (const query of begun) {
    const again = () => cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(again, () => {});
  }
}

/** A tab in the background gives its connection back after this time: a browser has few of them for one server. */
const HIDDEN_FOR_MS = 30_000;

/**
 * Follows the server's hints while somebody is signed in and the tab is looked at: what they name is read again.
 * Another person or tenant is another stream; a session that ended ends it. Answers how to stop.
 */
export function watchEvents(cache: QueryClient): () => void {
  let running: { whose: string; stop: () => void } | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const onEvent = (event: LiveEvent) => {
    if (event.kind === 'session') void refreshSession(cache);
    else for (const queryKey of touchedBy(event)) readAgain(cache, queryKey);
  };
  const open = (whose: string) => {
    const controller = new AbortController();
    const stream = client.subscribe('GET /api/v1/events', {
      signal: controller.signal,
      onEvent,
      // What was read before the stream stood may have changed since.
      onOpen: (resumed) => {
        if (resumed) return;
        for (const kind of LIVE) for (const key of touchedBy({ kind, data: {} })) readAgain(cache, key);
      },
    });
    stream.catch((error: unknown) => {
      // A 401 has told its own story; otherwise the right to listen went, and perhaps others with it.
      if (sessionLapsed.get()) return;
      logWarning('The stream of events was refused.', error);
      void refreshSession(cache);
    });
    return { whose, stop: () => controller.abort() };
  };
  const follow = () => {
    const session = currentSession.get();
    const may = session?.permissions.includes('shell.use') && !sessionLapsed.get();
    const whose = may ? `${session!.account.id} ${session!.tenant?.id}` : null;
    if (whose === (running?.whose ?? null)) return;
    running?.stop();
    running = whose === null ? null : open(whose);
  };
  const rest = () => {
    running?.stop();
    running = null;
  };
  const onVisibility = () => {
    clearTimeout(resting);
    if (document.visibilityState === 'visible') follow();
    else resting = setTimeout(rest, HIDDEN_FOR_MS);
  };

  const stops = [currentSession.subscribe(follow), sessionLapsed.subscribe(follow)];
  document.addEventListener('visibilitychange', onVisibility);
  follow();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(resting);
    rest();
  };
}
