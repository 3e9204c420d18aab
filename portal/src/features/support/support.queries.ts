import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { notifyOtherTabs, refreshSession } from '../../session/session-watch.ts';

/** Ends the person’s visit to a tenant, and leaves it with all that the pages had loaded there. */
export function useLeaveTenant() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('DELETE /api/v1/global/support-visits/:id', { params: { id } }),
    // Also where the visit was over already: the session then says so.
    onSettled: async () => {
      await refreshSession(cache);
      notifyOtherTabs();
    },
  });
}
