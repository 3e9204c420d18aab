import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import type { ParameterValues } from './parameters.rules.ts';

export const parametersQuery = queryOptions({
  queryKey: ['parameters'],
  queryFn: ({ signal }) => client.call('GET /api/v1/parameters', { signal }),
});

/** Saves all changes as one. */
export function useSaveParameters() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { values: ParameterValues; basedOn: number }) =>
      client.call('PATCH /api/v1/parameters', { body }),
    onSuccess: ({ version, parameters }) => cache.setQueryData(parametersQuery.queryKey, { version, parameters }),
    // After a conflict the form shows what another person has saved, beside what is entered here.
    onError: () => cache.invalidateQueries({ queryKey: parametersQuery.queryKey }),
  });
}
