import type { TableColumn, TableDetail, TableFilter } from '@rise/contract';
import { useOverlayAddress } from '@rise/shell/routing';
import { formatInteger, useUiContext } from '@rise/ui';
import { lazy, Suspense } from 'react';
import type { CellValue } from './cell-text.ts';
import { addressOf, type DataViewState, withFilter, withRows } from './data-view.state.ts';
import type { Profiles } from './use-profiles.ts';

const FilterDialog = lazy(() => import('./filter-dialog.tsx'));
const ColumnDrawer = lazy(() => import('./column-drawer.tsx'));
const RowDrawer = lazy(() => import('./row-drawer.tsx'));

/** A filter that is changed, or the column of a new one. */
export type EditedFilter = TableFilter | { column: string };

interface TableDialogsProps {
  table: TableDetail;
  state: DataViewState;
  columns: readonly TableColumn[];
  /** Of the page. */
  rows: readonly (readonly CellValue[])[];
  profiles: Profiles;
  editing: EditedFilter | null;
  onChange: (state: DataViewState, replace?: boolean) => void;
  onEdited: () => void;
}

/** What opens beside a table: a filter, a column, a row. */
export function TableDialogs(props: TableDialogsProps) {
  const { table, state, columns, rows, profiles, editing, onChange, onEdited } = props;
  const { locale } = useUiContext();
  const { filters, row } = state;
  const column = table.columns.find(({ name }) => name === state.column);
  const values = row === null ? undefined : rows[row];
  const apply = (applied: TableFilter) => {
    const place = editing !== null && 'is' in editing ? filters.indexOf(editing) : -1;
    const next =
      place < 0 ? withFilter(filters, applied) : filters.map((item, other) => (other === place ? applied : item));
    onChange(withRows(state, { filters: next }));
  };
  const overlay = useOverlayAddress();
  const toRow = (next: number) => overlay.open(addressOf({ ...state, row: next }), 'replace');
  return (
    <Suspense fallback={null}>
      {editing !== null && (
        <FilterDialog
          columns={table.columns.filter(({ masked }) => !masked)}
          initial={editing}
          onApply={apply}
          onClose={onEdited}
        />
      )}
      {column && (
        <ColumnDrawer
          column={column}
          profile={profiles.get(column.name)}
          onFilter={(filter) => onChange(withRows(state, { filters: withFilter(filters, filter) }))}
          onClose={() => overlay.close(addressOf({ ...state, column: null }))}
        />
      )}
      {row !== null && values !== undefined && (
        <RowDrawer
          table={table}
          columns={columns}
          values={values}
          number={formatInteger((state.page - 1) * state.size + row + 1, locale)}
          onClose={() => overlay.close(addressOf({ ...state, row: null }))}
          onPrevious={row > 0 ? () => toRow(row - 1) : null}
          onNext={row + 1 < rows.length ? () => toRow(row + 1) : null}
        />
      )}
    </Suspense>
  );
}
