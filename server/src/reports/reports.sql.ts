import type { LocalizedText, ReportDocument } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';
import { VERIFICATION, type VerificationRow } from './verification.sql.ts';

export interface ReportRow {
  id: string;
  /** Its name in files: in its tenant, and the same for good. */
  key: string;
  template: string | null;
  document: ReportDocument;
  workspaceId: string;
  revision: number;
  /** The published one, whose document this is; 0: none yet. */
  version: number;
  /** Of the last change of any of its drafts. */
  draftRevision: number;
  /** Whether there is a draft that differs from the document. */
  hasDraft: boolean;
  updatedAt: Date;
  archivedAt: Date | null;
  /** The latest, compared with what holds now. */
  verification: VerificationRow | null;
}

const REPORT_COLUMNS = fragment`
  id, key, template, document, workspace_id AS "workspaceId", revision, version, draft_revision AS "draftRevision",
  updated_at AS "updatedAt", archived_at AS "archivedAt"`;

const HAS_DRAFT = fragment`
  EXISTS (SELECT 1 FROM report_draft d WHERE d.tenant_id = report.tenant_id AND d.report_id = report.id
    AND d.document <> report.document) AS "hasDraft"`;

export function listReports(tx: TenantTx): Promise<ReportRow[]> {
  return tx.rows<ReportRow>`
    SELECT ${REPORT_COLUMNS}, ${VERIFICATION}, ${HAS_DRAFT} FROM report
    WHERE tenant_id = ${tx.tenantId} ORDER BY document->'title'->>'en', id`;
}

export function reportById(tx: TenantTx, id: string): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    SELECT ${REPORT_COLUMNS}, ${VERIFICATION}, ${HAS_DRAFT} FROM report WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** The same, which nobody else changes until the transaction ends. */
export function lockReport(tx: TenantTx, id: string): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    SELECT ${REPORT_COLUMNS}, ${VERIFICATION}, ${HAS_DRAFT} FROM report WHERE tenant_id = ${tx.tenantId} AND id = ${id} FOR UPDATE`;
}

export async function countReports(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ reports: number }>`
    SELECT count(*)::int AS reports FROM report WHERE tenant_id = ${tx.tenantId}`;
  return row!.reports;
}

export function reportOfTemplate(tx: TenantTx, template: string): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    SELECT ${REPORT_COLUMNS}, ${VERIFICATION}, ${HAS_DRAFT} FROM report WHERE tenant_id = ${tx.tenantId} AND template = ${template} FOR UPDATE`;
}

/**
 * Writes a template's document, which has no draft; a tenant has each template once, and its id is stable. Null: nothing
 * changed.
 */
export function putTemplateReport(
  tx: TenantTx,
  {
    template,
    workspaceId,
    document,
    key,
  }: { template: string; workspaceId: string; document: ReportDocument; key: string | null },
): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    INSERT INTO report (tenant_id, template, workspace_id, document, key)
    VALUES (${tx.tenantId}, ${template}, ${workspaceId}, ${JSON.stringify(document)}::jsonb,
      coalesce(${key}, rise_report_key(${tx.tenantId}, ${document.title.en})))
    ON CONFLICT (tenant_id, template) DO UPDATE SET document = excluded.document, workspace_id = excluded.workspace_id,
      revision = report.revision + 1, updated_at = now(),
      version = report.version + (report.document IS DISTINCT FROM excluded.document)::int
    WHERE report.document IS DISTINCT FROM excluded.document OR report.workspace_id <> excluded.workspace_id
    RETURNING ${REPORT_COLUMNS}, ${VERIFICATION}, false AS "hasDraft"`;
}

/** Nobody else gives a report a key until the transaction ends, as `rise_report_key` does. */
export async function lockReportKeys(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('report keys ' || ${tx.tenantId}, 0))`;
}

/** Makes a template's report the tenant's own, archived. */
export function releaseTemplateReport(tx: TenantTx, template: string): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    UPDATE report SET template = NULL, archived_at = coalesce(archived_at, now()), revision = revision + 1
    WHERE tenant_id = ${tx.tenantId} AND template = ${template}
    RETURNING ${REPORT_COLUMNS}, ${VERIFICATION}, false AS "hasDraft"`;
}

/** The first version, or with `version` 0 one that is not published. Its key is one of its title where none is named. */
export async function insertReport(
  tx: TenantTx,
  workspaceId: string,
  document: ReportDocument,
  { version = 1, key = null }: { version?: number; key?: string | null } = {},
): Promise<ReportRow> {
  const row = await tx.first<ReportRow>`
    INSERT INTO report (tenant_id, workspace_id, document, version, key)
    VALUES (${tx.tenantId}, ${workspaceId}, ${JSON.stringify(document)}::jsonb, ${version},
      coalesce(${key}, rise_report_key(${tx.tenantId}, ${document.title.en})))
    RETURNING ${REPORT_COLUMNS}, ${VERIFICATION}, false AS "hasDraft"`;
  return row!;
}

export type ReportUpdate = Partial<Pick<ReportRow, 'document' | 'version' | 'workspaceId'>> & { isArchived?: boolean };

/** What is left out stays. A report that only moves is as new as before. */
export async function updateReport(tx: TenantTx, id: string, update: ReportUpdate): Promise<ReportRow> {
  const { document, version = null, workspaceId = null, isArchived = null } = update;
  const written = document === undefined ? null : JSON.stringify(document);
  const row = await tx.first<ReportRow>`
    UPDATE report SET document = coalesce(${written}::jsonb, document), workspace_id = coalesce(${workspaceId}::uuid, workspace_id),
      version = coalesce(${version}::integer, version),
      archived_at = CASE ${isArchived}::boolean WHEN true THEN now() WHEN false THEN NULL ELSE archived_at END,
      revision = revision + 1, updated_at = CASE WHEN ${written}::text IS NULL THEN updated_at ELSE now() END
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} RETURNING ${REPORT_COLUMNS}, ${VERIFICATION}, ${HAS_DRAFT}`;
  return row!;
}

/**
 * Counts a change of the draft. One that is not published yet has the draft's document; its own revision stays, which
 * counts the changes of those that are listed.
 */
export async function countDraftChange(
  tx: TenantTx,
  id: string,
  unpublished: ReportDocument | null,
): Promise<ReportRow> {
  const written = unpublished === null ? null : JSON.stringify(unpublished);
  const row = await tx.first<ReportRow>`
    UPDATE report SET draft_revision = draft_revision + 1, document = coalesce(${written}::jsonb, document),
      updated_at = CASE WHEN ${written}::text IS NULL THEN updated_at ELSE now() END
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} RETURNING ${REPORT_COLUMNS}, ${VERIFICATION}, ${HAS_DRAFT}`;
  return row!;
}

/** A draft, where there is one, gets the new texts as a change of nobody's. */
export async function renameDraft(
  tx: TenantTx,
  id: string,
  texts: { title: LocalizedText; purpose: LocalizedText },
): Promise<void> {
  await tx.run`
    WITH counted AS (
      UPDATE report SET draft_revision = draft_revision + 1 WHERE tenant_id = ${tx.tenantId} AND id = ${id}
      RETURNING draft_revision)
    UPDATE report_draft SET document = document || ${JSON.stringify(texts)}::jsonb, revision = counted.draft_revision
      FROM counted WHERE tenant_id = ${tx.tenantId} AND report_id = ${id}`;
}
