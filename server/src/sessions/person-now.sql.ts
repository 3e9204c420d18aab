import type { GlobalTx } from '../kernel/database/database.ts';

export interface PersonRow {
  roles: string[];
  groups: string[];
  attributes: Record<string, string[]>;
  sqlAccess: 'nobody' | 'administrators' | 'everyone' | null;
  isMember: boolean;
  /** The tenant has given its standing consent to people above the tenants. */
  admitsSupport: boolean;
}

/** A person with what they may do in a tenant now; null for a disabled account. */
export function findPerson(tx: GlobalTx, tenantId: string, accountId: string): Promise<PersonRow | null> {
  return tx.first<PersonRow>`
    SELECT rise_roles(a.roles, u.sources, u.roles) AS roles, rise_groups(a.groups, u.sources, u.groups) AS groups,
           rise_attributes(a.attributes, u.sources, u.attributes) AS attributes, t.sql_access AS "sqlAccess",
           u.account_id IS NOT NULL AS "isMember", t.support_access = 'always' AS "admitsSupport"
    FROM account a CROSS JOIN tenant t
    LEFT JOIN tenant_user u ON u.tenant_id = ${tenantId} AND u.account_id = a.id AND u.disabled_at IS NULL
      AND rise_admits(t.sign_in, t.id, a.provider_tenant_id)
    WHERE a.id = ${accountId} AND a.disabled_at IS NULL AND t.id = ${tenantId}`;
}

/** Who may administer a tenant now, by roles of here or of claims. */
export function listAdministrators(tx: GlobalTx, tenantId: string): Promise<{ accountId: string }[]> {
  return tx.rows<{ accountId: string }>`
    SELECT u.account_id AS "accountId"
    FROM tenant_user u JOIN account a ON a.id = u.account_id JOIN tenant t ON t.id = u.tenant_id
    WHERE u.tenant_id = ${tenantId} AND u.disabled_at IS NULL AND a.disabled_at IS NULL
      AND 'tenant.admin' = ANY (rise_roles(a.roles, u.sources, u.roles))
      AND rise_admits(t.sign_in, t.id, a.provider_tenant_id)
    ORDER BY u.account_id`;
}
