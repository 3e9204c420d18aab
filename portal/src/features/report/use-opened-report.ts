import type { Report, ReportPage } from '@rise/contract';
import { useMemo } from 'react';
import type { OpenReport } from './report-context.ts';
import { isOpening, type RunState } from './report-run.ts';
import { useReportRun } from './use-report-run.ts';
import { useSubject } from './use-subject.ts';

/** A report with the reader's choices, and what they come to. */
export interface OpenedReport {
  /** What its parts share. */
  open: OpenReport;
  run: RunState;
  page: ReportPage;
  /** Of the subject; null without one, and before it is known. */
  memberName: string | null;
  /** The data has no member of the chosen key. */
  isUnknownMember: boolean;
}

/** Runs a report with the reader's choices, in the portal or outside of it. */
export function useOpenedReport({
  report,
  choices,
  choose,
  about,
}: Pick<OpenReport, 'choices' | 'choose' | 'about'> & { report: Report }): OpenedReport {
  const { document } = report;
  const { subject, name, isUnknown } = useSubject(report, choices);
  const page = document.pages.find(({ id }) => id === choices.page) ?? document.pages[0]!;
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
      about,
      rerun,
      isFilteredByMarks: true,
    }),
    [report, choices, run.resolved, opening, subject, measure, choose, about, rerun],
  );
  return {
    open,
    run,
    page,
    memberName: name,
    isUnknownMember: isUnknown,
  };
}
