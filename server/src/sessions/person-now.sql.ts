import type { GlobalTx } from '../kernel/database/database.ts';

export interface PersonRow {
  roles: string[];
  groups: string[];
  attributes: Record<string, string[]>;
  sqlAccess: 'nobody' | 'administrators' | 'everyone' | null;
  isMember: boolean;
}

/** A person with what they may do in a tenant now; null for a disabled account. */
export function findPerson(tx: GlobalTx, tenantId: string, accountId: string): Promise<PersonRow | null> {
  return tx.first<PersonRow>`
    SELECT a.roles, a.groups, a.attributes, t.sql_access AS "sqlAccess",
           EXISTS (SELECT FROM tenant_user u
                   WHERE u.tenant_id = ${tenantId} AND u.account_id = a.id AND u.disabled_at IS NULL) AS "isMember"
    FROM account a, tenant t WHERE a.id = ${accountId} AND a.disabled_at IS NULL AND t.id = ${tenantId}`;
}
