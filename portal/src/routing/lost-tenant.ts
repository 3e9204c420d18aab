import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { entryAt, lacksTenant } from './access.ts';
import { useRouteTable } from './route-context.ts';
import type { SignedIn } from '../session/session.ts';

/**
 * Whether the tenant that the open page is about was left without leaving the page: a visit to it has ended, or it was
 * suspended. The guards then lead to another page.
 */
export function useLostTenant(session: SignedIn): boolean {
  const router = useRouter();
  const table = useRouteTable();
  const pathname = useLocation({ select: (location) => location.pathname });
  const entry = entryAt(pathname, table);
  const isLost = entry !== undefined && lacksTenant(entry, session);
  useEffect(() => {
    if (isLost) void router.invalidate();
  }, [isLost, router]);
  return isLost;
}
