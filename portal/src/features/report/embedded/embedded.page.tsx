import type { Report } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { ChartSkeleton, EmptyState, ErrorState, Page, PageHeader, TextSkeleton, UiContextProvider } from '@rise/ui';
import { useObservable, type Observable } from '@rise/ui/observable';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { ReportControls } from '../controls/report-controls.tsx';
import { PageTabs } from '../pages/page-tabs.tsx';
import { ReportRows } from '../pages/report-rows.tsx';
import { TileWindow } from '../tiles/tile-window.tsx';
import { ReportContext } from '../report-context.ts';
import { memberQuery } from '../report.queries.ts';
import { lacksPeers, isOpening } from '../report-run.ts';
import { ReportSourceContext } from '../report-source.ts';
import { type ReportChoices, withChange } from '../report.state.ts';
import { useAsOf } from '../use-as-of.ts';
import { useReportRun } from '../use-report-run.ts';
import classes from '../report.module.css';
import { isEnded, type EmbedSource } from './embed-source.ts';

/** The one report of a signed token or a public link, without the shell; or that it can't be shown. */
export function EmbeddedPage({ source, ended }: { source: EmbedSource; ended: Observable<unknown> }) {
  const { t } = useTranslation();
  const end = useObservable(ended);
  const report = useQuery({
    queryKey: ['embedded'],
    queryFn: ({ signal }) => source.read(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const error = end ?? report.error;
  if (error) return <NotShown error={error} onRetry={() => void report.refetch()} />;
  if (!report.data)
    return (
      <Page loading>
        <TextSkeleton lines={2} />
        <ChartSkeleton height={420} />
      </Page>
    );
  if (report.data.dataVersion === null)
    return (
      <Page>
        <EmptyState title={t('report.noData.title')} text={t('report.noData.text')} />
      </Page>
    );
  return (
    <ReportSourceContext value={source}>
      <EmbeddedReport report={report.data} source={source} />
    </ReportSourceContext>
  );
}

/** One page for all that no longer opens; only what the site's developer did wrong is named. */
function NotShown({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('embed.ended.title');
  }, [t]);
  if (isEnded(error))
    return (
      <Page>
        <EmptyState title={t('embed.ended.title')} text={t('embed.ended.text')} art="broken" />
      </Page>
    );
  if (error instanceof ApiError && error.code === 'VALIDATION_FAILED') {
    const details = error.details.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    return (
      <Page>
        <EmptyState
          title={t('embed.invalid.title')}
          text={[t('embed.invalid.text'), ...details].join(' ')}
          art="broken"
        />
      </Page>
    );
  }
  return (
    <Page>
      <ErrorState {...errorText(error, t)} onRetry={onRetry} />
    </Page>
  );
}

function EmbeddedReport({ report, source }: { report: Report; source: EmbedSource }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const [choices, setChoices] = useState<ReportChoices>({ filters: {} });
  const choose = useCallback((next: Partial<ReportChoices>) => setChoices((before) => withChange(before, next)), []);
  const asOf = useAsOf(report);
  const { document } = report;
  const key = choices.subject ?? report.defaultSubject;
  const member = useQuery(memberQuery(report, key, source));
  const name = document.subject && member.data?.[document.subject.title];
  const page = document.pages.find(({ id }) => id === choices.page) ?? document.pages[0]!;
  const subject = useMemo(
    () => (key === null ? null : { key, title: name === undefined || name === null ? key : String(name) }),
    [key, name],
  );
  const { rerun, ...run } = useReportRun(report, { ...choices, page: document.pages.length > 1 ? page.id : undefined });
  const measure = choices.measure ?? document.measures[0] ?? null;
  const opening = document.defaultPeers !== undefined && isOpening(run);
  const open = useMemo(
    () => ({
      report,
      choices,
      resolved: run.resolved,
      opening,
      subject,
      measure,
      choose,
      about: null,
      rerun,
      isFilteredByMarks: true,
    }),
    [report, choices, run.resolved, opening, subject, measure, choose, rerun],
  );
  const title = localize(document.title);
  useEffect(() => {
    window.document.title = title;
  }, [title]);
  return (
    <UiContextProvider currency={report.currency}>
      <ReportContext value={open}>
        <Page>
          <PageHeader title={title} purpose={localize(document.purpose)} {...asOf} />
          <PageTabs pages={document.pages} page={page.id} onChoose={(id) => choose({ page: id })} />
          <ReportControls withoutPeers={member.data === null || lacksPeers(run)} />
          {member.data === null ? (
            <EmptyState
              title={t('report.unknownMember.title', { key })}
              text={t('report.unknownMember.text')}
              art="search"
            />
          ) : (
            <div className={opening ? classes.opening : undefined}>
              <ReportRows key={page.id} rows={page.rows} tiles={run.tiles} wide={choices.wide} />
            </div>
          )}
          <TileWindow tiles={run.tiles} />
        </Page>
      </ReportContext>
    </UiContextProvider>
  );
}
