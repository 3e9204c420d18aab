import type { UnmappedCodes } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

const keyOf = (type: string) => ['alerts', 'codes', type];

/** Codes of one kind without a meaning; under the alerts' key, so that it is read again when they change. */
export const unmappedQuery = (type: string) =>
  queryOptions({
    queryKey: keyOf(type),
    queryFn: ({ signal }) => client.call('GET /api/v1/configuration', { query: { type }, signal }),
  });

/** What was saved: the version before, to which `Undo` goes back, and the version that it made. */
export interface Saved {
  before: number;
  version: number;
  count: number;
}

/** Gives codes a meaning, all of them or none. */
export function useGiveMeanings({ configuratorType: type, mapping }: UnmappedCodes) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (meanings: Record<string, string>): Promise<Saved> => {
      const set = Object.entries(meanings).map(([code, value]) => ({ code, value }));
      const before = mapping!.version;
      const { table } = await client.call('PATCH /api/v1/mapping', { body: { type, set, basedOn: before } });
      return { before, version: table.version, count: set.length };
    },
    // After a refusal too: who was not first has to see what is there now.
    onSettled: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  });
}

/** Puts back what was said before something was saved; refused where somebody has saved since. */
export function useTakeBack({ configuratorType: type }: UnmappedCodes) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ before, version: basedOn }: Saved) => {
      const query = { type, version: before };
      const codes = before === 0 ? [] : (await client.call('GET /api/v1/mapping', { query })).codes;
      await client.call('PUT /api/v1/mapping', { body: { type, codes, basedOn } });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  });
}
