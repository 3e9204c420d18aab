import { isLayoutName, type LayoutName } from '@rise/ui';
import { useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { observable, type SearchParams, useObservable } from '@rise/ui/kernel';

const STORED = 'rise.demo.layout';
const PARAMETER = 'layout';
const CONFIGURED: LayoutName = 'classy';

/** A layout that a visitor can choose: the empty one has no way back. */
export type ChosenLayout = Exclude<LayoutName, 'empty'>;

const named = (value: string | null | undefined): LayoutName | null =>
  value != null && isLayoutName(value) ? value : null;

/** The visitor's own, kept in this browser. */
const preferred = observable<LayoutName | null>(named(read()));
/** The layout that an address asked for: it stays for the pages after it, until another one is chosen. */
const asked = observable<LayoutName | null>(null);

/** The layout of the frame now: configuration, visitor, address, route; the last that speaks wins. */
export function useLayoutName(): LayoutName {
  const inAddress = useRouterState({
    select: ({ location }) => named((location.search as SearchParams)[PARAMETER]),
  });
  const kept = useObservable(asked);
  const own = useObservable(preferred);
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.entry?.layout });
  useEffect(() => {
    if (inAddress) asked.set(inAddress);
  }, [inAddress]);
  const wanted = route === undefined || route === 'shell' ? null : route;
  return wanted ?? inAddress ?? kept ?? own ?? CONFIGURED;
}

/** What the first frame will be drawn with, unless its route wants another one. */
export function firstLayout(): LayoutName {
  const search = new URLSearchParams(location.hash.split('?')[1] ?? '');
  return named(search.get(PARAMETER)) ?? preferred.get() ?? CONFIGURED;
}

/** Chooses a layout: what the address asked for is cleared first, then the choice counts, and is kept. */
export function useChooseLayout(): (layout: ChosenLayout) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (layout) => {
      asked.set(null);
      const { location } = router.state;
      const { [PARAMETER]: given, ...search } = location.search as Record<string, string>;
      if (given !== undefined)
        await router.navigate({
          href: `${location.pathname}${router.options.stringifySearch!(search)}`,
          replace: true,
          resetScroll: false,
        });
      preferred.set(layout);
      try {
        localStorage.setItem(STORED, layout);
      } catch {
        // Storage may be closed to us; the choice then lasts as long as the page.
      }
    },
    [router],
  );
}

function read(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}
