import type { Report } from '@rise/contract';
import {
  ChartSkeleton,
  EmptyState,
  ErrorState,
  Notice,
  Page,
  PageHeader,
  UiContextProvider,
  TextSkeleton,
  useFocusReturn,
} from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { errorText, isNotFound } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { usePageTitle } from '@rise/shell/routing';
import { rememberReport } from '../../session/recent-reports.ts';
import { type SearchParams, stringifySearch } from '@rise/ui/search-params';
import { useSession } from '../../session/session.ts';
import { ReportActions } from './actions/report-actions.tsx';
import { AboutDrawer } from './about/about-drawer.tsx';
import { AlertsProvider } from './alerts/alerts-provider.tsx';
import { CommentsProvider } from './comments/comments-provider.tsx';
import { RowsDrawer } from './drill/rows-drawer.tsx';
import { ReportContext } from './report-context.ts';
import { OriginNotice } from './origin/origin-notice.tsx';
import { reportQuery } from './report.queries.ts';
import { readChoices, type ReportChoices, withChange, writeChoices } from './report.state.ts';
import { ReportPages } from './pages/report-pages.tsx';
import { useAsOf } from './use-as-of.ts';
import { useOpenedReport } from './use-opened-report.ts';
import { VerificationLine } from './verification/verification-line.tsx';
import { viewsQuery } from './views/views.queries.ts';
import { toChoices } from './views/views.rules.ts';

const Presentation = lazy(() => import('./present/presentation.tsx'));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One report under its address. */
export default function ReportPage() {
  const { reportId }: { reportId?: string } = useParams({ strict: false });
  return <ReportAt key={reportId} id={reportId ?? ''} />;
}

function ReportAt({ id }: { id: string }) {
  const { t } = useTranslation();
  const report = useQuery(reportQuery(id));
  const isReady = useDefaultSelections(id);
  if (report.data && isReady) return <OpenedReport report={report.data} />;
  if (!report.isError)
    return (
      <Page loading>
        <TextSkeleton lines={2} />
        <ChartSkeleton height={420} />
      </Page>
    );
  // The server rejects a malformed id as invalid, not as missing; the reader sees "not found" for both.
  if (isNotFound(report.error) || !UUID.test(id)) return <NotFoundScreen />;
  return (
    <Page>
      <ErrorState {...errorText(report.error, t)} onRetry={() => void report.refetch()} />
    </Page>
  );
}

/**
 * Opens the report with the view that the reader chose for it, unless the address has selections: a link says more.
 * Returns whether the address has what is to be shown.
 */
function useDefaultSelections(id: string): boolean {
  const navigate = useNavigate();
  const search: SearchParams = useSearch({ strict: false });
  const [isBare] = useState(() => Object.keys(search).every((name) => name === 'layout'));
  const [isReady, setIsReady] = useState(false);
  const views = useQuery({ ...viewsQuery(id), enabled: UUID.test(id) });
  const { data, isLoading: isPending } = views;
  useEffect(() => {
    if (isReady || isPending) return;
    const state = isBare ? data?.views.find(({ isDefault }) => isDefault)?.state : undefined;
    const open = state
      ? navigate({ to: '.', search: writeChoices(toChoices(state)) as never, replace: true })
      : Promise.resolve();
    void open.then(() => setIsReady(true));
  }, [isReady, isBare, isPending, data, navigate]);
  return isReady;
}

function OpenedReport({ report }: { report: Report }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { choices, choose } = useChoices(report);
  const asOf = useAsOf(report);
  const about = useCallback((measure: string, tile: string) => choose({ about: measure, tile }), [choose]);

  const { document, dataVersion } = report;
  const opened = useOpenedReport({ report, choices, choose, about });
  const { open, run, page, memberName, isUnknownMember } = opened;
  const title = localize(document.title);
  useFocusReturn(choices.present === true);
  usePageTitle(memberName === null ? title : `${title} – ${memberName}`);
  useRememberReport(report, choices, memberName);

  return (
    <UiContextProvider currency={report.currency}>
      <ReportContext value={open}>
        <Panels tiles={run.tiles}>
          <Page>
            <PageHeader
              title={title}
              purpose={localize(document.purpose)}
              back={{ href: '/reports', label: t('report.back') }}
              actions={
                <ReportActions
                  report={report}
                  choices={choices}
                  choose={choose}
                  canPresent={dataVersion !== null && !isUnknownMember}
                />
              }
              {...asOf}
            />
            <VerificationLine report={report} />
            {report.can.edit && <NewsOfOrigin id={report.id} />}
            {report.version === 0 && <Notice tone="info">{t('report.draftOnly')}</Notice>}
            {dataVersion === null ? (
              <EmptyState title={t('report.noData.title')} text={t('report.noData.text')} />
            ) : (
              <>
                <ReportPages
                  opened={opened}
                  instead={
                    choices.present && (
                      <Suspense>
                        <Presentation tiles={run.tiles} page={page.id} onClose={() => choose({ present: undefined })} />
                      </Suspense>
                    )
                  }
                />
                <AboutDrawer run={run} />
                <RowsDrawer run={run} />
              </>
            )}
          </Page>
        </Panels>
      </ReportContext>
    </UiContextProvider>
  );
}

/** What the report that this is a copy of has changed; merged, it is reviewed in the builder. */
function NewsOfOrigin({ id }: { id: string }) {
  const navigate = useNavigate();
  return <OriginNotice id={id} onMerged={() => void navigate({ to: `/reports/${id}/edit` as never })} />;
}

/** What its parts open beside the report. */
function Panels({ tiles, children }: ComponentProps<typeof CommentsProvider>) {
  return (
    <CommentsProvider tiles={tiles}>
      <AlertsProvider>{children}</AlertsProvider>
    </CommentsProvider>
  );
}

/** The reader's choices, which are stored in the address. */
function useChoices(report: Report) {
  const navigate = useNavigate();
  const search: SearchParams = useSearch({ strict: false });
  const choices = useMemo(() => readChoices(search, report), [search, report]);
  const choose = useCallback(
    (change: Partial<ReportChoices>, { replace } = { replace: false }) =>
      void navigate({
        to: '.',
        replace,
        search: ((former: SearchParams) => writeChoices(withChange(readChoices(former, report), change))) as never,
        resetScroll: false,
      }),
    [navigate, report],
  );
  return { choices, choose };
}

/** Adds the report with its choices to the recently viewed ones. */
function useRememberReport(report: Report, choices: ReportChoices, subject: string | null): void {
  const session = useSession();
  const { about: _about, tile: _tile, wide: _wide, comment: _comment, rows: _rows, ...rest } = choices;
  const { full: _full, as: _as, present: _present, ...stored } = rest;
  const address = `/reports/${report.id}${stringifySearch(writeChoices(stored))}`;
  useEffect(() => {
    const { id, document } = report;
    rememberReport(session, { id, title: document.title, subject, address, openedAt: new Date().toISOString() });
  }, [session, report, subject, address]);
}
