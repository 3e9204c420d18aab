import { TextInput } from '@mantine/core';
import type { TableSummary } from '@rise/contract';
import { fold } from '@rise/contract/fold';
import { formatFigure, useUiContext } from '@rise/ui';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import classes from './table-list.module.css';

interface TableListProps {
  tables: readonly TableSummary[];
  open: string | null;
  find: string;
  onFind: (find: string) => void;
  onOpen: (table: string) => void;
}

/** Schemas with their tables, by name or title. */
export function TableList({ tables, open, find, onFind, onOpen }: TableListProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const searched = fold(find.trim());
  const matches = tables.filter(
    ({ name, title }) => fold(name).includes(searched) || (title !== null && fold(localize(title)).includes(searched)),
  );
  const schemas = [...new Set(matches.map(({ schema }) => schema))];
  return (
    <nav className={classes.list} aria-label={t('dataView.tables.label')}>
      <TextInput
        type="search"
        aria-label={t('dataView.tables.find')}
        placeholder={t('dataView.tables.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={find}
        onChange={(event) => onFind(event.currentTarget.value)}
      />
      <div className={classes.scroller}>
        {schemas.map((schema) => (
          <section key={schema} aria-label={schema}>
            <h2 className={classes.schema}>{schema}</h2>
            <ul className={classes.tables}>
              {matches
                .filter((table) => table.schema === schema)
                .map((table) => (
                  <li key={table.name}>
                    <Item table={table} open={table.name === open} onOpen={() => onOpen(table.name)} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
        {matches.length === 0 && <p className={classes.none}>{t('dataView.tables.nothingFound')}</p>}
      </div>
    </nav>
  );
}

function Item({ table, open, onOpen }: { table: TableSummary; open: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const localize = useLocalize();
  const { name, title, rows, limited } = table;
  return (
    <button type="button" className={classes.item} aria-current={open ? 'page' : undefined} onClick={onOpen}>
      <span className={classes.name}>{name}</span>
      <span className={classes.rows}>
        {limited ? (
          <IconLock size={13} role="img" aria-label={t('dataView.tables.limited')} />
        ) : (
          rows !== null && formatFigure(rows, { unit: 'count' }, { locale, compact: true })
        )}
      </span>
      {title !== null && <span className={classes.title}>{localize(title)}</span>}
    </button>
  );
}
