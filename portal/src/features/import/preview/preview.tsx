import { Button } from '@mantine/core';
import type { ImportTable, TablePreview, TableSettings } from '@rise/contract';
import { DataGrid, type DataGridColumn, EmptyState, ErrorState, formatInteger, Notice, TableSkeleton } from '@rise/ui';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { findColumn, leftOutColumns, takeColumn } from '../columns/settings.rules.ts';
import { previewQuery } from '../import.queries.ts';
import type { ChangeTable } from '../tables/change-table.ts';
import { ColumnHead } from './column-head.tsx';
import { PreviewCell } from './preview-cell.tsx';
import classes from './preview.module.css';

export interface PreviewProps {
  importId: string;
  table: ImportTable;
  settings: TableSettings;
  onChange: ChangeTable;
}

type Row = TablePreview['rows'][number];

/** The first rows as they would be loaded. A file of its own because the grid is loaded lazily. */
export default function Preview({ importId, table, settings, onChange }: PreviewProps) {
  const { t, i18n } = useTranslation();
  const preview = useQuery(previewQuery(importId, table));
  if (preview.isError) return <ErrorState {...errorText(preview.error, t)} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <TableSkeleton rows={8} columns={Math.min(settings.columns.length, 8)} />;
  const { rows, problemRows, missing } = preview.data;
  return (
    <section className={classes.preview} aria-labelledby="preview" aria-busy={preview.isPlaceholderData}>
      <div className={classes.head}>
        <h3 id="preview" className={classes.heading}>
          {t('import.preview.title', { count: rows.length, rows: formatInteger(rows.length, i18n.language) })}
        </h3>
        <p className={classes.hint}>{t('import.preview.hint')}</p>
      </div>
      {problemRows > 0 && <Notice tone="warning">{t('import.preview.problems', { count: problemRows })}</Notice>}
      {missing.length > 0 && (
        <Notice tone="warning">
          {t('import.preview.missing', { count: missing.length, columns: missing.join(', ') })}
        </Notice>
      )}
      <PreviewGrid preview={preview.data} table={table} settings={settings} onChange={onChange} />
      <LeftOut table={table} settings={settings} onChange={onChange} />
    </section>
  );
}

type PreviewGridProps = Omit<PreviewProps, 'importId'> & { preview: TablePreview };

const NUMERIC = /^(DECIMAL|DOUBLE|FLOAT|REAL|U?(BIG|HUGE|SMALL|TINY)?INT)/;

function PreviewGrid({ preview, table, settings, onChange }: PreviewGridProps) {
  const { t } = useTranslation();
  const columns = useMemo<DataGridColumn<Row>[]>(
    () => [
      {
        id: 'line',
        title: t('import.preview.line'),
        value: ({ line }) => line,
        sortable: false,
        width: 72,
        render: ({ line, issues }) => {
          const whole = issues.find(({ column }) => column === null);
          return whole ? <PreviewCell value={String(line)} issue={whole.code} numeric={false} /> : line;
        },
      },
      ...preview.columns.map(({ title, name, type }, place): DataGridColumn<Row> => {
        const column = findColumn(settings, title);
        const numeric = NUMERIC.test(type);
        return {
          id: name,
          title: name,
          sortable: false,
          value: ({ cells }) => cells[place] ?? null,
          render: (row) => (
            <PreviewCell
              value={row.cells[place] ?? null}
              issue={row.issues.find((issue) => issue.column === name)?.code ?? null}
              numeric={numeric}
            />
          ),
          ...(column && {
            head: (
              <ColumnHead
                column={column}
                inspected={table.columns.find((one) => one.title === column.title) ?? null}
                fileType={type}
                numeric={numeric}
                settings={settings}
                onSave={(changed) => onChange({ settings: changed })}
              />
            ),
          }),
        };
      }),
    ],
    [preview.columns, settings, table.columns, onChange, t],
  );
  return (
    <DataGrid
      label={t('import.preview.label')}
      columns={columns}
      rows={preview.rows}
      rowKey={({ line }) => String(line)}
      density="compact"
      maxHeight={420}
      narrowLayout="table"
      empty={<EmptyState title={t('import.preview.noRows')} text={t('import.preview.noRowsText')} art="search" />}
    />
  );
}

/** Columns of the file that are not loaded, each a button that takes it back. */
function LeftOut({ table, settings, onChange }: Omit<PreviewProps, 'importId'>) {
  const { t } = useTranslation();
  const leftOut = leftOutColumns(settings, table.columns);
  if (leftOut.length === 0) return null;
  return (
    <div className={classes.leftOut}>
      <span className={classes.hint}>{t('import.preview.leftOut', { count: leftOut.length })}</span>
      {leftOut.map((column) => (
        <Button
          key={column.title}
          variant="default"
          size="compact-xs"
          leftSection={<IconPlus size={12} aria-hidden />}
          aria-label={t('import.preview.take', { column: column.title })}
          onClick={() => onChange({ settings: takeColumn(settings, column, table.columns) })}
        >
          {column.title}
        </Button>
      ))}
    </div>
  );
}
