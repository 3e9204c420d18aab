import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import type { DataSheetProps, SheetColumn } from './sheet-column.ts';

/** Pixels of a row's head. */
export const ROW_HEAD = 64;
const ROW = 30;
const PHONE_ROW = 44;
/** Above this many rows or columns only those in view are rendered. */
const VIRTUAL_ROWS = 60;
const VIRTUAL_COLUMNS = 14;

interface Options extends Pick<DataSheetProps, 'columns' | 'rowCount' | 'headHeight' | 'onColumnsInView'> {
  scroller: RefObject<HTMLDivElement | null>;
  phone: boolean;
}

/** The rows and columns in view; pinned columns always are. */
export function useSheetWindow({ scroller, columns, rowCount, headHeight, onColumnsInView, phone }: Options) {
  const pinned: { column: SheetColumn; left: number }[] = [];
  for (const column of columns)
    if (column.pinned === true) {
      const before = pinned.at(-1);
      pinned.push({ column, left: before ? before.left + before.column.width : ROW_HEAD });
    }
  const others = columns.slice(pinned.length);
  const fixedWidth = ROW_HEAD + pinned.reduce((sum, { column }) => sum + column.width, 0);
  const rowHeight = phone ? PHONE_ROW : ROW;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const rows = useVirtualizer({
    count: rowCount,
    enabled: rowCount > VIRTUAL_ROWS,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 8,
    initialRect: { width: 1000, height: 600 },
  });
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const across = useVirtualizer({
    horizontal: true,
    count: others.length,
    enabled: others.length > VIRTUAL_COLUMNS,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => others[place]!.width,
    paddingStart: fixedWidth,
    scrollPaddingStart: fixedWidth,
    overscan: 2,
    initialRect: { width: 1000, height: 600 },
  });
  useEffect(() => {
    across.measure();
  }, [across, columns]);
  useEffect(() => {
    rows.measure();
  }, [rows, rowHeight, headHeight]);
  const inView =
    others.length > VIRTUAL_COLUMNS
      ? across.getVirtualItems()
      : others.map((_, index) => ({ index, start: index === 0 ? fixedWidth : 0 }));
  const shownRows =
    rowCount > VIRTUAL_ROWS
      ? rows.getVirtualItems()
      : Array.from({ length: rowCount }, (_, index) => ({ index, start: headHeight + index * rowHeight }));
  const first = inView[0]?.index ?? 0;
  const last = inView.at(-1)?.index ?? -1;
  const ids = [...pinned.map(({ column }) => column), ...others.slice(first, last + 1)].map(({ id }) => id).join('\n');
  useEffect(() => {
    onColumnsInView?.(ids === '' ? [] : ids.split('\n'));
  }, [ids, onColumnsInView]);
  return {
    rowHeight,
    /** The pinned columns, with the pixels before each. */
    pinned,
    fixedWidth,
    /** Indexes among all columns. */
    places: inView.map(({ index }) => pinned.length + index),
    /** Pixels between the pinned columns and the first one in view. */
    gap: (inView[0]?.start ?? fixedWidth) - fixedWidth,
    width: fixedWidth + others.reduce((sum, { width }) => sum + width, 0),
    height: headHeight + rowCount * rowHeight,
    rows: shownRows,
    scrollTo: (row: number, column: number) => {
      if (rowCount > VIRTUAL_ROWS) rows.scrollToIndex(row);
      if (column >= pinned.length && others.length > VIRTUAL_COLUMNS) across.scrollToIndex(column - pinned.length);
    },
  };
}
