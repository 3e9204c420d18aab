import { parseSearch, stringifySearch } from '@rise/ui/search-params';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorRouteComponent,
  lazyRouteComponent,
  notFound,
  redirect,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyFrame } from './frames.tsx';
import type { ScreenEntry } from './screen-entry.ts';

/** An address that redirects to another one. */
export interface RouteAlias {
  readonly path: string;
  readonly to: string;
}

export interface ShellRouterOptions<Entry extends ScreenEntry, Context extends object> {
  entries: readonly Entry[];
  aliases?: readonly RouteAlias[];
  context: Context;
  history?: RouterHistory;
  /** Around every screen. */
  Root: RouteComponent;
  /** The frame of pages without chrome, if it has more than the page. */
  BareFrame?: RouteComponent;
  /** The frame of screens with chrome. */
  Frame: RouteComponent;
  /** Loads the frame's parts together with its first screen, so that nothing shifts later. */
  loadFrame: (context: Context) => Promise<unknown>;
  /**
   * Runs before an entry is shown. `not-found` leaves the address unchanged and renders the page for it; throws a
   * redirect to send the reader elsewhere.
   */
  guard: (entry: Entry, visit: { href: string; preload: boolean }) => Promise<Verdict> | Verdict;
  FailureScreen: ErrorRouteComponent;
  NotFoundScreen: () => ReactNode;
}

type Verdict = 'show' | 'not-found';

/** A router with a route for each entry, under the frame of its layout. */
export function createShellRouter<Entry extends ScreenEntry, Context extends object>(
  options: ShellRouterOptions<Entry, Context>,
) {
  const { entries, context, history } = options;
  const { root, empty, shell } = createFrames(options);
  const routesUnder = (frame: FrameName, parent: typeof empty | typeof shell) =>
    entries
      .filter((entry) => frameOf(entry) === frame)
      .map((entry) => createScreenRoute(entry, parent as typeof empty, options));
  const aliases = (options.aliases ?? []).map(({ path, to }) =>
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
      empty.addChildren(routesUnder('empty', empty)),
      shell.addChildren(routesUnder('shell', shell)),
      ...aliases,
    ]),
    ...(history ? { history } : {}),
    context: context as object,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
  });
}

type FrameName = 'empty' | 'shell';

/** Every layout with chrome is rendered by the shell's frame. */
const frameOf = ({ layout }: ScreenEntry): FrameName => (layout === 'empty' ? 'empty' : 'shell');

function createFrames<Entry extends ScreenEntry, Context extends object>({
  context,
  Root,
  BareFrame = EmptyFrame,
  Frame,
  loadFrame,
  FailureScreen,
  NotFoundScreen,
}: ShellRouterOptions<Entry, Context>) {
  const root = createRootRouteWithContext<object>()({
    component: Root,
    errorComponent: FailureScreen,
    notFoundComponent: NotFoundScreen,
  });
  return {
    root,
    empty: createRoute({ getParentRoute: () => root, id: 'empty', component: BareFrame }),
    shell: createRoute({
      getParentRoute: () => root,
      id: 'shell',
      component: Frame,
      loader: () => loadFrame(context),
      errorComponent: FailureScreen,
    }),
  };
}

function createScreenRoute<Entry extends ScreenEntry, Context extends object>(
  entry: Entry,
  parent: ReturnType<typeof createFrames>['empty'],
  { guard, FailureScreen, NotFoundScreen }: ShellRouterOptions<Entry, Context>,
) {
  return createRoute({
    getParentRoute: () => parent,
    path: entry.path,
    beforeLoad: async ({ location, cause }) => ({
      verdict: await guard(entry, { href: location.href, preload: cause === 'preload' }),
    }),
    loader: ({ context }) => {
      if ((context as { verdict: Verdict }).verdict === 'not-found') throw notFound();
    },
    component: entry.screen ? lazyRouteComponent(entry.screen) : NotFoundScreen,
    notFoundComponent: NotFoundScreen,
    errorComponent: FailureScreen,
    staticData: { entry },
  });
}
