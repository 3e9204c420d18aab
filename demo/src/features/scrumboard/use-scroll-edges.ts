import { useCallback } from 'react';

/** Marks an element that scrolls sideways with `data-before` and `data-after` where there is more of it. */
export function useScrollEdges(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      element.toggleAttribute('data-before', scrollLeft > 1);
      element.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const sizes = new ResizeObserver(mark);
    const children = new MutationObserver(mark);
    sizes.observe(element);
    children.observe(element, { childList: true });
    element.addEventListener('scroll', mark, { passive: true });
    mark();
    return () => {
      sizes.disconnect();
      children.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
}
