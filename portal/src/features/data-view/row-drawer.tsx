import { Button } from '@mantine/core';
import type { RelatedTable, TableColumn, TableDetail, TableFilter } from '@rise/contract';
import { DetailDrawer, DetailSection } from '@rise/ui';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiContext } from '@rise/ui';
import { useLocalize } from '../../i18n/use-language.ts';
import { cellWriter, copiedText, type CellValue } from './cell-text.ts';
import { countQuery } from './data-view.queries.ts';
import { openTable, writeDataView } from './data-view.state.ts';
import { useProfileNumbers } from './profile-words.ts';
import classes from './row-drawer.module.css';

interface RowDrawerProps {
  table: TableDetail;
  columns: readonly TableColumn[];
  values: readonly CellValue[];
  /** The row's number in the table as it is sorted. */
  number: string;
  onClose: () => void;
  /** Null where there is none on this page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** One row with all shown columns, one below the other, and the rows of other tables that belong to it. */
export default function RowDrawer({ table, columns, values, number, onClose, onPrevious, onNext }: RowDrawerProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const localize = useLocalize();
  const cell = useMemo(() => cellWriter(t, locale), [t, locale]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement) return;
      const move = event.key === 'ArrowUp' ? onPrevious : event.key === 'ArrowDown' ? onNext : null;
      if (!move || !event.altKey) return;
      event.preventDefault();
      move();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onPrevious, onNext]);
  const byName = new Map(columns.map(({ name }, place) => [name, values[place] ?? null]));
  return (
    <DetailDrawer opened onClose={onClose} title={t('dataView.row.title', { number })} subtitle={table.name}>
      <div className={classes.moves}>
        <Button
          variant="default"
          size="xs"
          disabled={onPrevious === null}
          leftSection={<IconChevronUp size={14} aria-hidden />}
          onClick={() => onPrevious?.()}
        >
          {t('dataView.row.previous')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={onNext === null}
          leftSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => onNext?.()}
        >
          {t('dataView.row.next')}
        </Button>
      </div>
      <dl className={classes.fields}>
        {columns.map((column, place) => {
          const { text, mark } = cell(values[place] ?? null, column);
          return (
            <div key={column.name} className={classes.field}>
              <dt>
                {column.name}
                {column.title && <span>{localize(column.title)}</span>}
              </dt>
              <dd>{mark ? <em>{mark}</em> : text}</dd>
            </div>
          );
        })}
      </dl>
      {table.related.length > 0 && (
        <DetailSection title={t('dataView.row.related')}>
          <ul className={classes.related}>
            {table.related.map((related) => (
              <li key={JSON.stringify([related.table, related.on])}>
                <Related related={related} values={byName} />
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
    </DetailDrawer>
  );
}

/** Null: a key is not shown, or has no value. */
function keyFilters({ on }: RelatedTable, values: ReadonlyMap<string, CellValue>): TableFilter[] | null {
  const filters: TableFilter[] = [];
  for (const { own, column } of on) {
    const value = values.get(own);
    if (value === undefined || value === null) return null;
    filters.push({ column, is: 'in', values: [copiedText(value)] });
  }
  return filters;
}

function Related({ related, values }: { related: RelatedTable; values: ReadonlyMap<string, CellValue> }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { number } = useProfileNumbers();
  const filters = keyFilters(related, values);
  const count = useQuery({
    ...countQuery({ table: related.table, filters: filters ?? [], search: '' }),
    enabled: filters !== null,
  });
  const name = related.title ? `${related.table} · ${localize(related.title)}` : related.table;
  const keys = related.on.map(({ own, column }) => (own === column ? own : `${own} = ${column}`)).join(', ');
  if (filters === null)
    return (
      <p>
        {name} <span>{t('dataView.row.noKey', { keys })}</span>
      </p>
    );
  return (
    <p>
      <Link to="/warehouse-data-view" search={writeDataView({ ...openTable(related.table), filters }) as never}>
        {name}
      </Link>{' '}
      <span>
        {count.data ? t('dataView.row.rows', { value: number(count.data.rows), count: count.data.rows }) : ''} {keys}
      </span>
    </p>
  );
}
