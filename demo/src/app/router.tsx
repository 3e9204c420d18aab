import { createShellRouter } from '@rise/shell/routing';
import type { QueryClient } from '@tanstack/react-query';
import { createHashHistory, redirect, type RouterHistory } from '@tanstack/react-router';
import { ErrorScreen, NotFoundScreen } from '@rise/shell/errors';
import { demoQuery } from '../client/queries.ts';
import { currentLanguage } from '../i18n/language.ts';
import { navigationQuery } from '../navigation/menus.ts';
import { loginTarget } from '../routing/access.ts';
import type { RouteEntry } from '../routing/route-entry.ts';
import { session } from '../session/token.ts';
import { EmptyFrame, Root } from './frames.tsx';
import { aliases, routeTable } from './route-table.ts';
import { Shell } from './shell.tsx';
import { placeTypedAddresses } from './typed-addresses.ts';

export interface RouterOptions {
  cache: QueryClient;
  table?: readonly RouteEntry[];
  /** Addresses are in the URL fragment, so that the host needs no rewrite rules. */
  history?: RouterHistory;
}

export type DemoRouter = ReturnType<typeof createDemoRouter>;

const createPageHistory = () => placeTypedAddresses(createHashHistory);

/** The router for the route table; each route has its guard. */
export function createDemoRouter({ cache, table = routeTable, history = createPageHistory() }: RouterOptions) {
  return createShellRouter<RouteEntry, { cache: QueryClient }>({
    entries: table,
    aliases,
    context: { cache },
    history,
    Root,
    BareFrame: EmptyFrame,
    Frame: Shell,
    loadFrame: () =>
      Promise.all([
        cache.prefetchQuery(navigationQuery(currentLanguage())),
        cache.prefetchQuery(demoQuery('user', 'GET /api/common/user', currentLanguage())),
      ]),
    guard: (entry, { href }) => {
      const to = loginTarget(entry, session.get(), href);
      if (to !== null) throw redirect({ href: to, replace: true });
      return 'show';
    },
    FailureScreen: ErrorScreen,
    NotFoundScreen,
  });
}
