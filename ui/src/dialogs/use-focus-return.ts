import { useLayoutEffect, useRef } from 'react';

/**
 * Returns focus to the element that had it before a dialog opened, in the same commit that closes the dialog. Mantine's
 * own return uses a timer: a key pressed before it would go to the closing dialog. Focus that has moved elsewhere
 * meanwhile stays there. What closes has to be `inert`: Mantine moves the focus into a dialog by a timer, too, which may
 * come after it was closed.
 */
export function useFocusReturn(opened: boolean): void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (opened) {
      opener.current = activeElement;
      return;
    }
    const target = opener.current;
    opener.current = null;
    const isLost =
      activeElement === null || activeElement === body || activeElement.closest('[role="dialog"]') !== null;
    if (isLost && target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [opened]);
}
