import type { Report, ReportReader } from '@rise/contract';
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
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
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
import { ViewedBanner } from './view-as/viewed-banner.tsx';
import { useViewAs } from './view-as/use-view-as.ts';
import { VerificationLine } from './verification/verification-line.tsx';
import { viewsQuery } from './views/views.queries.ts';
import { toChoices } from './views/views.rules.ts';

const ViewedReport = lazy(() => import('./view-as/viewed-report.tsx'));
const Presentation = lazy(() => import('./present/presentation.tsx'));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One report under its address. */
export default function ReportPage() {
  const { reportId }: { reportId?: string } = useParams({ strict: false });
  const { permissions } = useSession();
  const viewAs = useViewAs();
  // Not even whether the report exists, as for the server.
  if (viewAs !== null && !permissions.includes('query.view-as')) return <NotFoundScreen />;
  return <ReportAt key={reportId} id={reportId ?? ''} viewAs={viewAs} />;
}

function ReportAt({ id, viewAs }: { id: string; viewAs: string | null }) {
  const { t } = useTranslation();
  const report = useQuery(reportQuery(id));
  const isReady = useDefaultSelections(id);
  useHeadingAfter(viewAs);
  if (report.data && isReady && viewAs === null) return <OpenedReport report={report.data} />;
  if (report.data && isReady)
    return (
      <Suspense fallback={<Opening />}>
        <ViewedReport key={viewAs} report={report.data} account={viewAs!} opening={<Opening />}>
          {(viewed, reader) => <OpenedReport report={viewed} reader={reader} />}
        </ViewedReport>
      </Suspense>
    );
  if (!report.isError) return <Opening />;
  // The server rejects a malformed id as invalid, not as missing; the reader sees "not found" for both.
  if (isNotFound(report.error) || !UUID.test(id)) return <NotFoundScreen />;
  return (
    <Page>
      <ErrorState {...errorText(report.error, t)} onRetry={() => void report.refetch()} />
    </Page>
  );
}

const Opening = () => (
  <Page loading>
    <TextSkeleton lines={2} />
    <ChartSkeleton height={420} />
  </Page>
);

/** The button that ends "view as" is gone with it, so the focus goes to where the page begins. */
function useHeadingAfter(viewAs: string | null): void {
  const former = useRef(viewAs);
  useEffect(() => {
    const hasEnded = former.current !== null && viewAs === null;
    former.current = viewAs;
    const heading = document.querySelector<HTMLElement>('main h1, h1');
    if (!hasEnded || !heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [viewAs]);
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

/** `reader`: another person, with whose rights it is shown. */
function OpenedReport({ report, reader }: { report: Report; reader?: ReportReader }) {
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
  const fullTitle = memberName === null ? title : `${title} – ${memberName}`;
  usePageTitle(reader ? t('report.viewAs.pageTitle', { title: fullTitle, name: reader.name }) : fullTitle);
  useRememberReport(report, choices, { subject: memberName, isOwn: !reader });

  return (
    <UiContextProvider currency={report.currency}>
      <ReportContext value={open}>
        {reader && <ViewedBanner reader={reader} />}
        <Panels tiles={run.tiles} isOwn={!reader}>
          <Page>
            <PageHeader
              title={title}
              purpose={localize(document.purpose)}
              back={{ href: '/reports', label: t('report.back') }}
              actions={
                !reader && (
                  <ReportActions
                    report={report}
                    choices={choices}
                    choose={choose}
                    canPresent={dataVersion !== null && !isUnknownMember}
                  />
                )
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
                    choices.present &&
                    !reader && (
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

/** What its parts open beside the report; nothing where it is another person's: comments and alerts are the reader's. */
function Panels({ tiles, isOwn, children }: ComponentProps<typeof CommentsProvider> & { isOwn: boolean }) {
  if (!isOwn) return children;
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

/** Adds the report with its choices to the recently viewed ones, unless it is shown with another person's rights. */
function useRememberReport(
  report: Report,
  choices: ReportChoices,
  { subject, isOwn }: { subject: string | null; isOwn: boolean },
): void {
  const session = useSession();
  const { about: _about, tile: _tile, wide: _wide, comment: _comment, rows: _rows, ...rest } = choices;
  const { full: _full, as: _as, present: _present, viewAs: _viewAs, ...stored } = rest;
  const address = `/reports/${report.id}${stringifySearch(writeChoices(stored))}`;
  useEffect(() => {
    if (!isOwn) return;
    const { id, document } = report;
    rememberReport(session, { id, title: document.title, subject, address, openedAt: new Date().toISOString() });
  }, [session, report, subject, address, isOwn]);
}
