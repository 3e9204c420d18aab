import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo } from 'react';

/** Above this many columns only those in view are rendered. */
const VIRTUAL_FROM = 14;

/** The rendered columns: the fixed first one and those in view. */
export interface VisibleColumns {
  /** In order; together with the gaps they cover all columns. */
  readonly places: readonly Place[];
  /** Scrolls to a column that is not rendered; undefined if all are. */
  readonly scrollTo: ((place: number) => void) | undefined;
}

/** A column index; `gap` is the number of columns from there on that are not rendered, null for a rendered one. */
export interface Place {
  readonly place: number;
  readonly gap: number | null;
}

/** All indexes from 0 to `last`, with those not in `shown` (ascending) as gaps. */
function placesOf(shown: readonly number[], last: number): Place[] {
  const places: Place[] = [];
  let next = 0;
  for (const place of [...shown, last + 1]) {
    if (place > next) places.push({ place: next, gap: place - next });
    if (place <= last) places.push({ place, gap: null });
    next = place + 1;
  }
  return places;
}

/** Stable React key of a gap. */
export const gapKey = ({ place, gap }: Place, columns: number): string =>
  place === 1 ? 'before' : columns - place === gap ? 'after' : 'between';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** @param focusedColumn column of the focused cell, which stays rendered when scrolled away; or null */
export function useVisibleColumns(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  focusedColumn: number | null,
): VisibleColumns {
  const enabled = widths.length > VIRTUAL_FROM;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: widths.length - 1,
    enabled,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index + 1]!,
    scrollPaddingStart: widths[0]!,
    paddingStart: widths[0]!,
    overscan: 2,
    initialRect: { width: 800, height: 0 },
  });
  const inSight = enabled ? virtualizer.getVirtualItems() : [];
  const from = (inSight[0]?.index ?? 0) + 1;
  const to = (inSight.at(-1)?.index ?? -1) + 1;
  const last = widths.length - 1;
  const outside =
    focusedColumn !== null && focusedColumn > 0 && focusedColumn <= last && (focusedColumn < from || focusedColumn > to)
      ? focusedColumn
      : null;
  return useMemo(() => {
    if (!enabled) return { places: placesOf(range(0, last), last), scrollTo: undefined };
    const shown = [0, ...range(from, to)];
    return {
      places: placesOf(outside === null ? shown : [...shown, outside].toSorted((one, other) => one - other), last),
      scrollTo: (place) => {
        if (place > 0) virtualizer.scrollToIndex(place - 1);
      },
    };
  }, [enabled, last, from, to, outside, virtualizer]);
}
