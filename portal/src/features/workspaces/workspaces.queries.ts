import type { Workspace } from '@rise/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { useWorkspaceMutation, workspacesQuery } from '../../workspaces/workspaces.queries.ts';

export const useArchiveWorkspace = () =>
  useWorkspaceMutation(({ id, archivedAt }: Workspace) =>
    archivedAt === null
      ? client.call('POST /api/v1/workspaces/:id/archive', { params: { id } })
      : client.call('POST /api/v1/workspaces/:id/restore', { params: { id } }),
  );

const ORDER = ['workspaces', 'order'];

/**
 * Shows the new order at once, and the server's if that fails. Several are sent one after the other, and what answers
 * before the last one is not shown.
 */
export function useOrderWorkspaces() {
  const cache = useQueryClient();
  const { queryKey } = workspacesQuery;
  const isLast = () => cache.isMutating({ mutationKey: ORDER }) === 1;
  const order = useMutation({
    mutationKey: ORDER,
    scope: { id: String(ORDER) },
    mutationFn: (ids: string[]) => client.call('PUT /api/v1/workspaces/order', { body: { ids } }),
    onMutate: async (ids) => {
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (known) => {
        if (!known) return known;
        const placeOf = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
        return { workspaces: known.workspaces.toSorted((one, other) => placeOf(one.id) - placeOf(other.id)) };
      });
    },
    onSuccess: (ordered) => {
      if (isLast()) cache.setQueryData(queryKey, ordered);
    },
    onError: async () => {
      if (isLast()) await cache.invalidateQueries({ queryKey });
    },
  });
  return {
    order: order.mutate,
    error: order.error,
    /** Ids in their order by now: the page may not show the change before yet. */
    currentIds: () => cache.getQueryData(queryKey)?.workspaces.map(({ id }) => id) ?? [],
  };
}
