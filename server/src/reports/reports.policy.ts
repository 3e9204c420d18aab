import type { ReportSummary } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';
import type { OpenWorkspace } from '../workspaces/workspaces.service.ts';
import type { ReportRow } from './reports.sql.ts';

/** Whether a person finds a report in a workspace that they may open: archived ones only who may restore them. */
export const isFound = ({ archivedAt }: Pick<ReportRow, 'archivedAt'>, { can }: OpenWorkspace): boolean =>
  archivedAt === null || can.edit;

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
