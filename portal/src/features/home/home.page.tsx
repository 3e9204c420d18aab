import type { ReportSummary } from '@rise/contract';
import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader, TextSkeleton } from '@rise/ui';
import { IconChevronRight, IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatAgo } from '../../dates/moments.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AppLink } from '../../routing/link.tsx';
import { recentReports } from '../../session/recent-reports.ts';
import { useSession } from '../../session/session.ts';
import { DataState } from './data-state.tsx';
import { dataStateQuery, reportsQuery } from './home.queries.ts';
import classes from './home.module.css';

/** Start page: reports, recently viewed reports, and state of the data. */
export default function HomePage() {
  const { t } = useTranslation();
  const session = useSession();
  const reports = useQuery(reportsQuery);
  const dataState = useQuery(dataStateQuery);
  const { firstName, email } = session.account;
  const [arrived] = useState(() => new Date());
  return (
    <Page>
      <PageHeader
        title={t(greetingAt(arrived), { name: firstName || email })}
        purpose={t('home.purpose', { tenant: session.tenant?.name })}
      />
      {reports.isPending || dataState.isPending ? (
        // The parts are stacked and as high as their content: they appear together, so that none moves.
        <div className={classes.columns}>
          <ListSkeleton rows={3} />
          <TextSkeleton lines={4} />
        </div>
      ) : (
        <div className={classes.columns}>
          <div className={classes.main}>
            <section aria-labelledby="home-reports">
              <h2 id="home-reports" className={classes.heading}>
                {t('home.reports')}
              </h2>
              {reports.isError ? (
                <ErrorState {...errorText(reports.error, t)} onRetry={() => void reports.refetch()} />
              ) : (
                <Reports reports={reports.data.reports} />
              )}
            </section>
            <Recent />
          </div>
          {dataState.data && <DataState state={dataState.data} />}
        </div>
      )}
    </Page>
  );
}

function greetingAt(now: Date) {
  const hour = now.getHours();
  if (hour < 5 || hour >= 18) return 'home.greeting.evening';
  return hour < 12 ? 'home.greeting.morning' : 'home.greeting.day';
}

function Reports({ reports }: { reports: readonly ReportSummary[] }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  if (reports.length === 0)
    return <EmptyState title={t('reports.empty.title')} text={t('reports.empty.text')} art="list" />;
  return (
    <ul className={classes.list}>
      {reports.map((report) => (
        <li key={report.id}>
          <AppLink href={`/reports/${report.id}`} className={classes.report}>
            <IconReportAnalytics size={22} stroke={1.6} aria-hidden className={classes.icon} />
            <span className={classes.words}>
              <span className={classes.name}>{localize(report.title)}</span>
              <span className={classes.detail}>{localize(report.purpose)}</span>
            </span>
            <IconChevronRight size={18} aria-hidden className={classes.arrow} />
          </AppLink>
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
