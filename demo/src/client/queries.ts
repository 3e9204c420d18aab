import { type QueryKey, queryOptions, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '@rise/shell/language';
import { dropSettledChanges } from './changes.ts';
import { whenRunning } from './simulation.ts';
import {
  type CallResult,
  sendCall,
  call,
  type CallArguments,
  type CallKey,
  type CallOf,
  type CallArgumentList,
  type GroupName,
} from './client.ts';

/** Groups whose results include data of another group, by that other group. */
const DEPENDENTS: Partial<Record<GroupName, readonly GroupName[]>> = {
  contacts: ['chat'],
  user: ['chat', 'fileManager', 'profile'],
};

/** The query cache. Changes by this tab, another tab or a reset invalidate the queries of the changed groups. */
export function createQueryCache(): QueryClient {
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
  void whenRunning().then(({ store }) =>
    store.subscribe((changed) => {
      const query = new Set(changed.flatMap((group) => [group, ...(DEPENDENTS[group] ?? [])]));
      for (const group of query)
        void cache.invalidateQueries({
          queryKey: [group],
          // One that shows a change under way would lose it: it is loaded again once that has ended.
          predicate: ({ queryKey }) => changesUnderWay(cache, queryKey) === 0,
        });
      void dropSettledChanges();
    }),
  );
  return cache;
}

/** Query options of a reading call; changes of its group invalidate it. */
export function demoQuery<G extends GroupName, K extends CallOf<G> & CallKey>(
  group: G,
  key: K,
  language: string,
  ...input: CallArgumentList<K>
) {
  const [args = null] = input as unknown[];
  return queryOptions<CallResult<K>, Error, CallResult<K>, readonly unknown[]>({
    queryKey: [group, key, language, args],
    queryFn: ({ signal }) => sendCall(key, (args as object | null) ?? {}, signal) as Promise<CallResult<K>>,
  });
}

/** Queries a call in the current language, and again whenever its group changes. */
export function useDemoQuery<G extends GroupName, K extends CallOf<G> & CallKey>(
  group: G,
  key: K,
  ...input: CallArgumentList<K>
) {
  return useQuery(demoQuery(group, key, useLanguage(), ...input));
}

/** A mutation. Queries of the changed groups are invalidated by the cache. */
export function useDemoCall<K extends CallKey>(key: K) {
  return useMutation({
    mutationFn: (args: CallArguments<K>) => call(key, ...([args] as unknown as CallArgumentList<K>)),
  });
}

const optimistic = (queryKey: QueryKey) => ['optimistic', ...queryKey];
const changesUnderWay = (cache: QueryClient, queryKey: QueryKey) =>
  cache.isMutating({ mutationKey: optimistic(queryKey), exact: true });

/**
 * A mutation that updates a cached query immediately and reverts it on error. Several may be under way at once: their calls
 * are sent one after the other, so that the last change wins however long each takes, and the last one loads the query
 * again.
 */
export function useOptimisticCall<K extends CallKey, T>(
  key: K,
  query: { readonly queryKey: QueryKey },
  change: (before: T, args: CallArguments<K>) => T,
) {
  const cache = useQueryClient();
  const { queryKey } = query;
  // One that ends still counts.
  const isLast = () => changesUnderWay(cache, queryKey) === 1;
  return useMutation({
    mutationKey: optimistic(queryKey),
    // By group: several queries may show the record that is changed.
    scope: { id: String(queryKey[0]) },
    mutationFn: (args: CallArguments<K>) => call(key, ...([args] as unknown as CallArgumentList<K>)),
    onMutate: async (args) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<T>(queryKey);
      if (before !== undefined) cache.setQueryData<T>(queryKey, change(before, args));
      return { before };
    },
    onError: (_error, _args, context) => {
      // What others have changed meanwhile is not taken back.
      if (context?.before !== undefined && isLast()) cache.setQueryData(queryKey, context.before);
    },
    // Not waited for: the next change is sent at once.
    onSettled: () => {
      if (isLast()) void cache.invalidateQueries({ queryKey });
    },
  });
}
