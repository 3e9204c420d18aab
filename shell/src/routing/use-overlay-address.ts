import { useRouter } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';

/** Addresses of the entries of the history below one that shows an overlay, from the page that opened the first. */
interface OverlayState {
  overlayOn?: readonly string[];
}

export interface OverlayAddress {
  /** Opens what the address shows over the page; Back closes it. `replace`: in place of what is open. */
  open: (href: string, step?: 'push' | 'replace') => void;
  /** Leads to the address of the page without it. Back does not open it again. */
  close: (href: string) => void;
}

/**
 * Opens and closes what has an address of its own over a page, such as a drawer. Closing goes back to the entry of the
 * history that opened it; what was opened by a link is replaced by the page.
 */
export function useOverlayAddress(): OverlayAddress {
  const router = useRouter();
  const isLeaving = useRef(false);
  return useMemo(() => {
    const current = () => router.state.location;
    const entriesBelow = () => (current().state as OverlayState).overlayOn ?? [];
    const navigate = (href: string, replace: boolean, state: OverlayState) =>
      void router.navigate({ href, replace, state: state as object, resetScroll: false });
    return {
      open: (href, step = 'push') => {
        const below = entriesBelow();
        const isReplaced = step === 'replace';
        navigate(href, isReplaced, { overlayOn: isReplaced ? below : [...below, current().href] });
      },
      close: (href) => {
        const below = entriesBelow();
        const entry = below.lastIndexOf(href);
        if (entry === -1) return navigate(href, true, {});
        // The browser goes back a moment later: a second Escape before that must not leave the page.
        if (isLeaving.current) return;
        isLeaving.current = true;
        const stop = router.history.subscribe(() => {
          isLeaving.current = false;
          stop();
        });
        router.history.go(entry - below.length);
      },
    };
  }, [router]);
}
