import type { ReportDocument } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { openWorkspaces } from '../workspaces/workspaces.service.ts';
import { listReports } from './reports.sql.ts';

/** The documents of the reports that a person may open, by title; without archived ones. */
export async function readReports(tx: TenantTx, actor: Actor): Promise<{ id: string; document: ReportDocument }[]> {
  if (!actor.permissions.has('report.read')) return [];
  const [rows, workspaces] = await Promise.all([listReports(tx), openWorkspaces(tx, actor)]);
  return rows
    .filter(({ archivedAt, workspaceId }) => archivedAt === null && workspaces.has(workspaceId))
    .map(({ id, document }) => ({ id, document }));
}
