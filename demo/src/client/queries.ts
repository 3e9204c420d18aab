import { type QueryKey, queryOptions, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '@rise/shell/language';
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
      for (const group of query) void cache.invalidateQueries({ queryKey: [group] });
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

/** A mutation that updates a cached query immediately and reverts it on error. */
export function useOptimisticCall<K extends CallKey, T>(
  key: K,
  query: { readonly queryKey: QueryKey },
  change: (before: T, args: CallArguments<K>) => T,
) {
  const cache = useQueryClient();
  const { queryKey } = query;
  return useMutation({
    mutationFn: (args: CallArguments<K>) => call(key, ...([args] as unknown as CallArgumentList<K>)),
    onMutate: async (args) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<T>(queryKey);
      if (before !== undefined) cache.setQueryData<T>(queryKey, change(before, args));
      return { before };
    },
    onError: (_error, _args, context) => {
      if (context?.before !== undefined) cache.setQueryData(queryKey, context.before);
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });
}
