import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { TableDetail, TableFilter } from '@rise/contract';
import { EmptyState, ErrorState, formatInteger, Notice, TableSkeleton, useUiContext } from '@rise/ui';
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { ColumnPicker } from './column-picker.tsx';
import { countQuery, type RowsChoice, rowsQuery } from './data-view.queries.ts';
import { type DataViewState, PAGE_SIZES, toggleSort, withFilter, withRows } from './data-view.state.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useProfiles } from './use-profiles.ts';
import classes from './data-view.module.css';

const TableGrid = lazy(() => import('./table-grid.tsx'));
const FilterDialog = lazy(() => import('./filter-dialog.tsx'));
const ColumnDrawer = lazy(() => import('./column-drawer.tsx'));
const RowDrawer = lazy(() => import('./row-drawer.tsx'));

/** More columns than these are shown only when they are chosen. */
const SHOWN_AT_FIRST = 200;
const SEARCH_AFTER_MS = 350;

interface TableViewProps {
  table: TableDetail;
  version: number;
  state: DataViewState;
  onChange: (state: DataViewState, replace?: boolean) => void;
}

/** The columns that are shown, pinned ones first. */
function shownColumns({ columns }: TableDetail, state: DataViewState) {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const chosen = state.columns?.flatMap((name) => byName.get(name) ?? []) ?? [];
  const shown = chosen.length > 0 ? chosen : columns.slice(0, SHOWN_AT_FIRST);
  const isPinned = (name: string) => state.pinned.includes(name);
  return [...shown.filter(({ name }) => isPinned(name)), ...shown.filter(({ name }) => !isPinned(name))];
}

/** The rows of a table with search, filters, sort and pages. */
export function TableView({ table, version, state, onChange }: TableViewProps) {
  const columns = useMemo(() => shownColumns(table, state), [table, state]);
  const names = useMemo(() => columns.map(({ name }) => name), [columns]);
  const choice = useMemo(
    (): RowsChoice => ({ table: table.name, filters: [...state.filters], search: state.search }),
    [table.name, state.filters, state.search],
  );
  const rows = useQuery(
    rowsQuery({
      ...choice,
      columns: names,
      sort: [...state.sort],
      offset: (state.page - 1) * state.size,
      limit: state.size,
    }),
  );
  const count = useQuery(countQuery(choice));
  const { profiles, show } = useProfiles(choice, version, state.column);
  const [editing, setEditing] = useState<TableFilter | { column: string } | null>(null);
  const { t } = useTranslation();
  const filter = (added: TableFilter) => onChange(withRows(state, { filters: withFilter(state.filters, added) }));
  const without = (place: number) => state.filters.filter((_, other) => other !== place);
  const openColumn = table.columns.find(({ name }) => name === state.column);
  const setShown = (shown: string[] | null) => onChange({ ...state, columns: shown });

  return (
    <div className={classes.view}>
      <div className={classes.tools}>
        <RowSearch
          key={table.name}
          value={state.search}
          onSearch={(search) => onChange(withRows(state, { search }), true)}
        />
        <FilterBar
          filters={state.filters}
          onAdd={() => setEditing({ column: names[0] ?? '' })}
          onEdit={(place) => setEditing(state.filters[place]!)}
          onRemove={(place) => onChange(withRows(state, { filters: without(place) }))}
          onClear={() => onChange(withRows(state, { filters: [] }))}
        />
        <div className={classes.end}>
          <ColumnPicker columns={table.columns} shown={names} onChange={setShown} />
          <ExportMenu query={{ ...choice, columns: names, sort: [...state.sort] }} />
        </div>
      </div>
      {table.limited && <Notice tone="info">{t('dataView.limited')}</Notice>}
      <div className={classes.grid}>
        {rows.isError ? (
          <ErrorState {...errorText(rows.error, t)} onRetry={() => void rows.refetch()} />
        ) : rows.data === undefined ? (
          <TableSkeleton rows={12} columns={Math.min(6, names.length)} />
        ) : rows.data.rows.length === 0 ? (
          <NoRows state={state} onChange={onChange} />
        ) : (
          <Suspense fallback={<TableSkeleton rows={12} columns={Math.min(6, names.length)} />}>
            <TableGrid
              label={t('dataView.gridLabel', { table: table.name })}
              columns={columns}
              rows={rows.data.rows}
              state={state}
              profiles={profiles}
              stale={rows.isPlaceholderData}
              onColumnsInView={show}
              onOpenRow={(row) => onChange({ ...state, row })}
              onSort={(column, also) => onChange(withRows(state, { sort: toggleSort(state.sort, column, also) }))}
              onSortBy={(sort) => onChange(withRows(state, { sort: [sort] }))}
              onFilter={filter}
              onEditFilter={(column) => setEditing({ column })}
              onPin={(column) =>
                onChange({
                  ...state,
                  pinned: state.pinned.includes(column)
                    ? state.pinned.filter((name) => name !== column)
                    : [...state.pinned, column],
                })
              }
              onHide={(column) => {
                const left = names.filter((name) => name !== column);
                if (left.length > 0) setShown(left);
              }}
              onOpen={(column) => onChange({ ...state, column })}
            />
          </Suspense>
        )}
      </div>
      <Pages
        state={state}
        shown={rows.data?.rows.length ?? 0}
        more={rows.data?.more ?? false}
        count={count.data?.rows ?? null}
        onChange={onChange}
      />
      <Suspense fallback={null}>
        {editing !== null && (
          <FilterDialog
            columns={table.columns.filter(({ masked }) => !masked)}
            initial={editing}
            onApply={(applied) => {
              const place = 'is' in editing ? state.filters.indexOf(editing) : -1;
              const filters =
                place < 0
                  ? withFilter(state.filters, applied)
                  : state.filters.map((item, other) => (other === place ? applied : item));
              onChange(withRows(state, { filters }));
            }}
            onClose={() => setEditing(null)}
          />
        )}
        {openColumn && (
          <ColumnDrawer
            column={openColumn}
            profile={profiles.get(openColumn.name)}
            onFilter={filter}
            onClose={() => onChange({ ...state, column: null })}
          />
        )}
        {state.row !== null && rows.data?.rows[state.row] !== undefined && (
          <RowDrawer
            table={table}
            columns={columns}
            values={rows.data.rows[state.row]!}
            number={String((state.page - 1) * state.size + state.row + 1)}
            onClose={() => onChange({ ...state, row: null })}
            onPrevious={state.row > 0 ? () => onChange({ ...state, row: state.row! - 1 }, true) : null}
            onNext={
              state.row + 1 < rows.data.rows.length ? () => onChange({ ...state, row: state.row! + 1 }, true) : null
            }
          />
        )}
      </Suspense>
    </div>
  );
}

/** Searches once typing pauses: a search reads every text of the table. */
function RowSearch({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onSearch, SEARCH_AFTER_MS);
  return (
    <TextInput
      className={classes.search}
      type="search"
      size="xs"
      aria-label={t('dataView.search')}
      placeholder={t('dataView.search')}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      maxLength={200}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
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

interface PagesProps extends Pick<TableViewProps, 'state' | 'onChange'> {
  shown: number;
  more: boolean;
  /** Rows of all pages; null until they are counted. */
  count: number | null;
}

function Pages({ state, shown, more, count, onChange }: PagesProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const first = (state.page - 1) * state.size + 1;
  const range = { from: formatInteger(first, locale), to: formatInteger(first + shown - 1, locale) };
  const toPage = (page: number) => onChange({ ...state, page, row: null });
  return (
    <div className={classes.pages}>
      <span role="status">
        {shown === 0
          ? ''
          : count === null
            ? t('dataView.pages.counting', range)
            : t('dataView.pages.of', { ...range, rows: formatInteger(count, locale), count })}
      </span>
      <NativeSelect
        size="xs"
        aria-label={t('dataView.pages.size')}
        value={String(state.size)}
        onChange={(event) => onChange(withRows(state, { size: Number(event.currentTarget.value) }))}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('dataView.pages.perPage', { count: size }) }))}
      />
      <Button
        variant="default"
        size="xs"
        disabled={state.page === 1}
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        onClick={() => toPage(state.page - 1)}
      >
        {t('dataView.pages.previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!more}
        rightSection={<IconChevronRight size={14} aria-hidden />}
        onClick={() => toPage(state.page + 1)}
      >
        {t('dataView.pages.next')}
      </Button>
    </div>
  );
}
