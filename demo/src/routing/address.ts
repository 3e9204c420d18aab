import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { SearchParams } from '@rise/ui/kernel';

export interface Address {
  /** What the address says besides its path: `?period=week`. */
  readonly search: SearchParams;
  /** Says it otherwise: null takes a name away. `push` makes a step that Back undoes. */
  readonly say: (change: Readonly<Record<string, string | null>>, step?: 'replace' | 'push') => void;
}

/** The part of a screen's state that can be linked to. */
export function useAddress(): Address {
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as SearchParams });
  const say = useCallback<Address['say']>(
    (change, step = 'replace') => {
      const { pathname, search: now } = router.state.location;
      const next = router.options.stringifySearch!({ ...(now as SearchParams), ...change });
      void router.navigate({ href: `${pathname}${next}`, replace: step === 'replace', resetScroll: false });
    },
    [router],
  );
  return { search, say };
}
