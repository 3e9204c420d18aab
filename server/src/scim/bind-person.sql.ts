import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

/** What a sign-in proves of a person. */
export interface ProvenPerson {
  subject: string;
  objectId: string | null;
  /** The tenant whose own provider says so; null: the installation's, which counts where the tenant lets it in. */
  providerTenant: string | null;
}

/** A provisioned person who has not signed in yet. */
export interface Candidate {
  tenantId: string;
  id: string;
}

/**
 * Provisioned people whom a sign-in proves to be, in each tenant: their attribute equals the claim, as the tenant has set it. In a
 * tenant where several do, none is.
 */
export function findCandidates(
  tx: GlobalTx,
  { subject, objectId, providerTenant }: ProvenPerson,
): Promise<Candidate[]> {
  return tx.rows<Candidate>`
    WITH claimed AS MATERIALIZED (SELECT ${subject}::text AS sub, ${objectId}::text AS oid),
    known AS (
      SELECT s.tenant_id, s.id, s.account_id FROM claimed c
        JOIN scim_user s ON s.external_id IN (c.sub, c.oid) OR s.user_name IN (c.sub, c.oid)
        LEFT JOIN scim_setting g ON g.tenant_id = s.tenant_id
       WHERE (CASE coalesce(g.subject_attribute, 'externalId') WHEN 'externalId' THEN s.external_id ELSE s.user_name END)
           = (CASE coalesce(g.subject_claim, 'sub') WHEN 'sub' THEN c.sub ELSE c.oid END))
    SELECT k.tenant_id AS "tenantId", min(k.id::text) AS id FROM known k JOIN tenant t ON t.id = k.tenant_id
     WHERE t.suspended_at IS NULL AND rise_admits(t.sign_in, t.id, ${providerTenant}::uuid) GROUP BY k.tenant_id HAVING count(*) = 1 AND bool_and(k.account_id IS NULL)`;
}

/** Null where another sign-in was first, or the account is another provisioned person already. */
export function bind(
  tx: TenantTx,
  id: string,
  account: string,
): Promise<{ isActive: boolean; userName: string } | null> {
  return tx.first<{ isActive: boolean; userName: string }>`
    UPDATE scim_user SET account_id = ${account}, bound_at = now()
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND account_id IS NULL
       AND NOT EXISTS (SELECT FROM scim_user o WHERE o.tenant_id = ${tx.tenantId} AND o.account_id = ${account})
    RETURNING is_active AS "isActive", user_name AS "userName"`;
}
