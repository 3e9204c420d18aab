import type { TenantRef } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';

export interface TokenOwner {
  id: string;
  issuer: string;
  disabled: boolean;
  roles: string[];
}

export function accountsByEmail(tx: GlobalTx, email: string): Promise<TokenOwner[]> {
  return tx.rows<TokenOwner>`
    SELECT id, issuer, disabled_at IS NOT NULL AS disabled, roles FROM account WHERE lower(email) = lower(${email}) ORDER BY issuer`;
}

/** The tenant with this slug, and whether the account is one of its people. */
export function membership(
  tx: GlobalTx,
  accountId: string,
  slug: string,
): Promise<{ id: string; member: boolean } | null> {
  return tx.first<{ id: string; member: boolean }>`
    SELECT t.id, EXISTS (SELECT FROM tenant_user u WHERE u.tenant_id = t.id AND u.account_id = ${accountId} AND u.disabled_at IS NULL) AS member
    FROM tenant t WHERE t.slug = ${slug} AND t.suspended_at IS NULL`;
}

/** Whether a session is in a tenant for support. */
export async function isVisiting(tx: GlobalTx, sessionId: string): Promise<boolean> {
  return (
    (await tx.first`
    SELECT FROM support_visit WHERE session_id = ${sessionId} AND ended_at IS NULL AND ends_at > now()`) !== null
  );
}

export async function insertToken(
  tx: GlobalTx,
  token: {
    hash: Buffer;
    accountId: string;
    tenantId: string | null;
    scopes: readonly string[];
    /** Null for no limit beside the scopes. */
    permissions: readonly string[] | null;
    name: string;
    days: number;
  },
): Promise<{ id: string; expiresAt: Date }> {
  const row = await tx.first<{ id: string; expiresAt: Date }>`
    INSERT INTO api_token (token_hash, account_id, tenant_id, scopes, permissions, name, expires_at)
    VALUES (${token.hash}, ${token.accountId}, ${token.tenantId}, ${token.scopes}, ${token.permissions}, ${token.name},
            now() + make_interval(days => ${token.days}))
    RETURNING id, expires_at AS "expiresAt"`;
  return row!;
}

export interface ApiTokenRow {
  id: string;
  name: string;
  scopes: string[];
  permissions: string[] | null;
  tenant: TenantRef | null;
  createdAt: Date;
  expiresAt: Date;
  expired: boolean;
  lastUsedAt: Date | null;
}

/** A person's tokens that are not revoked, newest first. */
export function listTokens(tx: GlobalTx, accountId: string): Promise<ApiTokenRow[]> {
  return tx.rows<ApiTokenRow>`
    SELECT k.id, k.name, k.scopes, k.permissions, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
           k.expires_at <= now() AS expired, k.last_used_at AS "lastUsedAt",
           CASE WHEN t.id IS NOT NULL THEN jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name) END AS tenant
    FROM api_token k LEFT JOIN tenant t ON t.id = k.tenant_id
    WHERE k.account_id = ${accountId} AND k.revoked_at IS NULL
    ORDER BY k.created_at DESC, k.id`;
}

/** One at a time creates a token of a person, so that their number has a limit. */
export async function lockTokens(tx: GlobalTx, accountId: string): Promise<void> {
  await tx.run`SELECT FROM account WHERE id = ${accountId} FOR UPDATE`;
}

export async function countValidTokens(tx: GlobalTx, accountId: string): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*)::int AS count FROM api_token
     WHERE account_id = ${accountId} AND revoked_at IS NULL AND expires_at > now()`;
  return row!.count;
}

export function revokeToken(tx: GlobalTx, accountId: string, id: string): Promise<number> {
  return tx.run`
    UPDATE api_token SET revoked_at = now() WHERE id = ${id} AND account_id = ${accountId} AND revoked_at IS NULL`;
}

/** Where a person is written to. */
export function addresseeOf(
  tx: GlobalTx,
  accountId: string,
  tenantId: string,
): Promise<{ email: string; language: string | null } | null> {
  return tx.first`SELECT email, rise_language(language, ${tenantId}) AS language FROM account WHERE id = ${accountId}`;
}

/** Tokens that work, of everyone. */
export async function countValid(tx: GlobalTx): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*)::int AS count FROM api_token WHERE revoked_at IS NULL AND expires_at > now()`;
  return row!.count;
}
