import type { ReactNode } from 'react';

/** A column of a sheet. Pinned columns come first. */
export interface SheetColumn {
  id: string;
  /** Accessible name; `renderHead` draws what is shown. */
  title: string;
  /** Pixels. */
  width: number;
  numeric?: boolean;
  pinned?: boolean;
  sort?: 'ascending' | 'descending' | null;
}

export interface SheetCell {
  text: string;
  /** What is there instead of a text, such as 'null': shown apart from texts that read the same. */
  mark?: string | null;
}

/** Part of a sheet, both ends included. */
export interface SheetRange {
  fromRow: number;
  toRow: number;
  fromColumn: number;
  toColumn: number;
}

export interface DataSheetProps {
  /** Accessible name. */
  label: string;
  columns: readonly SheetColumn[];
  rowCount: number;
  /** Number of the first row; the head of each row shows its own. */
  firstRow: number;
  /** Accessible name of a row's head, which opens it. */
  rowLabel: (number: string) => string;
  cell: (row: number, column: number) => SheetCell;
  /** Text of a cell as it is copied. */
  copied: (row: number, column: number) => string;
  /** Content of a column's head. */
  renderHead: (column: SheetColumn) => ReactNode;
  /** Pixels. */
  headHeight: number;
  onOpenRow: (row: number) => void;
  openRow: number | null;
  /** Called with the ids of the columns in view, in order. */
  onColumnsInView?: (ids: readonly string[]) => void;
  /** While newer rows are on their way. */
  stale?: boolean;
}
