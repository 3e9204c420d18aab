import type { Report } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { ChartSkeleton, EmptyState, ErrorState, Page, PageHeader, TextSkeleton, UiContextProvider } from '@rise/ui';
import { useObservable, type Observable } from '@rise/ui/observable';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { ReportPages } from '../pages/report-pages.tsx';
import { ReportContext } from '../report-context.ts';
import { ReportSourceContext } from '../report-source.ts';
import { type ReportChoices, withChange } from '../report.state.ts';
import { useAsOf } from '../use-as-of.ts';
import { useOpenedReport } from '../use-opened-report.ts';
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
      <EmbeddedReport report={report.data} />
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

function EmbeddedReport({ report }: { report: Report }) {
  const localize = useLocalize();
  const [choices, setChoices] = useState<ReportChoices>({ filters: {} });
  const choose = useCallback((next: Partial<ReportChoices>) => setChoices((before) => withChange(before, next)), []);
  const asOf = useAsOf(report);
  const opened = useOpenedReport({ report, choices, choose, about: null });
  const title = localize(report.document.title);
  useEffect(() => {
    window.document.title = title;
  }, [title]);
  return (
    <UiContextProvider currency={report.currency}>
      <ReportContext value={opened.open}>
        <Page>
          <PageHeader title={title} purpose={localize(report.document.purpose)} {...asOf} />
          <ReportPages opened={opened} />
        </Page>
      </ReportContext>
    </UiContextProvider>
  );
}
