import { type RefObject, useEffect } from 'react';

/**
 * Keeps focus in a panel while it is open: if the focused element is removed (a saved form, a deleted line), focus
 * moves to the panel.
 */
export function useRecoverFocus(opened: boolean, fallback: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!opened) return undefined;
    const observer = new MutationObserver(() => {
      if (document.activeElement === null || document.activeElement === document.body) fallback.current?.focus();
    });
    // Observes the page: a dialog over the panel is rendered outside it, and its removal drops focus too.
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [opened, fallback]);
}
