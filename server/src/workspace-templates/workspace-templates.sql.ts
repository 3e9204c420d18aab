import type { LocalizedText, StoredPicture, Workspace } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';
import type { PictureRow } from '../report-pictures/report-pictures.service.ts';
import type { VersionReport } from './template-reports.rules.ts';

interface PublishedAt {
  number: number;
  note: string;
  publishedAt: string;
}

/** What a tenant may see of a template. */
export interface OfferRow {
  id: string;
  version: number;
  name: LocalizedText;
  description: LocalizedText;
  icon: Workspace['icon'];
  color: Workspace['color'];
  reports: VersionReport[];
  /** The latest first. */
  history: PublishedAt[];
}

export interface TemplateRow extends OfferRow {
  tenants: string[] | null;
  sourceTenant: string | null;
  sourceWorkspace: string | null;
  withdrawnAt: Date | null;
}

const OFFER = fragment`t.id, t.version, t.name, t.description, t.icon, t.color, t.reports, t.history`;
const TEMPLATE = fragment`t.tenants, t.source_tenant AS "sourceTenant", t.source_workspace AS "sourceWorkspace",
  t.withdrawn_at AS "withdrawnAt"`;

/** Those that a tenant may add or update: row-level security hides the others, and so does each predicate. */
export function listOffers(tx: TenantTx): Promise<OfferRow[]> {
  return tx.rows<OfferRow>`
    SELECT ${OFFER} FROM workspace_template t
     WHERE t.withdrawn_at IS NULL AND t.source_tenant IS DISTINCT FROM ${tx.tenantId}::uuid
       AND (t.tenants IS NULL OR ${tx.tenantId}::uuid = ANY (t.tenants))
     ORDER BY t.name->>'en', t.id`;
}

export function listTemplates(tx: GlobalTx): Promise<TemplateRow[]> {
  return tx.rows<TemplateRow>`
    SELECT ${OFFER}, ${TEMPLATE} FROM workspace_template t ORDER BY t.name->>'en', t.id`;
}

export function lockTemplate(tx: GlobalTx, id: string): Promise<TemplateRow | null> {
  return tx.first<TemplateRow>`SELECT ${OFFER}, ${TEMPLATE} FROM workspace_template t WHERE t.id = ${id} FOR UPDATE`;
}

/** The template of a workspace; nobody else publishes that one until the transaction ends. */
export async function lockTemplateOf(tx: GlobalTx, tenant: string, workspace: string): Promise<TemplateRow | null> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('workspace template ' || ${workspace}, 0))`;
  return templateOf(tx, tenant, workspace);
}

export function templateOf(tx: GlobalTx, tenant: string, workspace: string): Promise<TemplateRow | null> {
  return tx.first<TemplateRow>`
    SELECT ${OFFER}, ${TEMPLATE} FROM workspace_template t
     WHERE t.source_tenant = ${tenant} AND t.source_workspace = ${workspace}`;
}

/** Ids in the template by the ids of the source's reports. */
export async function reportIds(tx: GlobalTx, template: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ source: string; id: string }>`
    SELECT source_report AS source, id FROM workspace_template_report WHERE template_id = ${template}`;
  return new Map(rows.map(({ source, id }) => [source, id]));
}

export async function insertReportIds(
  tx: GlobalTx,
  template: string,
  reports: readonly { source: string; id: string }[],
): Promise<void> {
  const [sources, ids] = [reports.map(({ source }) => source), reports.map(({ id }) => id)];
  await tx.run`
    INSERT INTO workspace_template_report (template_id, source_report, id)
    SELECT ${template}, source, id FROM unnest(${sources}::uuid[], ${ids}::uuid[]) AS r (source, id)`;
}

export interface NewVersion extends Omit<OfferRow, 'history'> {
  tenants: readonly string[] | null;
  sourceTenant: string;
  sourceWorkspace: string;
  pictures: readonly PictureRow[];
  note: string;
  author: string | null;
}

/** Writes a template's next version, which can be added from then on. */
export async function putVersion(tx: GlobalTx, next: NewVersion): Promise<TemplateRow> {
  const [name, description, reports] = [next.name, next.description, next.reports].map((part) => JSON.stringify(part));
  const pictures = next.pictures.map(({ bytes, ...picture }) => ({ ...picture, data: bytes.toString('base64') }));
  const row = await tx.first<TemplateRow>`
    INSERT INTO workspace_template AS t
      (id, version, name, description, icon, color, reports, history, tenants, source_tenant, source_workspace, pictures)
    VALUES (${next.id}, ${next.version}, ${name}::jsonb, ${description}::jsonb, ${next.icon}, ${next.color}, ${reports}::jsonb,
      jsonb_build_array(jsonb_build_object('number', ${next.version}::integer, 'note', ${next.note}::text, 'publishedAt', now())),
      ${next.tenants as string[] | null}::uuid[], ${next.sourceTenant}, ${next.sourceWorkspace},
      ${JSON.stringify(pictures)}::jsonb)
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, name = excluded.name, description = excluded.description,
      icon = excluded.icon, color = excluded.color, reports = excluded.reports, history = excluded.history || t.history,
      tenants = excluded.tenants, withdrawn_at = NULL, pictures = excluded.pictures
    RETURNING ${OFFER}, ${TEMPLATE}`;
  await tx.run`
    INSERT INTO workspace_template_version (template_id, number, name, description, reports, note, author)
    VALUES (${next.id}, ${next.version}, ${name}::jsonb, ${description}::jsonb, ${reports}::jsonb, ${next.note}, ${next.author})`;
  return row!;
}

/** Pictures of a template that a tenant may add or update, as of `listOffers`. */
export async function picturesOfOffer(
  tx: TenantTx,
  template: string,
  hashes: readonly string[],
): Promise<PictureRow[]> {
  const rows = await tx.rows<{ picture: StoredPicture }>`
    SELECT picture FROM workspace_template t, jsonb_array_elements(t.pictures) picture
     WHERE t.id = ${template} AND t.withdrawn_at IS NULL AND t.source_tenant IS DISTINCT FROM ${tx.tenantId}::uuid
       AND (t.tenants IS NULL OR ${tx.tenantId}::uuid = ANY (t.tenants))
       AND picture->>'hash' = ANY (${hashes as string[]})`;
  return rows.map(({ picture: { data, ...row } }) => ({ ...row, bytes: Buffer.from(data, 'base64') }));
}

/** What is left out stays. */
export async function updateTemplate(
  tx: GlobalTx,
  id: string,
  update: { tenants?: readonly string[] | null; isWithdrawn?: boolean },
): Promise<void> {
  const { tenants = null, isWithdrawn = null } = update;
  await tx.run`
    UPDATE workspace_template SET
      tenants = CASE WHEN ${'tenants' in update} THEN ${tenants as string[] | null}::uuid[] ELSE tenants END,
      withdrawn_at = CASE ${isWithdrawn}::boolean WHEN true THEN coalesce(withdrawn_at, now()) WHEN false THEN NULL
                     ELSE withdrawn_at END
    WHERE id = ${id}`;
}

export interface StoredVersion {
  template: string;
  number: number;
  note: string;
  author: string | null;
  publishedAt: Date;
  reports: number;
}

/** The versions of all templates, the latest first. */
export function listVersions(tx: GlobalTx): Promise<StoredVersion[]> {
  return tx.rows<StoredVersion>`
    SELECT template_id AS template, number, note, author, published_at AS "publishedAt",
           jsonb_array_length(reports) AS reports
      FROM workspace_template_version ORDER BY number DESC`;
}

export interface UseRow {
  template: string;
  tenant: string;
  workspace: string;
  version: number;
}

const USE = fragment`template_id AS template, tenant_id AS tenant, workspace_id AS workspace, version`;

/** The uses of all templates, or of one. */
export function listUses(tx: GlobalTx, template: string | null): Promise<UseRow[]> {
  return tx.rows<UseRow>`
    SELECT ${USE} FROM workspace_template_use WHERE ${template}::uuid IS NULL OR template_id = ${template}::uuid`;
}

export function listOwnUses(tx: TenantTx): Promise<UseRow[]> {
  return tx.rows<UseRow>`SELECT ${USE} FROM workspace_template_use WHERE tenant_id = ${tx.tenantId}`;
}

export async function insertUse(tx: TenantTx, { template, workspace, version }: Omit<UseRow, 'tenant'>): Promise<void> {
  await tx.run`
    INSERT INTO workspace_template_use (tenant_id, template_id, workspace_id, version)
    VALUES (${tx.tenantId}, ${template}, ${workspace}, ${version})`;
}

export async function updateUse(tx: TenantTx, template: string, version: number): Promise<void> {
  await tx.run`
    UPDATE workspace_template_use SET version = ${version} WHERE tenant_id = ${tx.tenantId} AND template_id = ${template}`;
}
