import type { ReportSummary } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import type { OpenWorkspace, OpenWorkspaces } from '../workspaces/workspaces.service.ts';
import type { ReportRow } from './reports.sql.ts';

type Placed = Pick<ReportRow, 'archivedAt' | 'workspaceId'>;

/** The workspace in which a person finds a report, archived ones only who may restore them; null where they do not. */
export function findIn({ archivedAt, workspaceId }: Placed, workspaces: OpenWorkspaces): OpenWorkspace | null {
  const workspace = workspaces.get(workspaceId);
  return workspace && (archivedAt === null || workspace.can.edit) ? workspace : null;
}

/** The report and the workspace in which a person finds it. NOT_FOUND otherwise, as where there is none. */
export function requireIn<Row extends Placed>(row: Row | null, workspaces: OpenWorkspaces) {
  const workspace = row && findIn(row, workspaces);
  if (!workspace) throw notFound();
  return { row, workspace };
}

/** What a person may do with a report that they find. One of a template changes with that alone. */
export function rightsOn(
  actor: Actor,
  { template, archivedAt }: Pick<ReportRow, 'template' | 'archivedAt'>,
  { can }: OpenWorkspace,
): ReportSummary['can'] {
  const isArchived = archivedAt !== null;
  const isOwn = can.edit && !isArchived && template === null;
  return {
    edit: isOwn,
    move: isOwn,
    copy: !isArchived && actor.permissions.has('report.write'),
    archive: can.edit && !isArchived,
    restore: can.edit && isArchived,
  };
}
