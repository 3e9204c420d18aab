import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Stops waiting for a heading once the reader acts. */
const ACTS = ['keydown', 'pointerdown'] as const;

/**
 * After each change of path the focus moves to the page's heading, so that a screen reader reads where it is and
 * Tab goes on from there. Between a list and a record beside it the focus is the list's. A heading that is drawn late, or lies under a
 * dialog, is waited for until the reader does something.
 */
export function useHeadingFocus(): void {
  const router = useRouter();
  useEffect(() => {
    let stop = () => {};
    let former = shown(router);
    const unsubscribe = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      const before = former;
      former = shown(router);
      if (!fromLocation || !pathChanged) return;
      if (former?.list && former.screen === before?.screen) return;
      stop();
      stop = focusHeading();
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [router]);
}

const shown = (router: AnyRouter) => router.state.matches.at(-1)?.staticData.entry;

function focusHeading(): () => void {
  const watcher = new MutationObserver(() => attempt());
  const stop = () => {
    watcher.disconnect();
    for (const act of ACTS) removeEventListener(act, stop, true);
  };
  const attempt = () => {
    const heading = document.querySelector<HTMLElement>('main h1, h1');
    // A question over the page keeps the focus; a panel that is closing gives it back first.
    if (!heading || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
    stop();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  for (const act of ACTS) addEventListener(act, stop, true);
  watcher.observe(document.body, { childList: true, subtree: true });
  attempt();
  return stop;
}
