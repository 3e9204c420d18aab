import { Button } from '@mantine/core';
import type { TableColumn, TableDetail } from '@rise/contract';
import { useOverlayAddress } from '@rise/shell/routing';
import { EmptyState, ErrorState, Notice, TableSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../routing/use-open.ts';
import { errorText } from '../../client/error-text.ts';
import type { ColumnActions } from './column-head.tsx';
import { countQuery, type RowsChoice, rowsQuery } from './data-view.queries.ts';
import { addressOf, type DataViewState, toggleSort, withFilter, withRows } from './data-view.state.ts';
import { RowPages } from './row-pages.tsx';
import { type EditedFilter, TableDialogs } from './table-dialogs.tsx';
import { TableTools } from './table-tools.tsx';
import { useProfiles } from './use-profiles.ts';
import classes from './data-view.module.css';

const TableGrid = lazy(() => import('./table-grid.tsx'));

/** More columns than these are shown only when they are chosen. */
const SHOWN_AT_FIRST = 200;

interface TableViewProps {
  table: TableDetail;
  version: number;
  state: DataViewState;
  onChange: (state: DataViewState, replace?: boolean) => void;
}

/** The columns that are shown, pinned ones first. */
function shownColumns({ columns }: TableDetail, state: DataViewState): TableColumn[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const chosen = state.columns?.flatMap((name) => byName.get(name) ?? []) ?? [];
  const shown = chosen.length > 0 ? chosen : columns.slice(0, SHOWN_AT_FIRST);
  const isPinned = (name: string) => state.pinned.includes(name);
  return [...shown.filter(({ name }) => isPinned(name)), ...shown.filter(({ name }) => !isPinned(name))];
}

function toggled(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name];
}

/** What the menus of columns change. */
function columnActions(
  { state, onChange }: TableViewProps,
  names: readonly string[],
  onEdit: (filter: EditedFilter) => void,
): Omit<ColumnActions, 'onOpen'> {
  return {
    onSort: (column, also) => onChange(withRows(state, { sort: toggleSort(state.sort, column, also) })),
    onSortBy: (sort) => onChange(withRows(state, { sort: [sort] })),
    onFilter: (filter) => onChange(withRows(state, { filters: withFilter(state.filters, filter) })),
    onEditFilter: (column) => onEdit({ column }),
    onPin: (column) => onChange({ ...state, pinned: toggled(state.pinned, column) }),
    onHide: (column) => {
      const left = names.filter((name) => name !== column);
      if (left.length > 0) onChange({ ...state, columns: left });
    },
  };
}

/** The rows of a table with search, filters, sort and pages. */
export function TableView(props: TableViewProps) {
  const { table, version, state, onChange } = props;
  const { t } = useTranslation();
  const columns = useMemo(() => shownColumns(table, state), [table, state]);
  const names = useMemo(() => columns.map(({ name }) => name), [columns]);
  const choice: RowsChoice = { table: table.name, filters: [...state.filters], search: state.search };
  const page = { offset: (state.page - 1) * state.size, limit: state.size };
  const rows = useQuery(rowsQuery({ ...choice, columns: names, sort: [...state.sort], ...page }));
  const count = useQuery(countQuery(choice));
  const { profiles, show } = useProfiles(choice, version, state.column);
  const [editing, setEditing] = useOpen<EditedFilter | null>(null);
  const overlay = useOverlayAddress();
  const skeleton = <TableSkeleton rows={12} columns={Math.min(6, names.length)} />;
  return (
    <div className={classes.view}>
      <TableTools table={table} state={state} names={names} choice={choice} onChange={onChange} onEdit={setEditing} />
      {table.limited && <Notice tone="info">{t('dataView.limited')}</Notice>}
      <div className={classes.grid}>
        {rows.isError ? (
          <ErrorState {...errorText(rows.error, t)} onRetry={() => void rows.refetch()} />
        ) : rows.data === undefined ? (
          skeleton
        ) : rows.data.rows.length === 0 ? (
          <NoRows state={state} onChange={onChange} />
        ) : (
          <Suspense fallback={skeleton}>
            <TableGrid
              label={t('dataView.gridLabel', { table: table.name })}
              columns={columns}
              rows={rows.data.rows}
              state={state}
              profiles={profiles}
              stale={rows.isPlaceholderData}
              onColumnsInView={show}
              onOpenRow={(row) => overlay.open(addressOf({ ...state, row }))}
              onOpen={(column) => overlay.open(addressOf({ ...state, column }))}
              {...columnActions(props, names, setEditing)}
            />
          </Suspense>
        )}
      </div>
      <RowPages
        state={state}
        shown={rows.data?.rows.length ?? 0}
        more={rows.data?.more ?? false}
        count={count.data?.rows ?? null}
        onChange={onChange}
      />
      <TableDialogs
        table={table}
        state={state}
        columns={columns}
        rows={rows.data?.rows ?? []}
        profiles={profiles}
        editing={editing}
        onChange={onChange}
        onEdited={() => setEditing(null)}
      />
    </div>
  );
}

function NoRows({ state, onChange }: Pick<TableViewProps, 'state' | 'onChange'>) {
  const { t } = useTranslation();
  const isFiltered = state.filters.length > 0 || state.search !== '';
  if (!isFiltered && state.page === 1)
    return <EmptyState title={t('dataView.empty.title')} text={t('dataView.empty.text')} art="list" />;
  return (
    <EmptyState
      title={t('dataView.nothingFound.title')}
      text={t('dataView.nothingFound.text')}
      art="search"
      action={
        <Button variant="default" onClick={() => onChange(withRows(state, { filters: [], search: '' }))}>
          {t('dataView.nothingFound.clear')}
        </Button>
      }
    />
  );
}
