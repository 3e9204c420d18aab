import { useMediaQuery } from '@mantine/hooks';
import type { TableColumn, TableRows } from '@rise/contract';
import { DataSheet, type SheetColumn, useUiContext } from '@rise/ui';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellWriter, copiedText, isNumeric } from './cell-text.ts';
import { type ColumnActions, ColumnHead } from './column-head.tsx';
import type { DataViewState } from './data-view.state.ts';
import type { Profiles } from './use-profiles.ts';

interface TableGridProps extends ColumnActions {
  label: string;
  /** The shown columns, pinned ones first, and the rows with their values in this order. */
  columns: readonly TableColumn[];
  rows: TableRows['rows'];
  state: DataViewState;
  profiles: Profiles;
  stale: boolean;
  onColumnsInView: (columns: readonly string[]) => void;
  onOpenRow: (row: number) => void;
}

const HEAD_HEIGHT = 92;

const widthOf = ({ kind, name, key }: TableColumn): number => {
  const needed = Math.min(name.length * 8 + (key ? 72 : 56), 240);
  return Math.max(needed, kind === 'text' ? 176 : kind === 'timestamp' ? 168 : 132);
};

/** The rows of a page. A file of its own because the grid is loaded lazily. */
export default function TableGrid(props: TableGridProps) {
  const { label, columns, rows, state, profiles, stale, onColumnsInView, onOpenRow, ...actions } = props;
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const phone = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const write = useMemo(() => cellWriter(t, locale), [t, locale]);
  const { sort, pinned } = state;
  const sheetColumns = useMemo(
    () =>
      columns.map((column, place): SheetColumn => {
        const direction = sort.find((item) => item.column === column.name)?.direction;
        // On a phone the first column stays, and leaves room for another one.
        const isPinned = pinned.includes(column.name) || (phone && place === 0);
        return {
          id: column.name,
          title: column.name,
          width: phone && isPinned ? Math.min(widthOf(column), 140) : widthOf(column),
          numeric: isNumeric(column),
          pinned: phone ? place === 0 : isPinned,
          sort: direction === undefined ? null : direction === 'asc' ? 'ascending' : 'descending',
        };
      }),
    [columns, sort, pinned, phone],
  );
  const cell = useCallback(
    (row: number, place: number) => write(rows[row]?.[place] ?? null, columns[place]!),
    [write, rows, columns],
  );
  const copied = useCallback((row: number, place: number) => copiedText(rows[row]?.[place] ?? null), [rows]);
  const byName = useMemo(() => new Map(columns.map((column) => [column.name, column])), [columns]);
  return (
    <DataSheet
      label={label}
      columns={sheetColumns}
      rowCount={rows.length}
      firstRow={(state.page - 1) * state.size + 1}
      rowLabel={(number) => t('dataView.row.open', { number })}
      cell={cell}
      copied={copied}
      renderHead={({ id }) => (
        <ColumnHead
          column={byName.get(id)!}
          sort={sort.find((item) => item.column === id)?.direction ?? null}
          pinned={pinned.includes(id)}
          profile={profiles.get(id)}
          {...actions}
        />
      )}
      headHeight={HEAD_HEIGHT}
      onOpenRow={onOpenRow}
      openRow={state.row}
      onColumnsInView={onColumnsInView}
      stale={stale}
    />
  );
}
