import type { SqlResult } from '@rise/contract';
import { DataGrid, type DataGridColumn, EmptyState, formatInteger, Notice } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sql.module.css';

type Cells = SqlResult['rows'][number];
interface ResultRow {
  key: string;
  cells: Cells;
}

/** A result's rows, with how long it took, and what it lacks. A file of its own because the grid is loaded lazily. */
export default function SqlResultView({ result }: { result: SqlResult }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { rowCount, truncated, elapsedMs, dataVersion, restricted } = result.meta;
  const rows = useMemo<ResultRow[]>(
    () => result.rows.map((cells, index) => ({ key: String(index), cells })),
    [result.rows],
  );
  const columns = useMemo<DataGridColumn<ResultRow>[]>(
    () =>
      result.columns.map(({ name }, index) => ({
        id: String(index),
        title: name,
        value: ({ cells }) => cells[index] ?? null,
        render: ({ cells }) => {
          const cell = cells[index] ?? null;
          return cell === null ? <span className={classes.null}>NULL</span> : String(cell);
        },
        // The first rows in another order would look like the first of that order.
        sortable: !truncated,
      })),
    [result.columns, truncated],
  );
  const seconds = (elapsedMs / 1000).toLocaleString(language, { maximumFractionDigits: 2 });
  return (
    <div className={classes.result}>
      <p role="status" className={classes.summary}>
        {t('sql.rows', { count: rowCount, rows: formatInteger(rowCount, language), seconds })} ·{' '}
        {t('sql.version', { number: dataVersion })}
      </p>
      {truncated && <Notice tone="warning">{t('sql.more', { rows: formatInteger(rowCount, language) })}</Notice>}
      {restricted.map(({ table, rules, masked }) => (
        <Notice key={table} tone="info">
          {t('sql.restricted', { table, what: [...rules, ...masked].join(', ') })}
        </Notice>
      ))}
      <DataGrid
        label={t('sql.result')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        density="compact"
        maxHeight={480}
        narrowLayout="table"
        empty={<EmptyState title={t('sql.noRows')} text={t('sql.noRowsText')} art="search" />}
      />
    </div>
  );
}
