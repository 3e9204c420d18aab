import { filterFields, tilesOf, type LocalizedText, type Report, type ReportDocument } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { openForPeople, openWorkspaces, type Colleague } from '../workspaces/workspaces.service.ts';
import { findIn, requireIn } from './reports.policy.ts';
import { typedValue } from './reports.rules.ts';
import { listReports, reportById } from './reports.sql.ts';

export { typedValue };

/** The documents of the reports that a person may open, by title; without archived ones. */
export async function readReports(
  tx: TenantTx,
  actor: Actor,
): Promise<{ id: string; key: string; document: ReportDocument }[]> {
  if (!actor.permissions.has('report.read')) return [];
  const [rows, workspaces] = await Promise.all([listReports(tx), openWorkspaces(tx, actor)]);
  return rows
    .filter((row) => row.archivedAt === null && findIn(row, workspaces) !== null)
    .map(({ id, key, document }) => ({ id, key, document }));
}

/** Keys of the reports that tiles of a document open. */
export const targetKeys = (document: ReportDocument): ReadonlySet<string> =>
  new Set(tilesOf(document).flatMap((tile) => ('targets' in tile ? (tile.targets ?? []) : [])));

/** Those of the reports that a person may open, in the order of their titles. */
export async function readTargets(tx: TenantTx, actor: Actor, keys: ReadonlySet<string>): Promise<Report['targets']> {
  const reports = await readReports(tx, actor);
  return reports
    .filter(({ key }) => keys.has(key))
    .map(({ id, key, document: { title, subject, period, ...offered } }) => ({
      id,
      key,
      title,
      filters: filterFields({ ...offered }),
      subject: subject?.key ?? null,
      period: period?.field ?? null,
    }));
}

/** A report that a person may open. */
export interface OpenReport {
  /** Whether they may arrange it for others: its workspace says so, and not who wrote it. */
  readonly canShare: boolean;
  /** Whether they manage its workspace. */
  readonly canManage: boolean;
  readonly title: LocalizedText;
  /** Whether there is a version that all of its readers find. */
  readonly isPublished: boolean;
  readonly document: ReportDocument;
}

/** Throws NOT_FOUND for a report that the person may not open. */
export async function requireReport(tx: TenantTx, actor: Actor, id: string): Promise<OpenReport> {
  const { row, workspace } = requireIn(...(await Promise.all([reportById(tx, id), openWorkspaces(tx, actor)])));
  const { can } = workspace;
  const { document, archivedAt, version } = row;
  const isPublished = archivedAt === null && version > 0;
  return { canShare: can.edit, canManage: can.manage, title: document.title, isPublished, document };
}

/** Those of a tenant's people who may open a report; none where there is no such report. */
export async function listReaders(tx: TenantTx, id: string, people: readonly Colleague[]): Promise<Colleague[]> {
  const row = await reportById(tx, id);
  if (!row) return [];
  const open = await openForPeople(tx, row.workspaceId, people);
  return people.filter(({ account }) => {
    const workspace = open.get(account);
    return workspace && findIn(row, new Map([[row.workspaceId, workspace]])) !== null;
  });
}

/** What a report is called, for work that goes on without a person; null where there is none. */
export const reportTitle = async (tx: TenantTx, id: string): Promise<LocalizedText | null> =>
  (await reportById(tx, id))?.document.title ?? null;

/** Where a report is, for work that goes on without a person; null where there is none. */
export async function findReport(
  tx: TenantTx,
  id: string,
): Promise<{ workspaceId: string; isArchived: boolean } | null> {
  const row = await reportById(tx, id);
  return row && { workspaceId: row.workspaceId, isArchived: row.archivedAt !== null };
}
