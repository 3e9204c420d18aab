import { type QueryKey, queryOptions, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '../i18n/language.ts';
import { whenRunning } from './answers.ts';
import {
  type Answer,
  ask,
  call,
  type CallArguments,
  type CallKey,
  type CallOf,
  type Given,
  type GroupName,
} from './client.ts';

/** Groups whose answers show what another group keeps. */
const SHOWN_BY: Partial<Record<GroupName, readonly GroupName[]>> = {
  contacts: ['chat'],
  user: ['chat', 'fileManager', 'profile'],
};

/** What the screens have read, and read again when another tab, a reset or they themselves change it. */
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
      const shown = new Set(changed.flatMap((group) => [group, ...(SHOWN_BY[group] ?? [])]));
      for (const group of shown) void cache.invalidateQueries({ queryKey: [group] });
    }),
  );
  return cache;
}

/** A call that reads: its group says whose changes make it read again. */
export function demoQuery<G extends GroupName, K extends CallOf<G> & CallKey>(
  group: G,
  key: K,
  language: string,
  ...given: Given<K>
) {
  const [args = null] = given as unknown[];
  return queryOptions<Answer<K>, Error, Answer<K>, readonly unknown[]>({
    queryKey: [group, key, language, args],
    queryFn: ({ signal }) => ask(key, (args as object | null) ?? {}, signal) as Promise<Answer<K>>,
  });
}

/** Reads a call in the reader's language, and again whenever its group changes. */
export function useDemoQuery<G extends GroupName, K extends CallOf<G> & CallKey>(group: G, key: K, ...given: Given<K>) {
  return useQuery(demoQuery(group, key, useLanguage(), ...given));
}

/** A call that changes something; what shows it reads itself again. */
export function useDemoCall<K extends CallKey>(key: K) {
  return useMutation({ mutationFn: (args: CallArguments<K>) => call(key, ...([args] as unknown as Given<K>)) });
}

/** A call whose outcome is shown at once in what a query has read, and taken back where it is refused. */
export function useOptimisticCall<K extends CallKey, T>(
  key: K,
  shown: { readonly queryKey: QueryKey },
  change: (before: T, args: CallArguments<K>) => T,
) {
  const cache = useQueryClient();
  const { queryKey } = shown;
  return useMutation({
    mutationFn: (args: CallArguments<K>) => call(key, ...([args] as unknown as Given<K>)),
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
