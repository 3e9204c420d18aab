import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { TableDetail } from '@rise/contract';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnPicker } from './column-picker.tsx';
import type { RowsChoice } from './data-view.queries.ts';
import { type DataViewState, withRows } from './data-view.state.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { EditedFilter } from './table-dialogs.tsx';
import classes from './data-view.module.css';

const SEARCH_AFTER_MS = 350;

interface TableToolsProps {
  table: TableDetail;
  state: DataViewState;
  /** The shown columns, in order. */
  names: readonly string[];
  choice: RowsChoice;
  onChange: (state: DataViewState, replace?: boolean) => void;
  onEdit: (filter: EditedFilter) => void;
}

/** Search, filters, choice of columns and export. */
export function TableTools({ table, state, names, choice, onChange, onEdit }: TableToolsProps) {
  const { filters } = state;
  return (
    <div className={classes.tools}>
      <RowSearch
        key={table.name}
        value={state.search}
        onSearch={(search) => onChange(withRows(state, { search }), true)}
      />
      <FilterBar
        filters={filters}
        onAdd={() => onEdit({ column: names[0] ?? '' })}
        onEdit={(place) => onEdit(filters[place]!)}
        onRemove={(place) => onChange(withRows(state, { filters: filters.filter((_, other) => other !== place) }))}
        onClear={() => onChange(withRows(state, { filters: [] }))}
      />
      <div className={classes.end}>
        <ColumnPicker columns={table.columns} shown={names} onChange={(columns) => onChange({ ...state, columns })} />
        <ExportMenu query={{ ...choice, columns: [...names], sort: [...state.sort] }} />
      </div>
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
