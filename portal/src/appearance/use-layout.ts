import { useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { type SearchParams, useObservable } from '@rise/ui/kernel';
import { useSettings } from '../kernel/settings.ts';
import { currentSession } from '../session/session.ts';
import { askedLayout, layoutNamed, type LayoutName, resolveLayout } from './layout.ts';
import { savePreferences } from './preferences.ts';

const PARAMETER = 'layout';

/** A layout that a person can choose: the empty one has no way back. */
export type ChosenLayout = Exclude<LayoutName, 'empty'>;

/** The layout of the frame, now: looked at again after each navigation. */
export function useLayoutName(): LayoutName {
  const { layout: configured } = useSettings().appearance;
  const preferred = useObservable(currentSession)?.preferences.layout ?? null;
  const inAddress = useRouterState({
    select: ({ location }) => layoutNamed((location.search as SearchParams)[PARAMETER]),
  });
  const kept = useObservable(askedLayout);
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.entry?.layout });
  useEffect(() => {
    if (inAddress) askedLayout.set(inAddress);
  }, [inAddress]);
  return resolveLayout({
    configured,
    preferred,
    asked: inAddress ?? kept,
    route: route === undefined || route === 'shell' ? null : route,
  });
}

/** Chooses one's own layout: what the address asked for is cleared first, then the choice counts, and is kept. */
export function useChooseLayout(): (layout: ChosenLayout) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (layout) => {
      askedLayout.set(null);
      const { location } = router.state;
      const { [PARAMETER]: asked, ...search } = location.search as Record<string, string>;
      if (asked !== undefined)
        await router.navigate({
          href: `${location.pathname}${router.options.stringifySearch!(search)}${location.hash ? `#${location.hash}` : ''}`,
          replace: true,
          resetScroll: false,
        });
      await savePreferences({ layout });
    },
    [router],
  );
}
