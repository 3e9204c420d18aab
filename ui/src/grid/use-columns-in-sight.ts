import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo } from 'react';

/** Above this many columns only those in sight are in the document. */
const VIRTUAL_FROM = 14;

/** The columns that are drawn: the first, which stays in place, and those that lie in sight beside it. */
export interface ColumnsInSight {
  /** In order; they and the gaps are all columns. */
  readonly places: readonly Place[];
  /** Brings a column that is not in the document into it; nothing where all of them are. */
  readonly scrollTo: ((place: number) => void) | undefined;
}

/** A column at its place; with a gap, so many columns from there on that are not drawn. */
export interface Place {
  readonly place: number;
  readonly gap: number | null;
}

/** All places of 0 to `last`, those that are not `shown` as gaps. `shown` is in order. */
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

/** Which gap of a row it is, whatever lies in it now. */
export const gapKey = ({ place, gap }: Place, columns: number): string =>
  place === 1 ? 'before' : columns - place === gap ? 'after' : 'between';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** @param held the column of the cell that has the focus, which stays drawn wherever the grid is scrolled; or null */
export function useColumnsInSight(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  held: number | null,
): ColumnsInSight {
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
  const beside = held !== null && held > 0 && held <= last && (held < from || held > to) ? held : null;
  return useMemo(() => {
    if (!enabled) return { places: placesOf(range(0, last), last), scrollTo: undefined };
    const shown = [0, ...range(from, to)];
    return {
      places: placesOf(beside === null ? shown : [...shown, beside].toSorted((one, other) => one - other), last),
      scrollTo: (place) => {
        if (place > 0) virtualizer.scrollToIndex(place - 1);
      },
    };
  }, [enabled, last, from, to, beside, virtualizer]);
}
