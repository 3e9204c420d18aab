import type { Report } from '@rise/contract';
import {
  ChartSkeleton,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  SurroundingsProvider,
  TextSkeleton,
  TileGrid,
} from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { failureText, isNotFound } from '../../client/failure.ts';
import { formatDay } from '../../kernel/dates.ts';
import { formatMoment } from '../../i18n/moments.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { usePageTitle } from '../../routing/page-title.ts';
import { rememberReport } from '../../session/recent-reports.ts';
import { type SearchParams, stringifySearch } from '@rise/ui/kernel';
import { useSession } from '../../session/session.ts';
import { AboutDrawer } from './about/about-drawer.tsx';
import { ReportControls } from './controls/report-controls.tsx';
import { ReportContext } from './report-context.ts';
import { memberQuery, reportQuery } from './report.queries.ts';
import { readChoices, type ReportChoices, writeChoices } from './report.state.ts';
import { TileView } from './tiles/tile-view.tsx';
import { useReportRun } from './use-report-run.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One report under its address. */
export default function ReportPage() {
  const { t } = useTranslation();
  const { reportId }: { reportId?: string } = useParams({ strict: false });
  const report = useQuery(reportQuery(reportId ?? ''));
  if (report.data) return <OpenedReport key={report.data.id} report={report.data} />;
  if (!report.isError)
    return (
      <Page loading>
        <TextSkeleton lines={2} />
        <ChartSkeleton height={420} />
      </Page>
    );
  // An id that is none at all is refused as not valid; for the reader both are a report that is not there.
  if (isNotFound(report.error) || !UUID.test(reportId ?? '')) return <NotFoundScreen />;
  return (
    <Page>
      <ErrorState {...failureText(report.error, t)} onRetry={() => void report.refetch()} />
    </Page>
  );
}

function OpenedReport({ report }: { report: Report }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const localize = useLocalize();
  const navigate = useNavigate();
  const search: SearchParams = useSearch({ strict: false });
  const choices = useMemo(() => readChoices(search, report), [search, report]);
  const choose = useCallback(
    (change: Partial<ReportChoices>) =>
      void navigate({
        to: '.',
        search: ((former: SearchParams) => writeChoices({ ...readChoices(former, report), ...change })) as never,
        resetScroll: false,
      }),
    [navigate, report],
  );
  const about = useCallback((measure: string, tile: string) => choose({ about: measure, tile }), [choose]);

  const { document, asOf, dataVersion, loadedAt } = report;
  const key = choices.subject ?? report.defaultSubject;
  const member = useQuery(memberQuery(report, key));
  const name = member.data?.[document.subject.title];
  const subject = useMemo(
    () => (key === null ? null : { key, title: name === undefined || name === null ? key : String(name) }),
    [key, name],
  );
  const { again, ...run } = useReportRun(report, choices);
  const measure = choices.measure ?? document.measures[0]!;
  const open = useMemo(
    () => ({ report, choices, subject, measure, choose, about, again }),
    [report, choices, subject, measure, choose, about, again],
  );
  const title = localize(document.title);
  usePageTitle(typeof name === 'string' ? `${title} – ${name}` : title);
  useRemembered(report, choices, typeof name === 'string' ? name : null);

  return (
    <SurroundingsProvider currency={report.currency}>
      <ReportContext value={open}>
        <Page>
          <PageHeader
            title={title}
            purpose={localize(document.purpose)}
            back={{ href: '/reports', label: t('report.back') }}
            {...(asOf
              ? {
                  asOf: {
                    label: t('report.asOf', { date: formatDay(asOf, language) }),
                    detail: t('report.freshness', {
                      number: dataVersion,
                      moment: loadedAt ? formatMoment(loadedAt, language) : '–',
                    }),
                  },
                }
              : {})}
          />
          {dataVersion === null ? (
            <EmptyState title={t('report.noData.title')} text={t('report.noData.text')} />
          ) : (
            <>
              <ReportControls />
              {member.data === null ? (
                <EmptyState
                  title={t('report.unknownMember.title', { key })}
                  text={t('report.unknownMember.text')}
                  art="search"
                />
              ) : (
                <TileGrid>
                  {document.tiles.map((tile) => (
                    <TileView key={tile.id} tile={tile} run={run.tiles[tile.id] ?? { status: 'loading' }} />
                  ))}
                </TileGrid>
              )}
              <AboutDrawer run={run} />
            </>
          )}
        </Page>
      </ReportContext>
    </SurroundingsProvider>
  );
}

/** Puts the report into the list of those read last, as it now stands. */
function useRemembered(report: Report, choices: ReportChoices, subject: string | null): void {
  const session = useSession();
  const { about: _about, tile: _tile, wide: _wide, ...lasting } = choices;
  const address = `/reports/${report.id}${stringifySearch(writeChoices(lasting))}`;
  useEffect(() => {
    const { id, document } = report;
    rememberReport(session, { id, title: document.title, subject, address, openedAt: new Date().toISOString() });
  }, [session, report, subject, address]);
}
