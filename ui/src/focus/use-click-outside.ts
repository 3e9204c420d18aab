import { useEffect, useRef } from 'react';

/** Dialogs and tooltips, which are rendered in a React portal over the page. */
const OVER = '[data-portal]';

/**
 * Calls back on a click outside an open panel, whose parts have its id as `data-panel`. Clicks in a confirmation of
 * the panel don't count.
 */
export function useClickOutside(opened: boolean, id: string, onClickOutside: () => void): void {
  const callback = useRef(onClickOutside);
  useEffect(() => {
    callback.current = onClickOutside;
  });
  useEffect(() => {
    if (!opened) return undefined;
    const onDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest(`[data-panel="${id}"], ${OVER}`)) callback.current();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [opened, id]);
}
