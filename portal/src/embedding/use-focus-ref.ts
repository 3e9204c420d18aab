import { useCallback, type RefCallback } from 'react';

/** A ref that gives an element the focus when it appears, while active: it replaces what had the focus. */
export function useFocusRef(isActive: boolean): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (isActive) element?.focus();
    },
    [isActive],
  );
}
