import { TextInput } from '@mantine/core';
import { ErrorState, ListSkeleton } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { columnsQuery } from './code-types.queries.ts';
import type { TypeForm } from './type-form.rules.ts';
import classes from './type-drawer.module.css';

/** Finds a text or number column among all tables. */
export function ColumnField(props: { value: TypeForm['column']; onChange: (column: TypeForm['column']) => void }) {
  const { value, onChange } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  const group = useId();
  const [search, setSearch] = useState(value ? `${value.table}.${value.column}` : '');
  const columns = useQuery(columnsQuery(useDeferredValue(search.trim())));
  const { columns: found = [], total = 0 } = columns.data ?? {};
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('configuration.types.column')}</legend>
      <p className={classes.hint}>{t('configuration.types.columnHelp')}</p>
      <TextInput
        type="search"
        data-autofocus
        aria-label={t('configuration.types.searchColumns')}
        placeholder={t('configuration.types.searchColumns')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {columns.isError ? (
        <ErrorState {...errorText(columns.error, t)} onRetry={() => void columns.refetch()} />
      ) : columns.isPending ? (
        <ListSkeleton rows={4} />
      ) : found.length === 0 ? (
        <p className={classes.hint}>{t('configuration.types.noColumns')}</p>
      ) : (
        <ul className={classes.columns}>
          {found.map(({ table, column, kind, datasets, types }) => (
            <li key={`${table}.${column}`}>
              <label className={classes.column}>
                <input
                  type="radio"
                  name={group}
                  checked={value?.table === table && value.column === column}
                  onChange={() => onChange({ table, column })}
                />
                {column}
                <span className={classes.hint}>{table}</span>
                <span className={classes.detail}>
                  {t(kind === 'text' ? 'configuration.types.text' : 'configuration.types.number')}
                  {' · '}
                  {datasets.length > 0 ? datasets.map(localize).join(', ') : t('configuration.types.newDataset')}
                  {types.length > 0 &&
                    ` · ${t('configuration.types.usedBy', { types: types.map(({ title }) => localize(title)).join(', ') })}`}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {total > found.length && <p className={classes.hint}>{t('configuration.types.more', { count: total })}</p>}
    </fieldset>
  );
}
