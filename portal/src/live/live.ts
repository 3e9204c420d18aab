import type { EventKind, LiveEvent } from '@rise/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { client } from '../client/client.ts';
import { logWarning } from '@rise/ui/log';
import { currentSession, sessionLapsed } from '../session/session.ts';
import { refreshSession } from '../session/session-watch.ts';

/** Kinds of invalidation events. They refetch the queries whose key starts with the kind, or those from `touchedBy`. */
const LIVE = [
  'announcements',
  'installation',
  'alerts',
  'model-tests',
  'insights',
  'parameter-table',
  'figures',
  'imports',
  'copies',
  'workspaces',
  'reports',
  'comments',
  'presence',
  'messages',
  'notifications',
  'chat',
] as const satisfies readonly EventKind[];

/** A report is refetched and, if its basis changed, run again; its other queries have the basis in their key. Lists show which reports are verified. */
const OF_FIGURES: QueryKey[] = [
  ['report'],
  ['reports'],
  ['data-version'],
  ['data-view'],
  ['alerts', 'codes'],
  ['model', 'tests'],
];

/** Outcomes of the model's tests, which versions of the data show, too. */
const OF_TESTS: QueryKey[] = [
  ['model', 'tests'],
  ['data-version', 'history'],
];

/** Workspaces, and the reports in them: their texts, what the reader may do, and what copies learn of new versions. */
const OF_WORKSPACES: QueryKey[] = [['workspaces'], ['reports'], ['report'], ['report-origin']];

/** What editors of a report see of it, by its id. */
const OF_DRAFTS = ['report-draft', 'report-versions', 'report-origin'];

/** Query keys to refetch: one chat and the list of chats, one person's status, or all of the kind. */
function touchedBy({ kind, data }: Pick<LiveEvent, 'kind' | 'data'>): QueryKey[] {
  if (kind === 'figures') return OF_FIGURES;
  if (kind === 'model-tests') return OF_TESTS;
  if (kind === 'workspaces') return OF_WORKSPACES;
  if (kind === 'reports') return OF_DRAFTS.map((key) => (data['id'] === undefined ? [key] : [key, data['id']]));
  if (kind === 'comments' || kind === 'presence') return [data['id'] === undefined ? [kind] : [kind, data['id']]];
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

/** Refetches the queries under a key; one whose first load is pending again after it, since its data may be older than the event. */
function refetchQueries(cache: QueryClient, queryKey: QueryKey): void {
  const queries = cache
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  void cache.invalidateQueries({ queryKey });
  for (const query of queries) {
    const refetch = () => cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(refetch, () => {});
  }
}

/** A hidden tab closes its stream after this time: browsers limit connections per host. */
const HIDDEN_FOR_MS = 30_000;

/**
 * Follows the server's invalidation events while signed in and the tab is visible. Each account and tenant has its own
 * stream; an ended session closes it. Returns a function that stops it.
 */
export function watchEvents(cache: QueryClient): () => void {
  let running: { whose: string; stop: () => void } | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const onEvent = (event: LiveEvent) => {
    if (event.kind === 'session') void refreshSession(cache);
    else for (const queryKey of touchedBy(event)) refetchQueries(cache, queryKey);
  };
  const open = (whose: string) => {
    const controller = new AbortController();
    const stream = client.subscribe('GET /api/v1/events', {
      signal: controller.signal,
      onEvent,
      // Data fetched before the stream opened may have changed since.
      onOpen: (resumed) => {
        if (resumed) return;
        const keys = LIVE.flatMap((kind) => touchedBy({ kind, data: {} }));
        for (const key of new Map(keys.map((each) => [each.join(' '), each])).values()) refetchQueries(cache, key);
      },
    });
    stream.catch((error: unknown) => {
      // A 401 is handled by the client; otherwise the permission was revoked, and perhaps others with it.
      if (sessionLapsed.get()) return;
      logWarning('The stream of events was refused.', error);
      void refreshSession(cache);
    });
    return { whose, stop: () => controller.abort() };
  };
  const follow = () => {
    const session = currentSession.get();
    const allowed = session?.permissions.includes('shell.use') && !sessionLapsed.get();
    const whose = allowed ? `${session!.account.id} ${session!.tenant?.id}` : null;
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
