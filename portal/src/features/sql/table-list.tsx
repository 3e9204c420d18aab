import type { SqlTable } from '@rise/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sql.module.css';

/** The tables that statements can use; each opens to its columns. */
export function TableList({ tables }: { tables: readonly SqlTable[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="sql-tables" className={classes.tables}>
      <h2 id="sql-tables" className={classes.heading}>
        {t('sql.tables')}
      </h2>
      <div className={classes.list} tabIndex={0} role="group" aria-labelledby="sql-tables">
        {tables.map((table) => (
          <TableItem key={table.name} table={table} />
        ))}
      </div>
    </section>
  );
}

function TableItem({ table: { name, columns } }: { table: SqlTable }) {
  const { t } = useTranslation();
  // Columns are only drawn when they are looked at: a call report has thousands.
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open && (
        <ul aria-label={t('sql.columns', { table: name })} className={classes.columns}>
          {columns.map((column) => (
            <li key={column.name}>
              <span>{column.name}</span>
              <span className={classes.type}>{column.masked ? t('sql.masked') : column.type}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
