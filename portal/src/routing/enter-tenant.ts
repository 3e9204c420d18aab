import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { landingPage } from './access.ts';
import { client } from '../client/client.ts';
import { useRouteTable } from './route-context.ts';
import { currentSession } from '../session/session.ts';
import { notifyOtherTabs } from '../session/session-watch.ts';
import { takeOver } from '../session/take-over.ts';

/**
 * Switches to a tenant of the account: drops all cached data of the former one, then opens `returnTo` or the landing
 * page. Throws `ApiError`.
 */
export function useEnterTenant(): (tenantId: string, returnTo?: string) => Promise<void> {
  const router = useRouter();
  const table = useRouteTable();
  const cache = useQueryClient();
  return useCallback(
    async (tenantId, returnTo) => {
      if (currentSession.get()?.tenant?.id !== tenantId) {
        await takeOver(await client.call('PUT /api/v1/session/tenant', { body: { tenantId } }), cache);
        notifyOtherTabs();
      }
      await router.navigate({ href: returnTo ?? landingPage(currentSession.get()!, table) });
    },
    [router, table, cache],
  );
}
