import { Button } from '@mantine/core';
import type { SqlResult } from '@rise/contract';
import {
  DataGrid,
  type DataGridColumn,
  EmptyState,
  formatInteger,
  Notice,
  SegmentedChoice,
  TableSkeleton,
} from '@rise/ui';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import type { SqlRequest } from '../sql.queries.ts';
import { firstChart } from './chart.rules.ts';
import { useExport } from './use-export.ts';
import classes from '../sql.module.css';

const ResultChart = lazy(() => import('./result-chart.tsx'));

type Cells = SqlResult['rows'][number];
interface ResultRow {
  key: string;
  cells: Cells;
}

export interface SqlResultProps {
  result: SqlResult;
  /** What was run. */
  request: SqlRequest;
}

/** A result as a table or chart, with how long it took, and what it lacks. A file of its own because the grid is loaded lazily. */
export default function SqlResultView({ result, request }: SqlResultProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const [view, setView] = useState<'table' | 'chart'>('table');
  const all = useExport();
  const { rowCount, truncated, elapsedMs, dataVersion, restricted } = result.meta;
  const chart = useMemo(() => firstChart(result.columns), [result.columns]);
  const seconds = (elapsedMs / 1000).toLocaleString(language, { maximumFractionDigits: 2 });
  return (
    <div className={classes.result}>
      <div className={classes.bar}>
        <p role="status" className={classes.summary}>
          {t('sql.rows', { count: rowCount, rows: formatInteger(rowCount, language), seconds })} ·{' '}
          {t('sql.version', { number: dataVersion })}
        </p>
        <div className={classes.tools}>
          {chart && rowCount > 0 && (
            <SegmentedChoice
              label={t('sqlWorkbench.view')}
              options={[
                { value: 'table', label: t('sqlWorkbench.table') },
                { value: 'chart', label: t('sqlWorkbench.chart.title') },
              ]}
              value={view}
              onChange={setView}
            />
          )}
          {rowCount > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={all.isPending}
              onClick={() => all.mutate(request)}
            >
              {t('sqlWorkbench.export')}
            </Button>
          )}
        </div>
      </div>
      {all.isError && (
        <Notice tone="negative" title={t('sqlWorkbench.exportFailed')}>
          {errorText(all.error, t).message}
        </Notice>
      )}
      {truncated && (
        <Notice tone="warning">{t('sqlWorkbench.more', { rows: formatInteger(rowCount, language) })}</Notice>
      )}
      {restricted.map(({ table, rules, masked }) => (
        <Notice key={table} tone="info">
          {t('sql.restricted', { table, what: [...rules, ...masked].join(', ') })}
        </Notice>
      ))}
      {view === 'chart' && chart ? (
        <Suspense fallback={<TableSkeleton rows={6} columns={4} />}>
          <ResultChart result={result} first={chart} />
        </Suspense>
      ) : (
        <ResultGrid result={result} />
      )}
    </div>
  );
}

function ResultGrid({ result }: { result: SqlResult }) {
  const { t } = useTranslation();
  const { truncated } = result.meta;
  const rows = useMemo<ResultRow[]>(
    () => result.rows.map((cells, index) => ({ key: String(index), cells })),
    [result.rows],
  );
  const columns = useMemo<DataGridColumn<ResultRow>[]>(
    () =>
      result.columns.map(({ name, type }, index) => ({
        id: String(index),
        title: name,
        value: ({ cells }) => cells[index] ?? null,
        render: ({ cells }) => {
          const cell = cells[index] ?? null;
          return cell === null ? <span className={classes.null}>NULL</span> : String(cell);
        },
        // Numbers are on the right, as they are: a statement's author formats them.
        ...((type === 'integer' || type === 'decimal' || type === 'number') && { format: { unit: 'number' as const } }),
        // The first rows in another order would look like the first of that order.
        sortable: !truncated,
      })),
    [result.columns, truncated],
  );
  return (
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
  );
}
