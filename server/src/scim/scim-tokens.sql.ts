import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

export interface TokenRow {
  id: string;
  name: string;
  createdAt: Date;
  createdBy: string | null;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

/** What a request needs to know about its token. */
export interface FoundToken {
  id: string;
  tenantId: string;
  name: string;
  state: 'valid' | 'expired' | 'revoked';
  isSuspended: boolean;
  /** Its last use is so long ago that it has to be written again. */
  isStale: boolean;
}

const IS_VALID = fragment`revoked_at IS NULL AND expires_at > now()`;

export function findToken(tx: GlobalTx, hash: Buffer): Promise<FoundToken | null> {
  return tx.first<FoundToken>`
    SELECT k.id, k.tenant_id AS "tenantId", k.name, t.suspended_at IS NOT NULL AS "isSuspended",
           CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'valid' END AS state,
           k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS "isStale"
      FROM scim_token k JOIN tenant t ON t.id = k.tenant_id WHERE k.token_hash = ${hash}`;
}

export async function touchToken(tx: TenantTx, id: string): Promise<void> {
  await tx.run`UPDATE scim_token SET last_used_at = now() WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Tokens that are not revoked, the newest first. */
export function listTokens(tx: TenantTx): Promise<TokenRow[]> {
  return tx.rows<TokenRow>`
    SELECT id, name, created_at AS "createdAt", created_by AS "createdBy", expires_at AS "expiresAt", last_used_at AS "lastUsedAt"
      FROM scim_token WHERE tenant_id = ${tx.tenantId} AND revoked_at IS NULL ORDER BY created_at DESC, id`;
}

/** One at a time creates a token of the tenant, so that their number has a limit. */
export async function lockTokens(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('scim tokens ' || ${tx.tenantId}, 0))`;
}

export async function countValidTokens(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*) FROM scim_token WHERE tenant_id = ${tx.tenantId} AND ${IS_VALID}`;
  return row!.count;
}

export async function insertToken(
  tx: TenantTx,
  token: { hash: Buffer; name: string; days: number; createdBy: string | null },
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO scim_token (tenant_id, name, token_hash, created_by, expires_at)
    VALUES (${tx.tenantId}, ${token.name}, ${token.hash}, ${token.createdBy}, now() + make_interval(days => ${token.days}))
    RETURNING id`;
  return row!.id;
}

/** Null where there is none to revoke. */
export function revokeToken(tx: TenantTx, id: string): Promise<{ name: string } | null> {
  return tx.first<{ name: string }>`
    UPDATE scim_token SET revoked_at = now() WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND revoked_at IS NULL RETURNING name`;
}
