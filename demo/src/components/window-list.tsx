import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './window-list.module.css';

/** Lists with fewer items are drawn whole: they can be searched by the browser, too. */
export const DRAWN_WHOLE_BELOW = 150;

interface WindowListProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** An estimate, in pixels. */
  heightOf: (item: T) => number;
  /** Key of the item that is in view when the list is first shown; undefined for the first one. */
  shownFirst?: string | undefined;
  className?: string | undefined;
  /** Stays at the top while what belongs to it scrolls by, given the item that is there; it is not read out. */
  renderHeading?: (first: T) => ReactNode;
  /** Pixels that are covered at the top of the window. */
  covered?: number;
  children: (item: T) => ReactNode;
}

/** A long list that scrolls with the window: only the items in view are drawn. */
export function WindowList<T>(props: WindowListProps<T>) {
  const { label, items, keyOf, heightOf, shownFirst, className, renderHeading, covered = 0, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const start = useTopOf(list);
  const margin = start - covered;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => heightOf(items[index]!),
    getItemKey: (index) => keyOf(items[index]!),
    overscan: 8,
    scrollMargin: margin,
    // Rendered with the frame, not within the scroll event.
    useFlushSync: false,
  });
  const at = shownFirst === undefined ? -1 : items.findIndex((item) => keyOf(item) === shownFirst);
  const shown = useRef(false);
  useLayoutEffect(() => {
    if (shown.current || at < 0 || start === 0) return;
    shown.current = true;
    virtualizer.scrollToIndex(at, { align: 'center' });
  }, [at, start, virtualizer]);
  const first = items[virtualizer.range?.startIndex ?? 0];
  return (
    <ul
      ref={list}
      className={[classes['list'], className].join(' ')}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {renderHeading && first !== undefined && (
        <li aria-hidden className={classes['heading']} style={{ top: covered }}>
          {renderHeading(first)}
        </li>
      )}
      {virtualizer.getVirtualItems().map(({ index, key, start: top }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          className={classes['item']}
          style={{ transform: `translateY(${top - margin}px)` }}
        >
          {children(items[index]!)}
        </li>
      ))}
    </ul>
  );
}

/** How far below the top of the page an element is, in pixels; followed when what is above it changes. */
function useTopOf(element: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(element.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
