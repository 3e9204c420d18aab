import type {
  ConfluenceConnection,
  KnowledgeFolder,
  KnowledgeSourceChange,
  KnowledgeSourceDraft,
} from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

const ALL = ['knowledge-sources'] as const;
/** How often a run on its way is looked at. */
const RUNNING_MS = 2000;

/** A site or a folder, as far as it is read. */
export type ReadSource = Pick<KnowledgeFolder, 'id' | 'name' | 'lastRun' | 'nextRunAt'>;

export const isActive = ({ lastRun }: Pick<ReadSource, 'lastRun'>): boolean =>
  lastRun?.status === 'waiting' || lastRun?.status === 'running';

export const sourcesQuery = queryOptions({
  queryKey: [...ALL, 'list'],
  queryFn: ({ signal }) => client.call('GET /api/v1/knowledge-sources', { signal }),
  refetchInterval: ({ state }) =>
    [...(state.data?.sources ?? []), ...(state.data?.folders ?? [])].some(isActive) ? RUNNING_MS : false,
});

/** `version`: of the last run, so that the list follows it. */
export const runsQuery = (id: string, version: string) =>
  queryOptions({
    queryKey: [...ALL, 'runs', id, version],
    queryFn: ({ signal }) => client.call('GET /api/v1/knowledge-sources/:id/runs', { params: { id }, signal }),
  });

export const useTestConnection = () =>
  useMutation({
    mutationFn: (body: ConfluenceConnection) => client.call('POST /api/v1/knowledge-sources/test', { body }),
  });

export function useCreateSource() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: KnowledgeSourceDraft) => client.call('POST /api/v1/knowledge-sources', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ALL }),
  });
}

export function useChangeSource() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: KnowledgeSourceChange & { id: string }) =>
      client.call('PATCH /api/v1/knowledge-sources/:id', { params: { id }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ALL }),
  });
}

export function useDeleteSource() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('DELETE /api/v1/knowledge-sources/:id', { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ALL }),
  });
}

export function useRunSource() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('POST /api/v1/knowledge-sources/:id/runs', { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ALL }),
  });
}

export function useCancelRun() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('POST /api/v1/knowledge-sources/:id/cancel', { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ALL }),
  });
}
