import { type RefObject, useEffect, useState } from 'react';

/** The inner height of an element, in pixels; null until it is known. */
export function useHeight(element: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setHeight(current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
