import type { JoinRule } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';

export interface JoinableDomain {
  tenantId: string;
  id: string;
  joinRule: JoinRule;
}

/**
 * The domain as the one of the tenant that has proven it; null for others, and while the tenant is suspended or lets
 * people in by its own identity provider alone. Nobody joins
 * automatically once a check has missed the record: it may have been sold.
 */
export function findJoinable(tx: GlobalTx, domain: string): Promise<JoinableDomain | null> {
  return tx.first<JoinableDomain>`
    SELECT d.tenant_id AS "tenantId", d.id,
           CASE WHEN d.join_rule = 'automatic' AND d.missing_since IS NOT NULL THEN 'approval' ELSE d.join_rule END AS "joinRule"
      FROM tenant_domain d JOIN tenant t ON t.id = d.tenant_id
     WHERE d.domain = ${domain} AND d.state = 'verified' AND t.suspended_at IS NULL
       AND t.sign_in <> 'own'`;
}

/** Whether the person has been a member, also if they are disabled or removed. */
export async function isKnown(tx: GlobalTx, tenantId: string, accountId: string): Promise<boolean> {
  return (await tx.first`SELECT FROM tenant_user WHERE tenant_id = ${tenantId} AND account_id = ${accountId}`) !== null;
}

export async function joinByDomain(tx: GlobalTx, { tenantId, id }: JoinableDomain, accountId: string): Promise<void> {
  await tx.run`
    INSERT INTO tenant_user (tenant_id, account_id, sources, given_roles)
    SELECT d.tenant_id, ${accountId}, '{domain}', ARRAY[d.role] FROM tenant_domain d WHERE d.tenant_id = ${tenantId} AND d.id = ${id}
    ON CONFLICT (tenant_id, account_id) DO NOTHING`;
}

/** Stores or renews a person's request; it stays declined where it was. */
export async function requestToJoin(
  tx: GlobalTx,
  { tenantId, id }: JoinableDomain,
  { accountId, email }: { accountId: string; email: string },
): Promise<{ id: string; isNew: boolean; isDeclined: boolean }> {
  const row = await tx.first<{ id: string; isNew: boolean; isDeclined: boolean }>`
    INSERT INTO join_request (tenant_id, domain_id, account_id, email) VALUES (${tenantId}, ${id}, ${accountId}, ${email})
    ON CONFLICT (tenant_id, account_id) DO UPDATE SET domain_id = excluded.domain_id, email = excluded.email
    RETURNING id, xmax = 0 AS "isNew", declined_at IS NOT NULL AS "isDeclined"`;
  return row!;
}

/** Requests by addresses that the person no longer has. */
export async function deleteOtherRequests(tx: GlobalTx, accountId: string, email: string): Promise<void> {
  await tx.run`DELETE FROM join_request WHERE account_id = ${accountId} AND lower(email) <> lower(${email})`;
}

/** Whether another person has asked to join a tenant within the last hour: its administrators know that there are requests. */
export async function hasRecentRequest(tx: GlobalTx, tenantId: string, exceptId: string): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM join_request WHERE tenant_id = ${tenantId} AND id <> ${exceptId} AND declined_at IS NULL
       AND requested_at > now() - interval '1 hour' LIMIT 1`;
  return row !== null;
}
