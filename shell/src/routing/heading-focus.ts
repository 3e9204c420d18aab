import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Stops waiting for a heading once the reader acts. */
const ACTS = ['keydown', 'pointerdown'] as const;

/**
 * Moves the focus to the page's heading after each change of path, so that a screen reader reads where it is and Tab
 * goes on from there. Between a list and its open record the list manages the focus. Where the heading is rendered
 * late or covered by a dialog, waits for it until the reader does something; a reader who has gone on to
 * another element while the page was loading stays there. A page can name another element for the focus by
 * `data-initial-focus`.
 */
export function useHeadingFocus(): void {
  const router = useRouter();
  useEffect(() => {
    let stop = () => {};
    let current = currentEntry(router);
    let acted = false;
    const act = () => {
      acted = true;
    };
    for (const kind of ACTS) addEventListener(kind, act, true);
    const unsubscribeStart = router.subscribe('onBeforeNavigate', () => {
      acted = false;
    });
    const unsubscribe = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      const previous = current;
      current = currentEntry(router);
      if (!fromLocation || !pathChanged) return;
      stop();
      if (current?.list && current.screen === previous?.screen) return;
      if (acted && document.activeElement !== document.body) return;
      stop = focusHeading();
    });
    return () => {
      for (const kind of ACTS) removeEventListener(kind, act, true);
      unsubscribeStart();
      unsubscribe();
      stop();
    };
  }, [router]);
}

const currentEntry = (router: AnyRouter) => router.state.matches.at(-1)?.staticData.entry;

function focusHeading(): () => void {
  const observer = new MutationObserver(() => attempt());
  const stop = () => {
    observer.disconnect();
    for (const act of ACTS) removeEventListener(act, stop, true);
  };
  const attempt = () => {
    const heading = document.querySelector<HTMLElement>('[data-initial-focus], main h1, h1');
    // A modal dialog keeps the focus; a panel that is closing returns it first.
    if (!heading || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
    stop();
    const own = document.querySelector<HTMLElement>('[data-initial-focus]');
    if (own) return own.focus({ preventScroll: true });
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  for (const act of ACTS) addEventListener(act, stop, true);
  observer.observe(document.body, { childList: true, subtree: true });
  attempt();
  return stop;
}
