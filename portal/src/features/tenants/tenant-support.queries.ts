import type { NewSupportVisit } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { notifyOtherTabs, refreshSession } from '../../session/session-watch.ts';

/** How soon a decision of the tenant shows: its events do not reach people outside. */
const POLL_MS = 10_000;

export const ownVisitsQuery = queryOptions({
  queryKey: ['own-support-visits'],
  queryFn: ({ signal }) => client.call('GET /api/v1/global/support-visits', { signal }),
  refetchInterval: ({ state }) => (state.data?.visits.some((visit) => visit.state === 'requested') ? POLL_MS : false),
});

/** What changes a visit may change which tenants can be entered, and the one that the session is in. */
function useVisitMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await refreshSession(cache);
      notifyOtherTabs();
      await cache.invalidateQueries({ queryKey: ownVisitsQuery.queryKey });
    },
  });
}

export const useRequestVisit = (tenantId: string) =>
  useVisitMutation((body: NewSupportVisit) =>
    client.call('POST /api/v1/global/tenants/:id/support-visits', { params: { id: tenantId }, body }),
  );

export const useWithdrawVisit = () =>
  useVisitMutation((id: string) => client.call('DELETE /api/v1/global/support-visits/:id', { params: { id } }));

/** `enter` of the router, with what can go wrong. */
export const useEnterForSupport = () => useMutation({ mutationFn: (enter: () => Promise<void>) => enter() });
