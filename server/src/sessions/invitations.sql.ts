import type { Language } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';

/** An invitation as its link shows it. */
export interface ShownInvitation {
  /** Null: to roles above the tenants. */
  tenantId: string | null;
  id: string;
  email: string;
  language: Language;
  tenantName: string | null;
  invitedBy: string | null;
  expiresAt: Date;
  /** Whether it can be accepted now, and if not, why. */
  state: 'open' | 'expired' | 'accepted' | 'revoked' | 'suspended';
}

export function findInvitation(tx: GlobalTx, tokenHash: Buffer): Promise<ShownInvitation | null> {
  return tx.first<ShownInvitation>`
    SELECT i.tenant_id AS "tenantId", i.id, i.email, i.language, t.name AS "tenantName", i.invited_by AS "invitedBy",
           i.expires_at AS "expiresAt",
           CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
                WHEN i.expires_at <= now() THEN 'expired' WHEN t.suspended_at IS NOT NULL THEN 'suspended' ELSE 'open' END AS state
    FROM invitation i JOIN tenant t ON t.id = i.tenant_id
    WHERE i.token_hash = ${tokenHash}
    UNION ALL
    SELECT NULL, i.id, i.email, i.language, NULL, i.invited_by, i.expires_at,
           CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
                WHEN i.expires_at <= now() THEN 'expired' ELSE 'open' END
    FROM global_invitation i WHERE i.token_hash = ${tokenHash}`;
}

/** One at a time accepts it. */
export async function lockInvitation(tx: GlobalTx, tokenHash: Buffer): Promise<void> {
  await tx.run`SELECT FROM invitation WHERE token_hash = ${tokenHash} FOR UPDATE`;
  await tx.run`SELECT FROM global_invitation WHERE token_hash = ${tokenHash} FOR UPDATE`;
}

/** Whether the tenant lets people in by the identity provider that an account is of. */
export async function isAdmitted(tx: GlobalTx, tenantId: string, accountId: string): Promise<boolean> {
  const row = await tx.first<{ isAdmitted: boolean }>`
    SELECT rise_admits(t.sign_in, t.id, a.provider_tenant_id) AS "isAdmitted" FROM tenant t CROSS JOIN account a
     WHERE t.id = ${tenantId} AND a.id = ${accountId}`;
  return row!.isAdmitted;
}

/**
 * Makes the person a member with what the invitation gives, beside what they have. A membership that an administrator has
 * disabled stays so; one that they removed is a new one.
 */
export async function joinByInvitation(
  tx: GlobalTx,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  accountId: string,
): Promise<void> {
  await tx.run`
    INSERT INTO tenant_user AS u (tenant_id, account_id, sources, given_roles, groups, attributes)
    SELECT i.tenant_id, ${accountId}, '{rise}', i.roles, i.groups, i.attributes
      FROM invitation i WHERE i.tenant_id = ${tenantId} AND i.id = ${id}
    ON CONFLICT (tenant_id, account_id) DO UPDATE SET
      sources = CASE WHEN 'rise' = ANY (u.sources) THEN u.sources ELSE u.sources || excluded.sources END,
      given_roles = rise_groups(u.given_roles, '{claim}', excluded.given_roles),
      groups = rise_groups(u.groups, '{claim}', excluded.groups),
      attributes = rise_attributes(u.attributes, '{claim}', excluded.attributes),
      disabled_at = CASE WHEN u.removed_at IS NULL THEN u.disabled_at END,
      scim_disabled = u.scim_disabled AND u.removed_at IS NULL, removed_at = NULL`;
  await tx.run`UPDATE invitation SET accepted_at = now() WHERE tenant_id = ${tenantId} AND id = ${id}`;
}

/** Gives the person the global roles of the invitation, beside those that they have. */
export async function takeGlobalInvitation(tx: GlobalTx, id: string, accountId: string): Promise<void> {
  await tx.run`
    UPDATE account a SET global_roles = rise_account_roles(a.global_roles, i.roles)
      FROM global_invitation i WHERE i.id = ${id} AND a.id = ${accountId}`;
  await tx.run`UPDATE global_invitation SET accepted_at = now() WHERE id = ${id}`;
}

/** Revokes all that could still be accepted, in every tenant and above them; returns how many. */
export async function revokeAll(tx: GlobalTx): Promise<number> {
  const above = await tx.run`
    UPDATE global_invitation SET revoked_at = now()
     WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
  const inTenants = await tx.run`
    UPDATE invitation SET revoked_at = now() WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
  return above + inTenants;
}
