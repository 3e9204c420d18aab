import type { SignedFilters } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

/** How often the last use is recorded. */
const SEEN_EVERY = '1 minute';

export interface Allowed {
  embedding: boolean;
  publicLinks: boolean;
  /** Links to prepared exports. */
  exportLinks: boolean;
}

export interface KeyRow {
  id: string;
  name: string;
  origins: string[];
  createdBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface LinkRow {
  id: string;
  name: string;
  filters: SignedFilters;
  expiresAt: Date;
  createdBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Who sends a token, before what it says is known to be true. */
export interface BearerRow {
  id: string;
  tenantId: string;
  figuresRevision: string | null;
  /** The last use that is recorded is a while ago. */
  stale: boolean;
}

const KEY_COLUMNS = fragment`id, name, origins, created_by AS "createdBy", created_at AS "createdAt", last_used_at AS "lastUsedAt"`;
const LINK_COLUMNS = fragment`
  id, name, filters, expires_at AS "expiresAt", created_by AS "createdBy", created_at AS "createdAt",
  last_used_at AS "lastUsedAt"`;

export async function readAllowed(tx: TenantTx): Promise<Allowed> {
  const row = await tx.first<Allowed>`
    SELECT embedding, public_links AS "publicLinks", export_links AS "exportLinks" FROM tenant_embedding WHERE tenant_id = ${tx.tenantId}`;
  return row ?? { embedding: false, publicLinks: false, exportLinks: true };
}

/** Null: as it is. */
export async function putAllowed(
  tx: TenantTx,
  { embedding = null, publicLinks = null, exportLinks = null }: { [Name in keyof Allowed]?: boolean | null },
): Promise<void> {
  await tx.run`
    INSERT INTO tenant_embedding AS known (tenant_id, embedding, public_links, export_links)
    VALUES (${tx.tenantId}, coalesce(${embedding}::boolean, false), coalesce(${publicLinks}::boolean, false),
            coalesce(${exportLinks}::boolean, true))
    ON CONFLICT (tenant_id) DO UPDATE SET embedding = coalesce(${embedding}::boolean, known.embedding),
      public_links = coalesce(${publicLinks}::boolean, known.public_links),
      export_links = coalesce(${exportLinks}::boolean, known.export_links)`;
}

/** One at a time adds a key or a link, so that their number has a limit. */
export async function lockEmbedding(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('embedding ' || ${tx.tenantId}, 0))`;
}

export function listKeys(tx: TenantTx): Promise<KeyRow[]> {
  return tx.rows<KeyRow>`
    SELECT ${KEY_COLUMNS} FROM embed_key WHERE tenant_id = ${tx.tenantId} AND revoked_at IS NULL
    ORDER BY created_at DESC, id`;
}

export async function insertKey(
  tx: TenantTx,
  key: { id: string; name: string; origins: readonly string[]; secret: Buffer; createdBy: string | null },
): Promise<KeyRow> {
  const row = await tx.first<KeyRow>`
    INSERT INTO embed_key (tenant_id, id, name, origins, secret, created_by)
    VALUES (${tx.tenantId}, ${key.id}, ${key.name}, ${key.origins as string[]}, ${key.secret}, ${key.createdBy})
    RETURNING ${KEY_COLUMNS}`;
  return row!;
}

/** Returns how many keys changed: none where it is not the tenant's, or was revoked. */
export function saveOrigins(tx: TenantTx, id: string, origins: readonly string[]): Promise<number> {
  return tx.run`
    UPDATE embed_key SET origins = ${origins as string[]}
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND revoked_at IS NULL`;
}

export function revokeKey(tx: TenantTx, id: string): Promise<number> {
  return tx.run`
    UPDATE embed_key SET revoked_at = now() WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND revoked_at IS NULL`;
}

/** Those of a report that are neither expired nor revoked. */
export function listLinks(tx: TenantTx, report: string): Promise<LinkRow[]> {
  return tx.rows<LinkRow>`
    SELECT ${LINK_COLUMNS} FROM report_link
    WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND revoked_at IS NULL AND expires_at > now()
    ORDER BY created_at DESC, id`;
}

export async function insertLink(
  tx: TenantTx,
  report: string,
  link: { name: string; filters: SignedFilters; days: number; hash: Buffer; createdBy: string | null },
): Promise<LinkRow> {
  const row = await tx.first<LinkRow>`
    INSERT INTO report_link (tenant_id, report_id, name, secret_hash, filters, expires_at, created_by)
    VALUES (${tx.tenantId}, ${report}, ${link.name}, ${link.hash}, ${JSON.stringify(link.filters)}::jsonb,
      now() + make_interval(days => ${link.days}), ${link.createdBy})
    RETURNING ${LINK_COLUMNS}`;
  return row!;
}

export function revokeLink(tx: TenantTx, report: string, id: string): Promise<number> {
  return tx.run`
    UPDATE report_link SET revoked_at = now()
    WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ${id} AND revoked_at IS NULL`;
}

/** The key of a token, where its tenant accepts tokens. */
export function keyBearer(tx: GlobalTx, id: string): Promise<(BearerRow & { secret: Buffer }) | null> {
  return tx.first<BearerRow & { secret: Buffer }>`
    SELECT k.id, k.tenant_id AS "tenantId", k.secret, f.revision AS "figuresRevision",
           k.last_used_at IS NULL OR k.last_used_at < now() - ${SEEN_EVERY}::interval AS stale
    FROM embed_key k
    JOIN tenant t ON t.id = k.tenant_id AND t.suspended_at IS NULL
    JOIN tenant_embedding a ON a.tenant_id = k.tenant_id AND a.embedding
    LEFT JOIN figures_revision f ON f.tenant_id = k.tenant_id
    WHERE k.id = ${id} AND k.revoked_at IS NULL`;
}

/** The public link with a secret, where it still opens. */
export function linkBearer(
  tx: GlobalTx,
  hash: Buffer,
): Promise<(BearerRow & { reportId: string; filters: SignedFilters; expiresAt: Date }) | null> {
  return tx.first`
    SELECT l.id, l.tenant_id AS "tenantId", l.report_id AS "reportId", l.filters, l.expires_at AS "expiresAt",
           f.revision AS "figuresRevision",
           l.last_used_at IS NULL OR l.last_used_at < now() - ${SEEN_EVERY}::interval AS stale
    FROM report_link l
    JOIN tenant t ON t.id = l.tenant_id AND t.suspended_at IS NULL
    JOIN tenant_embedding a ON a.tenant_id = l.tenant_id AND a.public_links
    LEFT JOIN figures_revision f ON f.tenant_id = l.tenant_id
    WHERE l.secret_hash = ${hash} AND l.revoked_at IS NULL AND l.expires_at > now()`;
}

/** Sites that may frame what a key signs, also after it was revoked: the frame then says so. */
export async function originsOf(tx: GlobalTx, id: string): Promise<string[]> {
  const row = await tx.first<{ origins: string[] }>`SELECT origins FROM embed_key WHERE id = ${id}`;
  return row?.origins ?? [];
}

export async function touchKey(tx: TenantTx, id: string): Promise<void> {
  await tx.run`UPDATE embed_key SET last_used_at = now() WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function touchLink(tx: TenantTx, id: string): Promise<void> {
  await tx.run`UPDATE report_link SET last_used_at = now() WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}
