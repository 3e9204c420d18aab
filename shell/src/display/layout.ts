import { isLayoutName, type LayoutName } from '@rise/ui';
import { observable, useObservable } from '@rise/ui/observable';
import { type SearchParams } from '@rise/ui/search-params';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useShell } from '../providers/shell-context.ts';
import type { ChromeLayout } from './chrome-layout.ts';
import { useScreenEntry } from '../routing/screen-entry.ts';

export type { ChromeLayout };

const PARAMETER = 'layout';

/** Sources of the layout, later ones take precedence; null or undefined: not set. */
export interface LayoutSources {
  /** The installation's. */
  configured: LayoutName;
  /** The person's own. */
  preferred?: LayoutName | null;
  /** From the address: `?layout=dense`. */
  requested?: LayoutName | null;
  /** The route's; overrides all others. */
  route?: LayoutName | null;
}

/** The layout to render: the last one set by configuration, person, address and route. */
export function resolveLayout({ configured, preferred, requested, route }: LayoutSources): LayoutName {
  return route ?? requested ?? preferred ?? configured;
}

/**
 * The layout that an address requested: it applies to the pages after it until another one is chosen. The empty one
 * is not among them, because a page without chrome could not be left for one with it.
 */
export const requestedLayout = observable<ChromeLayout | null>(null);

/** The value of the parameter where it names a layout. */
export function parseLayout(value: string | null | undefined): LayoutName | null {
  return value != null && isLayoutName(value) ? value : null;
}

/** The layout of the frame, evaluated after each navigation. */
export function useLayoutName(): LayoutName {
  const { configuredLayout: configured, preferredLayout: preferred } = useShell();
  const inAddress = useRouterState({
    select: ({ location }) => parseLayout((location.search as SearchParams)[PARAMETER]),
  });
  const requested = useObservable(requestedLayout);
  const route = useScreenEntry()?.layout;
  useEffect(() => {
    if (inAddress && inAddress !== 'empty') requestedLayout.set(inAddress);
  }, [inAddress]);
  return resolveLayout({
    configured,
    preferred,
    requested: inAddress ?? requested,
    route: route === 'shell' ? null : (route ?? null),
  });
}

/** Chooses the person's layout: clears what the address requested, then applies the choice and saves it. */
export function useChooseLayout(): (layout: ChromeLayout) => Promise<void> {
  const router = useRouter();
  const { saveLayout } = useShell();
  return useCallback(
    async (layout) => {
      requestedLayout.set(null);
      const { location } = router.state;
      const { [PARAMETER]: inAddress, ...search } = location.search as Record<string, string>;
      if (inAddress !== undefined)
        await router.navigate({
          href: `${location.pathname}${router.options.stringifySearch!(search)}${location.hash ? `#${location.hash}` : ''}`,
          replace: true,
          resetScroll: false,
        });
      await saveLayout(layout);
    },
    [router, saveLayout],
  );
}
