import type { ColumnDef } from '@tanstack/react-table';
import { createSortedRowModel, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { compareFigures, type FigureFormat, type FigureValue } from '../figures/format-figure.ts';
import type { FigureTone } from '../figures/tone-mark.tsx';

/** How a cell stands out: by what its figure means, or by its size among those of its column. */
export interface CellMark {
  tone?: FigureTone | null;
  /** 0 to 1: from the least to the greatest of the column. */
  heat?: number;
  /** Shares of the cell's width. */
  bar?: { start: number; length: number };
}

export interface DataGridColumn<Row> {
  id: string;
  title: string;
  /** Unit and scale, in the header: '$ m'. */
  unit?: string;
  value: (row: Row) => FigureValue | boolean;
  /** Makes the column numeric: right-aligned, with the same precision in every row. */
  format?: FigureFormat;
  /** Shows the value divided by `by`, with its own decimals; the tooltip has the exact figure. */
  scale?: { by: number; decimals: number };
  /** Renders the header in place of the title; such a column is not sorted by it. */
  head?: ReactNode;
  /** How a cell stands out; null: like the others. */
  mark?: (row: Row) => CellMark | null;
  /** Renders the cell; sorting still uses the value. */
  render?: (row: Row) => ReactNode;
  /** Pixels. */
  width?: number;
  sortable?: boolean;
  /** Its cells open "About this number". */
  about?: boolean;
}

export interface DataGridSort {
  id: string;
  direction: 'asc' | 'desc';
}

export const gridFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});
export type GridFeatures = typeof gridFeatures;

const isMissing = (value: unknown) => value === null || value === undefined || value === '';

/** Rows without a value come last in both directions; figures sort exactly, texts by locale. */
export function tableColumns<Row extends object>(
  columns: readonly DataGridColumn<Row>[],
  locale: string,
): ColumnDef<GridFeatures, Row>[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  return columns.map((column) => ({
    id: column.id,
    accessorFn: (row) => {
      const value = column.value(row);
      return isMissing(value) ? undefined : value;
    },
    enableSorting: column.sortable !== false,
    sortDescFirst: column.format !== undefined,
    sortUndefined: 'last',
    sortFn: (a, b, id) => {
      const [left, right] = [a.getValue<string | number>(id), b.getValue<string | number>(id)];
      return column.format === undefined ? compare(String(left), String(right)) : compareFigures(left, right);
    },
  }));
}

/** Default width in pixels. */
export function columnWidth(column: Pick<DataGridColumn<never>, 'width' | 'format'>, first: boolean): number {
  return column.width ?? (first ? 220 : column.format === undefined ? 160 : 128);
}
