import { type ReportState, writeState } from '@rise/contract';

/** The address at which the portal opens a report with selections. */
export function reportLink(portal: URL, report: string, state: ReportState): URL {
  const url = new URL(`/reports/${report}`, portal);
  for (const [name, value] of Object.entries(writeState(state))) url.searchParams.set(name, value);
  return url;
}
