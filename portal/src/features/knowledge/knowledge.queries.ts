import type { KnowledgeUpload } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

const ALL = ['knowledge'] as const;

export const documentsQuery = queryOptions({
  queryKey: [...ALL, 'list'],
  queryFn: ({ signal }) => client.call('GET /api/v1/knowledge', { signal }),
});

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/knowledge/:id', { params: { id }, signal }),
  });

export function useUploadDocument() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: KnowledgeUpload) => client.call('POST /api/v1/knowledge', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ALL }),
  });
}

export function useDeleteDocument() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('DELETE /api/v1/knowledge/:id', { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ALL }),
  });
}
