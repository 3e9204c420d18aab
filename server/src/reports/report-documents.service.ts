import type { ReportDocument } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { openWorkspaces } from '../workspaces/workspaces.service.ts';
import { findIn, requireIn } from './reports.policy.ts';
import { listReports, reportById } from './reports.sql.ts';

/** The documents of the reports that a person may open, by title; without archived ones. */
export async function readReports(tx: TenantTx, actor: Actor): Promise<{ id: string; document: ReportDocument }[]> {
  if (!actor.permissions.has('report.read')) return [];
  const [rows, workspaces] = await Promise.all([listReports(tx), openWorkspaces(tx, actor)]);
  return rows
    .filter((row) => row.archivedAt === null && findIn(row, workspaces) !== null)
    .map(({ id, document }) => ({ id, document }));
}

/** A report that a person may open. */
export interface OpenReport {
  /** Whether they may arrange it for others: its workspace says so, and not who wrote it. */
  readonly canShare: boolean;
}

/** Throws NOT_FOUND for a report that the person may not open. */
export async function requireReport(tx: TenantTx, actor: Actor, id: string): Promise<OpenReport> {
  const { workspace } = requireIn(...(await Promise.all([reportById(tx, id), openWorkspaces(tx, actor)])));
  return { canShare: workspace.can.edit };
}

/** Where a report is, for work that goes on without a person; null where there is none. */
export async function findReport(
  tx: TenantTx,
  id: string,
): Promise<{ workspaceId: string; isArchived: boolean } | null> {
  const row = await reportById(tx, id);
  return row && { workspaceId: row.workspaceId, isArchived: row.archivedAt !== null };
}
