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

export async function insertToken(
  tx: GlobalTx,
  token: {
    hash: Buffer;
    accountId: string;
    tenantId: string | null;
    scopes: readonly string[];
    name: string;
    days: number;
  },
): Promise<Date> {
  const row = await tx.first<{ expiresAt: Date }>`
    INSERT INTO api_token (token_hash, account_id, tenant_id, scopes, name, expires_at)
    VALUES (${token.hash}, ${token.accountId}, ${token.tenantId}, ${token.scopes}, ${token.name}, now() + make_interval(days => ${token.days}))
    RETURNING expires_at AS "expiresAt"`;
  return row!.expiresAt;
}
