import type { Report } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { memberQuery } from './report.queries.ts';
import { useReportSource } from './report-source.ts';
import type { ReportChoices } from './report.state.ts';

/** The member that a report is shown for: the one chosen, or the reader's own. */
export function useSubject(report: Report, { subject: chosen }: Pick<ReportChoices, 'subject'>) {
  const { subject } = report.document;
  const key = subject ? (chosen ?? report.defaultSubject) : null;
  const member = useQuery(memberQuery(report, key, useReportSource()));
  const name = subject && member.data?.[subject.title];
  return {
    /** Its title is the key until its name is known; null without a member. */
    subject: useMemo(
      () => (key === null ? null : { key, title: name === undefined || name === null ? key : String(name) }),
      [key, name],
    ),
    /** Null without one, and before it is known. */
    name: typeof name === 'string' ? name : null,
    /** The data has no member of that key. */
    isUnknown: member.data === null,
  };
}
