import { type CSSProperties, useLayoutEffect, useState } from 'react';

/** Pixels that the layout's own header covers at the top of the window, as the variable `--top`. */
export function useStickyTop(): CSSProperties {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const headers = [...document.querySelectorAll<HTMLElement>('header')];
      const stuck = headers.find((header) => {
        const { position, zIndex } = getComputedStyle(header);
        return position === 'sticky' && Number(zIndex) >= 90;
      });
      setTop(stuck ? Math.round(stuck.getBoundingClientRect().height) : 0);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return { '--top': `${top}px` } as CSSProperties;
}
