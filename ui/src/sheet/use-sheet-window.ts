import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import type { DataSheetProps } from './sheet-column.ts';

/** Pixels of a row's head. */
export const ROW_HEAD = 64;
const ROW = 30;
const PHONE_ROW = 44;

interface Options extends Pick<DataSheetProps, 'columns' | 'rowCount' | 'headHeight' | 'onColumnsInView'> {
  scroller: RefObject<HTMLDivElement | null>;
  phone: boolean;
}

/** The rows and columns in view; pinned columns always are. */
export function useSheetWindow({ scroller, columns, rowCount, headHeight, onColumnsInView, phone }: Options) {
  const pinned = columns.filter((column) => column.pinned === true);
  const others = columns.slice(pinned.length);
  // Before they scroll, a phone's columns leave room for others beside the first.
  const fixedWidth = ROW_HEAD + pinned.reduce((sum, { width }) => sum + width, 0);
  const rowHeight = phone ? PHONE_ROW : ROW;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const rows = useVirtualizer({
    count: rowCount,
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
  const inView = across.getVirtualItems();
  const first = inView[0]?.index ?? 0;
  const last = inView.at(-1)?.index ?? -1;
  const ids = [...pinned, ...others.slice(first, last + 1)].map(({ id }) => id).join('\n');
  useEffect(() => {
    onColumnsInView?.(ids === '' ? [] : ids.split('\n'));
  }, [ids, onColumnsInView]);
  return {
    rowHeight,
    pinned,
    fixedWidth,
    /** Indexes among all columns. */
    places: inView.map(({ index }) => pinned.length + index),
    /** Pixels between the pinned columns and the first one in view. */
    gap: (inView[0]?.start ?? fixedWidth) - fixedWidth,
    width: across.getTotalSize(),
    height: rows.getTotalSize(),
    rows: rows.getVirtualItems(),
    scrollTo: (row: number, column: number) => {
      rows.scrollToIndex(row);
      if (column >= pinned.length) across.scrollToIndex(column - pinned.length);
    },
  };
}
