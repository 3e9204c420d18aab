import { type RefObject, useEffect } from 'react';

/**
 * Keeps the keyboard in a panel while it is open: where what had the focus has gone (a form that was saved, a line
 * that was deleted), the focus goes to what holds the place.
 */
export function useKeepFocus(opened: boolean, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!opened) return undefined;
    const observer = new MutationObserver(() => {
      if (document.activeElement === null || document.activeElement === document.body) place.current?.focus();
    });
    // Of the whole page: a dialog over the panel is drawn outside it, and takes the focus with it when it goes.
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [opened, place]);
}
