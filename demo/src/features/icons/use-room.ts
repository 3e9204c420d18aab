import { type RefObject, useLayoutEffect, useState } from 'react';

/** Below it the page ends. */
const MARGIN = 32;
const LEAST = 400;

/** Pixels from an element's top to the end of the window, so that what is inside it scrolls and the page needs not. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(LEAST);
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current!.getBoundingClientRect().top + window.scrollY;
      setRoom(Math.max(LEAST, Math.floor(window.innerHeight - top - MARGIN)));
    };
    measure();
    // What comes above it later, such as a notice, moves it.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [element]);
  return room;
}
