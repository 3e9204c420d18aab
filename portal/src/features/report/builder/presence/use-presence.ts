import type { PresentPerson } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../../client/client.ts';

/** The server takes a page that it has not heard of for twenty seconds for closed. */
const EVERY_MS = 8000;
const NOBODY: readonly PresentPerson[] = [];

/**
 * Who else has the builder of the report open, and on which tile. The page says again and again that it is open, unless it
 * is hidden; events of others make it ask at once.
 */
export function usePresence(report: string, tile: string | null): readonly PresentPerson[] {
  const [visit] = useState(() => crypto.randomUUID());
  const current = useRef(tile);
  const params = { id: report, visit };
  const { data, isError, refetch } = useQuery({
    queryKey: ['presence', report, visit],
    queryFn: async ({ signal }) => {
      const body = { tile: current.current };
      const { people } = await client.call('PUT /api/v1/reports/:id/presence/:visit', { params, body, signal });
      return people;
    },
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (current.current === tile) return;
    current.current = tile;
    void refetch();
  }, [tile, refetch]);
  useEffect(() => {
    const leave = () =>
      void client
        .call('DELETE /api/v1/reports/:id/presence/:visit', { params: { id: report, visit } })
        // A page that cannot say so is missed soon.
        .catch(() => {});
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [report, visit]);
  return isError ? NOBODY : (data ?? NOBODY);
}
