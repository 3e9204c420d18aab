import type { MappingDraft, PutMapping } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { type CodesState, PAGE_SIZE } from './configuration.state.ts';

/** The keys start with 'alerts', 'codes', so that they are fetched again when alerts or figures change. */
const CODES = ['alerts', 'codes'];

export const typesQuery = queryOptions({
  queryKey: [...CODES, 'types'],
  queryFn: ({ signal }) => client.call('GET /api/v1/configuration/types', { signal }),
});

type CodesRequest = Pick<CodesState, 'filter' | 'search' | 'order' | 'direction' | 'weight' | 'target'> & {
  offset: number;
  limit: number;
};

const toQuery = (type: string, { weight, target, ...request }: CodesRequest) => ({
  type,
  ...request,
  ...(weight !== null && { weight }),
  ...(target !== null && { target }),
});

export const codesQuery = (type: string, { page, panel: _panel, ...state }: CodesState) =>
  queryOptions({
    queryKey: [...CODES, type, { ...state, page }],
    queryFn: ({ signal }) => {
      const request = { ...state, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
      return client.call('GET /api/v1/configuration/codes', { query: toQuery(type, request), signal });
    },
  });

/** Loads all codes that pass a filter, at most 5,000. */
export function useLoadCodes(type: string, { page: _page, panel: _panel, ...state }: CodesState) {
  return useMutation({
    mutationFn: async (change: Partial<Pick<CodesState, 'filter' | 'search' | 'target'>>) => {
      const request = { ...state, ...change, offset: 0, limit: 5000 };
      return (await client.call('GET /api/v1/configuration/codes', { query: toQuery(type, request) })).codes;
    },
  });
}

export const draftQuery = (type: string) =>
  queryOptions({
    queryKey: ['mapping-draft', type],
    queryFn: ({ signal }) => client.call('GET /api/v1/configuration/draft', { query: { type }, signal }),
    staleTime: Infinity,
  });

export const mappingQuery = (type: string) =>
  queryOptions({
    queryKey: [...CODES, 'mapping', type],
    queryFn: ({ signal }) => client.call('GET /api/v1/mapping', { query: { type }, signal }),
  });

export const versionsQuery = (type: string) =>
  queryOptions({
    queryKey: [...CODES, 'versions', type],
    queryFn: ({ signal }) => client.call('GET /api/v1/mapping/versions', { query: { type }, signal }),
  });

export const changesQuery = (type: string, version: number) =>
  queryOptions({
    queryKey: ['mapping-changes', type, version],
    queryFn: ({ signal }) => client.call('GET /api/v1/mapping/changes', { query: { type, version }, signal }),
    staleTime: Infinity,
  });

export const impactQuery = (type: string, dataVersion: number, { basedOn, set, remove }: MappingDraft) =>
  queryOptions({
    queryKey: ['mapping-impact', type, dataVersion, { basedOn, set, remove }],
    queryFn: ({ signal }) => client.call('POST /api/v1/configuration/impact', { body: { type, set, remove }, signal }),
    retry: false,
    gcTime: 60_000,
  });

/** Stores the draft on the server, in the order of changes; the page shows it at once. */
export function useSaveDraft(type: string) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: `draft of ${type}` },
    mutationFn: (draft: MappingDraft | null) =>
      client.call('PUT /api/v1/configuration/draft', { body: { type, draft } }),
    onMutate: (draft) => cache.setQueryData(draftQuery(type).queryKey, { draft }),
    onSettled: () => cache.invalidateQueries({ queryKey: [...CODES, type] }),
  });
}

/** Saves a draft as the next version; fails with CONFLICT where someone has saved since. */
export function useSaveMapping(type: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, message }: { draft: MappingDraft; message: string }): Promise<PutMapping> => {
      const saved = await client.call('PATCH /api/v1/mapping', { body: { type, ...draft, message } });
      await client.call('PUT /api/v1/configuration/draft', { body: { type, draft: null } });
      cache.setQueryData(draftQuery(type).queryKey, { draft: null });
      return saved;
    },
    // Also after a conflict: the reader has to see the current codes.
    onSettled: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  });
}

/** Makes an earlier version active again, or proposes to where another person has to approve it. */
export function useRestoreMapping(type: string, needsApproval: boolean) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ version, ...basis }: { version: number; basedOn: number; message: string }) => {
      if (needsApproval)
        await client.call('POST /api/v1/configuration/proposals', { body: { type, restore: version, ...basis } });
      else await client.call('POST /api/v1/mapping/restore', { body: { type, version, ...basis } });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  });
}

export function useRejectSuggestion(type: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ code, value }: { code: string; value: string }) =>
      client.call('POST /api/v1/configuration/rejections', { body: { type, code, value } }),
    onSettled: () => cache.invalidateQueries({ queryKey: [...CODES, type] }),
  });
}

export const exportMapping = (type: string): Promise<{ name: string; text: string }> =>
  client.call('GET /api/v1/mapping/file', { query: { type } });

export function useImportMapping(type: string) {
  return useMutation({
    mutationFn: async (file: File) =>
      client.call('POST /api/v1/mapping/file', { body: { type, name: file.name, text: await file.text() } }),
  });
}
