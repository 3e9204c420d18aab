import { type Row, type SortingState, useTable } from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import {
  type DataGridColumn,
  type DataGridSort,
  type GridFeatures,
  gridFeatures,
  tableColumns,
} from './data-grid-column.ts';

interface GridRowsOptions<Item extends object> {
  columns: readonly DataGridColumn<Item>[];
  rows: readonly Item[];
  rowKey: (row: Item) => string;
  /** Present: controlled by the caller. Absent: the grid has its own state, starting with `defaultSort`. */
  sort?: DataGridSort | null;
  defaultSort?: DataGridSort | null;
  onSortChange?: (sort: DataGridSort) => void;
  /** The rows are already sorted. */
  sortedElsewhere?: boolean;
}

export interface GridRows<Item extends object> {
  sorted: readonly Row<GridFeatures, Item>[];
  sort: DataGridSort | null;
  /** Sorts by a column; reverses the direction if it is already the sort column. */
  toggleSort: (columnId: string) => void;
  setSort: (sort: DataGridSort) => void;
}

const toSorting = (sort: DataGridSort | null): SortingState =>
  sort ? [{ id: sort.id, desc: sort.direction === 'desc' }] : [];

/** Sorted rows, and functions that change the order. */
export function useGridRows<Item extends object>(options: GridRowsOptions<Item>): GridRows<Item> {
  const { columns, rows, rowKey, onSortChange } = options;
  const { locale } = useUiContext();
  const [ownSort, setOwnSort] = useState(options.defaultSort ?? null);
  const sort = options.sort === undefined ? ownSort : options.sort;
  const sorting = useMemo(() => toSorting(sort), [sort]);
  const setSort = (next: DataGridSort) => {
    setOwnSort(next);
    onSortChange?.(next);
  };
  const table = useTable({
    features: gridFeatures,
    columns: useMemo(() => tableColumns(columns, locale), [columns, locale]),
    data: rows as Item[],
    getRowId: rowKey,
    state: { sorting },
    manualSorting: options.sortedElsewhere,
    enableSortingRemoval: false,
    onSortingChange: (change) => {
      const next = (typeof change === 'function' ? change(sorting) : change)[0];
      if (next !== undefined) setSort({ id: next.id, direction: next.desc ? 'desc' : 'asc' });
    },
  });
  const toggleSort = useCallback((columnId: string) => table.getColumn(columnId)?.toggleSorting(), [table]);
  return { sorted: table.getRowModel().rows, sort, toggleSort, setSort };
}
