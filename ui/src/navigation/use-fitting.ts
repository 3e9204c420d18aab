import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How many of a row's first children fit into its width, reserving `rest` pixels if not all do. The
 * widths are measured while all are rendered, whenever `key` changes.
 */
export function useFitting(row: RefObject<HTMLElement | null>, count: number, key: string, rest = 96) {
  const [measured, setMeasured] = useState<{ key: string; widths: readonly number[] } | null>(null);
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const known = measured?.key === key ? measured.widths : null;

  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const measure = () => {
      if (known === null) {
        const children = [...element.children].slice(0, count);
        setMeasured({ key, widths: children.map((child) => child.getBoundingClientRect().width) });
      }
      setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, count, key, known]);

  return known === null ? count : fitting(known, width, rest);
}

/** How many of `widths` fit into `room`, reserving `rest` unless all of them fit. */
export function fitting(widths: readonly number[], available: number, rest: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= available) return widths.length;
  let used = 0;
  for (const [index, width] of widths.entries()) {
    used += width;
    if (used > available - rest) return index;
  }
  return widths.length;
}
