import type { TenantRole } from '@rise/contract';
import { fragment, type GlobalTx } from '../kernel/database/database.ts';

export interface JoinRequestRow {
  id: string;
  name: string;
  email: string;
  domain: string;
  role: TenantRole;
  requestedAt: Date;
  isDeclined: boolean;
}

/** Who is a member by now, of another source, asks for nothing. */
const OPEN_OR_DECLINED = fragment`
  NOT EXISTS (SELECT FROM tenant_user u WHERE u.tenant_id = r.tenant_id AND u.account_id = r.account_id AND u.removed_at IS NULL)`;

export function listRequests(tx: GlobalTx, tenantId: string, most: number): Promise<JoinRequestRow[]> {
  return tx.rows<JoinRequestRow>`
    SELECT r.id, trim(a.first_name || ' ' || a.last_name) AS name, r.email, d.domain, d.role,
           r.requested_at AS "requestedAt", r.declined_at IS NOT NULL AS "isDeclined"
      FROM join_request r JOIN tenant_domain d ON d.tenant_id = r.tenant_id AND d.id = r.domain_id
      JOIN account a ON a.id = r.account_id
     WHERE r.tenant_id = ${tenantId} AND ${OPEN_OR_DECLINED}
     ORDER BY r.declined_at IS NOT NULL, r.requested_at DESC, r.id LIMIT ${most}`;
}

export interface LockedRequest {
  id: string;
  accountId: string;
  email: string;
  language: string | null;
  tenantName: string;
  role: TenantRole;
  isVerified: boolean;
}

export function lockRequest(tx: GlobalTx, tenantId: string, id: string): Promise<LockedRequest | null> {
  return tx.first<LockedRequest>`
    SELECT r.id, r.account_id AS "accountId", r.email, rise_language(a.language, t.id) AS language, t.name AS "tenantName", d.role,
           d.state = 'verified' AS "isVerified"
      FROM join_request r JOIN tenant_domain d ON d.tenant_id = r.tenant_id AND d.id = r.domain_id
      JOIN account a ON a.id = r.account_id JOIN tenant t ON t.id = r.tenant_id
     WHERE r.tenant_id = ${tenantId} AND r.id = ${id} AND ${OPEN_OR_DECLINED} FOR UPDATE OF r`;
}

/** A member from now on, also where an administrator had removed them before: this is an administrator's decision. */
export async function joinByRequest(
  tx: GlobalTx,
  tenantId: string,
  { accountId, role }: Pick<LockedRequest, 'accountId' | 'role'>,
): Promise<void> {
  await tx.run`
    INSERT INTO tenant_user AS u (tenant_id, account_id, sources, given_roles) VALUES (${tenantId}, ${accountId}, '{domain}', ${[role]})
    ON CONFLICT (tenant_id, account_id) DO UPDATE SET sources = '{domain}', given_roles = excluded.given_roles, groups = '{}',
      attributes = '{}', disabled_at = NULL, removed_at = NULL WHERE u.removed_at IS NOT NULL`;
}

export async function deleteRequest(tx: GlobalTx, tenantId: string, id: string): Promise<void> {
  await tx.run`DELETE FROM join_request WHERE tenant_id = ${tenantId} AND id = ${id}`;
}

export function saveDeclined(tx: GlobalTx, tenantId: string, id: string): Promise<number> {
  return tx.run`
    UPDATE join_request SET declined_at = coalesce(declined_at, now()) WHERE tenant_id = ${tenantId} AND id = ${id}`;
}
