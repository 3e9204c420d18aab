import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** The workspaces that the reader may open, in their order. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces', 'list'],
  queryFn: ({ signal }) => client.call('GET /api/v1/workspaces', { signal }),
});

/** A change of workspaces, or of where reports are. */
export function useWorkspaceMutation<Input, Output>(run: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['workspaces'] }),
        cache.invalidateQueries({ queryKey: ['reports'] }),
      ]),
  });
}
