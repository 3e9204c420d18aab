import type { SearchParams } from '@rise/ui/search-params';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Parameters to set; null removes one. */
type SearchChange = Readonly<Record<string, string | null>>;

export interface Address {
  /** The parameters of the address: `?period=week`. */
  readonly search: SearchParams;
  /** Changes parameters. `push` adds an entry to the history, which Back undoes. */
  readonly setSearch: (change: SearchChange, step?: 'replace' | 'push') => void;
}

/** The part of a screen's state that is stored in the address, so that links can restore it. */
export function useAddress(): Address {
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as SearchParams });
  const setSearch = useCallback<Address['setSearch']>(
    (change, step = 'replace') => {
      const { pathname, search: current } = router.state.location;
      const next = router.options.stringifySearch!({ ...(current as SearchParams), ...change });
      void router.navigate({ href: `${pathname}${next}`, replace: step === 'replace', resetScroll: false });
    },
    [router],
  );
  return { search, setSearch };
}
