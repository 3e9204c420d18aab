import type { Report, ReportPage } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OpenReport } from './report-context.ts';
import { memberQuery } from './report.queries.ts';
import { isOpening, type RunState } from './report-run.ts';
import { useReportSource } from './report-source.ts';
import { useReportRun } from './use-report-run.ts';

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
  const key = choices.subject ?? report.defaultSubject;
  const member = useQuery(memberQuery(report, key, useReportSource()));
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
    memberName: typeof name === 'string' ? name : null,
    isUnknownMember: member.data === null,
  };
}
