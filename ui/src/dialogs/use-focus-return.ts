import { useLayoutEffect, useRef } from 'react';
import { currentFocusPlace, focusElement, type FocusPlace, focusSuccessor, isFocusLost } from '../focus/focus-place.ts';

/**
 * Returns focus to the element that had it before a dialog opened, in the same commit that closes the dialog. Mantine's
 * own return uses a timer: a key pressed before it would go to the closing dialog. Focus that has moved elsewhere
 * meanwhile stays there. What closes has to be `inert`: Mantine moves the focus into a dialog by a timer, too, which may
 * come after it was closed. Focus returns as well when the dialog is unmounted while it is open.
 */
export function useFocusReturn(opened: boolean): void {
  const opener = useRef<FocusPlace | null>(null);
  useLayoutEffect(() => {
    if (opened) {
      opener.current ??= currentPlace();
      return;
    }
    const place = opener.current;
    opener.current = null;
    const isInDialog = document.activeElement?.closest('[role="dialog"]');
    if (place && (isInDialog || isFocusLost())) focusElement(place);
  }, [opened]);
  useLayoutEffect(
    () => () => {
      if (opener.current) returnAfterCommit(opener.current);
    },
    [],
  );
}

/** Openers of the dialogs that the current commit unmounts. */
let pending: FocusPlace[] = [];

/** Where a dialog opens in the commit that unmounts another one, focus returns to the opener of that one. */
function currentPlace(): FocusPlace {
  const outermost = pending.find(({ element, dialog }) => element?.isConnected && dialog?.isConnected !== false);
  return (isFocusLost() && outermost) || currentFocusPlace();
}

/**
 * A dialog is unmounted before it leaves the document, and where a whole page goes, before its opener does. A microtask
 * comes after the commit, and before any other key.
 */
function returnAfterCommit(place: FocusPlace): void {
  if (pending.length === 0)
    queueMicrotask(() => {
      const places = pending;
      pending = [];
      if (isFocusLost()) returnTo(places);
    });
  pending.push(place);
}

/** Of a dialog and one that it had opened, the opener of the latter is gone with the former. */
function returnTo(places: readonly FocusPlace[]): void {
  const focused = places.find(focusElement);
  if (focused) return watch(focused);
  const left = places.find(({ dialog }) => dialog?.isConnected !== false);
  if (left) focusSuccessor(left);
}

const ACTS = ['keydown', 'pointerdown', 'focusin'] as const;

/** Until the reader acts, the opener may still go: with the row that was deleted, once the list is fetched again. */
function watch(place: FocusPlace): void {
  const stop = () => {
    observer.disconnect();
    for (const act of ACTS) removeEventListener(act, stop, true);
  };
  const observer = new MutationObserver(() => {
    if (place.element?.isConnected) return;
    stop();
    if (isFocusLost()) focusSuccessor(place);
  });
  for (const act of ACTS) addEventListener(act, stop, true);
  observer.observe(document.body, { childList: true, subtree: true });
}
