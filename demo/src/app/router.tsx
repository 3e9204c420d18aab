import type { QueryClient } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { demoQuery } from '../client/queries.ts';
import { currentLanguage } from '../i18n/language.ts';
import { parseSearch, stringifySearch } from '@rise/ui/kernel';
import { sentTo } from '../routing/access.ts';
import type { RouteEntry } from '../routing/route-entry.ts';
import { session } from '../session/token.ts';
import { FailureScreen, NotFoundScreen } from './error-screens.tsx';
import { EmptyFrame, Root } from './frames.tsx';
import { aliases, routeTable } from './route-table.ts';
import { Shell } from './shell.tsx';

export interface RouterOptions {
  cache: QueryClient;
  table?: readonly RouteEntry[];
  /** Addresses lie in the fragment: no host has to know them. */
  history?: RouterHistory;
}

/** The router made from the route table; each route carries its guard. */
export function createSuiteRouter({ cache, table = routeTable, history = createHashHistory() }: RouterOptions) {
  const root = createRootRouteWithContext<{ cache: QueryClient }>()({
    component: Root,
    errorComponent: FailureScreen,
    notFoundComponent: NotFoundScreen,
  });
  const frames = {
    empty: createRoute({ getParentRoute: () => root, id: 'empty', component: EmptyFrame }),
    shell: createRoute({
      getParentRoute: () => root,
      id: 'shell',
      component: Shell,
      // What the frame is made of comes with its first screen, so that it moves nothing later.
      loader: ({ context }) =>
        Promise.all([
          context.cache.prefetchQuery(demoQuery('navigation', 'GET /api/common/navigation', 'both')),
          context.cache.prefetchQuery(demoQuery('user', 'GET /api/common/user', currentLanguage())),
        ]),
      errorComponent: FailureScreen,
    }),
  };
  const routeFor = (entry: RouteEntry) =>
    createRoute({
      getParentRoute: () => frames[entry.layout],
      path: entry.path,
      beforeLoad: ({ location }) => {
        const to = sentTo(entry, session.get(), location.href);
        if (to !== null) throw redirect({ href: to, replace: true });
      },
      component: lazyRouteComponent(entry.screen),
      notFoundComponent: NotFoundScreen,
      errorComponent: FailureScreen,
      staticData: { entry },
    });
  const children = (frame: keyof typeof frames) =>
    table.filter(({ layout }) => layout === frame).map((entry) => routeFor(entry));
  const older = aliases.map(({ path, to }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        throw redirect({ href: to, replace: true });
      },
    }),
  );
  return createRouter({
    routeTree: root.addChildren([
      frames.empty.addChildren(children('empty')),
      frames.shell.addChildren(children('shell')),
      ...older,
    ]),
    history,
    context: { cache },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
  });
}

export type SuiteRouter = ReturnType<typeof createSuiteRouter>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    entry?: RouteEntry;
  }
}
