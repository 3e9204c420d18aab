import type { UnmappedCodes } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

const keyOf = (type: string) => ['alerts', 'codes', type];

/** The unmapped codes of one type. The key starts with 'alerts', so that it is fetched again when alerts change. */
export const unmappedQuery = (type: string) =>
  queryOptions({
    queryKey: keyOf(type),
    queryFn: ({ signal }) => client.call('GET /api/v1/configuration', { query: { type }, signal }),
  });

/** A saved change: the version that `Undo` restores, and the version that the change created. */
export interface SavedMapping {
  previous: number;
  version: number;
  count: number;
}

/** Maps codes to values, all of them or none. */
export function useMapCodes({ configuratorType: type, mapping }: UnmappedCodes) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (values: Record<string, string>): Promise<SavedMapping> => {
      const set = Object.entries(values).map(([code, value]) => ({ code, value }));
      const previous = mapping!.version;
      const { table } = await client.call('PATCH /api/v1/mapping', { body: { type, set, basedOn: previous } });
      return { previous, version: table.version, count: set.length };
    },
    // Also after a conflict: the reader has to see the current codes.
    onSettled: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  });
}

/** Restores the mapping before a saved change; fails with CONFLICT where someone has saved since. */
export function useUndoMapping({ configuratorType: type }: UnmappedCodes) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ previous, version: basedOn }: SavedMapping) => {
      const query = { type, version: previous };
      const codes = previous === 0 ? [] : (await client.call('GET /api/v1/mapping', { query })).codes;
      await client.call('PUT /api/v1/mapping', { body: { type, codes, basedOn } });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  });
}
