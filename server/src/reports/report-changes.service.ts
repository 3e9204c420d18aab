import { describeDifference, type ReportDocument, type ReportSummary } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { indexEntries, removeEntry } from '../search/search-index.service.ts';
import { openWorkspaces, type OpenWorkspace, type OpenWorkspaces } from '../workspaces/workspaces.service.ts';
import { listFavorites } from './favorites.sql.ts';
import { searchEntriesOf, toSummary } from './report-summary.ts';
import { insertOrigin, originOf, updateOrigin, type OriginRow } from './report-origin.sql.ts';
import { insertVersion, listVersions, versionDocument, type VersionRow } from './report-versions.sql.ts';
import { findIn, requireIn, rightsOn } from './reports.policy.ts';
import {
  countDraftChange,
  countReports,
  insertReport,
  listReports,
  lockReport,
  reportById,
  updateReport,
  type ReportRow,
} from './reports.sql.ts';

export const MAX_REPORTS = 5000;

export interface FoundReport {
  readonly row: ReportRow;
  readonly workspace: OpenWorkspace;
  readonly can: ReportSummary['can'];
  readonly workspaces: OpenWorkspaces;
}

/** Who changed what, as a version stores it. */
export interface Authorship {
  readonly author: string | null;
  readonly note: string;
}

/** A report as a person finds it; NOT_FOUND where they do not. `'locks'`: nobody else changes it in this transaction. */
export async function findReport(
  tx: TenantTx,
  actor: TenantActor,
  id: string,
  mode: 'reads' | 'locks',
): Promise<FoundReport> {
  const [found, workspaces] = await Promise.all([
    mode === 'locks' ? lockReport(tx, id) : reportById(tx, id),
    openWorkspaces(tx, actor),
  ]);
  const { row, workspace } = requireIn(found, workspaces);
  return { row, workspace, workspaces, can: rightsOn(actor, row, workspace) };
}

/** The reports that a person finds, by title. */
export async function findReports(tx: TenantTx, actor: TenantActor): Promise<FoundReport[]> {
  const [rows, workspaces] = await Promise.all([listReports(tx), openWorkspaces(tx, actor)]);
  return rows.flatMap((row) => {
    const workspace = findIn(row, workspaces);
    return workspace ? { row, workspace, workspaces, can: rightsOn(actor, row, workspace) } : [];
  });
}

/** Whether a report has a key, found or not. */
export const isReportKeyTaken = async (tx: TenantTx, key: string): Promise<boolean> =>
  (await listReports(tx)).some((row) => row.key === key);

interface NewReportRow extends Pick<Authorship, 'author'> {
  readonly workspace: string;
  readonly document: ReportDocument;
  readonly version: 0 | 1;
  readonly key?: string | null;
  /** The report that it is a copy of; its later versions can be merged. */
  readonly copyOf?: Pick<ReportRow, 'id' | 'version'> | null;
}

/** Stores a report, published unless it is a new one. CONFLICT where there are too many. */
export async function addReport(
  tx: TenantTx,
  { workspace, document, version, author, key = null, copyOf = null }: NewReportRow,
): Promise<ReportRow> {
  if ((await countReports(tx)) >= MAX_REPORTS)
    throw new UserError('CONFLICT', `There can be ${MAX_REPORTS} reports at most, archived ones included.`);
  const row = await insertReport(tx, workspace, document, { version, key });
  if (version > 0) await insertVersion(tx, row.id, { number: version, document, changes: null, note: '', author });
  if (copyOf && copyOf.version > 0) await insertOrigin(tx, row.id, { id: copyOf.id, base: copyOf.version });
  await announce(tx, row);
  return row;
}

/** Writes the next version of a locked report. */
export async function publishVersion(
  tx: TenantTx,
  before: ReportRow,
  document: ReportDocument,
  by: Authorship,
): Promise<ReportRow> {
  const row = await updateReport(tx, before.id, { document, version: before.version + 1 });
  await recordVersion(tx, before, row, by);
  await announce(tx, row);
  return row;
}

/** Stores the version of a report that was written. */
export async function recordVersion(
  tx: TenantTx,
  before: ReportRow | null,
  { id, document, version }: ReportRow,
  by: Authorship,
): Promise<void> {
  const changes = before && before.version > 0 ? describeDifference(before.document, document) : null;
  await insertVersion(tx, id, { number: version, document, changes, ...by });
}

/**
 * Counts a change of the draft of a locked report, and returns the draft's new revision. Before it is published, its
 * document is the draft's.
 */
export async function changeDraft(tx: TenantTx, before: ReportRow, document: ReportDocument): Promise<number> {
  const isPublished = before.version > 0;
  const row = await countDraftChange(tx, before.id, isPublished ? null : document);
  if (!isPublished) {
    const isRelisted = describeDifference(before.document, document).properties.length > 0;
    await (isRelisted ? announce(tx, row) : index(tx, row));
  }
  return row.draftRevision;
}

export async function summaryFor(
  tx: TenantTx,
  actor: TenantActor,
  row: ReportRow,
  workspaces: OpenWorkspaces,
): Promise<ReportSummary> {
  const favorites = await listFavorites(tx, actor.accountId);
  return toSummary(row, rightsOn(actor, row, workspaces.get(row.workspaceId)!), favorites);
}

/** Search follows, and open pages fetch reports and the workspaces' numbers of them again. */
export async function announce(tx: TenantTx, row: ReportRow): Promise<void> {
  await index(tx, row);
  await publish(tx, { kind: 'workspaces', to: { tenants: [tx.tenantId] } });
}

async function index(tx: TenantTx, row: ReportRow): Promise<void> {
  const entries = searchEntriesOf(row);
  if (entries.length > 0) await indexEntries(tx, 'reports', entries);
  else await removeEntry(tx, 'reports', row.id);
}

/** The versions of a report, the latest first. */
export const versionsOf = (tx: TenantTx, report: string): Promise<VersionRow[]> => listVersions(tx, report);

/** Throws NOT_FOUND for a number that the report has no version of. */
export async function documentOfVersion(tx: TenantTx, report: string, number: number): Promise<ReportDocument> {
  const document = await versionDocument(tx, report, number);
  if (!document) throw notFound();
  return document;
}

export interface FoundOrigin extends Omit<OriginRow, 'id'> {
  readonly row: ReportRow;
}

/** The report that one is a copy of, as a person finds it; null where they do not, and where it is archived or no copy. */
export async function findOrigin(tx: TenantTx, actor: TenantActor, copy: string): Promise<FoundOrigin | null> {
  const origin = await originOf(tx, copy);
  if (!origin) return null;
  const [row, workspaces] = await Promise.all([reportById(tx, origin.id), openWorkspaces(tx, actor)]);
  if (!row || row.archivedAt !== null || !findIn(row, workspaces)) return null;
  return { row, base: origin.base, dismissed: origin.dismissed };
}

/** The published copy has the changes of a version of its origin from now on. */
export const moveBase = (tx: TenantTx, copy: string, base: number): Promise<void> => updateOrigin(tx, copy, { base });

/** The editors of a copy do not want to be shown a version of its origin. */
export const dismissVersion = (tx: TenantTx, copy: string, version: number): Promise<void> =>
  updateOrigin(tx, copy, { dismissed: version });
