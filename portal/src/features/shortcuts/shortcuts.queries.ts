import type { Shortcut } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** The account's shortcuts in the tenant, in order of creation. */
export const shortcutsQuery = (tenantId: string | undefined) =>
  queryOptions({
    queryKey: ['shortcuts'],
    queryFn: ({ signal }) => client.call('GET /api/common/shortcuts', { signal }),
    enabled: tenantId !== undefined,
  });

export type ShortcutFields = Omit<Shortcut, 'id'>;

/** Adds a shortcut, or changes the one with that id. */
export function useSaveShortcut() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fields }: { id: string | null; fields: ShortcutFields }) =>
      id === null
        ? client.call('POST /api/common/shortcuts', { body: { shortcut: fields } })
        : client.call('PATCH /api/common/shortcuts', { body: { id, shortcut: fields } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['shortcuts'] }),
  });
}

export function useRemoveShortcut() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('DELETE /api/common/shortcuts', { query: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['shortcuts'] }),
  });
}
