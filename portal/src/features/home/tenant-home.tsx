import type { ReportSummary } from '@rise/contract';
import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader, TextSkeleton } from '@rise/ui';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alertsQuery } from '../../alerts/alerts.queries.ts';
import { reportAlertsQuery } from '../../alerts/report-alerts.queries.ts';
import { errorText } from '../../client/error-text.ts';
import { formatAgo } from '../../dates/moments.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { FavoriteButton } from '../../reports/favorite-button.tsx';
import { VerifiedMark } from '../../reports/verified-mark.tsx';
import { reportsAt } from '../../reports/places.rules.ts';
import { homeQuery } from '../../reports/home-report.queries.ts';
import { reportsQuery } from '../../reports/reports.queries.ts';
import { AppLink } from '../../routing/link.tsx';
import { recentReports } from '../../session/recent-reports.ts';
import { useSession } from '../../session/session.ts';
import { workspacesQuery } from '../../workspaces/workspaces.queries.ts';
import { DataState } from './data-state.tsx';
import { Attention } from './attention.tsx';
import { greetingAt } from './greeting.ts';
import { GettingStarted } from './getting-started.tsx';
import { KeyFigures } from './key-figures.tsx';
import { Subscriptions } from './subscriptions.tsx';
import { dataStateQuery, startCatalogQuery } from './home.queries.ts';
import classes from './home.module.css';

/** Start page of a tenant: what to do, key figures, favorites, recent and other reports, the state of the data, and subscriptions. */
export default function TenantHome() {
  const { t } = useTranslation();
  const session = useSession();
  const reports = useQuery(reportsQuery);
  const workspaces = useQuery(workspacesQuery);
  const dataState = useQuery(dataStateQuery);
  // Of the parts above the reports.
  const alerts = useQuery(alertsQuery(session.tenant?.id));
  const ownAlerts = useQuery({ ...reportAlertsQuery, enabled: session.permissions.includes('report.read') });
  const catalog = useQuery(startCatalogQuery(session.permissions));
  const home = useQuery({ ...homeQuery, enabled: session.permissions.includes('report.read') });
  const failed = [reports, workspaces].find(({ isError }) => isError);
  const { firstName, email } = session.account;
  const [arrived] = useState(() => new Date());
  const isLoading = [reports, workspaces, dataState, alerts, ownAlerts, catalog, home].some((query) => query.isLoading);
  return (
    <Page loading={isLoading}>
      <PageHeader
        title={t(greetingAt(arrived), { name: firstName || email })}
        purpose={t('home.purpose', { tenant: session.tenant?.name })}
      />
      {isLoading ? (
        // The parts are stacked and as high as their content: they appear together, so that none moves.
        <div className={classes.columns}>
          <ListSkeleton rows={3} />
          <TextSkeleton lines={4} />
        </div>
      ) : (
        <div className={classes.columns}>
          <div className={classes.main}>
            {dataState.data && <GettingStarted state={dataState.data} />}
            <Attention />
            {home.data?.report && <KeyFigures report={home.data.report} />}
            {failed ? (
              <ErrorState {...errorText(failed.error, t)} onRetry={() => void failed.refetch()} />
            ) : (
              <Reports
                reports={reportsAt('all', { reports: reports.data!.reports, workspaces: workspaces.data!.workspaces })}
              />
            )}
          </div>
          <div className={classes.side}>
            {dataState.data && <DataState state={dataState.data} />}
            {home.data && <Subscriptions subscriptions={home.data.subscriptions} />}
          </div>
        </div>
      )}
    </Page>
  );
}

/** As many as fit beside everything else. */
const MOST_SHOWN = 8;

function Reports({ reports }: { reports: readonly ReportSummary[] }) {
  const { t } = useTranslation();
  const favorites = reports.filter(({ favorite }) => favorite);
  const others = reports.filter(({ favorite }) => !favorite);
  return (
    <>
      {favorites.length > 0 && (
        <section aria-labelledby="home-favorites">
          <h2 id="home-favorites" className={classes.heading}>
            {t('home.favorites')}
          </h2>
          <ReportList reports={favorites} />
        </section>
      )}
      <Recent />
      {(others.length > 0 || favorites.length === 0) && (
        <section aria-labelledby="home-reports">
          <h2 id="home-reports" className={classes.heading}>
            {t('home.reports')}
          </h2>
          {others.length === 0 ? (
            <EmptyState title={t('reports.empty.title')} text={t('reports.empty.text')} art="list" />
          ) : (
            <ReportList reports={others.slice(0, MOST_SHOWN)} />
          )}
          {others.length > MOST_SHOWN && (
            <AppLink href="/reports" className={classes.more}>
              {t('home.allReports', { count: reports.length })}
            </AppLink>
          )}
        </section>
      )}
    </>
  );
}

function ReportList({ reports }: { reports: readonly ReportSummary[] }) {
  const localize = useLocalize();
  return (
    <ul className={classes.list}>
      {reports.map((report) => (
        <li key={report.id} className={classes.item}>
          <AppLink href={`/reports/${report.id}`} className={classes.report}>
            <IconReportAnalytics size={22} stroke={1.6} aria-hidden className={classes.icon} />
            <span className={classes.words}>
              <span className={classes.name}>{localize(report.title)}</span>
              <span className={classes.detail}>{localize(report.purpose)}</span>
            </span>
          </AppLink>
          <VerifiedMark report={report} />
          <FavoriteButton report={report} />
        </li>
      ))}
    </ul>
  );
}

/** Reports recently viewed in this browser, with the choices they were left with. */
function Recent() {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const session = useSession();
  const [now] = useState(() => new Date());
  const recent = recentReports(session);
  return (
    <section aria-labelledby="home-recent">
      <h2 id="home-recent" className={classes.heading}>
        {t('home.recent')}
      </h2>
      {recent.length === 0 ? (
        <p className={classes.none}>{t('home.noneRecent')}</p>
      ) : (
        <ul className={classes.list}>
          {recent.map((report) => (
            <li key={report.address}>
              <AppLink href={report.address} className={classes.row}>
                <span className={classes.name}>{report.subject ?? localize(report.title)}</span>
                {report.subject && <span className={classes.detail}>{localize(report.title)}</span>}
                <span className={classes.when}>{formatAgo(report.openedAt, now, i18n.language)}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
