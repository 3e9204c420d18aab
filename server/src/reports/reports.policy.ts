import type { ReportSummary } from '@rise/contract';
import type { Actor, EmbedGrant } from '../kernel/actor.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import type { OpenWorkspace, OpenWorkspaces } from '../workspaces/workspaces.service.ts';
import type { ReportRow } from './reports.sql.ts';

type Placed = Pick<ReportRow, 'archivedAt' | 'version' | 'workspaceId'>;

/**
 * The workspace in which a person finds a report; null where they do not. Archived ones are found by those who may
 * restore them, and ones that are not published yet by those who may edit there.
 */
export function findIn({ archivedAt, version, workspaceId }: Placed, workspaces: OpenWorkspaces): OpenWorkspace | null {
  const workspace = workspaces.get(workspaceId);
  const isForAll = archivedAt === null && version > 0;
  return workspace && (isForAll || workspace.can.edit) ? workspace : null;
}

/** The report and the workspace in which a person finds it. NOT_FOUND otherwise, as where there is none. */
export function requireIn<Row extends Placed>(row: Row | null, workspaces: OpenWorkspaces) {
  const workspace = row && findIn(row, workspaces);
  if (!workspace) throw notFound();
  return { row, workspace };
}

/** What someone outside may do in a workspace: nothing but see. */
const OUTSIDE: OpenWorkspace = {
  role: 'view',
  can: { edit: false, describe: false, manage: false, archive: false, restore: false, publish: false },
};

/**
 * The report of an embed: that one only, while it is published and neither it nor its workspace is archived. `live` are
 * the ids of workspaces that are not. NOT_FOUND otherwise.
 */
export function requireEmbedded<Row extends Placed & { id: string }>(
  row: Row | null,
  { reportId }: EmbedGrant,
  live: ReadonlySet<string>,
) {
  if (!row || row.id !== reportId || row.archivedAt !== null || row.version === 0 || !live.has(row.workspaceId))
    throw notFound();
  return { row, workspace: OUTSIDE };
}

/** What a person may do with a report that they find. One of a template changes with that alone. */
export function rightsOn(
  actor: Actor,
  { template, archivedAt, version }: Pick<ReportRow, 'template' | 'archivedAt' | 'version'>,
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
    // Also one of a template, whose content stays as it is.
    verify: can.edit && !isArchived && version > 0,
    share: can.manage && !isArchived && version > 0,
  };
}
