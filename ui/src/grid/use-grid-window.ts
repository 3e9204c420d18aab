import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { columnWidth, type DataGridColumn } from './data-grid-column.ts';
import { useVisibleColumns } from './use-visible-columns.ts';
import { type GridPlace, useGridKeys } from './use-grid-keys.ts';

/** Above this many rows only those in view are rendered. */
const VIRTUAL_FROM = 80;
const DEFAULT_MAX_HEIGHT = 640;
/** Pixels of the fixed column on a phone: the rest must stay readable beside it. */
const PHONE_FIRST_COLUMN = 144;

interface GridWindowOptions<Item> {
  columns: readonly DataGridColumn<Item>[];
  sorted: readonly unknown[];
  totals?: object | null;
  density?: 'normal' | 'compact';
  maxHeight?: number;
  phone: boolean;
}

/** The rows to render and the focused one, in order. */
function withFocused(rows: readonly number[], focused: number | null): number[] {
  return focused === null || rows.includes(focused)
    ? [...rows]
    : [...rows, focused].toSorted((one, other) => one - other);
}

function useColumnWidths<Item>(columns: readonly DataGridColumn<Item>[], phone: boolean): readonly number[] {
  return useMemo(
    () =>
      columns.map((column, place) => {
        const width = columnWidth(column, place === 0);
        return phone && place === 0 ? Math.min(width, PHONE_FIRST_COLUMN) : width;
      }),
    [columns, phone],
  );
}

/** The rendered part of a grid, and its tab stop. */
export function useGridWindow<Item>({ columns, sorted, totals, density, maxHeight, phone }: GridWindowOptions<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = phone ? 44 : density === 'compact' ? 28 : 32;
  const virtual = sorted.length > VIRTUAL_FROM;
  const widths = useColumnWidths(columns, phone);
  const scrollToCell = useRef<(place: GridPlace) => void>(undefined);
  const keys = useGridKeys({
    scroller,
    rows: sorted.length + (totals ? 1 : 0),
    columns: columns.length,
    scrollTo: useCallback((place: GridPlace) => scrollToCell.current?.(place), []),
  });
  const focusedRow = keys.focusedCell !== null && keys.focusedCell.row < sorted.length ? keys.focusedCell.row : null;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const virtualizer = useVirtualizer({
    count: sorted.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialRect: { width: 800, height: DEFAULT_MAX_HEIGHT },
    rangeExtractor: useCallback((range: Range) => withFocused(defaultRangeExtractor(range), focusedRow), [focusedRow]),
  });
  const { places, scrollTo: scrollToColumn } = useVisibleColumns(scroller, widths, keys.focusedCell?.column ?? null);
  useEffect(() => {
    scrollToCell.current = ({ row, column }) => {
      if (virtual && row < sorted.length) virtualizer.scrollToIndex(row);
      scrollToColumn?.(column);
    };
  });

  const visibleRows = virtual ? virtualizer.getVirtualItems() : sorted.map((_, index) => ({ index, start: 0, end: 0 }));
  // There is always a tab stop, even if the last active cell has been scrolled away.
  const reachable = keys.active.row >= sorted.length || visibleRows.some(({ index }) => index === keys.active.row);
  const drawn = places.some(({ place, gap }) => gap === null && place === keys.active.column);
  return {
    scroller,
    widths,
    keys,
    places,
    visibleRows,
    /** Height in pixels of the rows below that are not rendered. */
    spaceAfter: virtual ? virtualizer.getTotalSize() - (visibleRows.at(-1)?.end ?? 0) : 0,
    tabRow: reachable ? keys.active.row : (visibleRows[0]?.index ?? 0),
    tabColumn: drawn ? keys.active.column : 0,
    maxHeight: maxHeight ?? (virtual ? DEFAULT_MAX_HEIGHT : undefined),
  };
}
