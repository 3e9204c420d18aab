import { type RefObject, useLayoutEffect, useState } from 'react';

/** Space below the element, in pixels. */
const MARGIN = 32;
const LEAST = 400;

/** Pixels from an element's top to the bottom of the window, so that its content scrolls instead of the page. */
export function useRemainingHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(LEAST);
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current!.getBoundingClientRect().top + window.scrollY;
      setHeight(Math.max(LEAST, Math.floor(window.innerHeight - top - MARGIN)));
    };
    measure();
    // Content that appears above, such as a notice, moves the element.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [element]);
  return height;
}
