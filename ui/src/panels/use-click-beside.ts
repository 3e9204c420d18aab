import { useEffect, useRef } from 'react';

/** What is drawn over the page: a question with the ground below it, a tooltip. */
const OVER = '[data-portal]';

/**
 * Tells of a click beside an open panel, whose parts carry its id as `data-panel`. One in a question that the panel
 * asks is none.
 */
export function useClickBeside(opened: boolean, id: string, onBeside: () => void): void {
  const tell = useRef(onBeside);
  useEffect(() => {
    tell.current = onBeside;
  });
  useEffect(() => {
    if (!opened) return undefined;
    const onDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest(`[data-panel="${id}"], ${OVER}`)) tell.current();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [opened, id]);
}
