import type { ModelOrigin } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

export interface TemplateVersion {
  readonly name: string;
  readonly version: number;
}

export interface ModelRow {
  version: number;
  hash: string;
  document: string;
  template: string | null;
  templateVersion: number | null;
  /** The template's document; null where none is extended. */
  templateDocument: string | null;
  author: string | null;
  origin: ModelOrigin;
  message: string;
  createdAt: Date;
}

/** Versions without their documents, newest first. */
export function listVersions(tx: TenantTx): Promise<Omit<ModelRow, 'document' | 'templateDocument' | 'hash'>[]> {
  return tx.rows`
    SELECT version, template, template_version AS "templateVersion", author, origin, message, created_at AS "createdAt"
    FROM model WHERE tenant_id = ${tx.tenantId} ORDER BY version DESC`;
}

/** A version with its document; the newest where null. */
export function findVersion(tx: TenantTx, version: number | null): Promise<ModelRow | null> {
  return tx.first<ModelRow>`
    SELECT m.version, m.hash, m.document, m.template, m.template_version AS "templateVersion",
           t.document AS "templateDocument", m.author, m.origin, m.message, m.created_at AS "createdAt"
    FROM model m LEFT JOIN model_template t ON t.name = m.template AND t.version = m.template_version
    WHERE m.tenant_id = ${tx.tenantId} AND (m.version = ${version}::int OR ${version}::int IS NULL)
    ORDER BY m.version DESC LIMIT 1`;
}

/** The documents that a hash identifies. */
export async function findDocuments(
  tx: TenantTx,
  hash: string,
): Promise<{ document: string; template: string | null }> {
  const row = await tx.first<{ document: string; template: string | null }>`
    SELECT m.document, t.document AS template
    FROM model m LEFT JOIN model_template t ON t.name = m.template AND t.version = m.template_version
    WHERE m.tenant_id = ${tx.tenantId} AND m.hash = ${hash} LIMIT 1`;
  return row!;
}

export async function newestHash(tx: TenantTx): Promise<string | null> {
  const row = await tx.first<{ hash: string }>`
    SELECT hash FROM model WHERE tenant_id = ${tx.tenantId} ORDER BY version DESC LIMIT 1`;
  return row?.hash ?? null;
}

/** The newest version with these documents, and that of its template. */
export async function versionOfHash(
  tx: TenantTx,
  hash: string,
): Promise<{ version: number; template: TemplateVersion | null }> {
  const row = await tx.first<{ version: number; template: string | null; templateVersion: number | null }>`
    SELECT version, template, template_version AS "templateVersion"
    FROM model WHERE tenant_id = ${tx.tenantId} AND hash = ${hash} ORDER BY version DESC LIMIT 1`;
  const { version, template, templateVersion } = row!;
  return { version, template: template === null ? null : { name: template, version: templateVersion! } };
}

/** The active version's number; null while there is none. */
export async function newestNumber(tx: TenantTx): Promise<number | null> {
  const row = await tx.first<{ version: number | null }>`
    SELECT max(version) AS version FROM model WHERE tenant_id = ${tx.tenantId}`;
  return row?.version ?? null;
}

export interface NewVersion {
  readonly document: string;
  readonly hash: string;
  readonly template: TemplateVersion | null;
  readonly author: string | null;
  readonly origin: ModelOrigin;
  readonly message: string;
}

export async function insertVersion(tx: TenantTx, model: NewVersion): Promise<void> {
  await tx.run`
    INSERT INTO model (tenant_id, version, hash, document, template, template_version, author, origin, message)
    SELECT ${tx.tenantId}, coalesce(max(version), 0) + 1, ${model.hash}, ${model.document}, ${model.template?.name ?? null}::text,
           ${model.template?.version ?? null}::int, ${model.author}::text, ${model.origin}, ${model.message}
    FROM model WHERE tenant_id = ${tx.tenantId}`;
}

export interface TemplateRow extends TemplateVersion {
  hash: string;
  document: string;
}

/** The newest version of a template. */
export function newestTemplate(tx: TenantTx | GlobalTx, name: string): Promise<TemplateRow | null> {
  return tx.first<TemplateRow>`
    SELECT name, version, hash, document FROM model_template WHERE name = ${name} ORDER BY version DESC LIMIT 1`;
}

/** The template whose newest version has this document, by its hash. */
export function templateByHash(tx: GlobalTx, hash: string): Promise<TemplateVersion | null> {
  return tx.first<TemplateVersion>`
    SELECT name, version FROM model_template t
    WHERE hash = ${hash} AND NOT EXISTS (SELECT FROM model_template n WHERE n.name = t.name AND n.version > t.version)
    ORDER BY name LIMIT 1`;
}

export async function templateNames(tx: TenantTx | GlobalTx): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>`SELECT DISTINCT name FROM model_template ORDER BY name`;
  return rows.map(({ name }) => name);
}

/** Stores a template's next version, under `lockTemplate`. */
export async function insertTemplate(
  tx: GlobalTx,
  template: { name: string; hash: string; document: string; author: string | null; origin: string; message: string },
): Promise<number> {
  const row = await tx.first<{ version: number }>`
    INSERT INTO model_template (name, version, hash, document, author, origin, message)
    SELECT ${template.name}::text, coalesce(max(version), 0) + 1, ${template.hash}, ${template.document},
           ${template.author}::text, ${template.origin}, ${template.message}
    FROM model_template WHERE name = ${template.name}
    RETURNING version`;
  return row!.version;
}

/** Until the transaction ends, no other one stores a version of this template. */
export async function lockTemplate(tx: GlobalTx, name: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('rise.template ' || ${name}, 0))`;
}

/** Records that a tenant was notified of a version; false where it was before. */
export async function insertTemplateNotice(tx: TenantTx, { name, version }: TemplateVersion): Promise<boolean> {
  const inserted = await tx.run`
    INSERT INTO model_template_told (tenant_id, template, version) VALUES (${tx.tenantId}, ${name}, ${version})
    ON CONFLICT DO NOTHING`;
  return inserted === 1;
}

export async function emailOf(tx: GlobalTx, accountId: string): Promise<string | null> {
  const row = await tx.first<{ email: string }>`SELECT email FROM account WHERE id = ${accountId}`;
  return row?.email ?? null;
}

/** Accounts that administer a tenant now. */
export async function listAdministrators(tx: GlobalTx, tenantId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    SELECT a.id FROM account a JOIN tenant_user u ON u.account_id = a.id
    WHERE u.tenant_id = ${tenantId} AND 'tenant.admin' = ANY (rise_roles(a.roles, u.sources, u.roles)) AND a.disabled_at IS NULL AND u.disabled_at IS NULL`;
  return rows.map(({ id }) => id);
}
