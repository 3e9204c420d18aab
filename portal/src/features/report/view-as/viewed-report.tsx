import { Button } from '@mantine/core';
import type { Report, ReportReader } from '@rise/contract';
import { EmptyState, ErrorState, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, isNotFound } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { createPortalSource, ReportSourceContext } from '../report-source.ts';
import { useStopViewing } from './use-view-as.ts';
import { readerQuery } from './view-as.queries.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const NOTHING = { edit: false, move: false, copy: false, archive: false, restore: false, verify: false, share: false };

interface ViewedReportProps {
  report: Report;
  account: string;
  /** While it is not known who the person is. */
  opening: ReactNode;
  children: (report: Report, reader: ReportReader) => ReactNode;
}

/** A report with the rights of another person; or why it can't be shown with them. */
export default function ViewedReport({ report, account, opening, children }: ViewedReportProps) {
  const { t } = useTranslation();
  const isId = UUID.test(account);
  const { data: reader, error, refetch } = useQuery({ ...readerQuery(report.id, account), enabled: isId });
  const source = useMemo(() => createPortalSource({ viewAs: { account } }), [account]);
  // Other rights are another basis: nothing is taken from what was queried with the viewer's own, nor the reverse.
  const viewed = useMemo(() => ({ ...report, can: NOTHING, basis: `${report.basis} ${account}` }), [report, account]);
  if (!isId || isNotFound(error))
    return <NotViewed report={report} title={t('report.viewAs.gone.title')} text={t('report.viewAs.gone.text')} />;
  if (error)
    return (
      <Page>
        <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />
      </Page>
    );
  if (!reader) return opening;
  const { name, canOpen } = reader;
  if (!canOpen)
    return (
      <NotViewed
        report={report}
        title={t('report.viewAs.closed.title', { name })}
        text={t('report.viewAs.closed.text', { name })}
      />
    );
  return <ReportSourceContext value={source}>{children(viewed, reader)}</ReportSourceContext>;
}

function NotViewed({ report, title, text }: { report: Report; title: string; text: string }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const stop = useStopViewing();
  return (
    <Page>
      <PageHeader title={localize(report.document.title)} back={{ href: '/reports', label: t('report.back') }} />
      <EmptyState
        title={title}
        text={text}
        art="broken"
        action={
          <Button variant="default" onClick={stop}>
            {t('report.viewAs.own')}
          </Button>
        }
      />
    </Page>
  );
}
