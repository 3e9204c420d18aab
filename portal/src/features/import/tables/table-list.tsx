import { Checkbox, NativeSelect } from '@mantine/core';
import type { DataImport, ImportTable, ImportTableChange } from '@rise/contract';
import { formatInteger } from '@rise/ui';
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { statusOf, type TableStatus } from './table-status.ts';
import classes from './tables.module.css';

export interface TableListProps {
  item: DataImport;
  /** Id of the table that is open. */
  open: string;
  onOpen: (id: string) => void;
  onInclude: (changes: ImportTableChange[]) => void;
}

const ICONS = {
  ready: IconCircleCheck,
  question: IconHelpCircle,
  problem: IconAlertTriangle,
  leftOut: IconCircleMinus,
} as const satisfies Record<TableStatus, unknown>;

/** The tables that were found, with what each needs; on phones a field to choose one. */
export function TableList({ item, open, onOpen, onInclude }: TableListProps) {
  const { t } = useTranslation();
  const { tables } = item;
  const readable = tables.filter(({ error }) => error === null);
  const included = readable.filter(({ include }) => include).length;
  return (
    <section className={classes.found} aria-labelledby="found-tables">
      <div className={classes.head}>
        <h2 id="found-tables" className={classes.heading}>
          {t('import.tables.title', { count: tables.length })}
        </h2>
        <Checkbox
          size="xs"
          label={t('import.tables.all')}
          checked={included === readable.length}
          indeterminate={included > 0 && included < readable.length}
          onChange={(event) => {
            const include = event.currentTarget.checked;
            onInclude(readable.map(({ id }) => ({ id, include })));
          }}
        />
      </div>
      <NativeSelect
        className={classes.select}
        aria-label={t('import.tables.open')}
        value={open}
        onChange={(event) => onOpen(event.currentTarget.value)}
        data={tables.map((table) => ({
          value: table.id,
          label: `${table.title} (${t(`import.tables.status.${statusOf(table)}`)})`,
        }))}
      />
      <ul className={classes.list}>
        {tables.map((table) => (
          <TableItem
            key={table.id}
            table={table}
            file={item.files[table.file]?.name ?? ''}
            isOpen={table.id === open}
            onOpen={() => onOpen(table.id)}
            onInclude={(include) => onInclude([{ id: table.id, include }])}
          />
        ))}
      </ul>
    </section>
  );
}

interface TableItemProps {
  table: ImportTable;
  file: string;
  isOpen: boolean;
  onOpen: () => void;
  onInclude: (include: boolean) => void;
}

function TableItem({ table, file, isOpen, onOpen, onInclude }: TableItemProps) {
  const { t, i18n } = useTranslation();
  const { title, part, rows, include, error } = table;
  const status = statusOf(table);
  const Icon = ICONS[status];
  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <Checkbox
        size="xs"
        aria-label={t('import.tables.include', { table: title })}
        checked={include && error === null}
        disabled={error !== null}
        onChange={(event) => onInclude(event.currentTarget.checked)}
      />
      <button type="button" className={classes.open} aria-current={isOpen || undefined} onClick={onOpen}>
        <span className={classes.name}>{title}</span>
        <span className={classes.origin}>{part === '' ? file : `${file} · ${part}`}</span>
        <span className={classes.status} data-status={status}>
          <Icon size={14} aria-hidden />
          {t(`import.tables.status.${status}`)}
          {error === null && (
            <span className={classes.rows}>
              {t(rows.exact ? 'import.tables.rows' : 'import.tables.rowsAbout', {
                count: rows.count,
                rows: formatInteger(rows.count, i18n.language),
              })}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
