import type { GlobalTx } from '../kernel/database.ts';

export interface ColleagueRow {
  roles: string[];
  groups: string[];
  attributes: Record<string, string[]>;
}

/** What the rights of a model may ask of a person of the tenant; null for anybody else. */
export function colleague(tx: GlobalTx, tenantId: string, accountId: string): Promise<ColleagueRow | null> {
  return tx.first<ColleagueRow>`
    SELECT a.roles, a.groups, a.attributes
    FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE u.tenant_id = ${tenantId} AND u.account_id = ${accountId} AND u.disabled_at IS NULL`;
}
