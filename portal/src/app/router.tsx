import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { announcementsQuery } from '../features/announcements/announcements.queries.ts';
import { navigationQuery } from '../navigation/navigation.queries.ts';
import { decide } from '../routing/access.ts';
import { EmptyFrame, Root } from './frames.tsx';
import { FailureScreen, NotFoundScreen } from '../routing/error-screens.tsx';
import type { RouteContext } from '../routing/route-context.ts';
import type { RouteEntry } from '../routing/route-entry.ts';
import { routeTable } from './route-table.ts';
import { parseSearch, stringifySearch } from '@rise/ui/kernel';
import { currentSession } from '../session/session.ts';
import { Shell } from './shell.tsx';
import { signInAddress } from '../session/sign-in.ts';

export interface RouterOptions {
  cache: QueryClient;
  table?: readonly RouteEntry[];
  history?: RouterHistory;
  /** Leaves the portal for the server's sign-in page. */
  leave?: (address: string) => void;
}

/** The router made from the route table; each route carries its guards. */
export function createPortalRouter({ cache, table = routeTable, history, leave = assign }: RouterOptions) {
  const root = createRootRouteWithContext<RouteContext>()({
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
      // What the frame is made of comes with its first screen, so that it moves nothing later. What can't be had does
      // not keep anybody from the screen; the shell offers to try again.
      loader: ({ context: { cache } }) =>
        Promise.all([
          cache.prefetchQuery(navigationQuery),
          cache.prefetchQuery({ ...announcementsQuery, staleTime: Number.POSITIVE_INFINITY, retry: false }),
        ]),
      errorComponent: FailureScreen,
    }),
  };
  const routeFor = (entry: RouteEntry) =>
    createRoute({
      getParentRoute: () => frames[frameOf(entry)],
      path: entry.path,
      beforeLoad: async ({ location, cause }) => {
        const verdict = decide(entry, currentSession.get(), table);
        switch (verdict.kind) {
          case 'go':
            throw redirect({ href: verdict.to, replace: true });
          case 'choose-tenant':
            throw redirect({ href: `/choose-tenant${stringifySearch({ returnTo: location.href })}`, replace: true });
          case 'sign-in':
            if (cause !== 'preload') leave(signInAddress(location.href));
            return new Promise<never>(() => {});
          default:
            return { verdict: verdict.kind };
        }
      },
      loader: ({ context }) => {
        if ((context as { verdict: string }).verdict === 'not-found') throw notFound();
      },
      component: entry.screen ? lazyRouteComponent(entry.screen) : NotFoundScreen,
      notFoundComponent: NotFoundScreen,
      errorComponent: FailureScreen,
      staticData: { entry },
    });
  const children = (frame: keyof typeof frames) =>
    table.filter((entry) => frameOf(entry) === frame).map((entry) => routeFor(entry));
  return createRouter({
    routeTree: root.addChildren([
      frames.empty.addChildren(children('empty')),
      frames.shell.addChildren(children('shell')),
    ]),
    ...(history ? { history } : {}),
    context: { table, cache },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
  });
}

export type PortalRouter = ReturnType<typeof createPortalRouter>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    entry?: RouteEntry;
  }
}

/** Whatever has chrome is drawn by the shell. */
const frameOf = ({ layout }: RouteEntry): 'empty' | 'shell' => (layout === 'empty' ? 'empty' : 'shell');

function assign(address: string): void {
  window.location.assign(address);
}
