import type { ReportSummary, Workspace } from '@rise/contract';
import { DataGrid, type DataGridColumn, EmptyState } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { FavoriteButton } from '../../reports/favorite-button.tsx';
import { VerifiedMark } from '../../reports/verified-mark.tsx';
import { AppLink } from '../../routing/link.tsx';
import { WorkspaceBadge } from '../../workspaces/workspace-badge.tsx';
import { type ReportForm, ReportMenu } from './report-menu.tsx';
import type { ReportSort } from './reports.state.ts';
import classes from './reports.module.css';

export interface ReportRow {
  report: ReportSummary;
  title: string;
  purpose: string;
  workspace: Workspace | null;
  /** Its name. */
  place: string;
}

export interface ReportsGridProps {
  rows: readonly ReportRow[];
  loading: boolean;
  sort: ReportSort;
  onSortChange: (sort: ReportSort) => void;
  /** Whether a search filters the rows. */
  searched: boolean;
  /** The workspace whose reports these are; null: of several. */
  current: Workspace | null;
  /** Whether there is a workspace where the reader may put reports. */
  hasTarget: boolean;
  onForm: (report: ReportSummary, form: ReportForm) => void;
  onArchive: (report: ReportSummary) => void;
}

/** The reports as a table. A file of its own because the grid is loaded lazily. */
export default function ReportsGrid(props: ReportsGridProps) {
  const { rows, loading, sort, searched, current, hasTarget, onSortChange, onForm, onArchive } = props;
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const showsPlace = current === null;
  const columns = useMemo<DataGridColumn<ReportRow>[]>(
    () => [
      {
        id: 'title',
        title: t('reports.columns.title'),
        value: (row) => row.title,
        render: ({ report, title }) => (
          <span className={classes.name}>
            <FavoriteButton report={report} />
            <AppLink href={`/reports/${report.id}`} className={classes.title}>
              {title}
            </AppLink>
            <VerifiedMark report={report} />
            {report.version === 0 && <span className={classes.draft}>{t('reports.draft')}</span>}
            <ReportMenu
              id={report.id}
              title={title}
              can={report.can}
              hasTarget={hasTarget}
              onForm={(form) => onForm(report, form)}
              onArchive={() => onArchive(report)}
            />
          </span>
        ),
        width: 270,
      },
      ...(showsPlace
        ? [
            {
              id: 'workspace',
              title: t('reports.workspace'),
              value: (row: ReportRow) => row.place,
              render: ({ workspace, place }: ReportRow) =>
                workspace && (
                  <span className={classes.workspace}>
                    <WorkspaceBadge workspace={workspace} size="small" />
                    <span className={classes.place}>{place}</span>
                  </span>
                ),
              width: 170,
            },
          ]
        : []),
      { id: 'purpose', title: t('reports.columns.purpose'), value: (row) => row.purpose, width: 280 },
      {
        id: 'updatedAt',
        title: t('reports.columns.updatedAt'),
        value: ({ report }) => report.updatedAt,
        render: ({ report }) => formatDay(report.updatedAt, language),
        width: 120,
      },
    ],
    [t, language, showsPlace, hasTarget, onForm, onArchive],
  );
  return (
    <DataGrid
      label={t('reports.title')}
      columns={columns}
      rows={rows}
      rowKey={({ report }) => report.id}
      sort={sort}
      onSortChange={(next) => onSortChange(next as ReportSort)}
      loading={loading}
      narrowLayout="cards"
      empty={
        searched ? (
          <EmptyState title={t('reports.nothingFound.title')} text={t('reports.nothingFound.text')} art="search" />
        ) : current ? (
          <EmptyState
            title={t('reports.emptyWorkspace.title')}
            text={t(current.can.edit ? 'reports.emptyWorkspace.editor' : 'reports.emptyWorkspace.viewer')}
            art="list"
          />
        ) : (
          <EmptyState title={t('reports.empty.title')} text={t('reports.empty.text')} art="list" />
        )
      }
    />
  );
}
