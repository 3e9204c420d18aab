import type { Retention } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** Everything under it is read again when the figures change. */
const VERSIONS = ['data-version'] as const;

/** A page of versions, newest first: those below a number, or from the newest on. */
export const dataVersionsQuery = (before: number | null) =>
  queryOptions({
    queryKey: [...VERSIONS, 'history', before],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/data-version/history', { query: before === null ? {} : { before }, signal }),
  });

export const retentionQuery = queryOptions({
  queryKey: [...VERSIONS, 'retention'],
  queryFn: ({ signal }) => client.call('GET /api/v1/data-version/retention', { signal }),
});

function useVersionMutation<Input, Output>(run: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => cache.invalidateQueries({ queryKey: VERSIONS }),
  });
}

/** Makes the data of an older version current again. */
export const useRestore = () =>
  useVersionMutation((version: number) => client.call('POST /api/v1/data-version/restore', { body: { version } }));

/** Pins a version under a name; null: unpins it. */
export const usePin = (number: number) =>
  useVersionMutation(async (name: string | null) => {
    const params = { id: String(number) };
    if (name === null) await client.call('DELETE /api/v1/data-version/:id/pin', { params });
    else await client.call('PUT /api/v1/data-version/:id/pin', { params, body: { name } });
  });

export const useSaveRetention = () =>
  useVersionMutation((retention: Retention) => client.call('PUT /api/v1/data-version/retention', { body: retention }));
