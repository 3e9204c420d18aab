import { DataGrid, type DataGridColumn, EmptyState } from '@rise/ui';
import { formatDay } from '../../dates/dates.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../routing/link.tsx';
import type { ReportSort } from './reports.state.ts';
import classes from './reports.module.css';

export interface ReportRow {
  id: string;
  title: string;
  purpose: string;
  /** ISO 8601. */
  updatedAt: string;
}

export interface ReportsGridProps {
  rows: readonly ReportRow[];
  loading: boolean;
  sort: ReportSort;
  onSortChange: (sort: ReportSort) => void;
  /** Whether a search filters the rows. */
  searched: boolean;
}

/** The reports as a table. A file of its own because the grid is loaded lazily. */
export default function ReportsGrid({ rows, loading, sort, onSortChange, searched }: ReportsGridProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const columns = useMemo<DataGridColumn<ReportRow>[]>(
    () => [
      {
        id: 'title',
        title: t('reports.columns.title'),
        value: (row) => row.title,
        render: (row) => (
          <AppLink href={`/reports/${row.id}`} className={classes.title}>
            {row.title}
          </AppLink>
        ),
        width: 210,
      },
      { id: 'purpose', title: t('reports.columns.purpose'), value: (row) => row.purpose, width: 490 },
      {
        id: 'updatedAt',
        title: t('reports.columns.updatedAt'),
        value: (row) => row.updatedAt,
        render: (row) => formatDay(row.updatedAt, language),
        width: 120,
      },
    ],
    [t, language],
  );
  return (
    <DataGrid
      label={t('reports.title')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      sort={sort}
      onSortChange={(next) => onSortChange(next as ReportSort)}
      loading={loading}
      narrowLayout="cards"
      empty={
        searched ? (
          <EmptyState title={t('reports.nothingFound.title')} text={t('reports.nothingFound.text')} art="search" />
        ) : (
          <EmptyState title={t('reports.empty.title')} text={t('reports.empty.text')} art="list" />
        )
      }
    />
  );
}
