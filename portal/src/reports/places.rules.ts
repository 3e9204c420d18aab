import type { ReportSummary, Workspace } from '@rise/contract';

/** Which reports are listed: all that are not archived, those of a workspace, or archived ones. */
export type ReportPlace = 'all' | 'archived' | { workspace: string };

/** Whether a report is archived, by itself or with its workspace. */
export function isArchivedIn(workspaces: readonly Workspace[]): (report: ReportSummary) => boolean {
  const archived = new Set(workspaces.flatMap(({ id, archivedAt }) => (archivedAt === null ? [] : [id])));
  return ({ archivedAt, workspace }) => archivedAt !== null || archived.has(workspace);
}

/** The reports that a place lists. */
export function reportsAt(
  place: ReportPlace,
  { reports, workspaces }: { reports: readonly ReportSummary[]; workspaces: readonly Workspace[] },
): ReportSummary[] {
  const isArchived = isArchivedIn(workspaces);
  if (place === 'archived') return reports.filter(isArchived);
  const active = reports.filter((report) => !isArchived(report));
  return place === 'all' ? active : active.filter(({ workspace }) => workspace === place.workspace);
}
