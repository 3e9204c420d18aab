import type { Language, NewHiddenEntry, NewSearchPin, NewSearchSynonym, Role, SearchSynonym } from '@rise/contract';
import type { LoggedSearches } from '@rise/contract/search-words';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

const KEY = 'search-administration';
/** How often the progress of a rebuild is read. */
const POLL_MS = 1000;

export const indexQuery = queryOptions({
  queryKey: [KEY, 'index'],
  queryFn: ({ signal }) => client.call('GET /api/v1/global/search/index', { signal }),
  refetchInterval: ({ state }) => (state.data?.rebuild?.state === 'running' ? POLL_MS : false),
});

export const synonymsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: [KEY, 'synonyms', search, page],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/global/search/synonyms', {
        query: { ...(search !== '' && { search }), ...(page > 1 && { page }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Titles are in the interface language. */
export const curationQuery = (language: string) =>
  queryOptions({
    queryKey: [KEY, 'curation', language],
    queryFn: ({ signal }) => client.call('GET /api/v1/global/search/curation', { signal }),
  });

export const logQuery = (of: LoggedSearches, page: number) =>
  queryOptions({
    queryKey: [KEY, 'log', of, page],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/global/search/log', { query: { of, ...(page > 1 && { page }) }, signal }),
    placeholderData: keepPreviousData,
  });

function useSearchMutation<Variables, Result>(send: (variables: Variables) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: send, onSettled: () => cache.invalidateQueries({ queryKey: [KEY] }) });
}

export const useStartRebuild = () => useSearchMutation(() => client.call('POST /api/v1/global/search/rebuilds'));

export const useCancelRebuild = () =>
  useSearchMutation((id: string) => client.call('POST /api/v1/global/search/rebuilds/:id/cancel', { params: { id } }));

/** Adds one, or changes the one with the id. */
export const useSaveSynonym = () =>
  useSearchMutation(({ id, body }: { id: string | null; body: NewSearchSynonym }) =>
    id === null
      ? client.call('POST /api/v1/global/search/synonyms', { body })
      : client.call('PUT /api/v1/global/search/synonyms/:id', { params: { id }, body }),
  );

export const useDeleteSynonym = () =>
  useSearchMutation(({ id }: SearchSynonym) =>
    client.call('DELETE /api/v1/global/search/synonyms/:id', { params: { id } }),
  );

export const usePin = () =>
  useSearchMutation((body: NewSearchPin) => client.call('POST /api/v1/global/search/pins', { body }));

export const useUnpin = () =>
  useSearchMutation((id: string) => client.call('DELETE /api/v1/global/search/pins/:id', { params: { id } }));

export const useHide = () =>
  useSearchMutation((body: NewHiddenEntry) => client.call('POST /api/v1/global/search/hidden', { body }));

export const useUnhide = () =>
  useSearchMutation((id: string) => client.call('DELETE /api/v1/global/search/hidden/:id', { params: { id } }));

/** Changes nothing. */
export const useTrial = () =>
  useMutation({
    mutationFn: (body: { query: string; role: Role; language: Language }) =>
      client.call('POST /api/v1/global/search/trial', { body }),
  });
