import type { EmbeddingSettings } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const embeddingQuery = queryOptions({
  queryKey: ['embedding'],
  queryFn: ({ signal }) => client.call('GET /api/v1/embedding', { signal }),
});

function useSettingsMutation<Input>(run: (input: Input) => Promise<EmbeddingSettings>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (settings) => cache.setQueryData(embeddingQuery.queryKey, settings),
  });
}

export const useAllow = () =>
  useSettingsMutation((body: { embedding?: boolean; publicLinks?: boolean; exportLinks?: boolean }) =>
    client.call('PATCH /api/v1/embedding', { body }),
  );

export const useChangeSites = () =>
  useSettingsMutation(({ id, origins }: { id: string; origins: string[] }) =>
    client.call('PATCH /api/v1/embedding/keys/:id', { params: { id }, body: { origins } }),
  );

export const useRevokeKey = () =>
  useSettingsMutation((id: string) => client.call('DELETE /api/v1/embedding/keys/:id', { params: { id } }));

export function useCreateKey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; origins: string[] }) => client.call('POST /api/v1/embedding/keys', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: embeddingQuery.queryKey }),
  });
}
