import { createShellRouter } from '@rise/shell/routing';
import { stringifySearch } from '@rise/ui/search-params';
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouterHistory } from '@tanstack/react-router';
import { announcementsQuery } from '../../features/announcements/announcements.queries.ts';
import { navigationQuery } from '../../navigation/navigation.queries.ts';
import { decide } from '../../routing/access.ts';
import { ErrorScreen, NotFoundScreen } from '../../routing/error-screens.tsx';
import type { RouteContext } from '../../routing/route-context.ts';
import type { RouteEntry } from '../../routing/route-entry.ts';
import { currentSession } from '../../session/session.ts';
import { signInAddress } from '../../session/sign-in.ts';
import { Root } from './frames.tsx';
import { routeTable } from './route-table.ts';
import { Shell } from '../shell/shell.tsx';

export interface RouterOptions {
  cache: QueryClient;
  table?: readonly RouteEntry[];
  history?: RouterHistory;
  /** Loads the server's sign-in page. */
  leave?: (address: string) => void;
}

export type PortalRouter = ReturnType<typeof createPortalRouter>;

/** Builds the router from the route table; each route carries its guards. */
export function createPortalRouter({ cache, table = routeTable, history, leave = assign }: RouterOptions) {
  return createShellRouter<RouteEntry, RouteContext>({
    entries: table,
    context: { table, cache },
    ...(history && { history }),
    Root,
    Frame: Shell,
    // A failure here does not block the screen; the shell offers a retry.
    loadFrame: () =>
      Promise.all([
        cache.prefetchQuery(navigationQuery),
        cache.prefetchQuery({ ...announcementsQuery, staleTime: Number.POSITIVE_INFINITY, retry: false }),
      ]),
    guard: (entry, { href, preload }) => {
      const verdict = decide(entry, currentSession.get(), table);
      switch (verdict.kind) {
        case 'go':
          throw redirect({ href: verdict.to, replace: true });
        case 'choose-tenant':
          throw redirect({ href: `/choose-tenant${stringifySearch({ returnTo: href })}`, replace: true });
        case 'sign-in':
          if (!preload) leave(signInAddress(href));
          return new Promise<never>(() => {});
        default:
          return verdict.kind;
      }
    },
    FailureScreen: ErrorScreen,
    NotFoundScreen,
  });
}

function assign(address: string): void {
  window.location.assign(address);
}
